"""A limit on the time that Python code takes."""

from __future__ import annotations

import gc
import threading
import time
import weakref

import pytest

from unthread.core.clock import TimeUp, time_limit


def spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_ends_in_time_is_left_alone() -> None:
    with time_limit(time.monotonic() + 60):
        done = True
    assert done


def test_the_body_is_ended_wherever_it_is() -> None:
    start = time.monotonic()
    with pytest.raises(TimeUp), time_limit(start + 0.05):
        spin(30)
    assert time.monotonic() - start < 20


def test_what_comes_of_an_alarm_is_the_alarm() -> None:
    def swallow() -> None:
        try:
            spin(30)
        except TimeUp:
            raise ValueError("half done") from None

    with pytest.raises(TimeUp), time_limit(time.monotonic() + 0.05):
        swallow()


def test_the_outer_limit_counts_on() -> None:
    def body() -> None:
        with time_limit(time.monotonic() + 60):
            pass
        spin(30)

    with pytest.raises(TimeUp), time_limit(time.monotonic() + 0.1):
        body()


def test_whoever_is_told_of_garbage_does_not_lose_the_alarm() -> None:
    """Python drops what is raised there."""

    def told(phase: str, info: dict[str, int]) -> None:
        spin(0.1)

    gc.callbacks.append(told)
    try:
        with pytest.raises(TimeUp), time_limit(time.monotonic() + 0.05):
            gc.collect()
    finally:
        gc.callbacks.remove(told)


class Thing:
    """Known weakly."""


def test_whoever_is_told_of_the_end_of_an_object_does_not_lose_the_alarm() -> None:
    """As sets of weak references are; what is raised there would be printed."""

    def lose() -> None:
        thing = Thing()
        weakref.finalize(thing, spin, 0.2)
        del thing
        spin(30)

    with pytest.raises(TimeUp), time_limit(time.monotonic() + 0.05):
        lose()


def test_other_threads_hear_no_alarm() -> None:
    done: list[bool] = []

    def body() -> None:
        with time_limit(time.monotonic() - 1):
            done.append(True)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert done == [True]
