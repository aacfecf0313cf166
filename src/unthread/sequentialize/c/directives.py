"""Lines of emitted C that say where in the user's text they come from: `with_directives`. Debuggers show that
text then.

    x = t1 + 1;        #line 6 "/home/me/a.c"
                       x = t1 + 1;
"""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import Loc
from unthread.program.text.c_literals import string_literal
from unthread.sequentialize.c.code import CodeLines
from unthread.sequentialize.c.dialects import HERE


def with_directives(text: CodeLines, file: str) -> CodeLines:
    """The text, which is to be stored as `file`. What is asked for in a line has the line's number."""
    result = CodeLines()
    is_users = False
    for number, line in enumerate(text.lines, start=1):
        loc = text.positions.get(number)
        if loc is not None:
            result.add(f"#line {loc.line} {_quoted(_path(loc))}")
        elif is_users:
            result.add(f"#line {len(result.lines) + 2} {_quoted(file)}")
        is_users = loc is not None
        result.add(line.replace(HERE, str(len(result.lines) + 1)), *text.origins.get(number, ()))
    return result


def _path(loc: Loc) -> str:
    """From the root, so that debuggers find it wherever they are started."""
    return str(Path(loc.file).absolute())


def _quoted(path: str) -> str:
    return string_literal(path.encode("utf-8", "surrogateescape"))
