"""docs/API.md is true, and scripts that use the package are well: types, Ctrl-C, a quick start."""

from __future__ import annotations

import doctest
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import unthread
from tests.support.commands import Write, write
from tests.support.counters import ENDLESS
from unthread.api.keywords import declarations
from unthread.options import CheckOptions

__all__ = ["write"]  # the fixture

PAGE = (Path(__file__).parents[1] / "docs" / "API.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def documented(write: Write) -> None:
    """The files that the page is about."""
    for name, text in zip(("pay.c", "hello.c"), blocks("c"), strict=True):
        write(text, name)


@pytest.mark.usefixtures("documented")
def test_the_examples_are_as_the_page_says() -> None:
    text = "\n".join(blocks("pycon"))
    example = doctest.DocTestParser().get_doctest(text, {}, "docs/API.md", None, 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert result.failed == 0, "".join(told)
    assert result.attempted > 20


@pytest.mark.usefixtures("documented")
def test_the_script_of_the_page_runs_and_is_well_typed() -> None:
    (script,) = blocks("python")
    Path("script.py").write_text(script)
    ran = subprocess.run([sys.executable, "script.py"], capture_output=True, text=True, timeout=120)
    (printed,) = re.findall(r"^prints `(.*)`\.$", PAGE, re.MULTILINE)
    assert (ran.stdout, ran.stderr) == (f"{printed}\n", "")
    assert mypy("script.py") == ""


def mypy(*files: str) -> str:
    """What it complains of."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *files]
    return subprocess.run(command, capture_output=True, text=True, timeout=280).stdout


@pytest.mark.usefixtures("documented")
def test_types_tell_what_is_wrong() -> None:
    Path("wrong.py").write_text(
        "import unthread\n"
        'unthread.check("a.c", unwind="3")\n'
        'unthread.check("a.c", unwnd=3)\n'
        'unthread.check("a.c", memory_model="x")\n'
        'n: int = unthread.check("a.c").traces\n'
    )
    lines = re.findall(r"^wrong\.py:(\d): error", mypy("wrong.py"), re.MULTILINE)
    assert lines == ["2", "3", "4", "5"]


def test_the_table_of_keywords_is_complete() -> None:
    table = dict(re.findall(r"^\| `(-\S+)` \| `(\w+)` \|$", PAGE, re.MULTILINE))
    others = {}
    for name, found in declarations(CheckOptions).items():
        if name not in {flag.lstrip("-").replace("-", "_") for flag in found.flags}:
            others[found.flags[0]] = name
    assert table == others


def test_every_public_name_is_on_the_page() -> None:
    named = set(re.findall(r"\b\w+\b", PAGE))
    assert {*unthread.__all__} - named <= {"__version__"}


def test_nothing_is_loaded_before_it_is_used() -> None:
    """That `import unthread` is quick: it loads itself, and what Python brings."""
    text = "import sys; before = {*sys.modules}; import unthread; print(*{*sys.modules} - before)"
    out = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60).stdout
    loaded = {name.partition(".")[0] for name in out.split()}
    assert loaded - {"unthread"} <= sys.stdlib_module_names
    assert [name for name in out.split() if name.startswith("unthread")] == ["unthread"]
    assert not loaded & {"asyncio", "ctypes", "dataclasses", "inspect", "multiprocessing", "subprocess"}


_INTERRUPTED = """
import sys, unthread
try:
    unthread.check("a.c", rounds=40, properties="reach", progress=lambda event: print(event, flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.stdin.readline()
"""


def test_control_c_is_raised_and_leaves_no_child(write: Write) -> None:
    write(ENDLESS)
    script = subprocess.Popen(
        [sys.executable, "-c", _INTERRUPTED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert script.stdin is not None
    assert script.stdout is not None
    while not children(script.pid):
        time.sleep(0.02)
    script.stdout.readline()  # it searches
    script.send_signal(signal.SIGINT)
    said = next(line for line in script.stdout if line == "interrupted\n")
    left = children(script.pid)
    script.stdin.write("\n")
    script.communicate(timeout=60)
    assert (said, left, script.returncode) == ("interrupted\n", [], 0)


def children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def test_the_process_may_be_one_without_streams(write: Write) -> None:
    write(ENDLESS)
    text = "import sys, unthread; sys.stdout = sys.stderr = None; unthread.check('a.c', time=0.5)"
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=120, env=os.environ)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
