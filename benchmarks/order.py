"""All schedules at once against round by round: CPU seconds of `unthread check`.

    python benchmarks/order.py [--seconds 20] [--most 8] [--cbmc] [--examples] [FILE ...]
    python benchmarks/order.py --scale [--seconds 10] [--most 16] [--times 2] [--plot docs/images/orders.svg]

Without files: T threads, each of which increments one variable k times, plainly or under a lock, with a claim
that holds and with one that does not. With --examples, the programs of `examples/`. Every row is one run of
each; what takes longer than the limit, in CPU seconds, is a dash. With --cbmc, CBMC's own concurrency as well
(`scripts/get_cbmc.py` fetches it).

With --scale, from 2 threads on as many as are answered in the limit, beside CBMC: a table in Markdown, and
a plot (which needs matplotlib, of the extra `bench`).
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from get_cbmc import find_cbmc  # noqa: E402
from unthread.core.request import Reduction  # noqa: E402

ENCODINGS = ("rounds", "order", "auto")
SCALED = ("rounds", "order", "cbmc")
COUNTS = (2, 3, 4, 6, 8, 12, 16)
Question: TypeAlias = tuple[bool, bool]  # under a lock, and the claim holds
QUESTIONS: tuple[Question, ...] = ((False, True), (True, True), (False, False), (True, False))
SLACK = 4  # wall-clock seconds for each CPU second: others use the machine as well


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--most", type=int, default=8, help="threads")
    parser.add_argument("--cbmc", action="store_true")
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--times", type=int, default=2, help="increments of a thread, with --scale")
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    if chosen.scale:
        _scale(chosen)
        return
    columns = [*ENCODINGS, *(("cbmc",) if chosen.cbmc else ())]
    print(f"{'':44}" + "".join(f"{name:>22}" for name in columns))
    with tempfile.TemporaryDirectory() as directory:
        for name, file in _programs(chosen, Path(directory)):
            answers = [_run(_command(column, _given(column, file)), chosen.seconds) for column in columns]
            print(f"{name:44}" + "".join(f"{answer:>22}" for answer in answers), flush=True)


def _programs(chosen: argparse.Namespace, directory: Path) -> Iterator[tuple[str, Path]]:
    files = chosen.files or (sorted((ROOT / "examples").glob("*/*.c")) if chosen.examples else [])
    if files:
        yield from (("/".join(file.parts[-2:]), file) for file in files)
        return
    for threads, times in ((2, 2), (2, 4), (3, 3), (4, 4), (6, 3), (8, 2), (8, 4), (10, 5), (16, 2)):
        for is_locked in (False, True):
            for is_right in (True, False):
                if threads <= chosen.most:
                    kind = "locked" if is_locked else "plain"
                    name = f"{threads} threads x {times} {kind}, {'holds' if is_right else 'fails'}"
                    file = directory / f"{name.replace(' ', '_').replace(',', '')}.c"
                    file.write_text(_program(threads, times, is_locked, is_right))
                    file.with_suffix(".cbmc.c").write_text(_for_cbmc(threads, times, is_locked, is_right))
                    yield name, file


def _given(column: str, file: Path) -> Path:
    other = file.with_suffix(".cbmc.c")
    return other if column == "cbmc" and other.exists() else file


def _program(threads: int, times: int, is_locked: bool, is_right: bool) -> str:
    """The sum under a lock; without, that it is not more than that, or not always that."""
    one = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);" if is_locked else "x++;"
    comparison = ("==" if is_locked else "<=") if is_right else ("!=" if is_locked else "==")
    create = "".join(f"  pthread_create(&t[{number}], 0, work, 0);\n" for number in range(threads))
    join = "".join(f"  pthread_join(t[{number}], 0);\n" for number in range(threads))
    return (
        "#include <assert.h>\n#include <pthread.h>\n"
        "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        f"static void *work(void *argument) {{ {one * times} return 0; }}\n"
        f"int main(void) {{\n  pthread_t t[{threads}];\n{create}{join}"
        f"  assert(x {comparison} {threads * times});\n  return 0;\n}}\n"
    )


# ---- how it grows with the number of threads


def _scale(chosen: argparse.Namespace) -> None:
    """Each tool gets larger programs until it has no answer within the limit."""
    found: dict[tuple[Question, str], dict[int, float]] = {}
    counts = [count for count in COUNTS if count <= chosen.most]
    with tempfile.TemporaryDirectory() as directory:
        for question in QUESTIONS:
            for tool in SCALED:
                series = found[question, tool] = {}
                for threads in counts:
                    file = Path(directory) / "program.c"
                    write = _for_cbmc if tool == "cbmc" else _program
                    file.write_text(write(threads, chosen.times, *question))
                    seconds = _seconds(_command(tool, file), chosen.seconds, question[1])
                    if seconds is None:
                        break
                    series[threads] = seconds
                    print(_words(question), tool, threads, f"{seconds:.2f}", file=sys.stderr, flush=True)
    for line in _table(found, counts):
        print(line)
    if chosen.plot is not None:
        _draw(found, chosen)


def _seconds(command: Sequence[str], limit: int, holds: bool) -> float | None:
    """CPU seconds of the command and its children, if it gives the right answer in the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=(limit + 5) * 5 * SLACK,
            env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit + 1, limit + 2)),
            check=False,
        )
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent if done.returncode == (0 if holds else 10) and spent <= limit else None


def _words(question: Question) -> str:
    return f"{'locked' if question[0] else 'plain'}, {'holds' if question[1] else 'fails'}"


def _table(found: dict[tuple[Question, str], dict[int, float]], counts: Sequence[int]) -> Iterator[str]:
    yield f"| threads | | {' | '.join(map(str, counts))} |"
    yield f"|---|---|{'---|' * len(counts)}"
    for (question, tool), series in found.items():
        cells = (f"{series[count]:.1f}" if count in series else "-" for count in counts)
        yield f"| {_words(question)} | {tool} | {' | '.join(cells)} |"


def _draw(found: dict[tuple[Question, str], dict[int, float]], chosen: argparse.Namespace) -> None:
    import matplotlib

    matplotlib.use("agg")  # no screen
    matplotlib.rcParams["svg.hashsalt"] = "unthread"  # the same numbers are the same file
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(2, 2, figsize=(9, 6), sharex=True, sharey=True, layout="constrained")
    for panel, question in zip(panels.flat, QUESTIONS, strict=True):
        for tool, marker in zip(SCALED, "osD", strict=True):
            series = found[question, tool]
            panel.plot([*series], [*series.values()], marker=marker, markersize=4, linewidth=1, label=tool)
        panel.set_yscale("log")
        panel.axhline(chosen.seconds, color="gray", linewidth=0.8, linestyle=":")
        panel.grid(True, linewidth=0.3)
        panel.set_title(_words(question))
    for panel in panels[1]:
        panel.set_xlabel(f"threads, {chosen.times} increments each")
    for panel in panels[:, 0]:
        panel.set_ylabel("CPU seconds")
    panels[0, 0].legend()
    figure.savefig(chosen.plot, metadata={"Date": None})


def _for_cbmc(threads: int, times: int, is_locked: bool, is_right: bool) -> str:
    """The same in CBMC's own words: it refuses the pointers of its model of pthread_create in programs with
    several threads (version 6.6)."""
    one = "lock(); x++; unlock();" if is_locked else "x++;"
    comparison = ("==" if is_locked else "<=") if is_right else ("!=" if is_locked else "==")
    start = "".join(f"  __CPROVER_ASYNC_{number}: work();\n" for number in range(1, threads + 1))
    section = "__CPROVER_atomic_begin(); {} __CPROVER_atomic_end();"
    return (
        "#include <assert.h>\nint x; _Bool m; unsigned ended;\n"
        f"static void lock(void) {{ {section.format('__CPROVER_assume(!m); m = 1;')} }}\n"
        f"static void unlock(void) {{ {section.format('m = 0;')} }}\n"
        f"static void work(void) {{ {one * times} {section.format('ended++;')} }}\n"
        f"int main(void) {{\n{start}  __CPROVER_assume(ended == {threads});\n"
        f"  assert(x {comparison} {threads * times});\n  return 0;\n}}\n"
    )


def _command(column: str, file: Path) -> list[str]:
    if column == "cbmc":
        return [str(find_cbmc() or "cbmc"), "--no-standard-checks", str(file)]
    return [
        *(sys.executable, "-m", "unthread", "check", str(file)),
        *("--reduce", ",".join(Reduction)),  # symmetry among them, which has to be named
        *("--property", "reach", "--encoding", column, "--no-sample", "-q"),
        *("--memory-model", "sc"),
    ]


def _run(command: Sequence[str], seconds: int) -> str:
    """The answer, and the CPU seconds of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    limit = ["--time", f"{seconds * SLACK}"] if "unthread" in command else []
    try:
        done = subprocess.run(
            [*command, *limit],
            capture_output=True,
            text=True,
            timeout=(seconds + 5) * SLACK,
            env=environment,
            check=False,
        )
        first = (done.stdout.splitlines() or [""])[0].split("  ")[0]
        answer = {0: "SAFE", 10: "UNSAFE"}.get(done.returncode, first[:12])
    except (subprocess.TimeoutExpired, FileNotFoundError):
        answer = "-"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{answer} {spent:.1f}" if answer != "-" and spent <= 2 * seconds else f"- ({spent:.0f})"


if __name__ == "__main__":
    main()
