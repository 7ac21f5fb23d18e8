"""A headless Chromium, driven by its own protocol over one websocket."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--remote-debugging-port=0", "about:blank"),
)
SECONDS = 60.0
"""How long an answer may take."""


class Browser:
    """One page of a running browser.

    Attributes:
        requests: every address that was requested since the page was opened.
        complaints: errors and warnings of the console since then.
    """

    def __init__(self, socket: Any) -> None:
        self.socket, self.number, self.session = socket, 0, None
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self.number += 1
        sent: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            sent["sessionId"] = self.session
        self.socket.send(json.dumps(sent))
        while True:
            got = self._receive()
            if got.get("id") == self.number:
                assert "error" not in got, (method, got["error"])
                return dict(got["result"])

    def _receive(self) -> dict[str, Any]:
        got = dict(json.loads(self.socket.recv(timeout=SECONDS)))
        name, told = got.get("method"), got.get("params", {})
        if name == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif name == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["exceptionDetails"]))
        elif name == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(json.dumps(told["args"]))
        elif name == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complaints.append(told["entry"]["text"])
        if name:
            self.events.append(got)
        return got

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a file, and wait until it has loaded."""
        self.requests.clear()
        self.complaints.clear()
        self.events.clear()
        answer = self.call("Page.navigate", url=path.as_uri() + fragment)
        assert "errorText" not in answer, answer
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._receive()

    def run(self, script: str) -> Any:
        """Return the value of an expression, of what it promises if it is a promise."""
        got = self.call(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        assert "exceptionDetails" not in got, got
        return got["result"].get("value")

    def wait(self, script: str, value: Any) -> None:
        """Wait until an expression has a value, which pages may bring about a moment later."""
        end = time.monotonic() + SECONDS
        while (found := self.run(script)) != value:
            assert time.monotonic() < end, (script, found, value)
            time.sleep(0.02)

    def prefer(self, scheme: str, media: str = "") -> None:
        """Make the system prefer ``light`` or ``dark``, on the *media* ``print`` or a screen."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def resize(self, width: int, height: int = 800) -> None:
        """Make the window so large, in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def press(self, key: str, text: str = "") -> None:
        """Press a key."""
        codes = {"Tab": 9, "Enter": 13, " ": 32}
        code = codes.get(key, 0)
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, text=text, windowsVirtualKeyCode=code
            )

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.call("Input.insertText", text=text)


@contextmanager
def chromium(directory: Path) -> Iterator[Browser]:
    """Start Chromium with *directory* for all that it keeps, and end it afterwards."""
    from websockets.sync.client import connect

    assert PROGRAM is not None
    process = subprocess.Popen(
        [PROGRAM, *QUIET, f"--user-data-dir={directory}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with connect(_address(directory, process), max_size=None, proxy=None) as socket:
            yield Browser(socket)
    finally:
        process.terminate()
        process.wait(timeout=SECONDS)


def _address(directory: Path, process: subprocess.Popen[bytes]) -> str:
    """Return where the browser listens, which it writes down once it does."""
    told, end = directory / "DevToolsActivePort", time.monotonic() + SECONDS
    while time.monotonic() < end:
        lines = told.read_text().splitlines() if told.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        assert process.poll() is None, "Chromium ended at once"
        time.sleep(0.05)
    raise AssertionError("Chromium did not start")
