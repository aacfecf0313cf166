"""Clang's statements → labels and jumps.

while (c) B   becomes   top: if (!c) goto end;  B;  goto top;  end:
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property, ViolationKind
from unthread.frontend import clang
from unthread.frontend.arithmetic import promote
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.declarations import Declarations
from unthread.frontend.entries import BlockEntries, BlockScope, LoopLabels
from unthread.frontend.escapes import Escapes
from unthread.frontend.expressions import Expressions
from unthread.frontend.jumps import Jumps, cases_of
from unthread.frontend.labels import Labels
from unthread.frontend.sections import make_atomic
from unthread.program.build.fold import binary, convert, integer, negation
from unthread.program.expressions import (
    BinaryOperator,
    Conditional,
    Expression,
    Place,
    Variable,
)
from unthread.program.instructions import (
    Assert,
    AtomicEnd,
    Call,
    Discard,
    Return,
)
from unthread.program.types import INT, VOID, RecordType, Type, is_scalar

_THREAD_LABEL = "__CPROVER_ASYNC_"  # for CBMC, the statement after it runs as a thread


class Statements:
    def __init__(self, lowering: Expressions, *, at_file_scope: bool = False) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self.context = lowering.context
        self.at_file_scope = at_file_scope
        self.varargs: Variable | None = None
        self.result: Place | None = None  # where a record result goes
        self.result_type: Type = VOID
        self.atomic = False  # the whole function is an atomic section
        self.jumps = Jumps()
        self.labels = Labels()
        self.escapes = Escapes(lowering.types)
        self.scopes: list[BlockScope] = []
        self.declarations = Declarations(self)
        self._loops: list[LoopLabels] = []
        self.entries = BlockEntries(self.builder)

    # ---- dispatch

    def statement(self, cursor: Cursor) -> None:
        """Lower one statement. What cannot be modelled becomes an instruction that says so when reached."""
        start, depth = len(self.builder.instructions), len(self.scopes)
        self.lowering.at(cursor)
        try:
            self._statement(cursor)
        except Unsupported as gap:
            del self.builder.instructions[start:]
            del self.scopes[depth:]
            self.lowering.pure = False
            self.context.gap(gap, cursor, self.builder)

    def _statement(self, cursor: Cursor) -> None:
        match cursor.kind:
            case CursorKind.COMPOUND_STMT:
                self._block(cursor)
            case CursorKind.NULL_STMT:
                pass
            case CursorKind.DECL_STMT:
                for child in clang.children(cursor):
                    self.declarations.declaration(child)
            case CursorKind.IF_STMT:
                self._if(cursor)
            case CursorKind.WHILE_STMT:
                self._while(cursor)
            case CursorKind.DO_STMT:
                self._do(cursor)
            case CursorKind.FOR_STMT:
                self._for(cursor)
            case CursorKind.SWITCH_STMT:
                self._switch(cursor)
            case CursorKind.CASE_STMT | CursorKind.DEFAULT_STMT:
                self.builder.place_label(self.labels.cases[cursor.hash])
                self.statement(clang.children(cursor)[-1])
            case CursorKind.LABEL_STMT:
                self._label(cursor)
            case CursorKind.ASM_STMT:
                from unthread.frontend.assembly.lower import lower_asm  # few programs have any

                lower_asm(self.lowering, cursor)
            case CursorKind.UNEXPOSED_STMT:  # a statement with attributes
                for child in clang.children(cursor):
                    if child.kind.is_statement() or child.kind.is_expression():
                        self.statement(child)
            case kind if kind.is_expression():
                self._expression(cursor)
            case _:
                self._jump(cursor)

    def _jump(self, cursor: Cursor) -> None:
        match cursor.kind:
            case CursorKind.GOTO_STMT:
                self._goto(clang.children(cursor)[0].referenced)
            case CursorKind.INDIRECT_GOTO_STMT:
                self._indirect_goto(cursor)
            case CursorKind.BREAK_STMT:
                self._leave(self._loops[-1].end, self._loops[-1].depth)
            case CursorKind.CONTINUE_STMT:
                loop = next(loop for loop in reversed(self._loops) if loop.again is not None)
                assert loop.again is not None
                self._leave(loop.again, loop.depth)
            case CursorKind.RETURN_STMT:
                self._return(cursor)
            case _:
                raise Unsupported(f"statement of kind {cursor.kind.name}", self.context.loc(cursor))

    def _expression(self, cursor: Cursor) -> None:
        start = len(self.builder.instructions)
        with self.full_expression(cursor):
            self.lowering.effect(cursor)
        if self.context.atomic_statements:
            make_atomic(self.builder.instructions, start)

    def condition(self, cursor: Cursor, label: str, *, when: bool) -> None:
        """Branch on a condition of a control statement."""
        start, depth = len(self.builder.instructions), len(self.scopes)
        try:
            if cursor.hash in self.escapes.results:
                value = self.full_value(cursor)
                self.builder.jump(label, value if when else negation(value))
            else:
                self.lowering.conditions.branch(cursor, label, when=when)
        except Unsupported as gap:
            del self.builder.instructions[start:]
            del self.scopes[depth:]
            self.context.gap(gap, cursor, self.builder)

    # ---- full expressions

    @contextmanager
    def full_expression(self, cursor: Cursor) -> Iterator[None]:
        """Temporary objects that are made inside end with it."""
        if cursor.hash not in self.escapes.results:
            yield
            return
        self._open(cursor, is_expression=True)
        yield
        self._close()

    def scope_of_block(self) -> BlockScope:
        return next(scope for scope in reversed(self.scopes) if not scope.is_expression)

    def scope_of_expression(self) -> BlockScope:
        """What temporaries end with."""
        return next((scope for scope in reversed(self.scopes) if scope.is_expression), self.scopes[-1])

    def is_passed_once(self, scope: BlockScope) -> bool:
        """Every way through the scope comes past this place, and only once."""
        is_straight = not (scope.has_label or scope.has_jump or scope.entered)
        return is_straight and self.lowering.branches == scope.branches

    def full_value(self, cursor: Cursor) -> Expression:
        """The value of a full expression, out of reach of what ends with it."""
        if cursor.hash not in self.escapes.results:
            return self.lowering.value(cursor)
        with self.full_expression(cursor):
            return self.builder.hold(self.lowering.value(cursor))

    # ---- blocks and scopes

    def _block(self, cursor: Cursor) -> None:
        self._open(cursor)
        self._contents(cursor)
        self._close()

    def _contents(self, cursor: Cursor) -> None:
        for child in clang.children(cursor):
            self.statement(child)

    def _substatement(self, cursor: Cursor) -> None:
        """The body of a loop and the arms of `if` and `switch` are blocks, with or without braces."""
        if cursor.kind == CursorKind.COMPOUND_STMT:
            self.statement(cursor)
            return
        self._open(cursor)
        self.statement(cursor)
        self._close()

    def _open(self, cursor: Cursor, *, is_expression: bool = False) -> None:
        start, branches = len(self.builder.instructions), self.lowering.branches
        entered = cursor.hash in self.jumps.entered
        self.scopes.append(BlockScope(cursor.hash, entered, start, branches, is_expression))

    def _close(self) -> None:
        scope = self.scopes.pop()
        self._end(scope)
        self.builder.instructions[scope.start : scope.start] = self.entries.beginnings_of(scope)

    def _end(self, scope: BlockScope) -> None:
        for ending in reversed(scope.endings):
            self.builder.emit(replace(ending, loc=self.builder.loc))

    def _leave(self, label: str, depth: int) -> None:
        """Jump out of all scopes above `depth`."""
        for scope in reversed(self.scopes[depth:]):
            if scope.has_label:
                self.entries.note_early_exit(scope)
            self._end(scope)
        self.builder.jump(label)

    def _goto(self, label: Cursor) -> None:
        depth = self._common_depth(label)
        self._end_what_comes_later(label, depth)
        self._note_jump(label, depth)
        around = self.jumps.around.get(label.hash, ())
        self._leave(self._entry_to(around, self.labels.name(label), depth), depth)

    def _entry_to(
        self, around: tuple[int, ...], target: str, depth: int, left: tuple[BlockScope, ...] = ()
    ) -> str:
        """Where a jump to `target`, which stands in the blocks `around`, has to go from here."""
        kept = {scope.block for scope in self.scopes[:depth]}
        return self.entries.add(tuple(block for block in around if block not in kept), target, left)

    def _common_depth(self, label: Cursor) -> int:
        """How many of the open scopes the label stands in."""
        around = self.jumps.around.get(label.hash, ())
        kept = [scope.block in around for scope in self.scopes]
        return kept.index(False) if False in kept else len(kept)

    def _note_jump(self, label: Cursor, depth: int) -> None:
        """What is declared between a jump and its label is passed by; not so where it goes back."""
        if not self.labels.is_placed(label):
            for scope in self.scopes[:depth]:
                scope.has_jump = True

    def _end_what_comes_later(self, label: Cursor, depth: int) -> None:
        """Going back before the declaration of a variable-length array ends it, and what is to be called at
        the end of a variable is called; other objects live as long as their block."""
        for scope in reversed(self.scopes[:depth]):
            for ending in reversed(scope.endings[self.labels.endings_before(label, scope) :]):
                if not isinstance(ending, Discard):
                    self.builder.emit(replace(ending, loc=self.builder.loc))

    # ---- control flow

    def _if(self, cursor: Cursor) -> None:
        test, then, *otherwise = clang.children(cursor)
        other = self.builder.label("else" if otherwise else "end")
        self._open(cursor)
        self.condition(test, other, when=False)
        self._substatement(then)
        if otherwise:
            end = self.builder.label("end")
            self.builder.jump(end)
            self.builder.place_label(other)
            self._substatement(otherwise[0])
            other = end
        self.builder.place_label(other)
        self._close()

    def _loop(self, body: Cursor, end: str, again: str) -> None:
        self._loops.append(LoopLabels(end, again, len(self.scopes)))
        self._substatement(body)
        self._loops.pop()

    def _while(self, cursor: Cursor) -> None:
        test, body = clang.children(cursor)
        top, end = self.builder.label("while"), self.builder.label("end")
        self.lowering.at(cursor)
        self._open(cursor)
        self.builder.place_label(top)
        with self.lowering.sometimes():
            self.condition(test, end, when=False)
        self._loop(body, end, top)
        self.builder.jump(top)
        self.builder.place_label(end)
        self._close()

    def _do(self, cursor: Cursor) -> None:
        body, test = clang.children(cursor)
        top, again, end = self.builder.label("do"), self.builder.label("again"), self.builder.label("end")
        self.lowering.at(cursor)
        self._open(cursor)
        self.builder.place_label(top)
        self._loop(body, end, again)
        self.builder.place_label(again)
        with self.lowering.sometimes():
            self.condition(test, top, when=True)
        self.builder.place_label(end)
        self._close()

    def _for(self, cursor: Cursor) -> None:
        first, test, step, body = self._for_parts(cursor)
        top, again, end = self.builder.label("for"), self.builder.label("again"), self.builder.label("end")
        self._open(cursor)
        if first is not None:
            self.statement(first)
        self.lowering.at(cursor)
        self.builder.place_label(top)
        with self.lowering.sometimes():
            if test is not None:
                self.condition(test, end, when=False)
        self._loop(body, end, again)
        self.builder.place_label(again)
        with self.lowering.sometimes():
            if step is not None:
                self.statement(step)
        self.builder.jump(top)
        self.builder.place_label(end)
        self._close()

    def _for_parts(self, cursor: Cursor) -> tuple[Cursor | None, Cursor | None, Cursor | None, Cursor]:
        """libclang leaves out the parts that are not there without saying which."""
        *header, body = clang.children(cursor)
        if len(header) == 3:
            present = (True, True, True)
        elif not header:
            present = (False, False, False)
        else:
            told = self.context.unit.rendering(self.lowering.declaration).for_header(cursor)
            if told is None or sum(told) != len(header):
                raise Unsupported("this 'for' header", self.context.loc(cursor))
            present = told
        rest = iter(header)
        first, test, step = (next(rest) if there else None for there in present)
        return first, test, step, body

    def _switch(self, cursor: Cursor) -> None:
        test, body = clang.children(cursor)
        self._open(cursor)
        value = self.builder.once(promote(self.full_value(test)))
        end = self.builder.label("end")
        default = None
        self._loops.append(LoopLabels(end, None, len(self.scopes)))
        self._open(body)  # before the jumps to its cases: its objects begin there
        self.scopes[-1].has_jump = True
        for case in cases_of(body):
            label = self.labels.cases[case.hash] = self.builder.label("case")
            label = self._entry_to(self.jumps.around.get(case.hash, ()), label, len(self.scopes))
            if case.kind == CursorKind.DEFAULT_STMT:
                default = label
                continue
            self.lowering.at(case)
            self.builder.jump(label, self._matches(value, clang.children(case)))
        if default is None:
            self._leave(end, len(self.scopes) - 1)
        else:
            self.builder.jump(default)
        if body.kind == CursorKind.COMPOUND_STMT:
            self._contents(body)
        else:
            self.statement(body)
        self._close()
        self._loops.pop()
        self.builder.place_label(end)
        self._close()

    def _matches(self, value: Expression, parts: list[Cursor]) -> Expression:
        limits = [clang.evaluate(part) for part in parts[:-1]]
        constants = [integer(limit, value.type) for limit in limits if isinstance(limit, int)]
        if len(constants) == 1:
            return binary(BinaryOperator.EQUAL, value, constants[0], INT)
        above = binary(BinaryOperator.LESS_EQUAL, constants[0], value, INT)
        below = binary(BinaryOperator.LESS_EQUAL, value, constants[1], INT)
        return Conditional(above, below, integer(0), INT)

    def _label(self, cursor: Cursor) -> None:
        if cursor.spelling.startswith(_THREAD_LABEL):
            raise Unsupported("a label that starts a thread", self.context.loc(cursor))
        for scope in self.scopes:
            scope.has_label = True
        self.labels.note_place(cursor, self.scopes)
        name = self.labels.name(cursor)
        self.builder.place_label(name)
        if cursor.spelling == "ERROR":
            message, kind = "label ERROR is reached", ViolationKind.ERROR_LABEL
            self.builder.emit(Assert(integer(0), Property.REACH, message, self.builder.loc, True, kind))
        for child in clang.children(cursor)[-1:]:
            self.statement(child)

    def _indirect_goto(self, cursor: Cursor) -> None:
        target = self.builder.once(self.lowering.value(clang.children(cursor)[0]))
        self.lowering.at(cursor)
        for label, number in self.labels.numbers.items():
            condition = binary(BinaryOperator.EQUAL, target, integer(number, target.type), INT)
            self.builder.jump(self._indirect(label), condition)
        self.builder.emit(
            Assert(integer(0), Property.MEMORY, "goto to something that is not a label", self.builder.loc)
        )
        self.builder.jump(self.labels.first_name())

    def _indirect(self, label: int) -> str:
        """Where to go for one of the labels: it may stand in other blocks."""
        around = self.jumps.around.get(label, ())
        left = [scope for scope in self.scopes if scope.block not in around]
        depth = len(self.scopes) - len(left)
        for scope in self.scopes[:depth]:
            scope.has_jump = True
        return self._entry_to(around, self.labels.name_at(label), depth, tuple(left))

    def _return(self, cursor: Cursor) -> None:
        parts = clang.children(cursor)
        if not parts or self.result_type == VOID:
            for part in parts:
                self.lowering.effect(part)
            self.finish(None)
            return
        if isinstance(self.result_type, RecordType):
            assert self.result is not None
            self.lowering.copies.copy(self.result, self.lowering.place(parts[0]))
            self.finish(None)
            return
        value = convert(self.lowering.value(parts[0]), self.result_type)
        self.lowering.at(cursor)
        self.finish(value)

    def finish(self, value: Expression | None) -> None:
        """Return. What leaving the blocks calls comes after the value is computed, and so does the end of
        a function that is one atomic section."""
        if any(isinstance(ending, Call) for scope in self.scopes for ending in scope.endings):
            value = None if value is None else self.builder.hold(value)
            for scope in reversed(self.scopes):
                for ending in reversed(scope.endings):
                    if isinstance(ending, Call):
                        self.builder.emit(replace(ending, loc=self.builder.loc))
        if self.atomic:
            value = None if value is None else self.builder.once(value)
            self.builder.emit(AtomicEnd(self.builder.loc))
        self.builder.emit(Return(value, self.builder.loc))

    # ---- statement expressions

    def _expression_body(self, cursor: Cursor) -> Cursor:
        """Lower all statements but the expression that gives the value, which may have labels."""
        *first, last = clang.children(clang.children(cursor)[0])
        for statement in first:
            self.statement(statement)
        while last.kind in (CursorKind.LABEL_STMT, CursorKind.UNEXPOSED_STMT):
            if last.kind == CursorKind.LABEL_STMT:
                self.builder.place_label(self.labels.name(last))
            last = clang.children(last)[-1]
        return last

    def expression_value(self, cursor: Cursor) -> Expression:
        self._open(clang.children(cursor)[0])
        value = self.lowering.value(self._expression_body(cursor))
        if self.scopes[-1].endings:
            value = self.builder.once(value)
        self._close()
        kind = self.lowering.type_of(cursor)
        return convert(value, kind) if is_scalar(kind) else value

    def expression_effect(self, cursor: Cursor) -> None:
        self._block(clang.children(cursor)[0])

    def expression_place(self, cursor: Cursor) -> Place:
        result = self.lowering.places.temporary(self.lowering.type_of(cursor), cursor)
        self._open(clang.children(cursor)[0])
        self.lowering.copies.copy(result, self.lowering.place(self._expression_body(cursor)))
        self._close()
        return result
