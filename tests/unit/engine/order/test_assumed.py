"""What counts as shared, pass after pass."""

from __future__ import annotations

import pytest

from unthread.engine.order.assumed import Assumed, Noted
from unthread.engine.order.held import HeldValues
from unthread.engine.order.unfit import Unfit


def noted(*touches: tuple[int, int, int, int, bool]) -> Noted:
    result = Noted()
    for touch in touches:
        result.touch(*touch)
    return result


def test_what_two_threads_touch_is_shared_if_one_of_them_writes() -> None:
    assumed = Assumed()
    assert assumed.learn(noted((0, 7, 0, 4, True), (1, 7, 0, 4, False), (1, 8, 0, 4, False)))
    assert assumed.units == {7: ((7, 0, 4),)}
    assert not assumed.learn(noted((1, 7, 0, 4, False)))
    assert not assumed.learn(noted((0, 8, 0, 4, False)))
    assert assumed.learn(noted((0, 8, 0, 4, True)))


def test_objects_are_cut_where_accesses_begin_and_end() -> None:
    assumed = Assumed()
    assumed.learn(noted((0, 7, 0, 8, True), (1, 7, 2, 2, False), (1, 7, 6, 4, False)))
    assert assumed.units == {7: ((7, 2, 2), (7, 6, 2))}


def test_what_is_learned_stays() -> None:
    assumed = Assumed()
    assumed.learn(noted((0, 7, 0, 4, True), (1, 7, 0, 4, False)))
    assumed.learn(Noted())
    assert assumed.units == {7: ((7, 0, 4),)}


def test_large_shared_arrays_and_rows_do_not_fit() -> None:
    array = noted((0, 7, 0, 4, True))
    array.touch_all(1, 7, writes=False)
    with pytest.raises(Unfit, match="large shared array"):
        Assumed().learn(array)
    with pytest.raises(Unfit, match="used as a whole"):
        Assumed().learn(noted((0, 7, 0, 100, True), (1, 7, 0, 100, False)))


def test_who_may_end_a_life_that_others_look_at() -> None:
    assumed, found = Assumed(), Noted()
    found.ended |= {(0, 7), (0, 8)}
    found.looked |= {(0, 7), (1, 8)}
    assert assumed.learn(found)
    assert assumed.mortal == {8}


def test_ends_and_sizes_are_news_to_those_who_were_executed_before() -> None:
    assumed, found = Assumed(), Noted()
    found.ended.add((1, 7))
    assert assumed.learn(found)
    assert not assumed.mortal
    assert not assumed.learn(found)
    assumed.open_sizes[7] = 1
    assert assumed.learn(found)
    assert not assumed.learn(found)


def test_values_are_news_once_and_widened_for_the_impatient() -> None:
    assumed = Assumed()
    assumed.learn(noted((0, 7, 0, 1, True), (1, 7, 0, 1, False)))
    unit = (7, 0, 1)
    assert assumed.hold(unit, HeldValues((0, 0), frozenset({0})), is_patient=True)
    assert not assumed.hold(unit, HeldValues((0, 0), frozenset({0})), is_patient=True)
    for most in range(1, 6):
        assumed.hold(unit, HeldValues((most, most), frozenset({most})), is_patient=False)
    assert assumed.held[unit].within == (0, 255)
    assert not assumed.hold((9, 0, 1), HeldValues((0, 0)), is_patient=True)  # not shared
