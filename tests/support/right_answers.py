"""What is right to say of programs that once got a wrong answer, whoever is asked.

An answer contradicts the truth if it is UNSAFE and the program is right; if it is SAFE and the program is
not; or if it is NO BUG FOUND, the backend looks for what is wrong, and it does not say what it has left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from tests.support.once_wrong import (
    ADDRESS_BITS,
    ALIVE,
    ARGUMENTS,
    BY_HAND,
    CALLED_BY_NUMBER,
    CANCELED,
    ENDED,
    ENDS_THERE,
    ENVIRONMENT,
    FRAME,
    GREATER_AND_LESSER,
    HANDLES,
    IN_AN_INT,
    KEPT,
    LATE,
    LOST,
    MANY_THREADS,
    MUTEXES,
    NOT_FREE,
    OF_ANOTHER_FILE,
    OWN_FUNCTIONS,
    OWN_SEMAPHORE,
    POINTERS,
    PREFERRED,
    PUBLISHED,
    REBUILT,
    REUSED,
    ROW,
    SHIFTED,
    SPIN_ON_EACH_OTHER,
    STORE_BUFFERING,
    TORN,
    WRITES,
    WRITTEN_BACK,
    WRONG_READS,
    awaited,
    forgotten,
    headed,
    in_an_int,
    neighbours,
    not_free,
    own_function,
    rebuilt,
    reused,
    with_handle,
    written_back,
    wrong_read,
)
from unthread.core.properties import ASSERTED

LOST_WAKEUP = Path(__file__).parents[2] / "examples" / "lost_wakeup"
NEW_USER = Path(__file__).parents[1] / "programs" / "new_user"


class Right(StrEnum):
    """The right answer, in the words of the JSON document."""

    UNSAFE = "unsafe"
    SAFE = "safe"
    TOLD = "no bug found"  # something is left out that no bound is to blame for
    UNKNOWN = "unknown"  # executions cannot be followed to their ends


@dataclass(frozen=True)
class Case:
    item: int  # of the list by which these programs were reported
    name: str
    text: str
    property: str
    right: Right
    options: tuple[str, ...] = ()
    is_quick: bool = False
    # CBMC has other addresses, and does not tell what is in memory that nobody writes: where that matters,
    # its counterexample is not replayed, and addresses that are computed as numbers lead nowhere.
    is_told_by_cbmc: bool = True


def by_hand(racy: str, mutex: str = "int") -> str:
    return f"{MUTEXES[mutex]}\n{BY_HAND.replace('RACY', racy)}"


def declared() -> Iterator[Case]:
    """1: what was assumed away, the thread library declared by hand; 2: handles, pointers in integers."""
    for name, (text, property, _) in ENDS_THERE.items():
        is_quick = name == "index"
        yield Case(1, f"{name} asked for", text, property, Right.UNSAFE, is_quick=is_quick)
        yield Case(1, f"{name} not asked for", text, "reach", Right.UNKNOWN, is_quick=is_quick)
    yield Case(1, "no handle", with_handle("pthread_create(0, 0, work, 0)"), "memory", Right.UNSAFE)
    for mutex in MUTEXES:
        is_quick = mutex == "int"
        racy, twice = "x = x + 1;", "pthread_mutex_unlock(&all.mutex);"
        yield Case(1, f"{mutex}, no race", by_hand("", mutex), "race,lock", Right.SAFE)
        yield Case(1, f"{mutex}, race", by_hand(racy, mutex), "race", Right.UNSAFE, is_quick=is_quick)
        yield Case(1, f"{mutex}, lock", by_hand(twice, mutex), "lock", Right.UNSAFE, is_quick=is_quick)
    for test in IN_AN_INT:
        yield Case(2, test, in_an_int(test), "reach", Right.UNSAFE, is_quick=test == IN_AN_INT[0])
    null = in_an_int("p = 0; __VERIFIER_assume(p);")
    yield Case(2, "a null pointer assumed", null, "reach", Right.UNKNOWN, is_quick=True)
    yield Case(2, "wild handle", with_handle("pthread_create(wild, 0, work, 0)"), "memory", Right.UNSAFE)
    yield Case(2, "zero handle", with_handle("pthread_join(zero, 0)"), "lock", Right.UNSAFE)


def library() -> Iterator[Case]:
    """3: builtins; 4: many threads; 5: threads that spin; 6: weak orders; 8: a lost wake-up."""
    yield Case(3, "right builtins", GREATER_AND_LESSER, "reach", Right.SAFE, is_quick=True)
    wrong = GREATER_AND_LESSER.replace("x == 7", "x == 5")
    yield Case(3, "no change", wrong, "reach", Right.UNSAFE, is_quick=True)
    strange = "#include <assert.h>\nint x; int main(void) { __sync_strange(&x, 1); assert(!x); }"
    yield Case(3, "a strange builtin", strange, "reach", Right.UNKNOWN)
    for count in (3, 10, 20):
        text = MANY_THREADS.replace("COUNT", str(count))
        yield Case(4, f"{count} threads", text, "reach", Right.UNSAFE, is_quick=count == 3)
    yield Case(5, "spin", SPIN_ON_EACH_OTHER, "deadlock", Right.UNSAFE, is_quick=True)
    sequential = ("--memory-model", "sc")
    relaxed, strong = (
        STORE_BUFFERING.replace("ORDER", f"memory_order_{order}") for order in ("relaxed", "seq_cst")
    )
    yield Case(6, "relaxed", relaxed, "reach", Right.TOLD, is_quick=True)
    yield Case(6, "relaxed, but not reordered", relaxed, "reach", Right.SAFE, sequential)
    yield Case(6, "sequentially consistent", strong, "reach", Right.SAFE)
    yield Case(8, "lost", (LOST_WAKEUP / "unsafe.c").read_text(), "deadlock", Right.UNSAFE, is_quick=True)
    yield Case(8, "not lost", (LOST_WAKEUP / "safe.c").read_text(), "deadlock", Right.SAFE)


def rules() -> Iterator[Case]:
    """9: rules by which executions are left out."""
    for number, body in enumerate(WRONG_READS):
        text, is_quick = headed(wrong_read(body)), number == 0
        yield Case(9, body, text, "memory", Right.UNSAFE, is_quick=is_quick)
        yield Case(9, f"{body} not asked for", text, "reach", Right.UNKNOWN)
    for number, parts in enumerate(NOT_FREE):
        text, is_told = headed(not_free(*parts)), "= 3" in parts[0] or "3}" in parts[0]
        yield Case(9, " ".join(parts), text, "reach", Right.UNSAFE, (), number == 0, is_told)
    for iteration in WRITTEN_BACK:
        text = headed(written_back(iteration))
        yield Case(9, iteration, text, "reach", Right.UNSAFE, is_quick=iteration == WRITTEN_BACK[0])
    for number, own in enumerate(OWN_FUNCTIONS):
        yield Case(9, f"own function {number}", headed(own_function(*own)), "reach", Right.UNSAFE)
    for number, (text, property) in enumerate(OF_ANOTHER_FILE):
        name = f"another file {number}"
        is_quick = number == 0
        yield Case(9, name, POINTERS + text, property, Right.UNSAFE, (), is_quick, is_told_by_cbmc=False)
    for how in REBUILT:
        text = POINTERS + rebuilt(how, "", "assert(x == 0);")
        is_quick = how in ("a number that is equal", "bit by bit")
        yield Case(9, how, text, "reach", Right.UNSAFE, (), is_quick, is_told_by_cbmc=False)
    for how in REUSED:
        yield Case(9, f"reused {how}", POINTERS + reused(how), "reach", Right.UNKNOWN)
    for test in ("x == 0", "!(x > 1)"):
        yield Case(9, f"waits while {test}", headed(awaited("double", test, "")), "deadlock", Right.UNSAFE)
        ends = headed(awaited("double", test, "x = 7;"))
        yield Case(9, f"ends {test}", ends, "deadlock", Right.TOLD)
        yield Case(9, f"ends {test}, race", ends, "race", Right.UNSAFE)


def meanings() -> Iterator[Case]:
    """9: lifetimes and bit-fields."""
    for name, body in ENDED.items():
        yield Case(9, f"ended {name}", FRAME.replace("BODY", body), "memory", Right.UNSAFE)
    for name, body in ALIVE.items():
        yield Case(9, f"alive {name}", FRAME.replace("BODY", body), "reach", Right.SAFE)
    for name, parts in LOST.items():
        is_quick = name == "assignment"
        yield Case(9, f"lost {name}", neighbours(*parts), "reach", Right.UNSAFE, is_quick=is_quick)
    for name, parts in KEPT.items():
        is_quick = name == "a member between"
        yield Case(9, f"kept {name}", neighbours(*parts), "reach", Right.SAFE, is_quick=is_quick)


def pointers() -> Iterator[Case]:
    """1: handles; 9: pointers made of numbers, and what a write through a pointer changes."""
    for how in REBUILT:
        text = POINTERS + rebuilt(how, "int v = x;", "return v;")
        yield Case(9, f"{how}, race", text, "race", Right.UNSAFE)
    yield Case(9, "called by number", POINTERS + CALLED_BY_NUMBER, "reach", Right.UNSAFE)
    yield Case(9, "bits of an address", POINTERS + ADDRESS_BITS, "reach", Right.TOLD)
    for write in WRITES:
        is_told = "sprintf" not in write  # whose text CBMC is not given
        text = headed(forgotten(write))
        yield Case(9, f"forgotten {write}", text, "reach", Right.UNSAFE, is_told_by_cbmc=is_told)
    for call in HANDLES:
        yield Case(1, call, with_handle(call), "memory,lock", Right.UNSAFE)


def left_open() -> Iterator[Case]:
    """9: what C, POSIX or the machine leave open."""
    relaxed, strong = (
        PUBLISHED.replace("ORDER", f"memory_order_{order}") for order in ("relaxed", "seq_cst")
    )
    yield Case(9, "published, relaxed", relaxed, "race", Right.TOLD)
    yield Case(9, "published", strong, "race", Right.SAFE)
    yield Case(9, "order of arguments", headed(ARGUMENTS), "reach", Right.TOLD)
    for name, body in ENVIRONMENT.items():
        text, is_told = headed(f"int main(void) {{ {body} }}"), "errors" in name or "block" in name
        yield Case(9, name, text, "reach", Right.UNSAFE, is_told_by_cbmc=is_told)
    yield Case(9, "torn 128 bits", headed(TORN["128 bits"]), "reach", Right.UNSAFE)
    yield Case(9, "torn 64 bits", headed(TORN["64 bits"]), "reach", Right.UNSAFE, ("--m32",), is_quick=True)
    yield Case(9, "64 bits at once", headed(TORN["64 bits"]), "reach", Right.TOLD)
    yield Case(9, "64 bits at once, race", headed(TORN["64 bits"]), "race", Right.UNSAFE)
    yield Case(9, "canceled at any moment", headed(CANCELED), "reach", Right.UNKNOWN)
    yield Case(9, "preferred writers", PREFERRED, "deadlock", Right.UNSAFE)
    yield Case(9, "own semaphore", OWN_SEMAPHORE, "reach", Right.UNSAFE)
    yield Case(9, "shift of a negative number", headed(SHIFTED), "arith", Right.UNSAFE)
    yield Case(9, "index outside of a row", headed(ROW), "memory", Right.UNSAFE)
    yield Case(9, "a limit of time that changes", headed(LATE), "race", Right.UNSAFE)


def new_user() -> Iterator[Case]:
    """What is tried first, and should be found with no option."""
    for file in sorted(NEW_USER.glob("*.c")):
        expected = re.match(r"// expect: unsafe (\w+)", file.read_text())
        assert expected is not None, file
        yield Case(0, f"new user, {file.stem}", file.read_text(), expected[1], Right.UNSAFE)


ENGINES = ("embedded", "order", "all")
CASES = [*declared(), *library(), *rules(), *meanings(), *pointers(), *left_open(), *new_user()]


def contradiction(case: Case, found: dict[str, Any]) -> str:
    """What is wrong with an answer; nothing, if it may be incomplete but does not contradict."""
    verdict, coverage = found["verdict"], found["coverage"] or {}
    if verdict == Right.UNSAFE:
        return "" if case.right is Right.UNSAFE else "UNSAFE, but there is no violation"
    if verdict == Right.SAFE:
        return "" if case.right is Right.SAFE else "SAFE, but it is not"
    if verdict != Right.TOLD or case.right is Right.SAFE:
        return ""
    causes = {item["cause"] for item in coverage["left_out"]}
    if case.right is not Right.UNSAFE:
        return "" if causes else "NO BUG FOUND, and nothing is left out"
    has_more = found["stopped"] or not coverage["all_schedules"] or causes - {"environment"}
    is_looked_for = set(case.property.split(",")) <= set(coverage["properties"])
    return "" if has_more or not is_looked_for else "NO BUG FOUND in what is called all executions"


def cannot_ask(case: Case, backend: str) -> str:
    """The property by whose name an external tool refuses."""
    others = [name for name in sorted(case.property.split(",")) if name not in ASSERTED]
    return others[0] if others and backend not in ENGINES else ""


def named(cases: Sequence[Case]) -> list[str]:
    return [f"{case.item}: {case.name}" for case in cases]


def first_of_each_text(cases: Sequence[Case]) -> list[Case]:
    """The program of each with the worst that can be said of it: what it deserves if nothing is asked for."""
    order = [Right.UNSAFE, Right.UNKNOWN, Right.TOLD, Right.SAFE]
    worst: dict[tuple[str, bool], Case] = {}
    for case in sorted(cases, key=lambda case: order.index(case.right)):
        worst.setdefault((case.text, "--m32" in case.options), case)
    return [*worst.values()]
