"""Room for deep nesting, for a while."""

from __future__ import annotations

import gc
import os
import resource
import sys
import threading

from unthread.core.room import deepest_brackets, parsing_in_room, room

Settings = tuple[object, object, object]


def settings() -> Settings:
    return gc.get_threshold(), sys.getrecursionlimit(), resource.getrlimit(resource.RLIMIT_STACK)


def test_everything_is_as_before() -> None:
    before = settings()
    with room():
        inside = settings()
    assert inside != before
    assert settings() == before


def test_other_threads_change_nothing() -> None:
    seen: list[Settings] = []
    deepest: list[int] = [deepest_brackets()]

    def look() -> None:
        deepest.append(deepest_brackets())
        with room():
            seen.append(settings())

    thread = threading.Thread(target=look)
    before = settings()
    thread.start()
    thread.join()
    assert seen == [before]
    assert deepest == [4000, 256]


def test_the_environment_is_as_before() -> None:
    before = dict(os.environ)
    with parsing_in_room():
        assert os.environ["LIBCLANG_NOTHREADS"] == "1"
    assert dict(os.environ) == before
