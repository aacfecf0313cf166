"""What CBMC finds in `interleave` and `stepwise` C is what the oracle finds in the program, which tries every
interleaving; and each violation that it shows replays. CBMC follows the loop over all steps
so far that nothing is left out: its unwinding assertions tell."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from get_cbmc import find_cbmc
from referees import CBMC, GCC
from schemas import EMISSIONS as SCHEMAS
from schemas import EXAMPLES, LAZY, SAME, Example, outcome
from tests.oracle import explore
from tests.properties.concurrent import HEADER as CONCURRENT_HEADER
from tests.properties.concurrent import Maker, concurrent_programs
from tests.properties.stopping import hard_programs
from tests.support.emitted import FREES
from tests.support.generated import QUICK, without_wild_pointers
from tests.support.sources import loaded
from tests.support.tools import require
from unthread.backends.base import ToolViolation
from unthread.backends.cbmc import events_of, line_of
from unthread.backends.witness import claim_at, witness_of
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.program.program import Program
from unthread.results.match import match
from unthread.sequentialize.emitted import CutOrigin, Dialect, Emitted
from unthread.sequentialize.one_loop.interleave import InterleaveOptions, interleave
from unthread.sequentialize.one_loop.stepwise import StepwiseOptions, stepwise

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
FLAGS = ("--no-standard-checks", "--no-malloc-may-fail", "--unwinding-assertions", "--json-ui", "--trace")
VARIANTS = ("interleave", "por", "invariants", "stepwise")
SECONDS = 300
FEW_STATES = 6000

Claim = tuple[Property, Loc]


@dataclass(frozen=True, slots=True)
class Answer:
    """`complete`: no execution is longer than CBMC went."""

    violations: dict[Claim, ToolViolation]
    cuts: frozenset[str]
    complete: bool


def emitted_as(variant: str, program: Program, threads: int) -> Emitted:
    if variant == "stepwise":
        return stepwise(program, StepwiseOptions(Dialect.CBMC, threads), PROPERTIES)
    options = InterleaveOptions(
        Dialect.CBMC, threads, por=variant == "por", invariants=variant == "invariants"
    )
    return interleave(program, options, PROPERTIES)


def by_cbmc(emitted: Emitted, directory: Path, unwind: int) -> Answer | None:
    """None: it takes too long."""
    require(CBMC, GCC)  # it reads what gcc's preprocessor leaves
    file = directory / "sequential.c"
    file.write_text(emitted.text)
    command = [str(find_cbmc()), str(file), *FLAGS, "--unwind", str(unwind)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    assert done.returncode in (0, 10), done.stdout[-2000:]
    violations: dict[Claim, ToolViolation] = {}
    cuts: set[str] = set()
    complete = True
    for result in (r for message in json.loads(done.stdout) for r in message.get("result", ())):
        if result["status"] != "FAILURE":
            continue
        if ".unwind." in result["property"]:
            complete = False
            continue
        line = next(line_of(step) for step in result["trace"] if step["stepType"] == "failure")
        origins = emitted.origins.get(line or 0, ())
        bounds = [origin.what for origin in origins if isinstance(origin, CutOrigin)]
        claim = claim_at(emitted, line)
        assert claim or bounds, f"line {line} fails: {result['description']}"
        cuts.update(bounds)
        if claim is not None:
            found = ToolViolation(tuple(events_of(result["trace"])), line)
            violations[claim.property, claim.loc] = found
    return Answer(violations, frozenset(cuts), complete)


def replay(program: Program, emitted: Emitted, answer: Answer) -> None:
    """The interpreter does what CBMC shows."""
    for claim, violation in answer.violations.items():
        witness = witness_of(emitted, violation)
        assert witness is not None
        assert match(program, witness, PROPERTIES) is not None, f"no replay: {claim}"


def compare(text: str, directory: Path, variant: str, unwind: int, seen: Counter[str]) -> None:
    program = loaded(text, directory)
    try:
        oracle = explore(program, PROPERTIES, max_states=FEW_STATES)
    except Unsupported:
        seen["too many threads"] += 1
        return
    emitted = emitted_as(variant, program, 3)
    answer = by_cbmc(emitted, directory, unwind)
    if answer is None:
        seen["too long"] += 1
        return
    replay(program, emitted, answer)
    if not oracle.complete:
        seen["too many states"] += 1
        return
    assert answer.violations.keys() <= oracle.violations
    if answer.complete and not answer.cuts:
        # Whoever goes on undisturbed may break something first that others would have broken later.
        if variant == "por":
            assert bool(answer.violations) == bool(oracle.violations)
        else:
            assert answer.violations.keys() == oracle.violations
        seen["unsafe" if oracle.violations else "safe"] += 1
    else:
        seen["too many steps"] += 1


# ---- what the thesis has to refuse, safe and unsafe

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
PROGRAMS = {
    "creation in a loop, array of handles, arguments": (
        """static void *f(void *a) { x |= (int)(long)a; return 0; }
        int main(void) {
            pthread_t t[2];
            for (long i = 0; i < 2; i++) {
                pthread_create(&t[i], 0, f, (void *)(i + 1));
                if (SAFE) pthread_join(t[i], 0);
            }
            if (!SAFE) for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
            assert(x == 3);
        }""",
        18,
    ),
    "value of a start routine": (
        """static void *f(void *a) { return (void *)(long)(x + 1); }
        int main(void) {
            pthread_t t; void *result;
            pthread_create(&t, 0, f, 0);
            if (!SAFE) x = 1;
            pthread_join(t, &result);
            assert(result == (void *)1);
        }""",
        14,
    ),
    "recursion, a variable of each thread": (
        """static _Thread_local int mine = 1;
        static int down(int n) { if (n <= 0) return x; mine++; return down(n - 1) + 1; }
        static void *f(void *a) { x = SAFE ? 0 : 1; return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            int got = down(2);
            assert(got == 2 && mine == 3);
        }""",
        26,
    ),
    "a loop without an end": (
        """static void *f(void *a) {
            while (1) {
                __VERIFIER_atomic_begin();
                if (x == y) { x = 1 - x; y = x; }
                __VERIFIER_atomic_end();
            }
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            if (!SAFE) x = 5;
            __VERIFIER_atomic_begin(); assert(x == y); __VERIFIER_atomic_end();
        }""",
        10,
    ),
    "waiting in a loop": (
        """static void *f(void *a) { y = 1; x = 1; if (!SAFE) y = 2; return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            while (x == 0);
            assert(y == 1);
        }""",
        12,
    ),
    "a mutex": (
        """static void *f(void *a) {
            if (SAFE) pthread_mutex_lock(&m);
            x = 1; x = 0;
            if (SAFE) pthread_mutex_unlock(&m);
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m);
        }""",
        14,
    ),
    "start routines in an array": (
        """static void *f(void *a) { x += 1; return 0; }
        static void *g(void *a) { x += SAFE ? 1 : 2; return 0; }
        static void *(*routines[2])(void *) = {f, g};
        int main(void) {
            pthread_t t;
            int which = y == 0;
            pthread_create(&t, 0, routines[which], 0);
            pthread_join(t, 0);
            assert(x == 1);
        }""",
        14,
    ),
    "the end of a thread and of the process": (
        """static void *f(void *a) { x = 1; if (!SAFE) assert(0); pthread_exit(0); assert(0); }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            if (SAFE) exit(0);
            pthread_exit(0);
        }""",
        14,
    ),
}


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("is_safe", [True, False], ids=["safe", "unsafe"])
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("variant", ["interleave", "stepwise"])
def test_what_others_refuse(variant: str, name: str, is_safe: bool, tmp_path: Path) -> None:
    text, unwind = PROGRAMS[name]
    program = loaded(f"#define SAFE {int(is_safe)}\n{HEADER}{text}", tmp_path)
    emitted = emitted_as(variant, program, 2)
    answer = by_cbmc(emitted, tmp_path, unwind)
    assert answer is not None
    assert not answer.cuts
    assert bool(answer.violations) == (not is_safe)
    assert answer.complete or not is_safe or name == "a loop without an end"
    replay(program, emitted, answer)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("variant", ["interleave", "stepwise"])
def test_more_threads_or_calls_than_allowed_are_told(variant: str, tmp_path: Path) -> None:
    text = """static int down(int n) { return n ? down(n - 1) : x; }
    static void *f(void *a) { x = 1; return 0; }
    int main(void) {
        pthread_t t;
        for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0);
        down(y + 3);
    }"""
    program = loaded(HEADER + text, tmp_path)
    if variant == "stepwise":
        emitted = stepwise(program, StepwiseOptions(Dialect.CBMC, 2, depth=3))
    else:
        emitted = interleave(program, InterleaveOptions(Dialect.CBMC, 2, depth=3))
    answer = by_cbmc(emitted, tmp_path, 8)
    assert answer is not None
    assert answer.cuts == {"more than 2 threads"}
    fewer = loaded((HEADER + text).replace("i < 3", "i < 1"), tmp_path)
    if variant == "stepwise":
        emitted = stepwise(fewer, StepwiseOptions(Dialect.CBMC, 2, depth=3))
    else:
        emitted = interleave(fewer, InterleaveOptions(Dialect.CBMC, 2, depth=3))
    answer = by_cbmc(emitted, tmp_path, 12)
    assert answer is not None
    assert answer.cuts == {"more than 3 active calls of 'down'"}


# ---- generated programs


# The oracle tries few values for what is not initialized, and names of threads are among all the others. What
# follows a wrong access is anybody's guess.
@pytest.mark.parametrize("well", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_may_not_be_freed_is_for_others_to_find(variant: str, well: bool, tmp_path: Path) -> None:
    program = loaded(FREES.replace("WELL", str(int(well))), tmp_path)
    answer = by_cbmc(emitted_as(variant, program, 3), tmp_path, 18)
    assert answer is not None
    assert answer.complete
    assert {claim.line for _, claim in answer.violations} == ({12} if well else set())


@st.composite
def small_programs(draw: st.DrawFn) -> str:
    """One thread besides main, and few steps: CBMC follows all of them in a second or two."""
    make = Maker(draw)
    function = make.function("f", 1)
    lines = [make.statement("l", 0)] if make.number(0, 2) == 0 else []
    lines += ["pthread_t t;", "pthread_create(&t, 0, f, (void *)1);"]
    lines += [make.statement("l", 1)] if make.number(0, 2) else []
    lines += ["pthread_join(t, 0);"] if make.number(0, 1) else []
    lines.append(f"assert({make.value('l')} {make.pick('!=', '<=', '==')} {make.number(0, 2)});")
    body = "\n    ".join(lines)
    return f"{CONCURRENT_HEADER}{function}int main(void) {{\n    int l = 0;\n    {body}\n    return 0;\n}}\n"


GENERATORS = {
    "small": small_programs(),
    "plain": concurrent_programs(budget=1),
    "hard": hard_programs(budget=1),
}
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # to make failures smaller would take hours


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("variant", VARIANTS)
def test_cbmc_finds_what_the_oracle_finds(variant: str, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    @settings(QUICK, max_examples=40, phases=PHASES)
    @given(text=GENERATORS["small"].map(without_wild_pointers))
    def each(text: str) -> None:
        compare(text, tmp_path, variant, 12, seen)

    each()
    assert min(seen["safe"], seen["unsafe"]) >= 10, f"too little was compared: {dict(seen)}"


@pytest.mark.timeout(1200)
def test_cbmc_finds_what_the_oracle_finds_where_threads_stop_in_many_ways(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    @settings(QUICK, max_examples=12, phases=PHASES)
    @given(text=GENERATORS["hard"].map(without_wild_pointers))
    def each(text: str) -> None:
        compare(text, tmp_path, VARIANTS[crc32(text.encode()) % len(VARIANTS)], 16, seen)

    each()
    assert seen["unsafe"] >= 3, f"too little was compared: {dict(seen)}"


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@pytest.mark.parametrize("variant", VARIANTS)
def test_cbmc_finds_what_the_oracle_finds_300(variant: str, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    @settings(QUICK, max_examples=300, derandomize=False, phases=PHASES)
    @given(text=st.one_of(*GENERATORS.values()).map(without_wild_pointers))
    def each(text: str) -> None:
        compare(text, tmp_path, variant, 18, seen)

    each()
    assert min(seen["safe"], seen["unsafe"]) >= 30, f"too little was compared: {dict(seen)}"


# ---- examples

FOUND_SOON = {
    ("interleave", "peterson"),
    ("interleave --por", "peterson"),
    ("interleave --invariants", "inode_busy"),
    ("stepwise", "inode_busy"),
}


def marks(schema: str, file: Path) -> list[pytest.MarkDecorator]:
    return [] if is_found_soon(schema, file) else [pytest.mark.slow]


def is_found_soon(schema: str, file: Path) -> bool:
    return file.stem == "unsafe" and (schema, file.parent.name) in FOUND_SOON


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("schema", "file"),
    [
        pytest.param(schema, file, id=f"{schema}-{file.parent.name}-{file.stem}", marks=marks(schema, file))
        for schema in SCHEMAS
        for file in EXAMPLES
        if schema not in LAZY
    ],
)
def test_examples(schema: str, file: Path) -> None:
    """What CBMC says within as many steps as it can follow in a while is what the engine says."""
    require(CBMC, GCC)
    if is_found_soon(schema, file):
        example = Example(file)
        assert outcome(example, schema, SECONDS, ceil(example.steps)).startswith(f"{SAME} (")
    else:
        assert outcome(Example(file), schema, 30).startswith(SAME)  # perhaps so far
