"""Programs with large objects, by this commit and by another one: CPU seconds of `unthread check`.

    python benchmarks/bulk.py OTHER_CHECKOUT [--runs 3]

The other checkout needs its environment (`make environment`). Both take turns, so that whatever else the
machine does slows down both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERDICTS = ("SAFE", "NO BUG FOUND", "UNSAFE", "UNKNOWN")
HEADER = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
MAIN = """int main(void) {{ pthread_t x, y; {before}
  pthread_create(&x, 0, t, 0); pthread_create(&y, 0, t, 0);
  pthread_join(x, 0); pthread_join(y, 0); {after} return 0; }}
"""
LOCKED = """static int n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static char table[{size}];
static void *t(void *a) {{ pthread_mutex_lock(&m); n++; table[n * 3]++; pthread_mutex_unlock(&m); return a; }}
"""
INSIDE = """static void *t(void *a) {{ char *p = malloc({size}); memset(p, 1, {size}); p[7]++;
  assert(p[7] == 2 && p[{size} - 1] == 1); free(p); return a; }}
"""
COPIES = """struct s {{ int n; char b[{size}]; }}; static struct s g, h;
static void *t(void *a) {{ struct s l = g; l.n++; assert(l.n == 4 && l.b[9] == 2); return a; }}
"""


def programs() -> dict[str, str]:
    made = {}
    for name, size in (("100 B", 100), ("8 KB", 8192), ("64 KB", 65536), ("1 MB", 1 << 20)):
        tables, inside, copies = (text.format(size=size) for text in (LOCKED, INSIDE, COPIES))
        made[f"tables of {name}, a few cells used"] = tables + MAIN.format(before="", after="assert(n == 2);")
        cleared = MAIN.format(before="memset(table, 0, sizeof table);", after="assert(table[6] == 1);")
        made[f"memset of {name} before the threads"] = tables + cleared
        made[f"memset of {name} in each thread"] = inside + MAIN.format(before="", after="")
        filled = MAIN.format(before="memset(&h, 2, sizeof h); h.n = 3; g = h;", after="")
        made[f"struct copies of {name} before and in threads"] = copies + filled
    return made


def seconds(checkout: Path, file: Path, limit: int) -> tuple[float, str]:
    before = os.times()
    command = [str(checkout / "unthread"), "check", str(file), "--time", f"{limit}s"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * limit, check=False)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    lines = done.stdout.splitlines()
    words = [line.split("  ")[0] for line in lines if line.startswith(VERDICTS)]
    return used, words[0] if words else f"exit {done.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=20, help="seconds for each check")
    given = parser.parse_args()
    print("| program | before | now | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "program.c"
        for name, text in programs().items():
            file.write_text(HEADER + text)
            runs: list[list[tuple[float, str]]] = [[], []]
            for _ in range(given.runs):
                for side, checkout in enumerate((given.other, ROOT)):
                    runs[side].append(seconds(checkout, file, given.limit))
            old, new = min(runs[0]), min(runs[1])
            row = f"{old[0]:.1f} s {old[1]} | {new[0]:.1f} s {new[1]} | {new[0] / old[0]:.2f}"
            print(f"| {name} | {row} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
