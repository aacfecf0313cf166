"""The HTML report in a browser: what it shows, that keys work, that text stays text, that it is quick."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from browser import Browser, Tab
from referees import CHROMIUM
from tests.support.commands import Capture, execute
from tests.support.made_traces import at, call, long_trace, made, read, under, write
from tests.support.tools import require
from unthread.core.properties import Participant, Property, Related, Violation
from unthread.core.trace import Explanation, HeapObject, Trace
from unthread.core.verdict import Unsafe
from unthread.reports.html.page import html_report
from unthread.results.trace_reading import from_json
from unthread.results.violation_text import why

EXAMPLES = Path(__file__).parent.parent / "examples"
HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    require(CHROMIUM)
    with Browser() as found:
        yield found


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """A page that complains of nothing and asks for nothing but its own file."""
    with browser.tab() as found:
        yield found
        assert found.complaints == []
        assert len(found.requests) == 1
        assert found.requests[0].startswith("file:")


def show(tab: Tab, directory: Path, trace: Trace) -> None:
    page = directory / "report.html"
    page.write_text(html_report(trace))
    tab.open(page)


def chosen(tab: Tab) -> int:
    tab.settle()
    number: int = tab.run("Number(document.querySelector('.row.chosen').dataset.row) + 1")
    return number


def count(tab: Tab, selector: str) -> int:
    tab.settle()
    number: int = tab.run(f"document.querySelectorAll({json.dumps(selector)}).length")
    return number


def text(tab: Tab, selector: str) -> str:
    tab.settle()
    return str(tab.run(f"document.querySelector({json.dumps(selector)}).textContent"))


def lost_update() -> Trace:
    """Threads 1 and 2 read x before either writes; thread 2 reads y under a lock that thread 1 gave back."""
    lines = {
        3: "    pthread_create(&t, 0, work, 0);",
        5: "    int old = x; // </script>",
        6: "    x = old + 1;",
        7: "    pthread_mutex_lock(&m);",
        8: "    pthread_mutex_unlock(&m);",
        9: "    assert(x == 2);",
    }
    steps = [
        call(0, "pthread_create", 3, value="thread 1"),
        call(0, "pthread_create", 3, value="thread 2"),
        read(1, "x", "0", 5),
        read(2, "x", "0", 5),
        write(2, "x", "0", "1", 6),
        call(2, "pthread_mutex_lock", 7),
        under(call(2, "pthread_mutex_unlock", 8, 5), "m"),
        write(1, "x", "1", "1", 6),
        call(1, "pthread_mutex_lock", 7, 6),
        under(call(1, "pthread_mutex_unlock", 8, 8), "m"),
        read(1, "x", "1", 9, 4),
    ]
    return made(steps, lines=lines)


def test_the_browser_notices_what_goes_wrong(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text("<script>throw new Error('oh')</script><img src='missing.png'>")
    with browser.tab() as bad:
        bad.open(page)
        assert any("oh" in complaint for complaint in bad.complaints)
        assert [address.rpartition("/")[2] for address in bad.requests] == ["bad.html", "missing.png"]


def test_a_command_writes_a_page_that_opens(tab: Tab, tmp_path: Path, capsys: Capture) -> None:
    page, stored = tmp_path / "report.html", tmp_path / "trace.json"
    file = str(EXAMPLES / "bank_account" / "unsafe.c")
    code, _, err = execute(
        capsys, "check", "--time", "60s", "--html", str(page), "--trace", str(stored), file
    )
    assert (code, err) == (10, "")
    tab.open(page)
    assert text(tab, "h1") == "assertion violated: from->balance >= 0"
    assert text(tab, ".row.chosen .what") == "assertion violated: from->balance >= 0"
    assert text(tab, "#source .here .line") == "assert(from->balance >= 0);"
    assert count(tab, "svg .lock") >= 2
    assert f"unthread replay {stored}" in text(tab, ".again")


def test_a_replayed_trace_makes_the_same_page(tab: Tab, tmp_path: Path, capsys: Capture) -> None:
    page, stored = tmp_path / "report.html", tmp_path / "trace.json"
    file = str(EXAMPLES / "lost_wakeup" / "unsafe.c")
    execute(capsys, "check", "--time", "60s", "--trace", str(stored), file)
    assert execute(capsys, "replay", "--html", str(page), str(stored))[0] == 10
    tab.open(page)
    assert text(tab, "h1") == "deadlock: 2 threads wait, and none can continue"
    assert count(tab, ".card.thread") == 2


def test_keys_step_through_it(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    assert chosen(tab) == 12
    moves = {
        "Home": 1,
        "j": 2,
        "ArrowDown": 3,
        "n": 8,
        "p": 3,
        "ArrowUp": 2,
        "k": 1,
        "PageDown": 11,
        "End": 12,
    }
    for key, row in moves.items():
        tab.press(key)
        assert chosen(tab) == row, key
    tab.press("j")
    assert chosen(tab) == 12


def test_clicks_choose_too(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    tab.run("document.querySelector('[data-row=\"4\"]').click()")
    assert chosen(tab) == 5


def test_the_source_follows(tab: Tab, tmp_path: Path) -> None:
    """The line of the chosen step, and where the other threads are by then."""
    show(tab, tmp_path, lost_update())
    tab.press("Home")
    assert (text(tab, "#source .here .gutter"), count(tab, "#source .badge")) == ("03", 1)
    for _ in range(4):
        tab.press("j")
    assert text(tab, "#source .here .line") == "x = old + 1;"
    assert text(tab, "#source .here .badge") == "2"
    assert count(tab, "#source .badge") == 3


def test_a_file_that_is_there_is_shown_as_a_whole(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "whole.c"
    file.write_text("int x;\n\n/* two\nlines */ int y;\n" * 3)
    trace = made([replace(read(1, "x", "0", 5), loc=at(5, file=str(file)))], file=str(file))
    show(tab, tmp_path, replace(trace, digests=(sha256(file.read_bytes()).hexdigest(),)))
    assert count(tab, "#source .text > div") == 12
    assert count(tab, "#source .comment") == 6
    assert tab.run("document.querySelector('#source .note').hidden") is True


def test_arrows_lead_from_writes_to_reads_and_from_unlock_to_lock(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    assert [count(tab, f"svg .edge.{kind}") for kind in ("data", "order", "start")] == [1, 1, 2]
    assert count(tab, "svg .edge.hot") == 0
    tab.press("k")
    assert count(tab, "svg .edge.hot") == 1
    tab.press("a")
    assert count(tab, "svg .edge") == 6  # and those inside of a thread
    tab.press("a")
    assert count(tab, "svg .edge") == 4


def test_locks_are_bars_and_their_holders_are_named(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    assert count(tab, "svg .lock") == 2
    assert text(tab, ".lanes .legend") == "m"
    for _ in range(3):
        tab.press("k")
    assert "m1 since row 9" in text(tab, "#state .body")


def test_accesses_that_race_are_connected(tab: Tab, tmp_path: Path) -> None:
    parts = tuple(Participant(number, "work", at(4 + number), access="write", place="x") for number in (1, 2))
    race = Violation(Property.RACE, "data race on x: ...", 1, at(5), participants=parts)
    show(tab, tmp_path, made([read(2, "y", "0", 5)], race))
    assert text(tab, "h1") == "data race on x"
    assert count(tab, "svg .edge.clash") == 1
    assert text(tab, "[data-row='1'] .what") == "is about to write x"
    assert "holds no lock" in text(tab, ".card.thread")
    assert text(tab, ".card.thread").endswith("started by thread 0 (main) at made.c:3")


def test_heap_objects_are_explained_once(tab: Tab, tmp_path: Path) -> None:
    """With the thread that is about to access one, also where it holds no lock."""
    part = Participant(1, "work", at(9), access="read", place="heap#1.count")
    story = (Related("allocated", 0, at(3)), Related("freed", 2, at(6)))
    violation = Violation(Property.MEMORY, "read of 4 bytes", 1, at(9), participants=(part,), related=story)
    item = HeapObject("heap#1", "struct pool", 1, 0, at(3), (2, at(6)))
    show(tab, tmp_path, replace(made([read(2, "y", "0", 5)], violation), objects=(item,)))
    told = "heap#1: struct pool, 1 byte, allocated by thread 0 at made.c:3, freed by thread 2 at made.c:6"
    assert text(tab, ".card.heap li") == told
    assert "read of heap#1.count" in text(tab, ".card.thread")
    assert "Before" not in text(tab, ".facts")


def test_a_long_schedule_is_shortened(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, long_trace(2000))
    assert "slices, all in the trace)" in text(tab, ".card.again")
    assert tab.run("document.querySelector('.card.again').getBoundingClientRect().height") < 150


def test_threads_at_one_line_are_counted(tab: Tab, tmp_path: Path) -> None:
    names = ("main", *["work"] * 9)
    show(
        tab,
        tmp_path,
        made([read(number, "x", "0", 9) for number in range(1, 10)], lines={9: "f();"}, threads=names),
    )
    assert text(tab, "#source .here .marks") == "12+7"
    assert text(tab, "#state .who") == "12345+4"


def test_long_names_keep_their_ends_and_their_values(tab: Tab, tmp_path: Path) -> None:
    place = "registry_of_all_connections.number_of_users"
    names = ("main", "thread_that_opens_connections@one", "work")
    show(tab, tmp_path, made([write(1, place, "0", "7", 5)], threads=names))
    assert text(tab, ".row .what") == "registry_of_\u2026er_of_users = 0 \u2192 7"
    assert text(tab, ".lanes span:nth-child(2)").endswith("\u2026tions")


def test_state_changes_are_marked(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    assert count(tab, "#state tr.changed") == 0
    tab.run("document.querySelector('[data-row=\"4\"]').click()")
    assert text(tab, "#state tr.changed .value") == "0 \u2192 1"
    tab.press("Home")
    assert text(tab, "#state .value") == "0"


def test_search_goes_from_match_to_match(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    tab.press("/")
    tab.type("mutex_lock")
    assert text(tab, ".count") == "2 found"
    tab.press("Enter")
    assert (chosen(tab), text(tab, ".count")) == (6, "1 of 2")
    tab.press("Enter")
    assert chosen(tab) == 9
    tab.press("Enter", shift=True)
    assert chosen(tab) == 6
    assert count(tab, ".row.found") == 2
    tab.press("Escape")
    assert count(tab, ".row.found") == 0
    tab.press("j")
    assert chosen(tab) == 7


def test_search_says_that_there_is_nothing(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    tab.press("/")
    tab.type("no such step")
    assert text(tab, ".count") == "not found"


def test_essential_switches_and_why(tab: Tab, tmp_path: Path) -> None:
    trace = replace(lost_update(), explanation=Explanation((1, 2), (), (4, 10)))
    show(tab, tmp_path, trace)
    assert count(tab, ".row.essential") == 2
    assert text(tab, ".why li") == next(why(trace))


def test_light_and_dark(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    background = "getComputedStyle(document.body).backgroundColor"
    light = tab.run(background)
    tab.press("t")
    dark = tab.run(background)
    assert dark != light
    tab.press("t")
    assert tab.run(background) == light
    tab.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    tab.run("delete document.documentElement.dataset.theme")
    assert tab.run(background) == dark


@pytest.mark.parametrize("width", [1280, 800])
def test_fits_the_width(tab: Tab, tmp_path: Path, width: int) -> None:
    tab.size(width, 800)
    show(tab, tmp_path, lost_update())
    assert tab.run("document.documentElement.scrollWidth") <= width
    for name in ("timeline", "source", "state"):
        assert tab.run(f"document.getElementById('{name}').getBoundingClientRect().height") > 150


def test_help_opens_and_closes(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, lost_update())
    tab.press("?")
    assert tab.run("document.getElementById('help').open") is True
    tab.press("Escape")
    assert tab.run("document.getElementById('help').open") is False


def test_prints_all_steps_as_a_table(tab: Tab, tmp_path: Path) -> None:
    show(tab, tmp_path, long_trace(300))
    pdf = base64.b64decode(tab.ask("Page.printToPDF")["data"])
    assert pdf.count(b"/Type /Page\n") > 4
    tab.run("dispatchEvent(new Event('beforeprint'))")
    assert count(tab, "#print tbody tr") == 301
    tab.run("dispatchEvent(new Event('afterprint'))")
    assert count(tab, "#print tr") == 0


def test_several_violations_have_tabs(tab: Tab, tmp_path: Path) -> None:
    other = made([read(2, "y", "0", 5)], Violation(Property.ARITH, "division by zero", 2, at(5)))
    page = tmp_path / "report.html"
    page.write_text(html_report(Unsafe((lost_update(), other), None)))
    tab.open(page)
    tab.run("document.querySelectorAll('.tabs button')[1].click()")
    assert text(tab, "h1") == "division by zero"
    tab.run("document.querySelectorAll('.tabs button')[0].click()")
    assert chosen(tab) == 12


def test_the_trace_can_be_taken_out(tab: Tab, tmp_path: Path) -> None:
    trace = lost_update()
    show(tab, tmp_path, trace)
    (stored,) = tab.run("JSON.parse(document.getElementById('traces').textContent)")
    assert from_json(stored, "page") == trace
    tab.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    tab.run("document.querySelector('.again .link').click()")
    limit = time.monotonic() + 10
    while not (tmp_path / "trace.json").exists() and time.monotonic() < limit:
        time.sleep(0.05)
    assert (tmp_path / "trace.json").read_text() == stored


def test_hostile_text_stays_text(tab: Tab, tmp_path: Path) -> None:
    """In names of files, places, values, messages, notes and the program's text."""
    name = f"{HOSTILE}/a.c"
    violation = Violation(
        Property.REACH,
        f"assertion violated: {HOSTILE}",
        1,
        at(9, HOSTILE, name),
        values=((HOSTILE, HOSTILE),),
    )
    steps = [
        replace(read(1, HOSTILE, f'"{HOSTILE}"', 9), loc=at(9, HOSTILE, name), note=HOSTILE),
        replace(call(2, HOSTILE, 9), loc=at(9, HOSTILE, name)),
    ]
    trace = made(steps, violation, {9: f'    puts("{HOSTILE}"); // {HOSTILE}'}, ("main", HOSTILE, "b"), name)
    tab.ask("Page.addScriptToEvaluateOnNewDocument", source="window.alert = () => { window.hurt = true; };")
    show(tab, tmp_path, trace)
    for key in ("k", "k", "a", "Home"):
        tab.press(key)
    tab.run("dispatchEvent(new Event('beforeprint'))")
    assert count(tab, "img") == 0
    assert count(tab, "script") == 3
    assert tab.run("window.hurt") is None
    assert tab.run("document.title") == f"UNSAFE: assertion violated: {HOSTILE}"
    assert text(tab, "h1") == f"assertion violated: {HOSTILE}"
    assert text(tab, "#source option") == name
    assert HOSTILE in text(tab, "#source .here .line")


def test_an_answer_without_a_bug_shows_what_was_covered(tab: Tab, tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "report.html"
    file = str(EXAMPLES / "bank_account" / "safe.c")
    code, _, _ = execute(capsys, "check", "--time", "60s", "--coverage", "--html", str(page), file)
    assert code == 0
    tab.open(page)
    assert text(tab, ".verdict") == "SAFE"
    assert "all of them" in text(tab, "#extent")
    assert text(tab, "#ledger h2") == "Reached: 4 of 4"
    assert count(tab, "#source .reached") > 10
    tab.press("t")
    tab.press("j")


def test_five_thousand_steps_stay_quick(tab: Tab, tmp_path: Path) -> None:
    """Opening takes less than a second of the page's thread, which other tests do not slow down; a step less
    than 50 ms; and only what is visible exists."""
    tab.ask("Performance.enable", timeDomain="threadTicks")
    show(tab, tmp_path, long_trace(5000))
    assert chosen(tab) == 5001
    spent = {item["name"]: item["value"] for item in tab.ask("Performance.getMetrics")["metrics"]}
    assert spent["ThreadTime"] < 1
    assert count(tab, ".row") < 100
    script = """(() => {
        const begin = performance.now();
        for (let at = 0; at < 200; at += 1) document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k'}));
        return (performance.now() - begin) / 200;
    })()"""
    assert tab.run(script) < 50
    assert chosen(tab) == 4801
    tab.press("/")
    tab.type("cells[7] ")
    assert text(tab, ".count") == "125 found"
    assert tab.run("document.querySelectorAll('.row').length") < 100


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("", "--html: '' is not a file"),
        (".", "--html: '.' is not a file"),
        ("no/such/report.html", "--html: there is no directory 'no/such'"),
    ],
)
def test_where_no_report_can_be_written(capsys: Capture, file: str, message: str) -> None:
    """Said before the search begins."""
    program = str(EXAMPLES / "bank_account" / "unsafe.c")
    for command in ("check", "replay"):
        code, out, err = execute(capsys, command, "--html", file, program)
        assert (code, out) == (2, "")
        assert message in err


def test_a_replay_without_violation_writes_nothing(tmp_path: Path, capsys: Capture) -> None:
    source, stored, page = tmp_path / "a.c", tmp_path / "a.json", tmp_path / "a.html"
    source.write_text("#include <assert.h>\nint main(void) { assert(0); }\n")
    execute(capsys, "check", "--trace", str(stored), str(source))
    source.write_text("#include <assert.h>\nint main(void) { assert(1); }\n")
    code, _, err = execute(capsys, "replay", "--html", str(page), str(stored))
    assert code == 5
    assert f"there is no violation to write to '{page}'" in err
    assert not page.exists()
