"""How generated programs are tried, and changed before."""

from __future__ import annotations

import re

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from unthread.core.request import ALL, Reduction

QUICK = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
REDUCTIONS = st.one_of(st.just(ALL), st.sets(st.sampled_from(list(Reduction))).map(frozenset))


def without_wild_pointers(text: str) -> str:
    """Nothing is said about memory: what follows a wrong access is anybody's guess."""
    text = re.sub(r"\*(\w+)(\+\+|--)", r"(*\1)\2", text)
    text = text.replace("&mine", "&y")
    return text.replace("free(slot);", ";").replace("slot = &w;", "slot = &y;").replace("'&w'", "&y")
