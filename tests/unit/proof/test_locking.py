"""What calls do to the locks that a thread holds."""

from __future__ import annotations

from unthread.program.expressions import Storage, Variable
from unthread.program.library import LockSort as Kind
from unthread.program.types import INT
from unthread.proof.contracts import WHOLE, Releasing, Taking
from unthread.proof.locking import outcomes, suspended
from unthread.proof.situations import Key
from unthread.proof.values import Address, Hold, KnownLock, Made, Nonzero, Number

A = KnownLock(Kind.MUTEX, Address(Variable("a", INT, Storage.GLOBAL), 0))
B = KnownLock(Kind.MUTEX, Address(Variable("b", INT, Storage.GLOBAL), 0))
SOME = KnownLock(Kind.MUTEX, Address(Made(1), 0))
FREE = Key()
HOLDING = Key(frozenset({Hold(A)}))


def taking(name: str) -> Taking:
    found = WHOLE[name]
    assert isinstance(found, Taking)
    return found


def releasing(name: str) -> Releasing:
    found = WHOLE[name]
    assert isinstance(found, Releasing)
    return found


LOCK, TRY = taking("pthread_mutex_lock"), taking("pthread_mutex_trylock")
UNLOCK = releasing("pthread_mutex_unlock")


def test_a_lock_is_held_after_it_is_taken() -> None:
    assert [key for key, _ in outcomes(FREE, A, LOCK)] == [HOLDING]


def test_whoever_tries_has_it_or_not_and_the_result_says_so() -> None:
    assert list(outcomes(FREE, A, TRY)) == [(HOLDING, Number(0)), (FREE, Nonzero())]


def test_an_unknown_lock_leaves_open_what_is_held() -> None:
    ((key, _),) = outcomes(FREE, None, LOCK)
    assert not key.is_exact
    assert not key.holds


def test_a_lock_taken_twice_is_not_counted() -> None:
    ((key, _),) = outcomes(HOLDING, A, LOCK)
    assert key == Key(HOLDING.holds, False)


def test_a_lock_that_is_given_back() -> None:
    assert list(outcomes(HOLDING, A, UNLOCK)) == [(FREE, None)]


def test_what_was_not_held_is_given_back() -> None:
    ((key, _),) = outcomes(FREE, A, UNLOCK)
    assert not key.is_exact
    ((key, _),) = outcomes(HOLDING, B, UNLOCK)
    assert key == Key(HOLDING.holds, False)


def test_a_pointer_may_give_back_any_of_them() -> None:
    ((key, _),) = outcomes(Key(frozenset({Hold(A), Hold(B)})), SOME, UNLOCK)
    assert key == Key(frozenset(), False)


def test_an_unknown_one_may_be_any_of_its_kind() -> None:
    other = Hold(KnownLock(Kind.SPIN, Address(Made(1), 0)))
    ((key, _),) = outcomes(Key(frozenset({Hold(A), other})), None, UNLOCK)
    assert key == Key(frozenset({other}), False)


def test_while_it_waits_a_thread_does_not_have_the_mutex() -> None:
    both = Key(frozenset({Hold(A), Hold(B)}))
    assert suspended(both, A.address).holds == {Hold(A, suspended=True), Hold(B)}
    assert suspended(both, None).holds == {Hold(A, suspended=True), Hold(B, suspended=True)}
