"""Hypothesis makes small concurrent C programs that fill and copy arrays: memset, memcpy, memmove and loops,
on arrays that threads share, share in part, or have for themselves, with and without a lock."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
char g[4], h[4]; int w[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""


def _statement(draw: DrawFn, own: str) -> str:
    array = draw(st.sampled_from(("g", "h", own, own)))
    other = draw(st.sampled_from([name for name in ("g", "h", own) if name != array]))
    first, value = draw(st.integers(0, 1)), draw(st.integers(0, 2))
    count = draw(st.integers(2, 4 - first))
    return draw(
        st.sampled_from(
            (
                f"memset({array} + {first}, {value}, {count});",
                f"memcpy({array} + {first}, {other}, {count});",
                f"memmove({array} + {first}, {array}, {count});",
                f"memmove({array}, {array} + {first}, {count});",
                f"for (int i = {first}; i < {first + count}; i++) {array}[i] = {value};",
                "for (int i = 0; i < 2; i++) w[i] = 1;",
                f"{array}[{first + 1}] = {value};",
                f"assert({array}[{first}] + {array}[{first + 1}] != {value});",
                f"assert({array}[{first}] == {other}[{first + 1}]);",
                "assert(w[0] == w[1]);",
            )
        )
    )


def _body(draw: DrawFn, own: str, most: int) -> str:
    statements = [_statement(draw, own) for _ in range(draw(st.integers(1, most)))]
    text = " ".join(statements)
    if draw(st.booleans()):
        text = f"pthread_mutex_lock(&m); {text} pthread_mutex_unlock(&m);"
    return f"char {own}[4] = {{0}}; {text}"


@st.composite
def bulk_programs(draw: DrawFn, most: int = 2) -> str:
    thread, before, after = _body(draw, "t", most), _body(draw, "b", 1), _body(draw, "c", most)
    join = "pthread_join(x, 0);" if draw(st.booleans()) else ""
    main = f"{before}\n pthread_create(&x, 0, run, 0);\n {join} {after}\n return 0;"
    return f"{HEADER}void *run(void *a) {{ {thread} return a; }}\nint main(void) {{ pthread_t x; {main} }}\n"
