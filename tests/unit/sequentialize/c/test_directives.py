"""`#line` directives: which text each line comes from, and which number a line has."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import Loc
from unthread.sequentialize.c.code import CodeLines
from unthread.sequentialize.c.dialects import HERE
from unthread.sequentialize.c.directives import with_directives
from unthread.sequentialize.emitted import GapOrigin

USERS = Loc("a.c", 6, 5, "work")


def test_lines_of_the_user_and_our_own() -> None:
    text = CodeLines()
    text.add("int main(void)")
    text.at = USERS
    text.add("x = 1;", GapOrigin("gap", USERS))
    text.at = None
    text.add("}")
    text.add("/* end */")
    result = with_directives(text, 'out "1".c')
    here = Path("a.c").absolute()
    assert result.lines == [
        "int main(void)",
        f'#line 6 "{here}"',
        "x = 1;",
        '#line 5 "out \\"1\\".c"',
        "}",
        "/* end */",
    ]
    assert result.origins == {3: (GapOrigin("gap", USERS),)}


def test_what_is_asked_for_has_the_number_of_its_line() -> None:
    text = CodeLines()
    text.at = USERS
    text.add(f"x = nondet_int({HERE});")
    assert with_directives(text, "o.c").lines[1] == "x = nondet_int(2);"
