"""The commands of CI, one by one: ``nox -l`` lists them, ``nox -s lint`` runs one.

``.ci/run`` runs the same commands in one go; a test holds the two together.
"""

import nox

nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "tests"]


@nox.session
def tests(session: nox.Session) -> None:
    """Run the quick tests."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the slow tests; those that need a browser or a cluster skip where there is none."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-m", "slow")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and types."""
    session.install("-e", ".[lint]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")


@nox.session
def tables(session: nox.Session) -> None:
    """Check that the published tables are what would be written, and proven."""
    session.install("-e", ".")
    session.run("oddscalc", "tables", "--check", "--verify")


@nox.session
def waits(session: nox.Session) -> None:
    """Look whether a command that users wait for has become slower."""
    session.install("-e", ".")
    session.run("python", "-m", "benchmarks", "--user", "--quick")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; warnings are errors."""
    session.install("-e", ".[docs]")
    session.run("zensical", "build", "--strict", "--clean")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Change files of every kind at random, a million times; ``-- 1000`` for a thousand."""
    session.install("-e", ".[test]")
    session.run("python", "tests/fuzz.py", *(session.posargs or ["1000000"]))
    session.env["ODDSCALC_FUZZ"] = "20000"
    session.run("python", "-m", "pytest", "tests/test_fuzz.py")


@nox.session
def mutation(session: nox.Session) -> None:
    """Change the program forty times and see whether a test notices; ``-- --sample 0``: always."""
    session.install("-e", ".[test]")
    if session.posargs:
        session.run("python", "tests/mutation.py", *session.posargs)
    else:
        session.run("python", "tests/mutation.py", "--sample", "40", "--least", "80")


@nox.session
def kills(session: nox.Session) -> None:
    """Kill sweeps a hundred times, and see that they go on byte for byte."""
    session.install("-e", ".[test]")
    session.env["ODDSCALC_KILLS"] = "100"
    session.run("python", "-m", "pytest", "-m", "slow", "-k", "random_moments", "-n0")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure against the peers; writes docs/benchmarks.md."""
    session.install("-e", ".[bench]")
    session.run("python", "-m", "benchmarks", *session.posargs)
