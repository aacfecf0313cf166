"""What `main` executes before the search changes no answer: searched from its start and from where it got to,
a program gets the same verdict, and every violation is replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.properties.realistic import realistic
from unthread.core.bounds import Bounds
from unthread.core.process import Limits
from unthread.core.properties import LEAKS, Property
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Unknown, Unsafe, Verdict
from unthread.frontend.load import load
from unthread.interpreter.ahead import LAYOUTS, run_ahead
from unthread.story import check

PROGRAMS = sorted((Path(__file__).parents[1] / "programs" / "ahead").glob("*.c"))
USUAL = frozenset(Property) - LEAKS
ASKED = (
    pytest.param(USUAL, id="usual"),
    pytest.param(frozenset(Property), id="all", marks=pytest.mark.slow),
    pytest.param(frozenset({Property.REACH}), id="reach", marks=pytest.mark.slow),
)
SEEDS = (1, 3, 7)  # that are decided at once


def verdict(file: Path, request: Request) -> Verdict:
    return check(Source((file,)), request, Limits(60.0, 4 << 30))


def answer(found: Verdict) -> object:
    """What must be the same, wherever the search starts."""
    if isinstance(found, Unsafe):
        return [trace.violation.property for trace in found.traces][:1]
    if isinstance(found, Unknown):
        return found.cause
    coverage = found.coverage
    ledger = [(visit.place, visit.is_reached) for visit in coverage.ledger]
    return type(found), coverage.complete, {*coverage.omissions}, ledger, sorted(coverage.threads)


def compare(file: Path, properties: frozenset[Property], **options: object) -> Verdict:
    def request(ahead: int | None) -> Request:
        return Request(properties, Bounds(unwind=2), ahead=ahead, **options)  # type: ignore[arg-type]

    found = verdict(file, request(0))
    assert answer(found) == answer(verdict(file, request(None)))
    return found


@pytest.mark.parametrize("properties", ASKED)
@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_the_answer_is_the_same(file: Path, properties: frozenset[Property]) -> None:
    found = compare(file, properties)
    if isinstance(found, Unsafe):
        assert any(trace.ahead is not None for trace in found.traces)
    else:
        assert found.coverage is not None
        assert found.coverage.ahead is not None


NUMBERS = {
    "union": "union { int *p; unsigned long n; } u; u.p = &a; kept = (u.n >> 4 ^ u.n >> 33) & 1;",
    "bytes": "kept = ((unsigned char *)&p)[4] & 1;",
    "copied to a number": "unsigned long n; memcpy(&n, &p, 8); kept = n >> 33 & 3;",
    "half": "unsigned half[2]; memcpy(half, &p, 8); kept = half[1] & 1;",
    "bit-field": "union { int *p; struct { unsigned low, b : 3; } s; } u; u.p = &a; kept = u.s.b;",
    "printed": 'char text[40]; sprintf(text, "%p", (void *)p); for (char *c = text; *c; c++) kept += *c;',
    "compared": "int *q = &a + 0; int *r = b; kept = memcmp(&q, &r, 8) < 0;",
    "converted": "kept = (unsigned long)p >> 32 & 1;",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_what_depends_on_addresses_is_not_executed_before(name: str, tmp_path: Path) -> None:
    """An object elsewhere would give another number: the search starts before it is computed."""
    text = """
    #include <assert.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <string.h>
    int a, b[4], *p = &a, kept, done;
    void *work(void *unused) { assert(done); return unused; }
    int main(void) {
        { NUMBER }
        for (int i = 0; i < 5; i++) done++;
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        pthread_join(thread, 0);
    }
    """
    file = tmp_path / "a.c"
    file.write_text(text.replace("NUMBER", NUMBERS[name]))
    found = run_ahead(load(Source((file,))), USUAL, least=0)
    assert found is None or found.ahead.instructions == 1  # nothing but the start of main
    file.write_text(text.replace("NUMBER", "kept = 1;"))
    found = run_ahead(load(Source((file,))), USUAL, least=0)
    assert found is not None
    assert found.ahead.instructions > 10


def test_a_number_that_looks_like_an_address_stays_a_number(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    text = "char *p; int main(void) { p = (char *)%s; for (int i = 0; i < 9; i++) ; return 0; }"
    for layout in LAYOUTS:
        for granule in range(layout.first - 8, layout.first + 8):
            file.write_text(text % hex(granule << 32))
            found = run_ahead(load(Source((file,))), USUAL, least=0)
            assert found is None or not any(item.addresses for item in found.objects)


@pytest.mark.parametrize("name", ["use_after_free", "local_ptr", "list_bad", "uninit"])
def test_without_reductions(name: str) -> None:
    """Every step is a visible point then, also those that only make the objects of the start."""
    file = Path(__file__).parents[1] / "programs" / "ahead" / f"{name}.c"
    compare(file, USUAL - {Property.RACE}, reductions=frozenset())


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_programs(seed: int, tmp_path: Path) -> None:
    program = realistic(seed)
    file = tmp_path / "program.c"
    file.write_text(program.text)
    found = compare(file, USUAL)
    assert not (isinstance(found, Unsafe) and not program.bug)
