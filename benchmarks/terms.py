"""Memory and speed of terms: a formula of one million bit-vector terms, built and handed to the solver.

In: how many terms (default 1,000,000). Out: a row with the terms, CPU seconds to build them and to hand them
over, and the most memory that the process had; exit status 1 above 4 GiB.
"""

import argparse
import resource
import sys
import time

from unthread.engine.terms.nodes import Int, signed_range
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms

GOAL = 4 << 30


def build(terms: Terms, count: int) -> Int:
    """Sums, products and choices of 32 bits, each used again by later ones."""
    within = signed_range(32)
    recent = [terms.variable(f"x{i}", within) for i in range(64)]
    number = 0
    while terms.count < count:
        a, b = recent[number % 64], recent[(7 * number + 1) % 64]
        match number % 4:
            case 0:
                made = terms.add(a, b, within)
            case 1:
                made = terms.choice(terms.less(a, b), a, b)
            case 2:
                made = terms.bit_xor(a, b)
            case _:
                made = terms.subtract(a, b, within)
        recent[(3 * number) % 64] = made
        number += 1
    return recent[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("terms", type=int, nargs="?", default=1_000_000)
    count: int = parser.parse_args().terms
    terms, started = Terms(), time.process_time()
    last = build(terms, count)
    built = time.process_time()
    solver = TermSolver()
    solver.prepare([last])
    handed = time.process_time()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(
        f"{terms.count:,} terms: built in {built - started:.1f} s CPU, {solver.size:,} handed over in"
        f" {handed - built:.1f} s, {most >> 20} MB (goal: at most {GOAL >> 20})"
    )
    return int(most > GOAL)


if __name__ == "__main__":
    sys.exit(main())
