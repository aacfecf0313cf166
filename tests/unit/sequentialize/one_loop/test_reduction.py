"""Cases after which a thread may continue undisturbed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import program_of
from unthread.sequentialize.flatten import flatten
from unthread.sequentialize.one_loop.layout import CaseLayout
from unthread.sequentialize.one_loop.reduction import local_cases

TEXT = """int own, shared, constants[2];
void *run(void *a) {{ shared = constants[0]; return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, run, 0); {body} return 0; }}"""


def share(body: str, directory: Path, shared: tuple[str, ...] = ()) -> tuple[int, int]:
    """How many of main's cases are local, without the body and with it."""
    counts = []
    for text in ("", body):
        flat = flatten(program_of(TEXT.format(body=text), directory), 3)
        layouts = {name: CaseLayout(flat.program.functions[name].body) for name in flat.routines}
        found = local_cases(flat, layouts, shared)
        counts.append(len(found[flat.program.entry]))
    return counts[0], counts[1]


def test_what_no_other_thread_uses_is_local(tmp_path: Path) -> None:
    before, after = share("own = 1; own = 2;", tmp_path)
    assert after == before + 2


@pytest.mark.parametrize(
    "body",
    ["shared = 1;", "extern void __VERIFIER_assume(int); __VERIFIER_assume(own);"],
)
def test_what_others_use_or_what_may_not_complete_is_not(body: str, tmp_path: Path) -> None:
    before, after = share(body, tmp_path)
    assert after <= before


def test_one_case_of_each_loop_is_left_out(tmp_path: Path) -> None:
    straight = share("own = 1; own = 2;", tmp_path)
    loop = share("while (own) { own = 1; own = 2; }", tmp_path)
    assert 0 < loop[1] - loop[0] < 3
    assert straight[0] == loop[0]
