"""Terms → bitwuzla. The only file that knows the solver, but for induction/questions.py."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import TypeAlias

import bitwuzla

from unthread.core.records import dataclass
from unthread.engine.terms.float_format import FloatFormat, FloatOperation
from unthread.engine.terms.nodes import Array, Bool, Int, Op, width_of

Kind = bitwuzla.Kind
_Node: TypeAlias = Bool | Int | Array


class OutOfTime(Exception):
    """A question took longer than it was allowed to. It can be asked again."""


@dataclass(slots=True)
class Limit:
    """How far the CPU time of the process may go."""

    deadline: float = math.inf

    def is_over(self) -> bool:
        return time.process_time() > self.deadline


class TermSolver:
    """Holds assertions; answers questions about them, one after the other, in so many CPU `seconds`. Those
    that take longer than the `limit` raise `OutOfTime`."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.limit = Limit()
        self._manager = bitwuzla.TermManager()
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        options.set(bitwuzla.Option.PREPROCESS, False)  # terms come folded
        self._solver = bitwuzla.Bitwuzla(self._manager, options)
        self._solver.configure_terminator(self.limit.is_over)  # which knows nothing of us: no cycle
        self._made: dict[int, bitwuzla.Term] = {}
        self._kept: list[_Node] = []  # what `_made` speaks of stays alive
        self._sorts: dict[int, bitwuzla.Sort] = {}
        self._nearest = self._manager.mk_rm_value(bitwuzla.RoundingMode.RNE)
        self._towards_zero = self._manager.mk_rm_value(bitwuzla.RoundingMode.RTZ)

    @property
    def size(self) -> int:
        """Terms that the solver was given."""
        return len(self._made)

    def assume(self, condition: Bool) -> None:
        """From now on, only cases with the condition count."""
        self._solver.assert_formula(self._term(condition))

    def satisfiable(self, conditions: Iterable[Bool]) -> bool:
        """There is a case with all of these; `value` then speaks of one."""
        terms = [self._term(condition) for condition in conditions]
        started = time.process_time()
        result = self._solver.check_sat(*terms)
        self.seconds += time.process_time() - started
        if result == bitwuzla.Result.UNKNOWN:
            if self.limit.is_over():
                raise OutOfTime
            raise MemoryError("the solver gave up")
        return bool(result == bitwuzla.Result.SAT)

    def is_true(self, condition: Bool) -> bool:
        return bool(self._solver.get_value(self._term(condition)).value())

    def value(self, term: Int) -> int:
        if term.op is Op.CONSTANT:
            return term.lo
        raw = int(self._solver.get_value(self._term(term)).value(2), 2)
        return raw - (1 << term.width) if term.lo < 0 and raw >> (term.width - 1) else raw

    def prepare(self, terms: Iterable[Bool | Int]) -> None:
        """These will be asked for. Floating operations need that: each brings a condition of its own, and
        what is added after an answer makes the answer void."""
        for term in terms:
            self._term(term)

    # ---- translation

    def _term(self, wanted: _Node) -> bitwuzla.Term:
        made = self._made
        work: list[_Node] = [wanted]
        while work:
            node = work[-1]
            if node.number in made:
                work.pop()
                continue
            missing = [part for part in _parts(node) if part.number not in made]
            if missing:
                work += missing
                continue
            made[node.number] = self._translated(node)
            self._kept.append(node)
            work.pop()
        return made[wanted.number]

    def _translated(self, node: _Node) -> bitwuzla.Term:
        if isinstance(node, Array):
            return self._array(node)
        if isinstance(node, Bool):
            return self._boolean(node)
        return self._integer(node)

    def _sort(self, width: int) -> bitwuzla.Sort:
        if width not in self._sorts:
            self._sorts[width] = self._manager.mk_bv_sort(width)
        return self._sorts[width]

    def _make(self, kind: Kind, *args: bitwuzla.Term, indices: tuple[int, ...] = ()) -> bitwuzla.Term:
        return self._manager.mk_term(kind, list(args), list(indices))

    def _constant(self, value: int, width: int) -> bitwuzla.Term:
        return self._manager.mk_bv_value(self._sort(width), value & ((1 << width) - 1))

    def _boolean(self, node: Bool) -> bitwuzla.Term:
        manager = self._manager
        connective = _CONNECTIVES.get(node.op)
        if connective is not None:  # most are
            made = self._made
            return manager.mk_term(connective, [made[a.number] for a in node.args])
        match node.op:
            case Op.CONSTANT:
                return manager.mk_true() if node.data else manager.mk_false()
            case Op.VARIABLE:
                return manager.mk_const(manager.mk_bool_sort(), f"{node.data}#{node.number}")
            case Op.FLOAT_TEST:
                return self._float_test(node)
        a, b = node.args
        assert isinstance(a, Int)
        assert isinstance(b, Int)
        lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
        width = width_of(lo, hi)
        left, right = self._sized(a, width), self._sized(b, width)
        if node.op is Op.EQUAL:
            return self._make(Kind.EQUAL, left, right)
        return self._make(Kind.BV_SLT if lo < 0 else Kind.BV_ULT, left, right)

    def _sized(self, term: Int, width: int) -> bitwuzla.Term:
        """The low bits of the term's two's complement."""
        if term.op is Op.CONSTANT:
            return self._constant(term.lo, width)
        made, own = self._made[term.number], term.width
        if own == width:
            return made
        if own > width:
            return self._make(Kind.BV_EXTRACT, made, indices=(width - 1, 0))
        kind = Kind.BV_SIGN_EXTEND if term.lo < 0 else Kind.BV_ZERO_EXTEND
        return self._make(kind, made, indices=(width - own,))

    def _integer(self, node: Int) -> bitwuzla.Term:
        width = node.width
        match node.op:
            case Op.CONSTANT:
                return self._constant(node.lo, width)
            case Op.VARIABLE:
                return self._manager.mk_const(self._sort(width), f"{node.data}#{node.number}")
            case Op.CHOICE:
                test, then, otherwise = node.args
                assert isinstance(then, Int)
                assert isinstance(otherwise, Int)
                sides = self._sized(then, width), self._sized(otherwise, width)
                return self._make(Kind.ITE, self._made[test.number], *sides)
            case Op.ADD | Op.SUBTRACT | Op.MULTIPLY | Op.BIT_AND | Op.BIT_OR | Op.BIT_XOR:
                return self._make(_MODULAR[node.op], *[self._sized(a, width) for a in _ints(node)])
            case Op.QUOTIENT | Op.REMAINDER:
                return self._division(node)
            case Op.SHIFT_LEFT:
                return self._make(Kind.BV_SHL, *[self._sized(a, width) for a in _ints(node)])
            case Op.SHIFT_RIGHT:
                return self._shift_right(node)
            case Op.WRAP:
                return self._sized(_ints(node)[0], width)
            case Op.EXTRACT:
                return self._extract(node)
            case Op.CONCAT:
                return self._concat(node)
            case Op.SELECT:
                array, index = node.args
                assert isinstance(array, Array)
                assert isinstance(index, Int)
                return self._make(
                    Kind.ARRAY_SELECT, self._made[array.number], self._sized(index, array.index)
                )
            case _:
                assert node.op is Op.FLOAT
                return self._float(node)

    def _division(self, node: Int) -> bitwuzla.Term:
        a, b = _ints(node)
        lo, hi = min(a.lo, b.lo, node.lo), max(a.hi, b.hi, node.hi)
        width = width_of(lo, hi)
        signed = lo < 0
        if node.op is Op.QUOTIENT:
            kind = Kind.BV_SDIV if signed else Kind.BV_UDIV
        else:
            kind = Kind.BV_SREM if signed else Kind.BV_UREM
        whole = self._make(kind, self._sized(a, width), self._sized(b, width))
        return self._cut(whole, width, node.width)

    def _cut(self, term: bitwuzla.Term, width: int, wanted: int) -> bitwuzla.Term:
        return term if width == wanted else self._make(Kind.BV_EXTRACT, term, indices=(wanted - 1, 0))

    def _shift_right(self, node: Int) -> bitwuzla.Term:
        a, amount = _ints(node)
        width = max(a.width, width_of(min(a.lo, node.lo), max(a.hi, node.hi)), amount.width)
        kind = Kind.BV_ASHR if a.lo < 0 else Kind.BV_SHR
        return self._cut(
            self._make(kind, self._sized(a, width), self._sized(amount, width)), width, node.width
        )

    def _extract(self, node: Int) -> bitwuzla.Term:
        (a,) = _ints(node)
        assert isinstance(node.data, tuple)
        start: int = node.data[0]
        wide = self._sized(a, max(a.width, start + node.width))
        return self._make(Kind.BV_EXTRACT, wide, indices=(start + node.width - 1, start))

    def _concat(self, node: Int) -> bitwuzla.Term:
        high, low = _ints(node)
        bits = node.data
        assert isinstance(bits, int)
        parts = self._sized(high, max(1, node.width - bits)), self._sized(low, bits)
        return self._make(Kind.BV_CONCAT, *parts)

    # ---- arrays

    def _array(self, node: Array) -> bitwuzla.Term:
        if node.store is None:
            return self._first_array(node)
        before, guard, index, value = node.store
        old, at = self._made[before.number], self._sized(index, node.index)
        new = self._make(Kind.ARRAY_STORE, old, at, self._sized(value, node.element))
        return self._make(Kind.ITE, self._made[guard.number], new, old)

    def _first_array(self, node: Array) -> bitwuzla.Term:
        sort = self._manager.mk_array_sort(self._sort(node.index), self._sort(node.element))
        if node.base is None:
            return self._manager.mk_const_array(sort, self._constant(0, node.element))
        return self._manager.mk_const(sort, f"{node.base}#{node.number}")

    # ---- numbers of floating types

    def _number(self, bits: Int, format: FloatFormat) -> bitwuzla.Term:
        pattern = self._sized(bits, format.bits)
        return self._make(Kind.FP_TO_FP_FROM_BV, pattern, indices=(format.exponent, format.significand))

    def _float_test(self, node: Bool) -> bitwuzla.Term:
        operation = node.data
        assert isinstance(operation, FloatOperation)
        args = [self._number(a, operation.format) for a in node.args if isinstance(a, Int)]
        return self._make(_FLOAT_KINDS[operation.name], *args)

    def _float(self, node: Int) -> bitwuzla.Term:
        operation = node.data
        assert isinstance(operation, FloatOperation)
        format = operation.format
        args = _ints(node)
        if operation.name == "to_integer":
            kind = Kind.FP_TO_SBV if node.lo < 0 else Kind.FP_TO_UBV
            return self._make(kind, self._towards_zero, self._number(args[0], format), indices=(node.width,))
        indices = (format.exponent, format.significand)
        if operation.name == "from_integer":
            (a,) = args
            kind = Kind.FP_TO_FP_FROM_SBV if a.lo < 0 else Kind.FP_TO_FP_FROM_UBV
            source = self._sized(a, a.width)
            result = self._make(kind, self._nearest, source, indices=indices)
        elif operation.name == "from_format":
            assert operation.source is not None
            source = self._number(args[0], operation.source)
            result = self._make(Kind.FP_TO_FP_FROM_FP, self._nearest, source, indices=indices)
        else:
            numbers = [self._number(a, format) for a in args]
            result = self._make(_FLOAT_KINDS[operation.name], self._nearest, *numbers)
        operands = [] if operation.name in ("from_integer", "from_format") else args
        return self._bits_of(result, format, node, operands)

    def _bits_of(
        self, number: bitwuzla.Term, format: FloatFormat, node: Int, operands: list[Int]
    ) -> bitwuzla.Term:
        """New bits that mean this number. Not-a-number is the first operand that is none, made quiet, or
        always the same one."""
        bits = self._manager.mk_const(self._sort(format.bits), f"float#{node.number}")
        meant = self._make(Kind.FP_TO_FP_FROM_BV, bits, indices=(format.exponent, format.significand))
        self._solver.assert_formula(self._make(Kind.EQUAL, meant, number))
        usual = self._constant(format.nan, format.bits)
        for operand in reversed(operands):
            given = self._sized(operand, format.bits)
            quiet = self._make(Kind.BV_OR, given, self._constant(format.quiet, format.bits))
            is_none = self._make(Kind.FP_IS_NAN, self._number(operand, format))
            usual = self._make(Kind.ITE, is_none, quiet, usual)
        is_nan = self._make(Kind.FP_IS_NAN, number)
        is_usual = self._make(Kind.EQUAL, bits, usual)
        self._solver.assert_formula(self._make(Kind.IMPLIES, is_nan, is_usual))
        return bits


_CONNECTIVES = {Op.NOT: Kind.NOT, Op.AND: Kind.AND}
_MODULAR = {
    Op.ADD: Kind.BV_ADD,
    Op.SUBTRACT: Kind.BV_SUB,
    Op.MULTIPLY: Kind.BV_MUL,
    Op.BIT_AND: Kind.BV_AND,
    Op.BIT_OR: Kind.BV_OR,
    Op.BIT_XOR: Kind.BV_XOR,
}
_FLOAT_KINDS = {
    "add": Kind.FP_ADD,
    "subtract": Kind.FP_SUB,
    "multiply": Kind.FP_MUL,
    "divide": Kind.FP_DIV,
    "root": Kind.FP_SQRT,
    "equal": Kind.FP_EQUAL,
    "less": Kind.FP_LT,
    "less_equal": Kind.FP_LEQ,
    "is_nan": Kind.FP_IS_NAN,
    "is_infinite": Kind.FP_IS_INF,
}


def _ints(node: Int) -> list[Int]:
    return [a for a in node.args if isinstance(a, Int)]


def _parts(node: _Node) -> tuple[_Node, ...]:
    if not isinstance(node, Array):
        return node.args
    return () if node.store is None else node.store
