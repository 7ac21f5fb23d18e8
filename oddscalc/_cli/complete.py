"""What a shell offers to complete: ids of rulebooks, paytables and bets."""

import typer


def rulebooks(incomplete: str) -> list[str]:
    """Return the rulebooks that begin with *incomplete*."""
    from oddscalc._rules.rulebook import SHIPPED

    return [name for name in SHIPPED if name.startswith(incomplete)]


def paytables(incomplete: str) -> list[str]:
    """Return the paytables that begin with *incomplete*."""
    from oddscalc._money.paytable import SHIPPED

    return [name for name in SHIPPED if name.startswith(incomplete)]


def plans(incomplete: str) -> list[str]:
    """Return the betting plans that begin with *incomplete*."""
    from oddscalc._questions.plans.plan import PLANS

    return [name for name in PLANS if name.startswith(incomplete)]


def texts(incomplete: str) -> list[str]:
    """Return the rulebooks and paytables that begin with *incomplete*."""
    return sorted({*rulebooks(incomplete), *paytables(incomplete)})


def bets(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the bets that begin with *incomplete*, with their names.

    Those of the rulebook that the command line names; of the standard one if it names none that
    is shipped.
    """
    from oddscalc._rules.rulebook import SHIPPED, shipped

    named = ctx.params.get("rules")
    rules = shipped(named if named in SHIPPED else "standard")
    return [(bet.id, bet.name) for bet, _ in rules if bet.id.startswith(incomplete)]


def codes(incomplete: str) -> list[str]:
    """Return the kinds of finding that begin with *incomplete*."""
    from oddscalc._checking.findings import codes as all_codes

    return [code for code in all_codes() if code.startswith(incomplete)]


def schemas(incomplete: str) -> list[str]:
    """Return what begins with *incomplete* and has a JSON Schema."""
    from oddscalc._face.schema import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]
