"""One HTML page from a trace or a verdict. It asks the network for nothing; the program's text stays text.

The data stand in the page as JSON that no browser executes, and the script puts them on the screen as text
only. A Content-Security-Policy allows that script and that style by their digests, and nothing else.
"""

from __future__ import annotations

import html
import json
import re
import shlex
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from unthread import __version__
from unthread.core.trace import Trace
from unthread.core.verdict import Unsafe, Verdict
from unthread.reports.html.answer import answer_of
from unthread.reports.html.story import story
from unthread.results.trace_json import to_json

_ASSETS = Path(__file__).parent / "assets"
# In this order: each uses what those before it define.
_SCRIPTS = ("elements.js", "timeline.js", "source.js", "state.js", "summary.js", "coverage.js", "main.js")
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_UNSAFE_IN_SCRIPT = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def html_report(found: Trace | Verdict, stored: str = "") -> str:
    """The page. `stored` is the file that the trace was written to, if it was."""
    verdict = Unsafe((found,), None) if isinstance(found, Trace) else found
    data = _data(verdict, stored)
    style, script = _asset("style.css"), _script()
    traces = [to_json(trace) for trace in verdict.traces] if isinstance(verdict, Unsafe) else []
    return _filled(
        _asset("page.html"),
        {
            "policy": html.escape(_policy(style, script)),
            "title": html.escape(_plain(data["title"])),
            "style": style,
            "data": embedded(data),
            "traces": embedded(traces),
            "script": script,
        },
    )


def embedded(value: Any) -> str:
    """JSON that may stand inside of a script element, whatever it holds."""
    return json.dumps(value, separators=(",", ":")).translate(_UNSAFE_IN_SCRIPT)


def _data(verdict: Verdict, stored: str) -> dict[str, Any]:
    stories = [story(trace) for trace in verdict.traces] if isinstance(verdict, Unsafe) else []
    answer = answer_of(verdict)
    return {
        "title": f"{answer['verdict']}: {answer['heading']}",
        "tool": __version__,
        "stored": shlex.quote(stored) if stored else "",
        "stories": stories,
        **answer,
    }


def _plain(text: str) -> str:
    """Without what is not a character: bytes of a file that are no text."""
    return text.encode(errors="replace").decode()


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _filled(template: str, parts: dict[str, str]) -> str:
    """Each slot once; what is put in is not looked at again."""
    return _SLOT.sub(lambda slot: parts[slot[1]], template)


@cache
def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    return "\n".join(('"use strict";', "{", *map(_asset, _SCRIPTS), "}"))
