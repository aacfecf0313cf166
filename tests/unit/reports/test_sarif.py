"""SARIF documents: what a trace says is in them, in places where viewers look for it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Capture, Write, execute, write
from tests.support.sarif_rules import decoded, sarif_faults
from tests.support.traces import FEW, MANY, PROGRAMS, example_trace, program_trace
from unthread.core.source import Loc
from unthread.core.trace import Explanation, Protection, Trace
from unthread.core.verdict import Unknown, UnknownCause, Unsafe
from unthread.reports.sarif import FINGERPRINT, document, sarif, uri

__all__ = ["write"]  # the fixture


def result_of(trace: Trace) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sarif(Unsafe((trace,), None)))["runs"][0]["results"][0]
    return found


@pytest.mark.parametrize("name", FEW)
def test_an_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_every_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_violation_of_each_property_is_valid(name: str) -> None:
    assert_valid(program_trace(name))
    assert result_of(program_trace(name))["ruleId"] == name


def assert_valid(trace: Trace) -> None:
    assert sarif_faults(json.loads(sarif(Unsafe((trace,), None)))) == []
    text = sarif(Unsafe((trace,), None))
    assert "<unthread>" not in text
    assert "__ut_" not in text


def test_the_first_code_flow_is_the_whole_story() -> None:
    whole, apart = result_of(example_trace("bank_account"))["codeFlows"]
    (story,) = whole["threadFlows"]
    texts = [item["location"]["message"]["text"] for item in story["locations"]]
    assert texts[0] == "thread 0 (main): starts thread 1 (transfer)"
    assert texts[-1].endswith(": assertion violated: from->balance >= 0")
    orders = [item["executionOrder"] for item in story["locations"]]
    assert orders == [*range(1, len(orders) + 1)]
    assert [flow["id"] for flow in apart["threadFlows"]] == ["0", "1", "2"]
    assert (
        sorted(item["executionOrder"] for flow in apart["threadFlows"] for item in flow["locations"])
        == orders
    )


def test_both_threads_of_a_race_are_there() -> None:
    found = result_of(program_trace("race"))
    related = [item["message"]["text"] for item in found["relatedLocations"]]
    assert any("write of x" in text for text in related)
    assert "thread 1 (work) is started" in related
    assert len(found["stacks"]) == 2


def test_all_threads_of_a_deadlock_are_there() -> None:
    found = result_of(example_trace("dining_philosophers"))
    waits = [item["message"]["text"] for item in found["stacks"]]
    assert (
        "thread 1 (dine) waits in pthread_mutex_lock for fork[1], which thread 2 holds, holding fork[0]"
        in waits
    )
    related = [item["message"]["text"] for item in found["relatedLocations"]]
    assert {"thread 3 (dine) took the mutex fork[2]", "thread 3 (dine) is started"} <= {*related}
    others = {part.thread for part in example_trace("dining_philosophers").violation.participants[1:]}
    assert all(any(text.startswith(f"thread {number} ") for text in related) for number in others)


def test_equal_violations_have_numbers() -> None:
    trace = program_trace("race")
    results = document(Unsafe((trace, trace), None))["runs"][0]["results"]
    assert [item["partialFingerprints"][FINGERPRINT][-2:] for item in results] == [":1", ":2"]


def test_columns_count_utf16() -> None:
    trace = program_trace("reach")
    loc = replace(trace.violation.loc, column=14)  # bytes
    text = "\u00e9\U0001f600\udcff abc x"  # 2 + 4 + 1 bytes
    odd = replace(
        trace,
        violation=replace(trace.violation, loc=loc),
        lines={loc.file: {loc.line: text}},
    )
    (place,) = result_of(odd)["locations"]
    assert place["physicalLocation"]["region"]["startColumn"] == 1 + 1 + 2 + 1 + 6
    assert place["physicalLocation"]["contextRegion"]["snippet"]["text"] == "\u00e9\U0001f600\ufffd abc x"


def test_no_text_of_a_program_is_a_place_for_arguments_or_a_link() -> None:
    trace = program_trace("reach")
    violation = replace(trace.violation, message="{0} == f[0](1)", values=())
    odd = replace(trace, violation=violation, explanation=None)
    assert result_of(odd)["message"]["text"] == "{{0}} == f[0] (1)"
    last = result_of(odd)["codeFlows"][1]["threadFlows"][0]["locations"][-1]
    assert last["location"]["message"]["text"] == "{{0}} == f[0] (1)"


def test_heap_objects_are_explained() -> None:
    related = [item["message"]["text"] for item in result_of(program_trace("memory"))["relatedLocations"]]
    assert "heap#1 is allocated by thread 0 (main)" in related
    assert "heap#1 is freed by thread 1 (work)" in related


def test_an_explanation_is_told() -> None:
    trace = program_trace("race")
    loc = trace.violation.loc
    protection = Protection("x", "m", 2, ((1, loc),))
    explained = replace(trace, explanation=Explanation(decisive=(0, len(trace.steps)), protection=protection))
    found = result_of(explained)
    related = [item["message"]["text"] for item in found["relatedLocations"]]
    assert related[-1] == "thread 1 (work) accesses x without holding m"
    steps = found["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [steps[0]["importance"], steps[-1]["importance"]] == ["essential", "essential"]
    assert sarif_faults(document(Unsafe((explained,), None))) == []


@pytest.mark.parametrize(
    "name", ["a b.c", "a:b.c", "x%41.c", 'q"<>\\.c', "\u00e9\udcff.c", "/abs/#?.c", "a\nb.c", "../up.c"]
)
def test_hostile_names_are_encoded(name: str) -> None:
    trace = program_trace("arith")
    loc = Loc(name, 1, 1, "main")
    odd = replace(trace, violation=replace(trace.violation, loc=loc))
    (place,) = result_of(odd)["locations"]
    found = place["physicalLocation"]["artifactLocation"]["uri"]
    assert found == uri(name)
    assert decoded(found) == name.encode(errors="surrogateescape")
    assert sarif_faults(json.loads(sarif(Unsafe((odd,), None)))) == []


def test_an_unknown_verdict_is_no_success() -> None:
    verdict = Unknown(UnknownCause.NOT_MODELLED, "inline assembly", Loc("a.c", 3, 1))
    found = document(verdict)
    assert sarif_faults(found) == []
    (run,) = found["runs"]
    assert run["results"] == []
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "inline assembly"


def test_check_writes_it(write: Write, capsys: Capture) -> None:
    write("#include <assert.h>\nint main(void) { assert(0); }\n")
    code, _, err = execute(capsys, "check", "-q", "--sarif", "out.sarif", "a.c")
    assert (code, err) == (10, "")
    found = json.loads(Path("out.sarif").read_text())
    assert sarif_faults(found) == []
    (result,) = found["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a.c"
    code, _, err = execute(capsys, "check", "-q", "--sarif", "no/out.sarif", "a.c")
    assert code == 2
    assert "--sarif: there is no directory 'no'" in err
