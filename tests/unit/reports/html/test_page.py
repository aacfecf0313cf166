"""The page around the data: what may be executed, and that nothing else can be."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.support.made_traces import made, read
from unthread.core.source import Loc
from unthread.core.verdict import Unknown, UnknownCause
from unthread.reports.html.page import embedded, html_report
from unthread.results.trace_reading import from_json

HOSTILE = "</script><img src=x onerror=alert(1)>&\u2028\u2029<!--"


def element(page: str, name: str) -> str:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    return found[1]


def policy(page: str) -> str:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found
    return unescape(found[1])


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_only_the_pages_own_script_and_style_are_allowed() -> None:
    page = html_report(made([read(1, "x", "0", 9)]))
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    allowed = dict(part.strip().split(" ", 1) for part in policy(page).split(";"))
    assert allowed == {
        "default-src": "'none'",
        "script-src": digest(script),
        "style-src": digest(style),
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_names_nothing_outside_of_itself() -> None:
    page = html_report(made([read(1, "x", "0", 9)]))
    assert set(re.findall(r"\w+://[\w.]+", page)) == {"http://www.w3.org"}  # the name of SVG
    assert not re.search(r"\b(src|href)=", page)
    assert not re.search(
        r"\b(eval|innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b|new Function", page
    )


@pytest.mark.parametrize("letter", "<>&\u2028\u2029")
def test_data_cannot_end_their_element(letter: str) -> None:
    text = embedded({"a": f"x{letter}y"})
    assert letter not in text
    assert json.loads(text) == {"a": f"x{letter}y"}


def test_what_is_hostile_is_nowhere_in_the_page() -> None:
    trace = made([read(1, HOSTILE, HOSTILE, 9)], lines={9: HOSTILE}, file=f"{HOSTILE}.c")
    page = html_report(trace)
    assert "<img" not in page
    assert page.count("</script>") == 3
    assert json.loads(element(page, "data"))["stories"][0]["places"][0]["name"] == HOSTILE


def test_bytes_that_are_no_text_are_no_trouble() -> None:
    page = html_report(Unknown(UnknownCause.FAILED, "broken \udcff", Loc("a\udcff.c", 1, 1)))
    page.encode()
    assert "<title>UNKNOWN: a?.c:1:1: broken ?</title>" in page


def test_a_slot_in_the_programs_text_stays() -> None:
    page = html_report(made([read(1, "{{script}}", "{{data}}", 9)]))
    assert "{{script}}" in element(page, "data")


def test_holds_the_trace() -> None:
    trace = made([read(1, "x", "0", 9)])
    (stored,) = json.loads(element(html_report(trace), "traces"))
    assert from_json(stored, "page") == trace


def test_says_how_to_replay(tmp_path: Path) -> None:
    page = html_report(made([read(1, "x", "0", 9)]), "my trace.json")
    assert json.loads(element(page, "data"))["stored"] == "'my trace.json'"
