"""Compare `unthread run` with gcc on random C programs made by csmith.

In: how many programs, the first seed, the data models. Out: a line for every program on which the two
disagree, a summary, and exit status 1 if there was any. The same arguments give the same programs.

The programs are free of undefined behavior, so a violation reported by unthread is a disagreement too.
"""

import argparse
import os
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

from execution import UNTHREAD, Execution, execute, last_message
from referees import CSMITH, GCC, GCC_M32, csmith_headers, missing

# Small enough that most programs end within a few hundred thousand instructions; all of csmith's default
# features stay on: bit-fields, packed structs, unions, long long, volatile, jumps, 64-bit arithmetic.
SIZES = (
    *("--max-funcs", "7", "--max-block-depth", "4", "--max-block-size", "4"),
    *("--max-expr-complexity", "8", "--max-array-dim", "3", "--max-array-len-per-dim", "6"),
)
FEATURES = ("--bitfields", "--packed-struct", "--unions", "--longlong", "--volatile-pointers", "--quiet")
FLOAT_EVERY = 3  # programs with `float` in them are short of other things, so only some get it

GENERATE_SECONDS = 30.0
COMPILE_SECONDS = 60.0
NATIVE_SECONDS = 2.0
UNTHREAD_SECONDS = 300.0  # far above what any sensible step limit needs: reaching it is a failure
STEP_LIMIT_STATUS = 5


class Kind(Enum):
    EQUAL = "equal"
    DIFFERENT = "different"
    OVER_LIMIT = "over the step limit"
    SKIPPED = "skipped by gcc"


@dataclass(frozen=True, slots=True)
class Case:
    seed: int
    model: str  # "m32" or "m64"

    @property
    def name(self) -> str:
        return f"csmith-{self.seed}-{self.model}"


@dataclass(frozen=True, slots=True)
class Result:
    case: Case
    kind: Kind
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    unthread: list[str]
    headers: Path
    steps: int
    keep: Path | None


def has_floats(case: Case) -> bool:
    return case.seed % FLOAT_EVERY == 0


def generate_command(case: Case) -> list[str]:
    floats = ["--float"] if has_floats(case) else []
    return ["csmith", "--seed", str(case.seed), *FEATURES, *SIZES, *floats, "--output", "program.c"]


def generate(case: Case, directory: Path) -> Path | None:
    """csmith reads the sizes of the target from platform.info in its directory."""
    pointer = 4 if case.model == "m32" else 8
    (directory / "platform.info").write_text(f"integer size = 4\npointer size = {pointer}\n")
    made = execute(generate_command(case), GENERATE_SECONDS, directory)
    return directory / "program.c" if made.status == 0 else None


def compile_command(case: Case, source: Path, binary: Path, headers: Path, *more: str) -> list[str]:
    """SSE arithmetic in both models: the x87 unit keeps more digits than the types of C ask for."""
    flags = [*more, f"-{case.model}", "-msse2", "-mfpmath=sse", "-O0", "-w", f"-I{headers}"]
    return ["gcc", *flags, str(source), "-o", str(binary), "-lm"]


def is_undefined(case: Case, source: Path, directory: Path, headers: Path) -> bool:
    """csmith does not guard conversions from floating types; gcc's sanitizer finds those out of range."""
    binary = directory / "sanitized"
    checks = ("-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all")
    if execute(compile_command(case, source, binary, headers, *checks), COMPILE_SECONDS).status != 0:
        return False
    return execute([str(binary)], UNTHREAD_SECONDS).status != 0


def unthread_command(case: Case, source: Path, settings: Settings) -> list[str]:
    limits = ["--steps", str(settings.steps)]
    return [*settings.unthread, "run", f"--{case.model}", *limits, f"-I{settings.headers}", str(source)]


def compare(native: Execution, ours: Execution) -> tuple[Kind, str]:
    if ours.timed_out:
        return Kind.DIFFERENT, f"no answer within {UNTHREAD_SECONDS:.0f} s"
    if ours.status == STEP_LIMIT_STATUS and b"step limit" in ours.stderr:
        return Kind.OVER_LIMIT, ""
    if ours.status != native.status:
        return Kind.DIFFERENT, f"status {ours.status}, gcc {native.status}: {last_message(ours)}"
    if ours.stdout != native.stdout:
        return Kind.DIFFERENT, f"printed {ours.stdout[:80]!r}, gcc {native.stdout[:80]!r}"
    return Kind.EQUAL, ""


def run_case(case: Case, settings: Settings) -> Result:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        source = generate(case, directory)
        if source is None:
            return Result(case, Kind.SKIPPED, "csmith made no program")
        binary = directory / "program"
        command = compile_command(case, source, binary, settings.headers)
        if execute(command, COMPILE_SECONDS).status != 0:
            return Result(case, Kind.SKIPPED, "gcc does not compile it")
        native = execute([str(binary)], NATIVE_SECONDS)
        if native.timed_out:
            return Result(case, Kind.SKIPPED, f"gcc's program needs more than {NATIVE_SECONDS:.0f} s")
        if native.status < 0:
            return Result(case, Kind.SKIPPED, f"gcc's program ends by signal {-native.status}")
        if has_floats(case) and is_undefined(case, source, directory, settings.headers):
            return Result(case, Kind.SKIPPED, "gcc's sanitizer finds a conversion out of range")
        kind, reason = compare(native, execute(unthread_command(case, source, settings), UNTHREAD_SECONDS))
        if kind is Kind.DIFFERENT and settings.keep is not None:
            shutil.copyfile(source, settings.keep / f"{case.name}.c")
        return Result(case, kind, reason)


def report(results: Sequence[Result]) -> str:
    counts = Counter(result.kind for result in results)
    return f"{len(results)} programs: " + ", ".join(f"{counts[kind]} {kind.value}" for kind in Kind)


def cases(count: int, seed: int, models: Sequence[str]) -> list[Case]:
    return [Case(seed + index, models[index % len(models)]) for index in range(count)]


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare `unthread run` with gcc on csmith programs.")
    parser.add_argument("--count", type=positive, default=30, help="how many programs (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first program; the rest follow")
    model = parser.add_mutually_exclusive_group()
    model.add_argument("--m32", dest="models", action="store_const", const=("m32",), help="32-bit only")
    model.add_argument("--m64", dest="models", action="store_const", const=("m64",), help="64-bit only")
    model.add_argument(
        "--both", dest="models", action="store_const", const=("m64", "m32"), help="in turn (default)"
    )
    parser.set_defaults(models=("m64", "m32"))
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="programs at a time")
    parser.add_argument(
        "--steps", type=positive, default=2_000_000, help="step limit of unthread (2,000,000)"
    )
    parser.add_argument("--keep", type=Path, help="directory for the programs that differ")
    parser.add_argument("--unthread", default=UNTHREAD, help="command to test, unless this Python's own")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    absent = missing((GCC, GCC_M32, CSMITH) if "m32" in options.models else (GCC, CSMITH))
    headers = csmith_headers()
    if absent or headers is None:
        print("missing: " + ", ".join(tool.name for tool in absent), file=sys.stderr)
        return 2
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    settings = Settings(shlex.split(options.unthread), headers, options.steps, options.keep)
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        todo = cases(options.count, options.seed, options.models)
        for result in pool.map(partial(run_case, settings=settings), todo):
            results.append(result)
            if result.reason:
                print(f"{result.case.name}: {result.kind.value}: {result.reason}", flush=True)
    print(report(results))
    return 1 if any(result.kind is Kind.DIFFERENT for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
