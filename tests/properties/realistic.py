"""Makes C programs as people write them: thread pools, bounded queues, reference counts, lists under a lock,
lock orders, barriers, phases, flags, with 2 to 20 threads, correct or with one seeded bug.

Comes in: a seed. Goes out: a `Realistic`, the same one for the same seed. Each program ends natively within
milliseconds, unless it deadlocks, asks for no input, and compiles with -Wall without a warning. A `Pattern`
says what threads do; where handles live, how threads learn their number, and how locks are made vary apart
from that (`Dressing`), and so every pattern meets every variation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.properties.realistic_frame import COMMON_BUG, Parts, Realistic, assemble
from tests.properties.realistic_patterns import (
    atomic_stack,
    barrier,
    bounded_queue,
    compare_and_swap,
    detached,
    exits,
    gate,
    keys,
    linked_list,
    mailbox,
    neighbors,
    once,
    owner_word,
    peterson,
    pool,
    publish,
    readers_writers,
    recursive,
    reference_count,
    results,
    semaphores,
    slots,
    spin_lock,
    timed,
    transfers,
    trylock,
    until_stopped,
)

# Where handles live, how threads learn their number, how locks are made


# What threads do. Each pattern takes the bug that it is to have (or none), and how many threads it may start.

Maker = Callable[[Random, str, int], Parts]


@dataclass(frozen=True, slots=True)
class Pattern:
    make: Maker
    bugs: tuple[str, ...]
    most: int  # threads
    is_uniform: bool = True  # all threads have one start routine, and a loop starts them

    @property
    def name(self) -> str:
        return self.make.__name__


PATTERNS = (
    Pattern(
        pool,
        (
            "wait without a loop",
            "signal for many",
            "close without the lock",
            "counter without the lock",
            "one too many",
        ),
        3,
    ),
    Pattern(bounded_queue, ("wait without a loop", "ring one too long", "producer forgets"), 4, False),
    Pattern(slots, ("off by one", "neighbor", "early free", "missing join"), 20),
    Pattern(trylock, ("fallback without a lock", "unlock what was not taken", "forget a miss"), 4),
    Pattern(publish, ("plain flag", "flag first", "no waiting"), 6, False),
    Pattern(
        reference_count, ("plain count", "count read again", "used after release", "one user too few"), 5
    ),
    Pattern(linked_list, ("pop without the lock", "empty list", "freed inside"), 4),
    Pattern(barrier, ("one too many", "no meeting", "second phase"), 5),
    Pattern(readers_writers, ("writes under a read lock", "reader without the lock", "upgrade"), 6, False),
    Pattern(semaphores, ("two may enter", "missing post", "post before the write"), 5),
    Pattern(once, ("test of a pointer", "double check"), 6),
    Pattern(transfers, ("any order", "one lock", "to itself"), 4),
    Pattern(compare_and_swap, ("no retry", "load and store", "blind store"), 4),
    Pattern(until_stopped, ("plain flag", "counter without the lock", "never stopped"), 4),
    Pattern(spin_lock, ("test then set", "never released"), 3),
    Pattern(gate, ("no test", "wait without a loop", "signal for many", "opened without the lock"), 8),
    Pattern(mailbox, ("sent without the lock", "wrong lock", "used after free"), 4),
    Pattern(results, ("local handed out", "read before the join", "result on the stack"), 3),
    Pattern(recursive, ("not recursive", "never released", "counts outside"), 4),
    Pattern(owner_word, ("not compared", "tried once", "somebody waits for a value"), 4),
    Pattern(detached, ("says so too early", "one is not waited for"), 4, False),
    Pattern(keys, ("destroyed twice", "freed before", "handed to main"), 4),
    Pattern(peterson, ("plain words", "no turn", "waits first"), 2),
    Pattern(atomic_stack, ("stored", "filled too late", "freed by others"), 3),
    Pattern(neighbors, ("bit-fields", "copied", "cleared"), 6),
    Pattern(timed, ("goes on without", "keeps it"), 3),
    Pattern(exits, ("leaves with the lock", "counts outside", "read beside them"), 4),
)


def make(pattern: Pattern, bug: str, threads: int, seed: int) -> Realistic:
    random = Random(seed)
    parts = pattern.make(random, "" if bug == COMMON_BUG else bug, threads)
    total = sum(count for _, count, _ in parts.groups) + parts.more_threads
    return Realistic(seed, pattern.name, bug, total, assemble(parts, bug, random))


def realistic(seed: int) -> Realistic:
    """The patterns take turns; half of the programs have a bug, a third of them many threads."""
    random = Random(seed)
    pattern = PATTERNS[seed % len(PATTERNS)]
    bug = random.choice([*pattern.bugs, COMMON_BUG] if pattern.is_uniform else pattern.bugs)
    if random.randrange(2):
        bug = ""
    threads = (
        random.randint(2, min(3, pattern.most)) if random.randrange(3) else random.randint(2, pattern.most)
    )
    return make(pattern, bug, threads, seed)
