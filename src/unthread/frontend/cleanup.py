"""The raw body of a function → the body that is kept.

t1 = x; t2 = t1 + 1; if (t2 > y) goto L   becomes   t2 = x + 1; if (t2 > y) goto L   (x and y in memory)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from unthread.frontend.builder import Builder
from unthread.frontend.statements import Statements
from unthread.program.build.rewrite import replace_expressions
from unthread.program.build.tidy import is_idle, without_dead_code
from unthread.program.expressions import (
    Conditional,
    Expression,
    Read,
    Storage,
    Variable,
    VariablePlace,
    memory_reads,
    operands,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Call,
    Exit,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Region,
    Return,
    Spawn,
    Unmodelled,
    accesses,
    defined_register,
    expressions,
)
from unthread.program.query.unset import maybe_undefined
from unthread.program.query.uses import registers_in, registers_read, variables_of


def clean(
    builder: Builder, parameters: list[Variable], statements: Statements
) -> tuple[tuple[Instruction, ...], tuple[Variable, ...]]:
    """The final body and the variables that it uses besides the parameters."""
    body = _with_missing_labels(builder.instructions)
    body = without_dead_code(body)
    body = _fuse(body, builder.temporaries)
    body = _initialized(body, statements.declarations.uninitialized)
    used = _variables(body)
    ours = {*parameters, statements.varargs}
    return tuple(body), tuple(v for v in builder.locals if v in used and v not in ours)


def _with_missing_labels(body: list[Instruction]) -> list[Instruction]:
    """Labels inside a statement that is not modelled are not there to jump to."""
    there = {i.name for i in body if isinstance(i, Label)}
    result = list(body)
    for jump in body:
        if isinstance(jump, Jump) and jump.label not in there:
            there.add(jump.label)
            result += [Label(jump.label, jump.loc), Unmodelled(f"jump to '{jump.label}'", jump.loc)]
    return result


def _fuse(body: list[Instruction], temporaries: set[Variable]) -> list[Instruction]:
    """Put a temporary's value where it is used, if that is once and in the very next instruction."""
    uses = Counter(variable for instruction in body for variable in registers_read(instruction))
    result: list[Instruction] = []
    for instruction in body:
        while result:
            fused = _fused(result[-1], instruction, temporaries, uses)
            if fused is None:
                break
            result.pop()
            instruction = fused
        result.append(instruction)
    return [i for i in result if not _sets_nothing(i, temporaries, uses)]


def _fused(
    first: Instruction, second: Instruction, temporaries: set[Variable], uses: Counter[Variable]
) -> Instruction | None:
    temporary = defined_register(first)
    if temporary is None or temporary not in temporaries or uses[temporary] != 1:
        return None
    if isinstance(first, Assign):
        return _substituted(temporary, first.value, second)
    if isinstance(first, Allocate) and first.region is Region.STACK:
        return None  # the block ends with the frame, whatever becomes of the variable that gets its address
    match second:
        case Assign(VariablePlace(target), Read(VariablePlace(source))) if (
            source == temporary and target.storage is Storage.REGISTER and target.type == temporary.type
        ):
            assert isinstance(first, Call | Input | Allocate | Spawn) or hasattr(first, "target")
            return replace(first, target=target)  # type: ignore[arg-type]
        case _:
            return None


_ALONE = (Jump, Assign, Assume, Assert, Return, Call, Allocate, Free, Exit, Spawn)


def _substituted(temporary: Variable, value: Expression, second: Instruction) -> Instruction | None:
    if not isinstance(second, _ALONE) or temporary not in registers_read(second):
        return None
    if memory_reads(value) and any(True for _ in accesses(second)):
        return None
    if any(_under_condition(expression, temporary) for expression in expressions(second)):
        return None
    return replace_expressions(second, {temporary: value})


def _under_condition(expression: Expression, register: Variable) -> bool:
    """The register is read only if some condition holds."""
    if isinstance(expression, Conditional):
        if any(register in registers_in(arm) for arm in (expression.then, expression.otherwise)):
            return True
        return _under_condition(expression.test, register)
    return any(_under_condition(operand, register) for operand in operands(expression))


def _sets_nothing(instruction: Instruction, temporaries: set[Variable], uses: Counter[Variable]) -> bool:
    """Sets a temporary that is never read, from registers and constants alone, and cannot fail."""
    match instruction:
        case Assign(VariablePlace(target), value):
            return target in temporaries and not uses[target] and is_idle(value)
        case _:
            return False


def _initialized(body: list[Instruction], unset: list[Input]) -> list[Instruction]:
    """Registers declared without a value hold any value, if they may be read before they are set."""
    marks = {id(instruction) for instruction in unset}
    bare = [instruction for instruction in body if id(instruction) not in marks]
    needed = maybe_undefined(tuple(bare), {instruction.target for instruction in unset})
    kept = [i for i in body if id(i) not in marks or (isinstance(i, Input) and i.target in needed)]
    late = maybe_undefined(tuple(kept), needed)
    return [*(i for i in unset if i.target in late), *kept]


def _variables(body: list[Instruction]) -> set[Variable]:
    return {variable for instruction in body for variable in variables_of(instruction)}
