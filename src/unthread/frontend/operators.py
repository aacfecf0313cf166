"""What clang's numbers of operators stand for."""

from __future__ import annotations

# The order of clang's own enumerations CXBinaryOperatorKind and CXUnaryOperatorKind.
# fmt: off
BINARY_OPERATORS = (
    "?", ".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=",
    "&", "^", "|", "&&", "||", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
)
UNARY_OPERATORS = (
    "?", "x++", "x--", "++x", "--x", "&x", "*x", "+x", "-x", "~x", "!x",
    "__real", "__imag", "__extension__", "co_await",
)
# fmt: on
