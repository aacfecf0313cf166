"""Fields that are options: what a declaration says of them."""

from __future__ import annotations

from dataclasses import fields

from unthread.core.records import dataclass
from unthread.declaration import METADATA, Declaration, Heading, option


@dataclass(frozen=True, slots=True)
class Options:
    words: tuple[str, ...] = option((), "--word", metavar="WORD", help="a word")
    count: int = option(3, "--count", "-c", metavar="N", least=1, help="how often")
    limit: int | None = option(None, "--limit", kind=int, help="none unless given")
    loud: bool = option(False, "--loud", help="a switch", heading=Heading.GENERAL)
    form: str = option("a", "--form", choices=("a", "b"), help="one of two")


DECLARED: dict[str, Declaration] = {field.name: field.metadata[METADATA] for field in fields(Options)}


def test_a_value_that_nobody_gives_is_the_default() -> None:
    assert Options() == Options((), 3, None, False, "a")
    assert {name: declared.default for name, declared in DECLARED.items()} == {
        "words": (),
        "count": 3,
        "limit": None,
        "loud": False,
        "form": "a",
    }


def test_the_type_of_a_value_follows_from_its_default() -> None:
    kinds = {name: (declared.kind, declared.multiple) for name, declared in DECLARED.items()}
    assert kinds == {
        "words": (str, True),  # one word, any number of times
        "count": (int, False),
        "limit": (int, False),
        "loud": (bool, False),
        "form": (str, False),
    }


def test_what_was_said_is_kept() -> None:
    count = DECLARED["count"]
    assert (count.flags, count.metavar, count.least) == (("--count", "-c"), "N", 1)
    assert DECLARED["form"].choices == ("a", "b")
    assert DECLARED["loud"].heading is Heading.GENERAL
    assert count.heading is Heading.OPTIONS
