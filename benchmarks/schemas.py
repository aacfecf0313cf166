"""Every schema against the engine: CBMC reads what `unthread emit` makes of the programs in examples/.

In: examples/NAME/safe.c and unsafe.c, or the files named. Out: a table with what each schema comes to.

    same            CBMC says what the engine says; a violation that it shows replays in the interpreter
    same so far     it finds nothing in as many steps as it looked at, and there are longer executions
    out of time     or out of memory: CBMC has no answer
    DIFFERENT       and then the exit status is 1

In `lazy` and `lazy-pruned`, both look at the same bounded program with as many rounds as the schedule in the
first lines of the unsafe twin has. The other schemas keep loops. There the engine's verdict is the one that
the first line expects, to which benchmarks/examples.py holds `unthread check`, and CBMC goes round the loop
over all steps as often as the interpreter takes steps: on the way to the engine's violation, or else in the
longest of some executions at random. The table has that number in parentheses. Where it is too small for a
violation, because calls and returns are steps of `stepwise` too, half as many come on top, until time is up.

    .venv/bin/python benchmarks/schemas.py [--seconds 60] [--schema NAME]... [FILE...]
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unthread.backends.base import Answer, GaveUp, NoViolation, Task, Violation
from unthread.backends.cbmc import Cbmc
from unthread.backends.witness import claim_at, witness_of
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.cli import make_room
from unthread.core.bounds import Bounds
from unthread.core.process import Limits
from unthread.core.properties import DEFAULT_PROPERTIES, Property
from unthread.core.source import Loc, Source
from unthread.core.trace import Witness
from unthread.engine.execute import Encoding
from unthread.engine.search import Search
from unthread.frontend.load import load
from unthread.program.inputs import RandomInputs
from unthread.program.interpret import Machine
from unthread.program.program import Program
from unthread.program.schedulers import RandomScheduler
from unthread.results.match import match
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import Dialect, Emitted, Schema

ROOT = Path(__file__).parent.parent
EXPECTATION = re.compile(r"// expect: (safe|unsafe)(?: (\w+))?")
UNWIND = 2
EXECUTIONS = 20  # at random, of which the longest one counts
MOST_INSTRUCTIONS = 20_000  # of each
MEMORY = 4 << 30
EMISSIONS = {
    "lazy": Emission(Schema.LAZY, Dialect.CBMC),
    "lazy-pruned": Emission(Schema.LAZY_PRUNED, Dialect.CBMC),
    "interleave": Emission(Schema.INTERLEAVE, Dialect.CBMC),
    "interleave --por": Emission(Schema.INTERLEAVE, Dialect.CBMC, por=True),
    "interleave --invariants": Emission(Schema.INTERLEAVE, Dialect.CBMC, invariants=True),
    "stepwise": Emission(Schema.STEPWISE, Dialect.CBMC),
}
LAZY = ("lazy", "lazy-pruned")
SAME, SO_FAR, NO_ANSWER, DIFFERENT = "same", "same so far", "out of time", "DIFFERENT"

Claims = frozenset[tuple[Property, Loc]]


@dataclass(frozen=True, slots=True)
class Example:
    """`claims`: what the engine finds within the bounds of the lazy schemas. `is_unsafe`: what the first line
    says of all executions. `steps`: how far CBMC follows loops over all steps."""

    program: Program
    rounds: int
    claims: Claims
    is_unsafe: bool
    steps: int


# ---- what the engine says


def example_of(file: Path) -> Example:
    program = load(Source((file,)))
    rounds = rounds_of(file.with_name("unsafe.c"))
    witnesses = list(violations(program, rounds))
    claims = frozenset((witness.violation.property, witness.violation.loc) for witness in witnesses)
    return Example(program, rounds, claims, is_unsafe(file), steps_of(program, witnesses))


def violations(program: Program, rounds: int) -> list[Witness]:
    bounded = bound(program, Bounds(unwind=UNWIND), DEFAULT_PROPERTIES)
    search = Search(Encoding(bounded, visible_points(bounded), bounded.properties))
    for _ in range(rounds):
        search.add_round()
    found: list[Witness] = []
    while True:
        known = {(witness.violation.property, witness.violation.loc) for witness in found}
        witness = search.violation(known)
        if witness is None:
            return found
        found.append(witness)


def rounds_of(unsafe: Path) -> int:
    """How often all threads take turns until the schedule of the unsafe twin is over."""
    parts = re.findall(r"^// schedule: (.+)$", unsafe.read_text(), re.MULTILINE)
    threads = [int(part.split(":")[0]) for part in "".join(parts).split(",")]
    return 1 + sum(later <= earlier for earlier, later in itertools.pairwise(threads))


def is_unsafe(file: Path) -> bool:
    """By something that sequential C can assert."""
    found = EXPECTATION.match(file.read_text())
    if found is None:
        raise SystemExit(f"{file}: the first line does not say what to expect")
    return found[1] == "unsafe" and found[2] in DEFAULT_PROPERTIES


def steps_of(program: Program, witnesses: Sequence[Witness]) -> int:
    """With one round more, in which the loop ends."""
    for witness in witnesses:
        found = match(program, witness, DEFAULT_PROPERTIES)
        if found is not None:
            return 1 + sum(part.steps for part in found.schedule)
    return 1 + max(random_steps(program, seed) for seed in range(EXECUTIONS))


def random_steps(program: Program, seed: int) -> int:
    machine = Machine(
        program,
        RandomInputs(seed),
        DEFAULT_PROPERTIES,
        lambda stream, text: None,
        undefined="any",
        limit=MOST_INSTRUCTIONS,
    )
    machine.run(RandomScheduler(seed))
    return machine.steps


# ---- what CBMC says


def outcome(example: Example, name: str, seconds: float) -> str:
    """A word for the table, and how many steps CBMC looked at where it was told."""
    emission = EMISSIONS[name]
    if name in LAZY:
        emission = Emission(
            emission.schema, emission.dialect, bounds=Bounds(unwind=UNWIND), rounds=example.rounds
        )
    emitted = emit(example.program, emission)
    deadline = time.monotonic() + seconds
    steps = example.steps
    while True:
        left = deadline - time.monotonic()
        answer = Cbmc().solve(Task(emitted, Limits(left, MEMORY), steps)) if left > 0 else GaveUp("")
        word = judged(example, name, emitted, answer)
        if name in LAZY:
            return word
        too_few = isinstance(answer, NoViolation) and answer.is_bounded and example.is_unsafe
        if not too_few:
            return f"{word} ({steps})"
        steps += steps // 2


def judged(example: Example, name: str, emitted: Emitted, answer: Answer) -> str:
    match answer:
        case GaveUp():
            return NO_ANSWER
        case NoViolation():
            is_safe = not (example.claims if name in LAZY else example.is_unsafe)
            if name not in LAZY and answer.is_bounded:
                return SO_FAR
            return SAME if is_safe else DIFFERENT
        case Violation():
            return SAME if is_theirs(example, name, emitted, answer) else DIFFERENT


def is_theirs(example: Example, name: str, emitted: Emitted, violation: Violation) -> bool:
    """The engine finds a violation, this very one within the same bounds; and the interpreter shows it."""
    claim = claim_at(emitted, violation.failed_line)
    witness = witness_of(emitted, violation)
    if claim is None or witness is None or match(example.program, witness, DEFAULT_PROPERTIES) is None:
        return False
    return (claim.property, claim.loc) in example.claims if name in LAZY else example.is_unsafe


# ---- the table


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    make_room()
    trouble = Cbmc().trouble()
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    names = options.schema or list(EMISSIONS)
    print(f"| program | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    words: dict[str, Counter[str]] = {name: Counter() for name in names}
    for file in options.files or sorted((ROOT / "examples").glob("*/*safe.c")):
        example = example_of(file)
        row = []
        for name in names:
            word = outcome(example, name, options.seconds)
            words[name][word.partition(" (")[0]] += 1
            row.append(word)
        print(f"| {file.parent.name}/{file.stem} | {' | '.join(row)} |", flush=True)
    print()
    for name, counts in words.items():
        print(f"{name}: {', '.join(f'{counts[word]} {word}' for word in sorted(counts))}")
    return int(any(counts[DIFFERENT] for counts in words.values()))


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="for CBMC on each program in each schema")
    parser.add_argument("--schema", action="append", choices=EMISSIONS, help="only this one; may be repeated")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
