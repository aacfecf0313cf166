"""Calls of library functions in C text, and the table of them in docs/LIBRARY.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from library_calls import LIBRARY, calls_of, is_exported, main, models, read_text, survey

PROGRAM = """
#include <stdlib.h> /* malloc(1) */
#define SAFE_FREE(p) do { free(p); (p) = 0; } while (0)
extern int close(int);
extern "C" {
static int helper(int (*read)(int), struct table *t)
{
    const char *text = "strlen(x)"; // strlen(y)
    t->write(1);
    t.write(2);
    if (helper(read, t))
        return strcmp(text, strdup("a"));
    int strcpy(char *, const char *);
    switch (sizeof(int)) { case 4: abort(); }
    return 0;
}
#ifdef A
int unlock(void) { if (x) {
#else
int unlock(void) { if (y) {
#endif
    exit(1); }
}
int after(void) { return getpid(); }
}
"""


def test_calls() -> None:
    names = read_text(PROGRAM, is_header=False)
    found = set(names.calls) - names.own - names.shared
    assert found == {"free", "strcmp", "strdup", "abort", "exit", "getpid"}
    assert names.own == {"SAFE_FREE", "helper"}
    assert names.shared == {"unlock", "after"}


def project(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        path = tmp_path / "p" / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "p"


def test_what_a_project_defines_is_its_own(tmp_path: Path) -> None:
    folder = project(
        tmp_path,
        a_c="static int kill(int x) { return x; }\nvoid *malloc(int n) { return kill(n); }",
        b_c="void f(void) { kill(1); malloc(2); free(0); free(0); puts(s); }",
        c_h="#define puts(x) my_puts(x)",
        deps__d_c="void g(void) { abort(); }",
    )
    assert calls_of(folder) == {"kill": 1, "free": 2, "my_puts": 1}


def test_only_the_library_counts(tmp_path: Path) -> None:
    folder = project(tmp_path, a_c="void f(void) { free(0); SSL_read(1); reach_error(); }")
    found = survey([folder], {"free": "loose", "reach_error": "exact"})
    assert found.calls["p"] == {"free": 1, "reach_error": 1}
    assert found.modelled(found.calls["p"]) == 2


@pytest.mark.parametrize(
    ("name", "there"), [("qsort", True), ("sin", True), ("SSL_read", False), ("__init__", False)]
)
def test_the_c_library(name: str, there: bool) -> None:
    assert is_exported(name) == there


def test_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    folder = project(tmp_path, a_c="void f(void) { free(0); getutent(); free(1); fork(); }")
    monkeypatch.setattr("sys.argv", ["library_calls.py", str(folder)])
    assert main() == 0
    text = capsys.readouterr().out
    assert re.search(r"^free +1 +2  loose$", text, re.MULTILINE)
    assert re.search(r"^getutent +1 +1  no model$", text, re.MULTILINE)
    last = "1 projects, 3 functions, 1 of them modelled; 4 calls, 2 of them (50.0 %) of functions"
    assert text.endswith(f"{last} that are modelled\n")
    monkeypatch.setattr("sys.argv", ["library_calls.py", "--table", "--least", "1", str(folder)])
    main()
    assert "| 1 | 2 | `free` | loose |\n" in capsys.readouterr().out


def test_the_table_in_the_documentation_says_what_is_modelled() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| `(\w+)` \| ([a-z ]+) \|$", LIBRARY.read_text(), re.MULTILINE)
    known = models(LIBRARY)
    assert len(rows) > 300
    assert [(name, word) for _, _, name, word in rows if known.get(name, "no model") != word] == []
    counts = [(int(projects), int(calls)) for projects, calls, _, _ in rows]
    assert counts == sorted(counts, reverse=True)
