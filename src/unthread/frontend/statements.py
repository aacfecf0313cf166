"""Clang's statements → labels and jumps.

while (c) B   becomes   top: if (!c) goto end;  B;  goto top;  end:
"""

from __future__ import annotations

from dataclasses import field, replace

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.arithmetic import promote
from unthread.frontend.assembly import lower_asm
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.declarations import Declarations
from unthread.frontend.expressions import Expressions
from unthread.frontend.sections import make_atomic
from unthread.program.expressions import BinaryOperator, Conditional, Expression, Place, Variable
from unthread.program.fold import binary, convert, integer
from unthread.program.instructions import Assert, AtomicEnd, Call, Input, Instruction, Return
from unthread.program.types import INT, VOID, RecordType, Type, is_scalar

_THREAD_LABEL = "__CPROVER_ASYNC_"  # for CBMC, the statement behind it runs as a thread


@dataclass(slots=True)
class Scope:
    """A block: what happens when it is left, in the order of declaration. The lifetimes of objects are
    not ended in a block that can be entered by a jump. Behind a label those that others may know begin where
    the block does, at `start`: whoever jumps back finds them."""

    block: int
    enterable: bool
    start: int
    endings: list[Instruction] = field(default_factory=list)
    has_label: bool = False
    beginnings: list[Instruction] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Loop:
    """Where `break` and `continue` lead, and how many scopes were open outside."""

    end: str
    again: str | None
    depth: int


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
        self.memory: set[int] = set()  # scalars of the frame whose address is taken
        self.escaping: set[int] = set()  # arrays and records of the frame whose address is taken
        self.enterable: set[int] = set()  # blocks with labels inside
        self.blocks_around: dict[int, tuple[int, ...]] = {}  # of each label
        self.uninitialized: list[Input] = []
        self.scopes: list[Scope] = []
        self.declarations = Declarations(self)
        self._loops: list[Loop] = []
        self._cases: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._label_names: set[str] = set()
        self._label_numbers: dict[int, int] = {}

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
                self.builder.place_label(self._cases[cursor.hash])
                self.statement(clang.children(cursor)[-1])
            case CursorKind.LABEL_STMT:
                self._label(cursor)
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
            case CursorKind.ASM_STMT:
                lower_asm(self.lowering, cursor)
            case CursorKind.UNEXPOSED_STMT:  # a statement with attributes
                for child in clang.children(cursor):
                    if child.kind.is_statement() or child.kind.is_expression():
                        self.statement(child)
            case kind if kind.is_expression():
                self._expression(cursor)
            case _:
                raise Unsupported(f"statement of kind {cursor.kind.name}", self.context.loc(cursor))

    def _expression(self, cursor: Cursor) -> None:
        start = len(self.builder.instructions)
        self.lowering.effect(cursor)
        if self.context.atomic_statements:
            make_atomic(self.builder.instructions, start)

    def condition(self, cursor: Cursor, label: str, *, when: bool) -> None:
        """Branch on a condition of a control statement."""
        start = len(self.builder.instructions)
        try:
            self.lowering.branch(cursor, label, when=when)
        except Unsupported as gap:
            del self.builder.instructions[start:]
            self.context.gap(gap, cursor, self.builder)

    # ---- blocks and scopes

    def _block(self, cursor: Cursor) -> None:
        self._open(cursor)
        for child in clang.children(cursor):
            self.statement(child)
        self._close()

    def _open(self, cursor: Cursor) -> None:
        start = len(self.builder.instructions)
        self.scopes.append(Scope(cursor.hash, cursor.hash in self.enterable, start))

    def _close(self) -> None:
        scope = self.scopes.pop()
        self._end(scope)
        self.builder.instructions[scope.start : scope.start] = scope.beginnings

    def _end(self, scope: Scope) -> None:
        for ending in reversed(scope.endings):
            if isinstance(ending, Call) or not scope.enterable:
                self.builder.emit(replace(ending, loc=self.builder.loc))

    def _leave(self, label: str, depth: int) -> None:
        """Jump out of all scopes above `depth`."""
        for scope in reversed(self.scopes[depth:]):
            self._end(scope)
        self.builder.jump(label)

    def _goto(self, label: Cursor) -> None:
        around = self.blocks_around.get(label.hash, ())
        kept = [scope.block in around for scope in self.scopes]
        self._leave(self._label_name(label), kept.index(False) if False in kept else len(kept))

    # ---- control flow

    def _if(self, cursor: Cursor) -> None:
        test, then, *otherwise = clang.children(cursor)
        other = self.builder.label("else" if otherwise else "end")
        self.condition(test, other, when=False)
        self.statement(then)
        if otherwise:
            end = self.builder.label("end")
            self.builder.jump(end)
            self.builder.place_label(other)
            self.statement(otherwise[0])
            other = end
        self.builder.place_label(other)

    def _loop(self, body: Cursor, end: str, again: str) -> None:
        self._loops.append(Loop(end, again, len(self.scopes)))
        self.statement(body)
        self._loops.pop()

    def _while(self, cursor: Cursor) -> None:
        test, body = clang.children(cursor)
        top, end = self.builder.label("while"), self.builder.label("end")
        self.lowering.at(cursor)
        self.builder.place_label(top)
        self.condition(test, end, when=False)
        self._loop(body, end, top)
        self.builder.jump(top)
        self.builder.place_label(end)

    def _do(self, cursor: Cursor) -> None:
        body, test = clang.children(cursor)
        top, again, end = self.builder.label("do"), self.builder.label("again"), self.builder.label("end")
        self.lowering.at(cursor)
        self.builder.place_label(top)
        self._loop(body, end, again)
        self.builder.place_label(again)
        self.condition(test, top, when=True)
        self.builder.place_label(end)

    def _for(self, cursor: Cursor) -> None:
        first, test, step, body = self._for_parts(cursor)
        top, again, end = self.builder.label("for"), self.builder.label("again"), self.builder.label("end")
        self._open(cursor)
        if first is not None:
            self.statement(first)
        self.lowering.at(cursor)
        self.builder.place_label(top)
        if test is not None:
            self.condition(test, end, when=False)
        self._loop(body, end, again)
        self.builder.place_label(again)
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
        value = self.builder.once(promote(self.lowering.value(test)))
        end = self.builder.label("end")
        default = end
        for case in _cases_of(body):
            label = self._cases[case.hash] = self.builder.label("case")
            if case.kind == CursorKind.DEFAULT_STMT:
                default = label
                continue
            self.lowering.at(case)
            self.builder.jump(label, self._matches(value, clang.children(case)))
        self.builder.jump(default)
        self._loops.append(Loop(end, None, len(self.scopes)))
        self.statement(body)
        self._loops.pop()
        self.builder.place_label(end)

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
        name = self._label_name(cursor)
        self.builder.place_label(name)
        if cursor.spelling == "ERROR":
            self.builder.emit(Assert(integer(0), Property.REACH, "label ERROR is reached", self.builder.loc))
        for child in clang.children(cursor)[-1:]:
            self.statement(child)

    def _label_name(self, label: Cursor) -> str:
        if label.hash not in self._labels:
            name = label.spelling
            while name in self._label_names:
                name += "'"  # __label__ makes labels local to a block
            self._label_names.add(name)
            self._labels[label.hash] = name
        return self._labels[label.hash]

    def label_number(self, reference: Cursor) -> int:
        """The address of a label: a small number that only `goto *` of this function understands."""
        label = reference.referenced
        return self._label_numbers.setdefault(label.hash, len(self._label_numbers) + 1)

    def number_labels(self, body: Cursor) -> None:
        """All labels whose address is taken, before the first `goto *` needs them."""
        for cursor in clang.descendants(body):
            if cursor.kind == CursorKind.ADDR_LABEL_EXPR:
                label = clang.children(cursor)[0].referenced
                self.label_number(clang.children(cursor)[0])
                self._label_name(label)

    def _indirect_goto(self, cursor: Cursor) -> None:
        target = self.builder.once(self.lowering.value(clang.children(cursor)[0]))
        self.lowering.at(cursor)
        for label, number in self._label_numbers.items():
            condition = binary(BinaryOperator.EQUAL, target, integer(number, target.type), INT)
            self.builder.jump(self._labels[label], condition)
        self.builder.emit(
            Assert(integer(0), Property.MEMORY, "goto to something that is no label", self.builder.loc)
        )
        self.builder.jump(next(iter(self._labels.values())))

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
                self.builder.place_label(self._label_name(last))
            last = clang.children(last)[-1]
        return last

    def expression_value(self, cursor: Cursor) -> Expression:
        self._open(clang.children(cursor)[0])
        value = self.lowering.value(self._expression_body(cursor))
        if self.scopes[-1].endings:
            value = self.builder.once(value)
        self._close()
        return (
            convert(value, self.lowering.type_of(cursor))
            if is_scalar(self.lowering.type_of(cursor))
            else value
        )

    def expression_effect(self, cursor: Cursor) -> None:
        self._block(clang.children(cursor)[0])

    def expression_place(self, cursor: Cursor) -> Place:
        result = self.lowering.places.temporary(self.lowering.type_of(cursor))
        self._open(clang.children(cursor)[0])
        self.lowering.copies.copy(result, self.lowering.place(self._expression_body(cursor)))
        self._close()
        return result


def _cases_of(body: Cursor) -> list[Cursor]:
    """The case and default labels of a switch, not those of switches inside it."""
    found = []
    stack = [body]
    while stack:
        cursor = stack.pop()
        if cursor.kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT):
            found.append(cursor)
        if cursor.kind != CursorKind.SWITCH_STMT:
            stack.extend(reversed(clang.children(cursor)))
    return found
