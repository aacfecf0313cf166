"""Inline assembly: fences and hints, which change nothing here. All else is not modelled."""

from __future__ import annotations

import re

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.expressions import Expressions
from unthread.program.build.fold import convert
from unthread.program.types import value_type

_FENCE = re.compile(
    r"|nop|pause|rep|rep nop|yield"  # hints
    r"|[mls]fence|lock|(lock )?(add|or)[lq]? \$0(x0)?, ?0?\(%+[er]?sp\)"  # x86
    r"|(dmb|dsb|isb)( [a-z]+)?|(lw|i|hw|p?te)?sync|eieio|fence( [iorw]+, ?[iorw]+)?"  # ARM, POWER, RISC-V
)


def lower_asm(lowering: Expressions, cursor: Cursor) -> None:
    """An empty template is a compiler barrier and means nothing here, and so do fences and hints. What
    such a one may give is the value that it is given for it."""
    parts = lowering.context.unit.rendering(lowering.declaration).asm_parts(cursor)
    operands = clang.children(cursor)
    if parts is None or not _is_fence(parts[0]) or len(parts[1]) != len(operands):
        raise Unsupported("inline assembly", lowering.context.loc(cursor))
    constraints = parts[1]
    given = [number for number, text in enumerate(constraints) if text.startswith("=")]
    tied = [number for number, text in enumerate(constraints) if given and text == str(given[0])]
    if (given and (len(given) > 1 or not tied)) or any(map(_has_effect, operands)):
        raise Unsupported("the results of inline assembly", lowering.context.loc(cursor))
    if given:
        value = lowering.value(operands[tied[0]])
        target = lowering.place(operands[given[0]])
        lowering.builder.assign(target, convert(value, value_type(target.type)))


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
