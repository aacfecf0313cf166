"""A claim is executed before it is reported, and a replay says where it departs from what was stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.recorded import recorded
from tests.support.witnesses import Maker
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import InputValue, Trace, parse_schedule
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.execution import Claim
from unthread.results.replay import Replayed, confirm, digest, record, replay

REACH = frozenset({Property.REACH})
TEXT = """#include <assert.h>
#include <pthread.h>
int x;
void *work(void *p) { x = 1; return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x == 0);
    pthread_join(t, 0);
}
"""
SCHEDULE, PLACE = "0:1,1:2,0:2", (8, 5)


def stored(directory: Path, text: str = TEXT) -> Trace:
    return recorded(directory, text, SCHEDULE, PLACE)


def replayed(trace: Trace, directory: Path, text: str) -> Replayed:
    file = directory / "p.c"
    file.write_text(text)
    source = Source((file,))
    return replay(load(source), source, trace)


def read(directory: Path, text: str = TEXT) -> tuple[Program, Source]:
    file = directory / "p.c"
    file.write_text(text)
    source = Source((file,))
    return load(source), source


def test_the_same_program_does_the_same(tmp_path: Path) -> None:
    trace = stored(tmp_path)
    again = replayed(trace, tmp_path, TEXT)
    assert again.is_reproduced
    assert again.departure is None
    assert again.violation == trace.violation
    assert again.trace.steps == trace.steps
    assert again.trace.digests == trace.digests


def test_a_violation_that_has_moved_in_its_function(tmp_path: Path) -> None:
    moved = TEXT.replace("    pthread_t t;", "    pthread_t t;\n")
    again = replayed(stored(tmp_path), tmp_path, moved)
    assert again.is_reproduced
    assert again.violation is not None
    assert again.violation.loc.line == PLACE[0] + 1
    assert again.trace.digests != stored(tmp_path).digests


def test_a_program_that_was_mended(tmp_path: Path) -> None:
    mended = TEXT.replace(
        "    assert(x == 0);\n    pthread_join(t, 0);", "    pthread_join(t, 0);\n    assert(x == 1);"
    )
    again = replayed(stored(tmp_path), tmp_path, mended)
    assert not again.is_reproduced
    assert again.violation is None
    assert again.departure is not None
    assert (again.departure.number, again.departure.step) == (3, 1)
    assert "in slice 3 (0:2), at step 1 of it" in str(again.departure)


def test_a_step_of_a_thread_that_is_not_there(tmp_path: Path) -> None:
    trace = replace(stored(tmp_path), schedule=parse_schedule("0:1,2:1"))
    again = replayed(trace, tmp_path, TEXT)
    assert again.departure is not None
    assert again.departure.expected == "a step of thread 2"
    assert again.departure.found == "there is no such thread yet"
    assert not again.is_reproduced


def test_a_schedule_that_ends_too_early(tmp_path: Path) -> None:
    trace = stored(tmp_path)
    again = replayed(replace(trace, schedule=trace.schedule[:1]), tmp_path, TEXT)
    assert again.departure is not None
    assert str(again.departure) == "after its last slice"
    assert again.departure.found == "the schedule ends without it"


INPUT = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n != 7);
}
"""


def test_inputs_that_are_read_under_another_name(tmp_path: Path) -> None:
    program, source = read(tmp_path, INPUT)
    (witness,) = Maker.of(program, Bounds(), REACH).witnesses(range(1), {"n": 7})
    trace = confirm(program, source, witness, REACH)
    assert trace is not None
    assert [(item.name, item.value) for item in trace.inputs] == [("n", 7)]
    again = replayed(trace, tmp_path, INPUT.replace("int n =", "int k =").replace("n != 7", "k != 7"))
    assert not again.is_reproduced
    assert again.departure is not None
    assert [(item.name, item.value) for item in again.trace.inputs] == [("k", 0)]


def test_claims_are_confirmed(tmp_path: Path) -> None:
    program, source = read(tmp_path)
    witnesses = list(Maker.of(program, Bounds(), REACH).witnesses(range(60)))
    assert witnesses
    for witness in witnesses[:3]:
        trace = confirm(program, source, witness, REACH)
        assert trace is not None
        assert (trace.violation.loc.line, trace.violation.property) == (PLACE[0], Property.REACH)
        assert replayed(trace, tmp_path, TEXT).is_reproduced


def test_a_claim_that_is_not_so_is_not_confirmed(tmp_path: Path) -> None:
    program, source = read(tmp_path, INPUT)
    (witness,) = Maker.of(program, Bounds(), REACH).witnesses(range(1), {"n": 7})
    (given,) = witness.inputs
    wrong = replace(witness, inputs=(InputValue(given.thread, given.name, given.loc, 8),))
    assert confirm(program, source, wrong, REACH) is None


def test_a_schedule_that_breaks_nothing_is_not_recorded(tmp_path: Path) -> None:
    trace = stored(tmp_path)
    program, source = read(tmp_path)
    claim = Claim.of(trace.violation)
    with pytest.raises(AssertionError, match="leads to"):
        record(program, source, trace.schedule[:1], (), REACH, claim)


def test_files_are_told_apart_by_their_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "a.c", tmp_path / "b.c"
    one.write_bytes(b"int x;\n")
    other.write_bytes(b"int x;\r\n")
    assert digest(one) != digest(other)
    other.write_bytes(b"int x;\n")
    assert digest(one) == digest(other)
    with pytest.raises(InputError, match="cannot read"):
        digest(tmp_path / "c.c")
