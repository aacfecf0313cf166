"""Results of <math.h>: functions of `double` as the platform computes them, `result_of`. They are not exact,
so no model has them; a violation that is claimed can be compared with them."""

from __future__ import annotations

import math
from collections.abc import Callable

from unthread.values.cells import Value

_NAMES = (
    "acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 "
    "log log10 log1p log2 pow sin sinh tan tanh"
)
_FUNCTIONS: dict[str, Callable[..., float]] = {name: getattr(math, name) for name in _NAMES.split()}


def result_of(name: str, arguments: tuple[Value, ...]) -> float | None:
    """None: it is not known here."""
    function = _FUNCTIONS.get(name)
    if function is None or not all(isinstance(value, float) for value in arguments):
        return None
    try:
        return function(*arguments)
    except (ValueError, OverflowError, TypeError):  # Python refuses what C answers with NaN or infinity
        return None
