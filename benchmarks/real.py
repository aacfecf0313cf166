"""unthread on public programs, and on the same programs with a bug put in.

In: a folder with checkouts of the repositories that real.toml names, each in OWNER+NAME. Out: real.md, or the
table on stdout. Nothing of those repositories is part of this one: real/ has programs of ours that use them,
and real.toml says in which line of theirs a bug is put. Each is a process of its own, one after the other.

    .venv/bin/python benchmarks/real.py CHECKOUTS [--only NAME...] [--time 60s] [--seeded | --unchanged]
        [--runs 20] [--results FILE] [--write [--note TEXT]]

`--results FILE` keeps one JSON line for each run, and does not repeat what is there.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
SPARE = 60  # seconds for the report, on top of the limit
NATIVE = 60  # seconds of CPU that a native execution may take
IDLE = 5  # seconds without any, after which it waits for ever
TSAN = ("gcc", "-g", "-O1", "-w", "-fsanitize=thread", "-pthread")
HELGRIND = ("valgrind", "-q", "--tool=helgrind", "--error-exitcode=99")
_MOST, _WIDEST = 3, 200  # what a cell has room for: things left out, characters
PLAIN = ("gcc", "-g", "-O1", "-w", "-pthread")


@dataclass(frozen=True, slots=True)
class Seed:
    """A bug: in the file of the repository, `find` becomes `replace`."""

    what: str
    file: str
    find: str
    replace: str


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    repository: str
    commit: str
    files: tuple[str, ...]
    harness: str = ""
    flags: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()  # of unthread
    reason: str = ""  # why it is unsafe as it is
    seed: Seed | None = None

    def checkout(self, checkouts: Path) -> Path:
        return checkouts / self.repository.replace("/", "+")

    def sources(self, tree: Path) -> list[str]:
        own = [str(HERE / "real" / self.harness)] if self.harness else []
        return [str(tree / file) for file in self.files] + own

    def compiler_flags(self, tree: Path) -> list[str]:
        return [
            flag.replace("{tree}", str(tree)).replace("{real}", str(HERE / "real")) for flag in self.flags
        ]


def read_programs(file: Path) -> list[Program]:
    with file.open("rb") as stream:
        document = tomllib.load(stream)
    return [_program(entry) for entry in document["program"]]


def _program(entry: dict[str, Any]) -> Program:
    seed = Seed(**entry.pop("seed")) if "seed" in entry else None
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()
    }
    return Program(**values, seed=seed)


def planted(program: Program, tree: Path, directory: Path) -> Path:
    """A copy of the checkout with the bug in it."""
    assert program.seed is not None, program.name
    copy = directory / tree.name
    shutil.copytree(tree, copy, ignore=shutil.ignore_patterns(".git"), symlinks=True)
    file = copy / program.seed.file
    text = file.read_text()
    if text.count(program.seed.find) != 1:
        raise SystemExit(f"{program.name}: {program.seed.find!r} is not once in {program.seed.file}")
    file.write_text(text.replace(program.seed.find, program.seed.replace))
    return copy


def check(program: Program, tree: Path, limit: str) -> dict[str, Any]:
    """What `unthread check` says, in how many seconds and megabytes."""
    words = [word for argument in program.arguments for word in ("--arg", argument)]
    command = [sys.executable, "-m", "unthread", "check", "--json", "--time", limit, *program.options, *words]
    command += [*program.sources(tree), "--", *program.compiler_flags(tree)]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_seconds(limit) + SPARE)
    except subprocess.TimeoutExpired:
        return {"verdict": "none", "why": "did not end in time"}
    found: dict[str, Any] = {"seconds": round(time.monotonic() - start, 1), "exit": done.returncode}
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found["cpu"] = round(used.ru_utime + used.ru_stime, 1)
    found["megabytes"] = used.ru_maxrss // 1024
    try:
        document = json.loads(done.stdout)
    except ValueError:
        return found | {"verdict": "none", "why": (done.stderr.strip().splitlines() or [""])[0]}
    return found | summary(document)


def summary(document: dict[str, Any]) -> dict[str, Any]:
    """The parts of a verdict that the table shows."""
    found: dict[str, Any] = {"verdict": document["verdict"]}
    traces = document.get("traces") or []
    if traces:
        violation = traces[0]["violation"]
        place = violation["position"] or {"file": "?", "line": 0}
        where = f"{Path(place['file']).name}:{place['line']}"
        found["violation"] = f"{violation['property']}: {violation['message']} ({where})"
    coverage = document.get("coverage") or {}
    found["complete"] = coverage.get("complete", False)
    left_out = [entry["what"] for entry in coverage.get("left_out", [])]
    found["left_out"] = list(dict.fromkeys(left_out))
    found["rounds"], found["threads"] = coverage.get("rounds"), coverage.get("threads")
    found["why"] = document.get("reason") or document.get("stopped") or ""
    return found


def _seconds(limit: str) -> float:
    return float(limit.removesuffix("s"))


def native(program: Program, tree: Path, compiler: Sequence[str], under: Sequence[str], runs: int) -> str:
    """In how many of several native executions something was reported: `3/20`, or why there are none."""
    with tempfile.TemporaryDirectory() as directory:
        executable = Path(directory) / "program"
        command = [
            *compiler,
            *program.compiler_flags(tree),
            *program.sources(tree),
            "-lm",
            "-o",
            str(executable),
        ]
        built = subprocess.run(command, capture_output=True, text=True)
        if built.returncode:
            return "not built"
        command = [*under, str(executable), *program.arguments]
        return f"{sum(_fails(command) for _ in range(runs))}/{runs}"


def _fails(command: Sequence[str]) -> bool:
    """It reports something, crashes, fails an assertion or does not end."""
    environment = {**os.environ, "TSAN_OPTIONS": "halt_on_error=1:exitcode=66"}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        if not _ends(process):
            process.kill()
            return True
    return process.returncode < 0 or process.returncode in (66, 99, 134)


def _ends(process: subprocess.Popen[bytes]) -> bool:
    """Before it has used up its time, and without waiting for ever."""
    spent, since = -1.0, time.monotonic()
    while process.poll() is None:
        used = _cpu(process.pid)
        if used > spent:
            spent, since = used, time.monotonic()
        if used > NATIVE or time.monotonic() - since > IDLE:
            return False
        time.sleep(0.05)
    return True


def _cpu(process: int) -> float:
    """Seconds of CPU that it has used so far."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(program: Program, kind: str, checkouts: Path, limit: str, runs: int) -> dict[str, Any]:
    tree = program.checkout(checkouts)
    found: dict[str, Any] = {"name": program.name, "kind": kind, "unthread": version()}
    if not tree.is_dir():
        return found | {"verdict": "none", "why": f"no checkout {tree.name}"}
    with tempfile.TemporaryDirectory() as directory:
        if kind == "seeded":
            tree = planted(program, tree, Path(directory))
        found |= check(program, tree, limit)  # before anything else: it looks at what children have used
        if kind == "seeded":
            found["tsan"] = native(program, tree, TSAN, (), runs)
            found["helgrind"] = native(program, tree, PLAIN, HELGRIND, runs)
        return found


def apart(*arguments: Any) -> dict[str, Any]:
    """`run` in a process of its own, so that its memory is that of this program alone."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, json.dumps(run(*arguments)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return dict(json.loads(text))


def line(found: dict[str, Any]) -> str:
    """A row of a table."""
    used = [str(found.get(name, "")) for name in ("seconds", "cpu", "megabytes")]
    cells = [found["name"], found["verdict"].upper(), *used]
    if found["kind"] == "seeded":
        cells += [found.get("tsan", ""), found.get("helgrind", ""), found.get("violation", "")]
    else:
        cells += [_is_complete(found), found.get("violation", "") or _left_out(found)]
    return " | ".join(["", *(_cell(cell) for cell in cells), ""]).strip()


def _is_complete(found: dict[str, Any]) -> str:
    if found["verdict"] == "unsafe":
        return ""
    return "yes" if found.get("complete") else "no"


def _left_out(found: dict[str, Any]) -> str:
    """What kept the answer from being more, in a few words."""
    parts = [text for text in (found.get("why"),) if text]
    if found.get("left_out"):
        parts.append(f"left out: {'; '.join(map(str, found['left_out'][:_MOST]))}".rstrip(", "))
    if len(found.get("left_out", [])) > _MOST:
        parts.append(f"and {len(found['left_out']) - _MOST} more")
    return "; ".join(parts)


def _cell(text: str) -> str:
    """Without the folders of this machine, and short."""
    short = re.sub(r"/(?:[^\s/:]+/)+", "", text).replace("|", "/")
    return short if len(short) <= _WIDEST else f"{short[: _WIDEST - 3]}..."


def table(results: Iterable[dict[str, Any]], kind: str) -> list[str]:
    titles = ["program", "answer", "s", "CPU s", "MB"]
    others = ["complete", "violation, or what was left out"]
    titles += ["ThreadSanitizer", "Helgrind", "violation"] if kind == "seeded" else others
    rows = [line(found) for found in results if found["kind"] == kind]
    return ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles), *rows]


def document(
    programs: Sequence[Program], results: Sequence[dict[str, Any]], options: argparse.Namespace
) -> str:
    """real.md."""
    limit, runs = options.time, options.runs
    unchanged = [found for found in results if found["kind"] == "unchanged"]
    seeded = [found for found in results if found["kind"] == "seeded"]
    answered = sum(found["verdict"] not in ("none", "unknown") for found in unchanged)
    sound = {found["name"] for found in unchanged if found["verdict"] != "unsafe"}
    caught = sum(found["verdict"] == "unsafe" and found["name"] in sound for found in seeded)
    repositories = {program.repository for program in programs}
    versions = sorted({found["unthread"] for found in results if "unthread" in found})
    unsafe = {found["name"] for found in unchanged if found["verdict"] == "unsafe"}
    reasons = [f"- {p.name}: {p.reason or 'not explained yet'}" for p in programs if p.name in unsafe]
    origins = [f"- {p.name}: {_origin(p)}" for p in programs]
    bugs = [f"- {p.name}, `{p.seed.file}`: {p.seed.what}" for p in programs if p.seed]
    parts = [
        "# Public programs",
        f"{len(programs)} programs from {len(repositories)} repositories. Written by `benchmarks/real.py`, "
        f"with `unthread check --time {limit}` of commit {', '.join(versions)}, and no option that says what "
        "to look for: only arguments of programs that need some. `s` is wall time, `CPU s` that of all its "
        "processes, `MB` the most memory of one of them. `complete`: no execution was left out.",
        *([options.note] if options.note else []),
        f"## As they are: {answered} of {len(unchanged)} with an answer other than UNKNOWN",
        "\n".join(table(unchanged, "unchanged")),
        "## Why programs are unsafe as they are",
        "\n".join(reasons),
        f"## With a bug put in: {caught} of {len(seeded)} found",
        "Only programs count that are not unsafe as they are. ThreadSanitizer and Helgrind: in how many of "
        f"{runs} native executions something was reported, or went wrong, or did not end.",
        "\n".join(table(seeded, "seeded")),
        "## The bugs",
        "\n".join(bugs),
        "## Where they are from",
        "\n".join(origins),
    ]
    return "\n\n".join(parts) + "\n"


def _origin(program: Program) -> str:
    files = " ".join(program.files) or "headers"
    own = f", driven by `real/{program.harness}`" if program.harness else ""
    words = f", arguments `{' '.join(program.arguments)}`" if program.arguments else ""
    return f"{program.repository} at {program.commit}, `{files}`{own}{words}"


def version() -> str:
    """The commit of this tree, with a plus if there is more than that."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkouts", type=lambda given: Path(given).resolve(), metavar="CHECKOUTS")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[])
    parser.add_argument("--time", default="60s", metavar="60s")
    parser.add_argument("--seeded", action="store_true", help="only the programs with a bug put in")
    parser.add_argument("--unchanged", action="store_true", help="only the programs as they are")
    parser.add_argument("--runs", type=int, default=20, metavar="N", help="native executions of each")
    parser.add_argument("--results", type=Path, metavar="FILE")
    parser.add_argument("--note", metavar="TEXT", default="", help="with --write: how it was measured")
    parser.add_argument("--write", action="store_true", help="write real.md")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    programs = [p for p in read_programs(HERE / "real.toml") if not options.only or p.name in options.only]
    kept = options.results.read_text().splitlines() if options.results and options.results.exists() else []
    results = [json.loads(text) for text in kept]
    done = {(found["name"], found["kind"]) for found in results}
    for program in programs:
        for kind in ("unchanged", "seeded"):
            is_wanted = not (options.seeded if kind == "unchanged" else options.unchanged or not program.seed)
            if not is_wanted or (program.name, kind) in done:
                continue
            found = apart(program, kind, options.checkouts, options.time, options.runs)
            results.append(found)
            print(line(found), flush=True)
            if options.results:
                with options.results.open("a") as stream:
                    stream.write(json.dumps(found) + "\n")
    if options.write:
        (HERE / "real.md").write_text(document(programs, results, options))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
