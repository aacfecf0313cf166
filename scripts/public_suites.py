"""Check the programs of a public suite, and compare the verdicts with those that the suite expects.

In: the name of a suite and a directory with a checkout of it, or of the part that matters:

    esbmc      regression/esbmc-unix and regression/esbmc-unix2 of ESBMC (a `test.desc` for each program)
    cbmc       regression/cbmc-concurrency of CBMC (the same)
    sctbench   benchmarks of SCTBench: names that end in _bad or _sat have a bug, _ok and _unsat have none
    goblint    tests/regression of Goblint: comments say which lines race, which checks hold, fail, or may

Out: a line for each comparison; then how many agree, are not decided, DISAGREE, or end in an internal error
(exit code 6), with every one of the last two, to be looked at by somebody. The exit status is 1 if there is
any. Suites are not part of this repository, and nothing of them is written into it.

A disagreement need not be a mistake of unthread. What a suite calls correct may be so only within bounds of
its own, and a violation may be that of such a bound (such lines say so); and two tools may mean different
things by a race or a deadlock.
"""

import argparse
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from execution import execute

INTERNAL_ERROR = 6
GRACE = 60.0  # after its own limit of time a command is ended
LATE = 2.0  # so many seconds after its limit it should have ended by itself

Properties = tuple[str, ...]
ANY_BUG: Properties = ("reach", "lock", "memory", "arith")


@dataclass(frozen=True, slots=True)
class Task:
    """One comparison. `text` stands for the only file, where a suite's program has to be prepared; `caution`
    says why what a suite expects may hold only there."""

    name: str
    files: tuple[Path, ...]
    properties: Properties
    is_buggy: bool
    flags: tuple[str, ...] = ()
    text: str | None = None
    caution: str = ""

    @property
    def wanted(self) -> str:
        return "unsafe" if self.is_buggy else "safe"


@dataclass(frozen=True, slots=True)
class Result:
    task: Task
    kind: str  # agree, not decided, DISAGREE, INTERNAL ERROR
    answer: str
    seconds: float
    is_late: bool

    def __str__(self) -> str:
        task = self.task
        caution = f" ({task.caution})" if task.caution else ""
        late = ", LATE" if self.is_late else ""
        asked = ",".join(task.properties)
        return (
            f"{self.kind}: {task.name} [{asked}]: {self.answer}; "
            f"expected {task.wanted}{caution}, {self.seconds:.1f} s{late}"
        )


# ESBMC and CBMC: test.desc

# What these ask for is not compared here.
_ESBMC_OTHER = re.compile(
    r"--(atomicity|lock-order|termination|struct-fields|function|branch-cov"
    r"|assertion-cov|condition-cov|parse-|goto-functions-only|show-|binary|no-library|enable-unreach)"
)
_ESBMC_BOUNDS = re.compile(
    r"--(?:context-bound|unwind|depth|instruction|goto-unwind|k-step)\s+\d+|--partial-loops"
)
_CBMC_OTHER = re.compile(r"--(mm|show-|function|cover|graphml-witness|property|refine)")
_CBMC_BOUNDS = re.compile(r"--(?:unwind|depth)\s+\d+")
_NO_UNWINDING_ASSERTIONS = ("--no-unwinding-assertions", "--no-unwinding-assertion", "--partial-loops")
_OUTCOME = re.compile(r"VERIFICATION (FAILED|SUCCESSFUL)|^\^?EXIT=(0|10)\$?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Description:
    """A `test.desc`: its options and whether it expects a violation."""

    directory: Path
    words: tuple[str, ...]
    options: str
    is_buggy: bool

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(self.directory / word for word in self.words if word.endswith((".c", ".i")))

    @property
    def flags(self) -> tuple[str, ...]:
        found = [word for word in self.words if re.match(r"-I.|-D\w+(=|$)", word)]
        directories = re.findall(r"-I\s+(\S+)", self.options)
        found += [f"-I{self.directory / name}" for name in directories]
        return (*found, "--m32") if "--32" in self.words else tuple(found)

    def has(self, *options: str) -> bool:
        return any(option in self.words for option in options)


def description(file: Path) -> Description | None:
    """None for a test that the suite itself does not run, or whose outcome is something else."""
    lines = file.read_text(errors="replace").splitlines()
    if len(lines) < 4 or lines[0].split()[:1] not in (["CORE"], ["THOROUGH"]):
        return None
    outcomes = {"".join(found) for found in _OUTCOME.findall("\n".join(lines[3:]).split("\n--\n")[0])}
    is_buggy = bool(outcomes & {"FAILED", "10"})
    if not outcomes or (is_buggy and outcomes & {"SUCCESSFUL", "0"}):
        return None
    read = Description(file.parent, (*lines[1].split(), *lines[2].split()), lines[2], is_buggy)
    return read if read.files and all(path.is_file() for path in read.files) else None


def esbmc_properties(test: Description) -> Properties:
    """It looks for failed assertions, wrong accesses and divisions by zero unless an option says otherwise;
    where it found nothing, only what it was asked for by name must be found by nobody."""
    races = test.has("--data-races-check", "--data-races-check-only")
    asked = [name for name, wanted in (("race", races), ("deadlock", test.has("--deadlock-check"))) if wanted]
    asked += ["leak-all"] if test.has("--memory-leak-check") else []
    asked += ["arith"] if test.has("--overflow-check") else []
    if test.has("--data-races-check-only"):
        return tuple(asked)
    if not test.is_buggy:
        return tuple(asked) if test.has("--no-assertions") else ("reach", *asked)
    found = [] if test.has("--no-assertions") else ["reach"]
    found += ["lock", "arith", *([] if test.has("--no-pointer-check") else ["memory"])]
    return tuple(dict.fromkeys([*found, *asked]))


def esbmc(root: Path) -> list[Task]:
    return described(root, _ESBMC_OTHER, _ESBMC_BOUNDS, esbmc_properties)


def cbmc(root: Path) -> list[Task]:
    return described(root, _CBMC_OTHER, _CBMC_BOUNDS, lambda test: ANY_BUG if test.is_buggy else ("reach",))


def described(
    root: Path,
    other: re.Pattern[str],
    bounds: re.Pattern[str],
    properties: Callable[[Description], Properties],
) -> list[Task]:
    tasks = []
    for file in sorted(root.rglob("test.desc")):
        test = description(file)
        if test is None or other.search(test.options) or not properties(test):
            continue
        limits = " ".join(bounds.findall(test.options))
        caution = f"within {limits}" if limits and not test.is_buggy else ""
        if test.is_buggy and "--unwind " in test.options and not test.has(*_NO_UNWINDING_ASSERTIONS):
            caution = "or more iterations than it follows"
        name = str(file.parent.relative_to(root))
        tasks.append(Task(name, test.files, properties(test), test.is_buggy, test.flags, caution=caution))
    return tasks


# SCTBench


def sctbench(root: Path) -> list[Task]:
    tasks = []
    for file in sorted(root.rglob("*.c")):
        kind = re.search(r"_(bad|sat|ok|unsat)$", file.stem)
        if kind is not None:
            is_buggy = kind[1] in ("bad", "sat")
            properties = (*ANY_BUG, "deadlock") if is_buggy else ("reach", "deadlock")
            tasks.append(Task(str(file.relative_to(root)), (file,), properties, is_buggy))
    return tasks


# Goblint: comments

# Its own functions, of which it knows what they mean, and one for checks that fail.
_GOBLINT_HEADER = """#pragma once
void reach_error(void);
void __VERIFIER_assume(int);
static inline void __goblint_check(_Bool holds) { if (!holds) reach_error(); }
static inline void __goblint_refute(_Bool holds) { if (holds) reach_error(); }
static inline void __goblint_assert(_Bool holds) { if (!holds) reach_error(); }
static inline void __goblint_assume(_Bool holds) { __VERIFIER_assume(holds); }
static inline void __goblint_globalize(void *pointer) { (void)pointer; }
static inline void __goblint_split_begin(int value) { (void)value; }
static inline void __goblint_split_end(int value) { (void)value; }
static inline void __goblint_bounded(unsigned long long value) { (void)value; }
"""
# Not C programs with one main, or not about what any execution does.
_GOBLINT_OTHER = re.compile(
    r"kernel|mainfun|otherfun|exitfun|allfuns|CRAM|NONTERM|TERM|osek|arinc|incremental|sem\.builtin"
    r"|warn\.race-threshold|exp\.single-threaded|sem\.lock\.fail|ana\.race\.(free|volatile)"
)
_ABSTRACT = "as far as an abstraction can tell"
_CHECK = re.compile(r"\b(?:__goblint_check|__goblint_assert|assert)\s*\(")
_WHOLE_LINE = re.compile(r"^\s*(//|/\*([^*]|\*+[^*/])*\*/$)")


def marks(line: str) -> str:
    """What the comment at the end of a line expects, in capital letters."""
    return "" if _WHOLE_LINE.match(line) else "".join(re.findall(r"//.*|/\*.*?\*/", line))


def goblint(root: Path) -> list[Task]:
    tasks: list[Task] = []
    for file in sorted(root.rglob("[0-9]*/[0-9]*.c")):
        text = file.read_text(errors="replace")
        first = text.partition("\n")[0]
        is_known = "Not actual race" not in text and re.search(r"\bmain\s*\(", text)
        if is_known and not _GOBLINT_OTHER.search(first):
            tasks += goblint_tasks(root, file, text)
    return tasks


def goblint_tasks(root: Path, file: Path, text: str) -> list[Task]:
    """Races and deadlocks; the checks that hold always, and those that always fail, negated; and the checks
    that may fail, of which one does. `UNKNOWN` or `RACE` without an exclamation mark says what the tool can
    do, not what the program does; deadlocks have no such mark."""
    lines = text.splitlines()
    found = [marks(line) for line in lines]
    name = str(file.relative_to(root))
    flags = tuple(re.findall(r"(-D\w+(?:=\w+)?)", lines[0]))
    make = partial(Task, files=(file,), flags=flags)
    tasks = []
    for word, sure, asked in (("RACE", "RACE!", "race"), ("DEADLOCK", "DEADLOCK", "deadlock")):
        said = {match for mark in found for match in re.findall(rf"(?:NO)?{word}!?", mark)}
        is_buggy = sure in said
        if is_buggy or (said and word not in said):
            caution = _ABSTRACT if is_buggy else ""
            task = make(f"{name} {asked}", properties=(asked,), is_buggy=is_buggy, text=text, caution=caution)
            tasks.append(task)
    certain = any(_CHECK.search(line) and is_certain(mark) for line, mark in zip(lines, found, strict=True))
    possible = any(_CHECK.search(line) and is_possible(mark) for line, mark in zip(lines, found, strict=True))
    if certain:
        prepared = "\n".join(keep_certain(line, mark) for line, mark in zip(lines, found, strict=True))
        tasks.append(make(f"{name} holds", properties=("reach",), is_buggy=False, text=prepared + "\n"))
    if possible:
        prepared = "\n".join(
            line if is_possible(mark) else without(line) for line, mark in zip(lines, found, strict=True)
        )
        task = make(f"{name} may fail", properties=("reach",), is_buggy=True, text=prepared + "\n")
        tasks.append(replace(task, caution=_ABSTRACT))
    return tasks


def is_certain(mark: str) -> bool:
    return "UNKNOWN" not in mark and "WARN" not in mark


def is_possible(mark: str) -> bool:
    return "UNKNOWN!" in mark


def without(line: str) -> str:
    """The line without its check, whose operand is still computed."""
    return line if _WHOLE_LINE.match(line) or "#" in line[:1] else _CHECK.sub("(void)(", line)


def keep_certain(line: str, mark: str) -> str:
    if not is_certain(mark):
        return without(line)
    return _CHECK.sub("__goblint_refute(", line) if "FAIL" in mark else line


SUITES: dict[str, Callable[[Path], list[Task]]] = {
    "esbmc": esbmc,
    "cbmc": cbmc,
    "sctbench": sctbench,
    "goblint": goblint,
}


# The comparison


def prepared(task: Task, directory: Path) -> list[str]:
    """The files and flags of the command line; the directory is empty."""
    if task.text is None:
        return [*task.flags, *map(str, task.files)]
    (directory / "goblint.h").write_text(_GOBLINT_HEADER)
    original = task.files[0]
    copy = directory / original.name
    copy.write_text(f"#include <goblint.h>\n#line 1\n{task.text}")
    return [*task.flags, f"-I{directory}", f"-I{original.parent}", str(copy)]


def answer(task: Task, seconds: float, memory: str) -> tuple[int, str, str]:
    """The exit code, the word of the verdict, and its reason."""
    limits = ["--time", f"{seconds:g}s", "--memory", memory, "--property", ",".join(task.properties)]
    command = [sys.executable, "-m", "unthread", "check", "--json", *limits]
    with tempfile.TemporaryDirectory() as directory:
        done = execute([*command, *prepared(task, Path(directory))], seconds + GRACE)
    if done.timed_out:
        return done.status, "hang", "ended from outside"
    try:
        found = json.loads(done.stdout)
    except ValueError:
        text = done.stderr.decode(errors="replace").strip().splitlines()
        return done.status, f"exit code {done.status}", text[0] if text else ""
    return done.status, *reason(found)


def reason(document: dict[str, object]) -> tuple[str, str]:
    """The word and the reason in a document of `check --json`."""
    match document:
        case {"verdict": "unsafe", "traces": [{"violation": violation}, *_]}:
            return "unsafe", f"{violation['property']}: {violation['message']} at {place(violation)}"
    return str(document["verdict"]), str(document.get("reason", ""))


def place(violation: dict[str, dict[str, object]]) -> str:
    position = violation.get("position") or {}
    return f"{Path(str(position.get('file'))).name}:{position.get('line')}"


def judge(task: Task, status: int, word: str) -> str:
    """A search within bounds that found nothing agrees with a program that has no bug, and says nothing of
    one that has."""
    if status == INTERNAL_ERROR:
        return "INTERNAL ERROR"
    if word == "no bug found":
        return "not decided" if task.is_buggy else "agree"
    if word not in ("safe", "unsafe"):
        return "not decided"
    return "agree" if word == task.wanted else "DISAGREE"


def compare(task: Task, seconds: float, memory: str) -> Result:
    started = time.monotonic()
    status, word, why = answer(task, seconds, memory)
    spent = time.monotonic() - started
    shown = f"{word} ({why})" if why else word
    return Result(task, judge(task, status, word), shown, spent, spent > seconds + LATE)


def summary(results: Sequence[Result]) -> str:
    """The table, then what somebody has to look at."""
    counts = Counter(result.kind for result in results)
    kinds = ("agree", "not decided", "DISAGREE", "INTERNAL ERROR")
    lines = [f"{len(results)} comparisons: " + ", ".join(f"{counts[kind]} {kind}" for kind in kinds)]
    lines.append(f"{sum(result.is_late for result in results)} later than the limit")
    lines += [str(result) for result in results if result.kind.isupper()]
    return "\n".join(lines)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--time", type=float, default=20.0, metavar="SECONDS", help="for each program")
    parser.add_argument("--memory", default="4G", help="for each program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="programs at a time")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, picked at random")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    tasks = [task for task in SUITES[options.suite](options.directory) if re.search(options.only, task.name)]
    if not tasks:
        print(f"{options.directory}: no program with a known verdict", file=sys.stderr)
        return 2
    if options.sample:
        tasks = random.Random(options.seed).sample(tasks, min(options.sample, len(tasks)))
    results = []
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for result in pool.map(partial(compare, seconds=options.time, memory=options.memory), tasks):
            results.append(result)
            print(result, flush=True)
    print(summary(results))
    return 1 if any(result.kind.isupper() for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
