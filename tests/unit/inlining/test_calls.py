"""One meaning of a call: what a program can break is the same with its calls, with bodies in place of them
and loops unwound, and with bodies whose loops stay, be functions kept or not.

A line that ends in `// fails` breaks a property in some schedule; no other line does.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.oracle import explore
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import Property
from unthread.program.build.fold import integer
from unthread.program.check import check
from unthread.program.expressions import FunctionAddress
from unthread.program.instructions import Spawn, Unmodelled
from unthread.program.program import Function, Program
from unthread.program.types import VOID, PointerType
from unthread.sequentialize.flatten import flatten

PROPERTIES = frozenset({Property.REACH, Property.LOCK, Property.MEMORY, Property.ARITH})
HEADER = """#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
extern int any(void);
int x, y, *p;
"""
FAILS = "// fails"
START = "pthread_t t; pthread_create(&t, 0, f, 0);"

PROGRAMS = {
    "what main has ends with the process": f"""
        void *f(void *a) {{ *p = 1; return 0; }}
        int main(void) {{ int l; p = &l; {START} x = 1; return 0; }}""",
    "a block of main ends with the process": f"""
        void *f(void *a) {{ *p = 1; return 0; }}
        int main(void) {{ p = alloca(4); {START} x = 1; return 0; }}""",
    "an array of main ends with the process": f"""
        void *f(void *a) {{ *p = 1; return 0; }}
        int main(void) {{ int n = 2; int b[n]; p = b; {START} return 0; }}""",
    "what a block of main has ends before": f"""
        void *f(void *a) {{
            *p = 1; // fails
            return 0; }}
        int main(void) {{ {{ int l; p = &l; {START} }} x = 1; return 0; }}""",
    "a variable ends with its call": """
        int g(void) { int b; p = &b; *p = 7; return b; }
        int main(void) { assert(g() == 7);
            *p = 1; } // fails""",
    "a block ends with its call": """
        int g(void) { int *b = alloca(4); p = b; *b = 7; return *b; }
        int main(void) { assert(g() == 7);
            *p = 1; } // fails""",
    "a block ends whatever its variable holds then": """
        void g(void) { void *b = alloca(4); p = b; b = &x; }
        int main(void) { g(); x = 1;
            *p = 1; } // fails""",
    "so does each that one variable had": """
        void g(void) { void *b = alloca(4); p = b; b = alloca(8); }
        int main(void) { g();
            *p = 1; } // fails""",
    "a parameter may get a block, or not": """
        void g(void *b, int c) { if (c) b = alloca(4); p = b; *p = 1; }
        int main(void) { g(&x, 0); x = 1; *p = 2; g(&x, 1);
            *p = 1; } // fails""",
    "an array ends with a return from its scope": """
        int g(int n) { { int a[n]; a[0] = 1; p = a; if (n == 3) return a[0]; } return 2; }
        int main(void) { x = g(2); x = g(3);
            *p = 1; } // fails""",
    "an array ends with each iteration": """
        int g(int n) { for (int i = 0; i < n; i++) { int a[n]; a[0] = 1; p = a; if (i == 1) break; }
            *p = 3; // fails
            return 2; }
        int main(void) { x = g(2); }""",
    "a call on another level has variables of its own": """
        int *o;
        int down(int n) { int l = n; if (n == 2) o = &l; if (n) down(n - 1); else *o = 7; return l; }
        int main(void) {
            assert(down(2) == 7);
            *o = 1; } // fails""",
    "main may be called again": """
        int main(void) { int l; p = &l; if (x++ == 0) { main();
            *p = 1; } return 0; } // fails""",
    "a thread that ends inside of a call": f"""
        void deep(void) {{ int l = 3; p = &l; x = 1; while (!y) ; pthread_exit(0); }}
        void *f(void *a) {{ deep(); return 0; }}
        int main(void) {{ {START} while (!x) ; *p = 1; y = 1; pthread_join(t, 0); }}""",
    "an argument that is not passed is anything": """
        int f(int a, int b) { return b; }
        int main(void) { int (*g)() = (int (*)()) f; x = g(1);
            assert(x != 1); } // fails""",
    "a result that is not returned is anything": """
        int f(int c) { if (c) return 1; }
        int main(void) {
            assert(f(any()) != 0); } // fails""",
    "further arguments": """
        int f(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); return s; }
        int main(void) { assert(f(2, 3, 4) == 7); assert(f(0) == 0); }""",
    "results are converted": """
        char f(int v) { return v; } _Bool g(_Bool b) { return b; }
        int main(void) { assert(f(300) == 44); assert(g(2) == 1); }""",
    "records are copied": """
        struct s { int a, b; };
        struct s make(int v) { struct s r = { v, v + 1 }; return r; }
        int use(struct s v) { v.a++; return v.a + v.b; }
        int main(void) { struct s k = make(3); assert(use(k) == 8); assert(k.a == 3); }""",
    "a pointer is read once": """
        int f(void) { return 1; } int g(void) { return 2; } int (*h)(void) = f;
        void *r(void *a) { h = g; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, r, 0); x = h();
            assert(x == 1); } // fails""",
    "a pointer to no function": """
        int f(void) { return 1; } int (*h)(void);
        int main(void) { if (any()) h = f;
            x = h(); } // fails""",
    "a pointer to a function that is an error": """
        extern void reach_error(void); void g(void) { x = 1; }
        int main(void) { void (*h)(void) = any() ? reach_error : g;
            h(); // fails
            assert(x == 1); }""",
    "a routine with more parameters than threads pass": f"""
        void *g(void *a, int b) {{ x = b; return 0; }}
        void *(*f)(void *) = (void *(*)(void *)) g;
        int main(void) {{ {START} pthread_join(t, 0);
            assert(x == 0); }} // fails""",
    "what the library calls": """
        int less(const void *a, const void *b) { int l; p = &l; return *(int *) a - *(int *) b; }
        int main(void) { int v[2] = { 2, 1 }; qsort(v, 2, 4, less); assert(v[0] == 1);
            *p = 1; } // fails""",
}
IN_A_LOOP = """
    void g(void) { for (int i = 0; i < 2; i++) { int *b = alloca(4); *b = 1; if (i == 0) p = b; } }
    int main(void) { g();
        *p = 1; } // fails"""


def broken(program: Program) -> set[int]:
    """Lines that some schedule finds violated."""
    check(program)
    found = explore(program, PROPERTIES, max_states=20_000)
    assert found.complete
    return {loc.line for _, loc in found.violations}


def is_users(function: Function) -> bool:
    return not function.library


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_meaning(name: str, tmp_path: Path) -> None:
    text = HEADER + PROGRAMS[name]
    program = loaded(text, tmp_path)
    expected = {number for number, line in enumerate(text.splitlines(), 1) if FAILS in line}
    assert broken(program) == expected
    assert broken(bound(program, Bounds(unwind=4, depth=4), PROPERTIES).as_program()) == expected
    assert broken(flatten(program, 4, PROPERTIES).program) == expected
    assert broken(flatten(program, 4, PROPERTIES, is_users).program) == expected


def test_blocks_that_nobody_could_end_are_a_gap(tmp_path: Path) -> None:
    """A loop that stays has no register for each block that it makes."""
    program = loaded(HEADER + IN_A_LOOP, tmp_path)
    assert broken(bound(program, Bounds(unwind=4), PROPERTIES).as_program())
    with pytest.raises(Unsupported, match="alloca in a loop"):
        broken(flatten(program, 4, PROPERTIES).program)
    reached = flatten(program, 4, frozenset({Property.REACH})).program
    assert not any(isinstance(item, Unmodelled) for f in reached.functions.values() for item in f.body)


def test_a_thread_starts_in_a_function_that_is_there(tmp_path: Path) -> None:
    text = "int gone(int); int main(void) { return gone(0); }"
    program = loaded(HEADER + text, tmp_path)
    main, kind = program.functions["main"], PointerType(program.undefined["gone"])
    spawn = Spawn(None, FunctionAddress("gone", kind), integer(0, PointerType(VOID)), main.loc)
    program.functions["main"] = replace(main, body=(spawn, *main.body))
    with pytest.raises(InputError, match="a thread starts in 'gone', which has no body"):
        bound(program, Bounds(), PROPERTIES)
    with pytest.raises(InputError, match="a thread starts in 'gone', which has no body"):
        flatten(program, 4, PROPERTIES)
