"""Who calls and spawns whom, in small C programs."""

from __future__ import annotations

from tests.support.analyze import Analyze, analyze
from unthread.analysis.call_graph import CallGraph, call_graph

__all__ = ["analyze"]


def graph_of(analyze: Analyze, text: str) -> CallGraph:
    return call_graph(analyze(text).pointers)


def routines(graph: CallGraph, function: str) -> set[str]:
    """Where the threads that may run a function start in the user's text."""
    return {name for start in graph.runs_in.get(function, ()) for name in start.routines}


def test_direct_and_indirect_calls(analyze: Analyze) -> None:
    graph = graph_of(
        analyze,
        "void a(void) {} void b(void) { a(); } void c(void); void unused(void) { b(); }"
        "void (*table[])(void) = {b, c}; int main(int n, char **v) { table[n](); }",
    )
    assert graph.calls["main"] == {"b", "c"}
    assert graph.calls["b"] == {"a"}
    assert {"main", "a", "b", "c"} <= graph.reachable
    assert "unused" not in graph.reachable
    assert graph.recursive == ()


def test_recursion(analyze: Analyze) -> None:
    graph = graph_of(
        analyze,
        "int alone(int n) { return n ? alone(n - 1) : 0; }"
        "int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; }"
        "int (*through)(int) = even; int odd(int n) { return n ? through(n - 1) : 0; }"
        "int plain(int n) { return alone(n) + even(n); } int main(int n, char **v) { return plain(n); }",
    )
    assert set(graph.recursive) == {frozenset({"alone"}), frozenset({"odd", "even"})}
    assert graph.is_recursive("odd")
    assert not graph.is_recursive("plain")


def test_a_sort_in_a_callback_is_no_recursion(analyze: Analyze) -> None:
    graph = graph_of(
        analyze,
        "#include <stdlib.h>\n"
        "int a[3], b[3]; int inner(const void *p, const void *q) { return 0; }"
        "int outer(const void *p, const void *q) { qsort(b, 3, sizeof *b, inner); return 0; }"
        "int main(void) { qsort(a, 3, sizeof *a, outer); }",
    )
    assert graph.recursive == ()
    assert graph.calls["qsort"] >= {"inner", "outer"}


THREADS = """
#include <pthread.h>
int shared;
void both(void) { shared++; }
void deep(void) { shared++; }
void *first(void *p) { both(); return 0; }
void *second(void *p) { both(); deep(); return 0; }
void *third(void *p) { deep(); return 0; }
void only_main(void) { shared = 1; }
int start(pthread_t *t, void *(*routine)(void *)) { return pthread_create(t, 0, routine, 0); }
void *spawner(void *p) { pthread_t t; start(&t, third); return 0; }
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    start(&t[2], spawner);
    only_main();
}
"""


def test_functions_run_in_the_threads_that_reach_them(analyze: Analyze) -> None:
    graph = graph_of(analyze, THREADS)
    assert routines(graph, "both") == {"first", "second"}
    assert routines(graph, "deep") >= {"second", "third"}
    assert "first" not in routines(graph, "deep")
    assert graph.runs_in["only_main"] == {graph.main}
    assert graph.main.routines == {"main"}
    assert graph.main not in graph.runs_in["both"]


def test_starts_are_told_apart_by_the_calls_of_pthread_create(analyze: Analyze) -> None:
    graph = graph_of(analyze, THREADS)
    assert sorted(sorted(start.routines) for start in graph.starts) == [
        ["first"],
        ["second"],
        ["spawner", "third"],  # both given to one call, in a wrapper
    ]
    spawners = {name for name, targets in graph.spawns.items() if targets}
    assert spawners
    assert all(graph.runs_in[name] for name in spawners)
