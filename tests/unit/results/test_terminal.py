"""Traces in the terminal: the whole text for one program, and what must hold for all."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.support.recorded import recorded
from unthread.core.diagnostics import source_lines
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import Trace, parse_schedule
from unthread.frontend.load import load
from unthread.results.execution import Claim
from unthread.results.replay import record
from unthread.results.terminal import render_trace

TEXT = """#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x, got;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    int n = __VERIFIER_nondet_int();
    got = pthread_mutex_lock(&m);
    x = n;
    pthread_mutex_unlock(&m);
    __sync_fetch_and_add(&x, 1);
    return unused;
}
static void check(void)
{
    assert(x != 1);
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    check();
    return 0;
}
"""

EXPECTED = """\
thread 0 (main)  p.c
  1  22  pthread_create(&t, 0, work, 0);   starts thread 1 (work)

thread 1 (work)  p.c
  3   8  int n = __VERIFIER_nondet_int();  input n (int): 0
  3   9  got = pthread_mutex_lock(&m);     got = 0
  5  10  x = n;                            x = 0
  6  11  pthread_mutex_unlock(&m);
  7  12  __sync_fetch_and_add(&x, 1);      atomic x: 0 -> 1

thread 0 (main)  p.c
  8  17    assert(x != 1);                 x is 1

p.c:17:5: violation (reach): assertion violated: x != 1
        assert(x != 1);
        ^
  where x = 1
  thread 0 (main), in check (p.c:17:5)
  called from main (p.c:23:5)
"""


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trace:
    monkeypatch.chdir(tmp_path)
    source_lines.cache_clear()  # other tests have a p.c of their own
    Path("p.c").write_text(TEXT)
    source = Source((Path("p.c"),))
    claim = Claim(Property.REACH, ("p.c", 17, 5))
    schedule = parse_schedule("0:1,1:6,0:2")
    return record(load(source), source, schedule, (), frozenset({Property.REACH}), claim)


def rendered(trace: Trace, **options: object) -> str:
    file = io.StringIO()
    render_trace(trace, Console(file=file, **options))  # type: ignore[arg-type]
    return file.getvalue()


def test_one_line_for_each_step_under_its_thread(trace: Trace) -> None:
    assert rendered(trace) == EXPECTED


def test_no_terminal_is_narrower_than_80_columns(trace: Trace) -> None:
    assert rendered(trace, width=20) == EXPECTED


def test_colors_only_in_a_terminal_that_wants_them(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in rendered(trace, force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    plain = rendered(trace, force_terminal=True, color_system="standard")
    assert "\x1b[3" not in plain  # no color; bold is none
    assert "violation (reach)" in plain


def test_a_source_that_is_gone_is_shown_as_it_was(trace: Trace) -> None:
    text = rendered(trace)
    Path("p.c").unlink()
    source_lines.cache_clear()
    without = rendered(trace)
    source_lines.cache_clear()
    assert without == text


WIDE = """#include <assert.h>
int größe, 数;
static void 数を一つ増やしてから戻る長い名前の関数その一(void)
{
    /* 日本語日本語日本語日本語日本語日本語日本語日本語 */ 数 = 数 + 1; größe = größe + 数; /* \x1b[31m\x07 */
}
int main(void)
{
\t\t\t\t\t\t数を一つ増やしてから戻る長い名前の関数その一(); /* \x1b]0;own\x07 日 */ assert(größe == 2);
}
"""


def test_wide_and_unprintable_characters(tmp_path: Path) -> None:
    """Columns are those of a terminal, positions are counted in bytes, and nothing commands the terminal."""
    place = WIDE.splitlines()[8].encode().index(b"assert") + 1
    text = rendered(recorded(tmp_path, WIDE, "0:9", (9, place)), width=80)
    rows, caret = text.splitlines(), text.partition("^")[0].splitlines()
    assert all(character.isprintable() for row in rows for character in row)
    assert all(cell_len(row) <= 80 for row in rows if str(tmp_path) not in row)
    assert "...größe = größe + 数; " in text
    assert cell_len(caret[-1]) == cell_len(caret[-2].partition("assert")[0])
