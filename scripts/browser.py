"""A headless Chromium, spoken to through a pipe: `Browser`, and a page in it: `Tab`.

The DevTools protocol over a pipe is JSON messages that end with a zero byte: no port, no library. One browser
serves all tests of a process; what pages ask the network for and what they complain about is noted.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

_FLAGS = (
    "--headless=new",
    "--no-sandbox",  # root has none
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)
_SECONDS = 30.0  # for one answer


class Browser:
    def __init__(self, program: str = "chromium") -> None:
        self._home = tempfile.mkdtemp(prefix="unthread-chromium-")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        self._process = _start(program, self._home, to_browser, from_browser)
        os.close(to_browser)
        os.close(from_browser)
        self._numbers = itertools.count(1)
        self._buffer = b""
        self.events: deque[dict[str, Any]] = deque()

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError, AssertionError):
            self.ask("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._home, ignore_errors=True)

    def ask(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """The answer; events that come before it are kept."""
        number = next(self._numbers)
        question = {"id": number, "method": method, "params": parameters}
        message = question | ({"sessionId": session} if session else {})
        left = memoryview(json.dumps(message).encode() + b"\0")
        while left:
            left = left[os.write(self._out, left) :]
        limit = time.monotonic() + _SECONDS
        while True:
            answer = self._next(limit)
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self, limit: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, limit - time.monotonic()))
            assert ready, "the browser does not answer"
            data = os.read(self._in, 1 << 20)
            assert data, "the browser has ended"
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    @contextlib.contextmanager
    def tab(self, width: int = 1280, height: int = 800, dark: bool = False) -> Iterator[Tab]:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session)
        tab.prepare(width, height, dark)
        try:
            yield tab
        finally:
            self.ask("Target.closeTarget", targetId=target)


def _start(program: str, home: str, to_browser: int, from_browser: int) -> subprocess.Popen[bytes]:
    """It reads from descriptor 3 and writes to descriptor 4, which a shell arranges."""
    script = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
    command = ["bash", "-c", script, program, *_FLAGS, f"--user-data-dir={home}"]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        command, stdin=nowhere, stdout=nowhere, stderr=nowhere, pass_fds=(to_browser, from_browser)
    )


class Tab:
    """A page. `complaints` are errors of its script and of its policy, `requests` what it asked for."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session
        self._seen: list[dict[str, Any]] = []

    def prepare(self, width: int, height: int, dark: bool) -> None:
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.size(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **metrics)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.ask(method, self._session, **parameters)

    def open(self, file: Path) -> None:
        self.ask("Page.navigate", url=file.resolve().as_uri())
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'")

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, condition: str, seconds: float = 10.0) -> None:
        limit = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            assert time.monotonic() < limit, f"in vain: {condition}"
            time.sleep(0.02)

    def press(self, key: str, shift: bool = False) -> None:
        """As on a keyboard; letters arrive as text too."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        down = "keyDown" if text else "rawKeyDown"
        codes = {"Enter": 13, "Escape": 27}
        common = {"key": key, "modifiers": 8 if shift else 0, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.ask("Input.dispatchKeyEvent", type=down, **common, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text: str) -> None:
        self.ask("Input.insertText", text=text)

    def settle(self) -> None:
        """Until the next picture is on the screen."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def screenshot(self) -> str:
        """A PNG, in base 64."""
        self.settle()
        return str(self.ask("Page.captureScreenshot", format="png")["data"])

    @property
    def complaints(self) -> list[str]:
        return [
            json.dumps(event["params"])
            for event in self._events()
            if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded")
            or (
                event["method"] == "Runtime.consoleAPICalled"
                and event["params"]["type"] in ("error", "warning")
            )
        ]

    @property
    def requests(self) -> list[str]:
        sent = [event for event in self._events() if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def _events(self) -> list[dict[str, Any]]:
        self.run("0")  # what came before has arrived
        events = self._browser.events
        self._seen += [event for event in events if event.get("sessionId") == self._session]
        events.clear()
        return self._seen
