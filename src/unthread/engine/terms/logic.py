"""Booleans, comparisons and choices between integers, and the table that shares equal terms.

Terms fold as they are built. `terms.py` adds what is computed with integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from unthread.engine.terms.nodes import UNDEFINED, Array, Bool, Int, Op, Range, is_exact, width_of


class Logic:
    """Makes terms. Equal ones are the same object."""

    def __init__(self) -> None:
        self.count = 0
        self.has_floats = False
        self._known: dict[object, Bool | Int] = {}
        self._lifted: dict[object, Bool] = {}
        self.true = self._constant_bool()
        self.false = self.true.inverse
        self.zero = self.integer(0)
        self.one = self.integer(1)

    def _constant_bool(self) -> Bool:
        true = Bool(Op.CONSTANT, (), True, self._next())
        false = Bool(Op.CONSTANT, (), False, self._next())
        true.inverse, false.inverse = false, true
        return true

    def _next(self) -> int:
        self.count += 1
        return self.count

    # ---- leaves

    def integer(self, value: int) -> Int:
        key = (Op.CONSTANT, value)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Int(Op.CONSTANT, (), value, value, value, self._next())
        assert isinstance(found, Int)
        return found

    def boolean(self, value: bool) -> Bool:
        return self.true if value else self.false

    def variable(self, name: str, within: Range, undefined: bool = False) -> Int:
        """A new integer, any of that range, which must be all that some number of bits can say. `undefined`:
        what a program finds in memory never written; such a value points to nothing."""
        lo, hi = within
        assert hi - lo + 1 == 1 << width_of(lo, hi), "a variable takes all values of its bits"
        made = Int(Op.VARIABLE, (), lo, hi, name, self._next())
        if undefined:
            made.leaves = UNDEFINED
        return made

    def choice_variable(self, name: str) -> Bool:
        """A new Boolean."""
        return self._with_inverse(Bool(Op.VARIABLE, (), name, self._next()))

    def _with_inverse(self, term: Bool) -> Bool:
        inverse = Bool(Op.NOT, (term,), None, self._next())
        term.inverse, inverse.inverse = inverse, term
        return term

    def _bool(self, op: Op, args: tuple[Bool | Int, ...], data: object = None) -> Bool:
        key = (op, *[id(a) for a in args], data)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._with_inverse(Bool(op, args, data, self._next()))
        assert isinstance(found, Bool)
        return found

    def _int(self, op: Op, args: tuple[Bool | Int | Array, ...], within: Range, data: object = None) -> Int:
        lo, hi = within
        if lo == hi:
            return self.integer(lo)
        key = (op, *[id(a) for a in args], lo, hi, data)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Int(op, args, lo, hi, data, self._next())
        assert isinstance(found, Int)
        return found

    # ---- Booleans

    def both(self, a: Bool, b: Bool) -> Bool:
        if a is b or b is self.true:
            return a
        if a is self.true:
            return b
        if a is self.false or b is self.false or a.inverse is b:
            return self.false
        for one, other in ((a, b), (b, a)):
            if one.op is Op.AND:
                if other in one.args:
                    return one
                if other.inverse in one.args:
                    return self.false
            elif one.op is Op.NOT and one.inverse.op is Op.AND:
                x, y = one.inverse.args  # one is !(x && y)
                if other.inverse is x or other.inverse is y:
                    return other
                if other is x or other is y:
                    rest = y if other is x else x
                    assert isinstance(rest, Bool)
                    return self.both(other, rest.inverse)
        if a.number > b.number:
            a, b = b, a
        return self._bool(Op.AND, (a, b))

    def either(self, a: Bool, b: Bool) -> Bool:
        return self.both(a.inverse, b.inverse).inverse

    def implies(self, a: Bool, b: Bool) -> Bool:
        return self.both(a, b.inverse).inverse

    def all(self, terms: Iterable[Bool]) -> Bool:
        return self._balanced(list(dict.fromkeys(terms)), self.both, self.true)

    def any(self, terms: Iterable[Bool]) -> Bool:
        return self._balanced(list(dict.fromkeys(terms)), self.either, self.false)

    def _balanced(self, terms: list[Bool], join: Callable[[Bool, Bool], Bool], empty: Bool) -> Bool:
        if not terms:
            return empty
        while len(terms) > 1:
            paired = [join(terms[i], terms[i + 1]) for i in range(0, len(terms) - 1, 2)]
            terms = paired + terms[len(terms) & ~1 :]
        return terms[0]

    def select(self, test: Bool, then: Bool, otherwise: Bool) -> Bool:
        if test is self.true or then is otherwise:
            return then
        if test is self.false:
            return otherwise
        return self.either(self.both(test, then), self.both(test.inverse, otherwise))

    # ---- comparisons

    def equal(self, a: Int, b: Int) -> Bool:
        if a is b:
            return self.true
        if a.hi < b.lo or b.hi < a.lo:
            return self.false
        if a.op is Op.CONSTANT:
            a, b = b, a
        if b.op is Op.CONSTANT:
            return self._equal_constant(a, b)
        if a.number > b.number:
            a, b = b, a
        return self._bool(Op.EQUAL, (a, b))

    def _equal_constant(self, a: Int, constant: Int) -> Bool:
        if a.op is Op.CONSTANT:
            return self.boolean(a.lo == constant.lo)
        if a.op is Op.CHOICE:
            lifted = self._lift(Op.EQUAL, a, constant, self.equal)
            if lifted is not None:
                return lifted
        if a.op is Op.ADD and a.args[1].op is Op.CONSTANT and is_exact(a):  # type: ignore[union-attr]
            x, k = a.args
            assert isinstance(x, Int)
            assert isinstance(k, Int)
            return self.equal(x, self.integer(constant.lo - k.lo))
        return self._bool(Op.EQUAL, (a, constant))

    def _lift(self, op: Op, a: Int, constant: Int, ask: Callable[[Int, Int], Bool]) -> Bool | None:
        """A question about a choice, asked of both sides if one side then answers itself."""
        key = (op, a.number, constant.lo)
        found = self._lifted.get(key)
        if found is not None:
            return found
        chain: list[Int] = []
        rest: Int = a
        while rest.op is Op.CHOICE:
            _, x, y = rest.args
            assert isinstance(x, Int)
            assert isinstance(y, Int)
            if y.op is Op.CONSTANT and x.op is not Op.CONSTANT:
                following = x
            elif x.op is Op.CONSTANT:
                following = y
            else:
                break
            chain.append(rest)
            rest = following
            known = self._lifted.get((op, rest.number, constant.lo))
            if known is not None:
                break
        if not chain:
            return None
        result = self._lifted.get((op, rest.number, constant.lo))
        if result is None:
            result = self._asked(op, rest, constant, ask)
        for node in reversed(chain):
            test, x, y = node.args
            assert isinstance(test, Bool)
            assert isinstance(x, Int)
            assert isinstance(y, Int)
            if x is rest:
                result = self.select(test, result, ask(y, constant))
            else:
                result = self.select(test, ask(x, constant), result)
            self._lifted[(op, node.number, constant.lo)] = result
            rest = node
        return result

    def _asked(self, op: Op, a: Int, constant: Int, ask: Callable[[Int, Int], Bool]) -> Bool:
        """Without looking into a choice, of which neither side is constant."""
        if a.op is not Op.CHOICE or a.lo == a.hi:
            return ask(a, constant)
        if op is Op.EQUAL:
            if constant.lo < a.lo or constant.lo > a.hi:
                return self.false
            return self._bool(Op.EQUAL, (a, constant))
        if op is Op.LESS:  # a < constant
            decided = self._less_by_bounds(a, constant)
            return self._bool(Op.LESS, (a, constant)) if decided is None else decided
        decided = self._less_by_bounds(constant, a)
        return self._bool(Op.LESS, (constant, a)) if decided is None else decided

    def _less_by_bounds(self, a: Int, b: Int) -> Bool | None:
        if a is b or a.lo >= b.hi:
            return self.false
        if a.hi < b.lo:
            return self.true
        return None

    def less(self, a: Int, b: Int) -> Bool:
        decided = self._less_by_bounds(a, b)
        if decided is not None:
            return decided
        if b.op is Op.CONSTANT:
            if a.op is Op.CHOICE:
                lifted = self._lift(Op.LESS, a, b, self.less)
                if lifted is not None:
                    return lifted
            if b.lo == a.lo + 1:
                return self.equal(a, self.integer(a.lo))
            if b.lo == a.hi:
                return self.equal(a, b).inverse
        elif a.op is Op.CONSTANT:
            if b.op is Op.CHOICE:
                lifted = self._lift(Op.CHOICE, b, a, lambda x, constant: self.less(constant, x))
                if lifted is not None:
                    return lifted
            if a.lo == b.hi - 1:
                return self.equal(b, self.integer(b.hi))
            if a.lo == b.lo:
                return self.equal(b, a).inverse
        return self._bool(Op.LESS, (a, b))

    def at_most(self, a: Int, b: Int) -> Bool:
        return self.less(b, a).inverse

    def truth(self, a: Int) -> Bool:
        return self.equal(a, self.zero).inverse

    def number(self, test: Bool) -> Int:
        return self.choice(test, self.one, self.zero)

    # ---- choice

    def choice(self, test: Bool, then: Int, otherwise: Int) -> Int:
        if test is self.true or then is otherwise:
            return then
        if test is self.false:
            return otherwise
        if test.op is Op.NOT:
            test, then, otherwise = test.inverse, otherwise, then
        if then.op is Op.CHOICE and then.args[0] is test:
            then = then.args[1]  # type: ignore[assignment]
        if otherwise.op is Op.CHOICE and otherwise.args[0] is test:
            otherwise = otherwise.args[2]  # type: ignore[assignment]
        if then is otherwise:
            return then
        if otherwise.op is Op.CHOICE:
            inner, x, y = otherwise.args
            assert isinstance(inner, Bool)
            if x is then:
                return self.choice(self.either(test, inner), then, y)  # type: ignore[arg-type]
            if y is then:
                return self.choice(self.both(test.inverse, inner), x, then)  # type: ignore[arg-type]
        if then.op is Op.CHOICE:
            inner, x, y = then.args
            assert isinstance(inner, Bool)
            if y is otherwise:
                return self.choice(self.both(test, inner), x, otherwise)  # type: ignore[arg-type]
            if x is otherwise:
                return self.choice(self.both(test, inner.inverse), y, otherwise)  # type: ignore[arg-type]
        within = min(then.lo, otherwise.lo), max(then.hi, otherwise.hi)
        return self._int(Op.CHOICE, (test, then, otherwise), within)
