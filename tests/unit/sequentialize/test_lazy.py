"""Lazy C: where labels stand, what lines stand for, whose names are kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.diagnostics import UsageError
from unthread.core.properties import Property
from unthread.core.trace import StepKind
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import (
    ClaimOrigin,
    CutOrigin,
    Dialect,
    Emitted,
    InputOrigin,
    PointOrigin,
    Schema,
)

HEADER = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x, y;
"""
MAIN = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; y = 3; assert(x == 2); }\n"


def emitted(text: str, directory: Path, **options: object) -> Emitted:
    return emit(loaded(HEADER + text, directory), Emission(**options))  # type: ignore[arg-type]


def function(text: str, name: str) -> list[str]:
    """The lines of a function's body, without comments."""
    found = re.search(rf"^static void {name}\(.*?^\}}", text, re.MULTILINE | re.DOTALL)
    assert found, text
    return [line.strip() for line in found[0].splitlines() if not line.strip().startswith("/*")]


def test_each_visible_step_has_a_label_and_the_end_has_one(tmp_path: Path) -> None:
    result = emitted(f"void *f(void *a) {{ x = 1; y = 1; return 0; }}\n{MAIN}", tmp_path)
    lines = [line for line in function(result.text, "f_1") if line[0] in "Lxyr"]
    assert lines == ["L0: J(0, 1)", "x = 1;", "L1: J(1, 2)", "y = 1;", "L2:", "return;"]


def test_an_assumption_behind_a_write_can_be_stopped_at(tmp_path: Path) -> None:
    body = "int l = __VERIFIER_nondet_int(); x = 1; __VERIFIER_assume(l); y = 1; return 0;"
    lines = function(emitted(f"void *f(void *a) {{ {body} }}\n{MAIN}", tmp_path).text, "f_1")
    at = lines.index("assume(l);") if "assume(l);" in lines else lines.index("assume(l != 0);")
    assert lines[at - 1].startswith("L1: J(1, 2)")


def test_an_assumption_behind_a_read_cannot(tmp_path: Path) -> None:
    body = "int l = x; __VERIFIER_assume(l == 2); y = 1; return 0;"
    lines = function(emitted(f"void *f(void *a) {{ {body} }}\n{MAIN}", tmp_path).text, "f_1")
    assert lines[lines.index("assume(l == 2);") - 1] == "l = x;"


def test_jumps_arrive_at_guards(tmp_path: Path) -> None:
    body = "if (x) y = 1; x = 3; return 0;"
    lines = function(emitted(f"void *f(void *a) {{ {body} }}\n{MAIN}", tmp_path).text, "f_1")
    guard = next(line for line in lines if "G(" in line)
    before = [line for line in lines[: lines.index(guard)] if line.startswith("L")]
    assert guard.endswith(f"G({len(before) - 1});")


def test_long_sections_are_functions(tmp_path: Path) -> None:
    lock = "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    body = "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0;"
    main = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); assert(x == 1); }"
    result = emitted(f"{lock}void *f(void *a) {{ {body} }}\n{main}", tmp_path)
    calls = [line for line in function(result.text, "f_1") if re.fullmatch(r"f_1_\d+\(\);", line)]
    assert calls
    assert "static void f_1_" in result.text


def test_lines_say_what_they_stand_for(tmp_path: Path) -> None:
    body = "int l = __VERIFIER_nondet_int(); while (l > 0) { x = l; l--; } return 0;"
    result = emitted(f"void *f(void *a) {{ {body} }}\n{MAIN}", tmp_path, dialect=Dialect.CBMC)
    lines = result.text.splitlines()
    kinds: dict[type, list[str]] = {}
    for line, origins in result.origins.items():
        for origin in origins:
            kinds.setdefault(type(origin), []).append(lines[line - 1].strip())
    assert all(re.fullmatch(r"L\d+: J\(\d+, \d+\)", line) for line in kinds[PointOrigin])
    assert all("nondet_" in line for line in kinds[InputOrigin])
    assert [line.partition("(")[0] for line in kinds[ClaimOrigin]] == ["ASSERT"]
    assert [line.partition("(")[0] for line in kinds[CutOrigin]] == ["CUT"]
    claim = next(o for origins in result.origins.values() for o in origins if isinstance(o, ClaimOrigin))
    assert (claim.thread, claim.property, claim.loc.line) == (0, Property.REACH, 7)
    writes = [o for origins in result.origins.values() for o in origins if isinstance(o, PointOrigin)]
    assert {origin.kind for origin in writes if origin.thread == 1} == {StepKind.WRITE}


def test_the_pruned_driver_never_resumes_who_ran_last(tmp_path: Path) -> None:
    program = f"void *f(void *a) {{ x = 1; return 0; }}\n{MAIN}"
    text = emitted(program, tmp_path, schema=Schema.LAZY_PRUNED).text
    assert "static unsigned int last = 2;" in text
    assert text.count("assume(last != ") == 2
    assert "if (cs > pc[1]) {" in text


def test_threads_take_turns_in_the_order_given(tmp_path: Path) -> None:
    text = emitted(f"void *f(void *a) {{ x = 1; return 0; }}\n{MAIN}", tmp_path, order=(1, 0), rounds=3).text
    assert re.findall(r"ct = (\d);", text) == ["1", "0"]
    assert "r < 3" in text


def test_an_order_names_every_thread(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="each of the 2 threads must be listed once"):
        emitted(f"void *f(void *a) {{ return 0; }}\n{MAIN}", tmp_path, order=(0, 2))


def test_names_of_the_user_are_kept_unless_they_are_taken(tmp_path: Path) -> None:
    more = "int pc, L1, index, assume_; int use(void) { return pc + L1 + index + assume_; }\n"
    text = emitted(f"{more}void *f(void *a) {{ x = use(); return 0; }}\n{MAIN}", tmp_path).text
    for kept, renamed in (("assume_", "assume_"), ("pc", "pc_"), ("L1", "L1_"), ("index", "index_")):
        assert f"int {renamed};" in text, kept


def test_thread_local_variables_are_one_for_each_thread(tmp_path: Path) -> None:
    body = "void *f(void *a) { mine++; x = mine; return 0; }\n"
    text = emitted(f"_Thread_local int mine = 4;\n{body}{MAIN}", tmp_path).text
    assert "static int f_1_mine = 4;" in text


def test_properties_of_several_threads_cannot_be_emitted(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'race' cannot be asserted in sequential C"):
        emitted(f"void *f(void *a) {{ return 0; }}\n{MAIN}", tmp_path, properties=frozenset({Property.RACE}))
