"""Clang's statements → labels and jumps.

while (c) B   becomes   top: if (!c) goto end;  B;  goto top;  end:
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.frontend import clang
from unthread.frontend.arithmetic import promote
from unthread.frontend.clang import Cursor, CursorKind, StorageClass
from unthread.frontend.expressions import Expressions
from unthread.program.expressions import (
    BinaryOperator,
    Conditional,
    Dereference,
    Expression,
    Place,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.fold import binary, convert, integer
from unthread.program.instructions import (
    Allocate,
    Assert,
    AtomicBegin,
    AtomicEnd,
    Call,
    Declare,
    Discard,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Region,
    Return,
    Spawn,
    accesses,
    is_private,
)
from unthread.program.types import (
    INT,
    VOID,
    ArrayType,
    RecordType,
    Type,
    VariableArrayType,
    is_scalar,
    value_type,
)

_THREAD_LABEL = "__CPROVER_ASYNC_"  # for CBMC, the statement behind it runs as a thread
_FENCE = re.compile(
    r"|nop|pause|rep|rep nop|yield"  # hints
    r"|[mls]fence|lock|(lock )?(add|or)[lq]? \$0(x0)?, ?0?\(%+[er]?sp\)"  # x86
    r"|(dmb|dsb|isb)( [a-z]+)?|(lw|i|hw|p?te)?sync|eieio|fence( [iorw]+, ?[iorw]+)?"  # ARM, POWER, RISC-V
)


@dataclass(slots=True)
class Scope:
    """A block: what happens when it is left, in the order of declaration. The lifetimes of objects are
    not ended in a block that can be entered by a jump."""

    block: int
    enterable: bool
    endings: list[Instruction] = field(default_factory=list)


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
        self._scopes: list[Scope] = []
        self._loops: list[Loop] = []
        self._cases: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._label_names: set[str] = set()
        self._label_numbers: dict[int, int] = {}

    # ---- dispatch

    def statement(self, cursor: Cursor) -> None:
        """Lower one statement. What cannot be modelled becomes an instruction that says so when reached."""
        start = len(self.builder.instructions)
        self.lowering.at(cursor)
        try:
            self._statement(cursor)
        except Unsupported as gap:
            del self.builder.instructions[start:]
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
                    self._declaration(child)
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
                self._asm(cursor)
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
            _make_atomic(self.builder.instructions, start)

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
        self._scopes.append(Scope(cursor.hash, cursor.hash in self.enterable))

    def _close(self) -> None:
        self._end(self._scopes.pop())

    def _end(self, scope: Scope) -> None:
        for ending in reversed(scope.endings):
            if isinstance(ending, Call) or not scope.enterable:
                self.builder.emit(replace(ending, loc=self.builder.loc))

    def _leave(self, label: str, depth: int) -> None:
        """Jump out of all scopes above `depth`."""
        for scope in reversed(self._scopes[depth:]):
            self._end(scope)
        self.builder.jump(label)

    def _goto(self, label: Cursor) -> None:
        around = self.blocks_around.get(label.hash, ())
        kept = [scope.block in around for scope in self._scopes]
        self._leave(self._label_name(label), kept.index(False) if False in kept else len(kept))

    # ---- declarations

    def _declaration(self, cursor: Cursor) -> None:
        if cursor.kind == CursorKind.TYPEDEF_DECL:
            counts = clang.expressions(cursor)
            if counts and _is_variable(cursor.underlying_typedef_type):
                kind = self.lowering.variable_type(cursor.underlying_typedef_type, counts)
                self.lowering.typedefs[cursor.hash] = kind
            return
        if cursor.kind != CursorKind.VAR_DECL or cursor.storage_class == StorageClass.EXTERN:
            return
        self.lowering.at(cursor)
        if cursor.storage_class == StorageClass.STATIC or cursor.tls_kind != clang.TLSKind.NONE:
            variable = self.context.static_local(cursor, self.builder, self.lowering)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            return
        if _is_variable(cursor.type):
            self._variable_declaration(cursor)
            return
        self._automatic(cursor)

    def _automatic(self, cursor: Cursor) -> None:
        kind = self.lowering.types.of(cursor)
        initial = clang.initializer(cursor)
        start = len(self.builder.instructions)
        if (
            is_scalar(kind)
            and cursor.hash not in self.memory
            and not clang.cleanup_function(cursor, self.context.unit)
        ):
            variable = self.builder.variable(cursor.spelling, kind, Storage.REGISTER)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            if initial is None:
                unset = Input(variable, cursor.spelling, self.builder.loc)
                self.uninitialized.append(unset)
                self.builder.emit(unset)
            else:
                self.lowering.calls.input_name = cursor.spelling
                value = self.lowering.value(initial)
                self.lowering.calls.input_name = ""
                self.lowering.at(cursor)
                self.builder.set(variable, convert(value, kind))
        else:
            escapes = cursor.hash in self.memory or cursor.hash in self.escaping
            variable = self.builder.variable(cursor.spelling, kind, Storage.LOCAL, escapes=escapes)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            if escapes:
                self._scopes[-1].endings.append(Discard(variable, self.builder.loc))
            if initial is None:
                self.builder.emit(Declare(variable, False, self.builder.loc))
            else:
                self.lowering.calls.input_name = cursor.spelling
                self.lowering.initializers.local(VariablePlace(variable), initial)
                self.lowering.calls.input_name = ""
        if self.context.atomic_statements and initial is not None:
            _make_atomic(self.builder.instructions, start)
        self._note_cleanup(cursor)

    def _note_cleanup(self, cursor: Cursor) -> None:
        """`__attribute__((cleanup(f)))`: f(&variable) is called when the block is left."""
        name = clang.cleanup_function(cursor, self.context.unit)
        if not name:
            return
        place = self.lowering.variables[cursor.hash]
        function = self.context.declaration_named(name, self.context.loc(cursor))
        address = self.lowering.address_of(place)
        call = Call(None, self.lowering.function_address(function), (address,), None, self.builder.loc)
        self._scopes[-1].endings.append(call)

    def _variable_declaration(self, cursor: Cursor) -> None:
        """A variable-length array, or a pointer to one."""
        initial = clang.initializer(cursor)
        if cursor.type.kind == clang.TypeKind.UNEXPOSED:  # typeof(array)
            operand = clang.expressions(cursor)[0]
            kind = self.lowering.capture(lambda: self.lowering.place(operand))[0].type
            self._declare_variable(cursor, kind, initial)
            return
        counts = [part for part in clang.expressions(cursor) if initial is None or part != initial]
        self._declare_variable(cursor, self.lowering.variable_type(cursor.type, counts), initial)

    def _declare_variable(self, cursor: Cursor, kind: Type, initial: Cursor | None) -> None:
        if not isinstance(kind, VariableArrayType | ArrayType):
            variable = self.builder.variable(cursor.spelling, kind, Storage.REGISTER)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            if initial is not None:
                self.builder.set(variable, convert(self.lowering.value(initial), kind))
            return
        pointer = self.lowering.types.pointer(kind.element)
        variable = self.builder.variable(cursor.spelling, pointer, Storage.REGISTER)
        whole = Dereference(read_register(variable), kind)
        self.lowering.variables[cursor.hash] = whole
        size = self._array_size(kind)
        self.builder.emit(Allocate(variable, size, integer(0), Region.STACK, self.builder.loc))
        self._scopes[-1].endings.append(Free(read_register(variable), Region.STACK, self.builder.loc))

    def _array_size(self, kind: Type) -> Expression:
        match kind:
            case ArrayType(element, count):
                size_type = self.lowering.types.size_type
                return binary(
                    BinaryOperator.MULTIPLY, integer(count, size_type), self._array_size(element), size_type
                )
            case _:
                return self.lowering.size_expression(kind)

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
        self._loops.append(Loop(end, again, len(self._scopes)))
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
        self._loops.append(Loop(end, None, len(self._scopes)))
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
        if any(isinstance(ending, Call) for scope in self._scopes for ending in scope.endings):
            value = None if value is None else self.builder.hold(value)
            for scope in reversed(self._scopes):
                for ending in reversed(scope.endings):
                    if isinstance(ending, Call):
                        self.builder.emit(replace(ending, loc=self.builder.loc))
        if self.atomic:
            value = None if value is None else self.builder.once(value)
            self.builder.emit(AtomicEnd(self.builder.loc))
        self.builder.emit(Return(value, self.builder.loc))

    def _asm(self, cursor: Cursor) -> None:
        """An empty template is a compiler barrier and means nothing here, and so do fences and hints. What
        such a one may give is the value that it is given for it."""
        parts = self.context.unit.rendering(self.lowering.declaration).asm_parts(cursor)
        operands = clang.children(cursor)
        if parts is None or not _is_fence(parts[0]) or len(parts[1]) != len(operands):
            raise Unsupported("inline assembly", self.context.loc(cursor))
        constraints = parts[1]
        given = [number for number, text in enumerate(constraints) if text.startswith("=")]
        tied = [number for number, text in enumerate(constraints) if given and text == str(given[0])]
        if (given and (len(given) > 1 or not tied)) or any(map(_has_effect, operands)):
            raise Unsupported("the results of inline assembly", self.context.loc(cursor))
        if given:
            value = self.lowering.value(operands[tied[0]])
            target = self.lowering.place(operands[given[0]])
            self.builder.assign(target, convert(value, value_type(target.type)))

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
        if self._scopes[-1].endings:
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


def _is_fence(template: str) -> bool:
    """Assembly that writes nothing: under sequential consistency, it changes nothing either."""
    lines = re.split(r"[;\n]|\\n", template.replace("\\t", " "))
    return all(_FENCE.fullmatch(" ".join(line.split()).lower()) for line in lines)


def _has_effect(expression: Cursor) -> bool:
    effects = (CursorKind.CALL_EXPR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
    return any(
        inner.kind in effects
        or (inner.kind == CursorKind.UNARY_OPERATOR and clang.unary_operator(inner) in ("++", "--"))
        or (inner.kind == CursorKind.BINARY_OPERATOR and clang.binary_operator(inner) == "=")
        for inner in expression.walk_preorder()
    )


def _is_variable(clang_type: clang.ClangType) -> bool:
    """A variable-length array, or pointers to one."""
    canonical = clang_type.get_canonical()
    while canonical.kind in (
        clang.TypeKind.POINTER,
        clang.TypeKind.CONSTANTARRAY,
        clang.TypeKind.INCOMPLETEARRAY,
    ):
        pointer = canonical.kind == clang.TypeKind.POINTER
        canonical = canonical.get_pointee() if pointer else canonical.element_type
    return bool(canonical.kind == clang.TypeKind.VARIABLEARRAY)


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


def _make_atomic(instructions: list[Instruction], start: int) -> None:
    """Put each run of instructions between calls into an atomic section, if it touches shared memory more
    than once. Jumps must stay inside a run, so a statement with calls and jumps is left as it is."""
    statement = instructions[start:]
    if any(isinstance(i, AtomicBegin | AtomicEnd) for i in statement):
        return
    breaks = [i for i, instruction in enumerate(statement) if isinstance(instruction, Call | Spawn)]
    if breaks and any(isinstance(i, Jump | Label) for i in statement):
        return
    result: list[Instruction] = []
    for low, high in zip([-1, *breaks], [*breaks, len(statement)], strict=True):
        result += _section(statement[low + 1 : high])
        result += statement[high : high + 1]
    instructions[start:] = result


def _section(run: list[Instruction]) -> list[Instruction]:
    touched = sum(
        1 for instruction in run for access in accesses(instruction) if not is_private(access.place)
    )
    if touched < 2:
        return run
    return [AtomicBegin(run[0].loc), *run, AtomicEnd(run[-1].loc)]
