"""unthread.toml: keys and types come from the options, and whatever is wrong has its position."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError, UsageError, render, source_lines
from unthread.declaration import METADATA, Declaration, Heading
from unthread.options import CheckOptions
from unthread.project.configuration import Configuration, find_configuration, read_configuration


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refuse_soon(text: str) -> None:
    if text == "soon":
        raise UsageError("--time: 'soon' is not a duration", hint="such as 90s")


def read(text: str, place: str = "unthread.toml") -> Configuration:
    Path(place).parent.mkdir(exist_ok=True)
    Path(place).write_text(text)
    source_lines.cache_clear()
    return read_configuration(Path(place), CheckOptions, {"time": refuse_soon})


def test_reads_options_and_targets() -> None:
    found = read(
        """
        compile-commands = "build"
        [options]
        time = "60s"
        D = ["A=1"]
        all = true
        [[target]]
        name = "queue"
        files = ["queue.c"]
        entry = ["push", "pop"]
        properties = ["reach", "race"]
        options = { unwind = 3 }
        [[target]]
        name = "app"
        build-target = "app"
        add = ["harness.c"]
        """
    )
    assert found.layer.values == {"time": "60s", "defines": ("A=1",), "every": True}
    assert found.layer.macros == ("-DA=1",)
    assert found.compile_commands == Path("build")
    queue, app = found.targets
    assert [(file, loc.line) for file, loc in queue.files] == [(Path("queue.c"), 9)]
    assert queue.layer.values == {"unwind": 3, "entries": ("push", "pop"), "properties": "reach,race"}
    assert (app.build_targets, [file for file, _ in app.added]) == (("app",), [Path("harness.c")])


def test_paths_hold_from_its_folder() -> None:
    text = '[options]\nI = ["inc"]\nhtml = "r.html"\nproperty = "x.prp"\ninclude = ["a.h", "b.h"]\n'
    Path("sub").mkdir()
    Path("sub/a.h").touch()
    values = read(text, "sub/unthread.toml").layer.values
    assert values["directories"] == ("sub/inc",)
    assert values["html"] == "sub/r.html"
    assert values["properties"] == "sub/x.prp"
    assert values["includes"] == ("sub/a.h", "b.h")  # the other one is looked for among the headers


def test_files_may_be_patterns(here: Path) -> None:
    for name in ("b.c", "a.c"):
        (here / name).touch()
    (here / "f.c").mkdir()
    for pattern in ("*.c", f"{here}/*.c", "**/?.c"):
        found = read(f'[[target]]\nname = "x"\nfiles = ["{pattern}"]').targets[0].files
        assert [file for file, _ in found] == [Path("a.c"), Path("b.c")]


def test_every_option_of_the_command_has_a_key() -> None:
    """But those that say what to do with the configuration itself."""
    for field in fields(CheckOptions):
        declared: Declaration = field.metadata[METADATA]
        if declared.heading is Heading.PROJECT or field.name == "verbose":
            continue
        key = max(declared.flags, key=len).lstrip("-")
        value = {bool: "true", int: str(max(declared.least or 0, 1))}.get(declared.kind)
        text = value or f'"{declared.choices[0] if declared.choices else "x"}"'
        text = f"[{text}]" if declared.multiple else text
        assert field.name in read(f"[options]\n{key} = {text}").layer.values


@pytest.mark.parametrize(
    ("text", "where", "message", "hint"),
    [
        ("[options]\nunwnd = 3", "2:1", "unknown key 'unwnd'", "did you mean 'unwind'?"),
        ("optoins = 3", "1:1", "unknown key 'optoins'", "did you mean 'options'?"),
        ("[options]\nunwind = 'x'", "2:10", "'unwind' takes a whole number, not \"x\"", ""),
        ("[options]\nunwind = true", "2:10", "'unwind' takes a whole number, not true", ""),
        ("[options]\nrounds = 0", "2:10", "'rounds' is at least 1, not 0", ""),
        ("[options]\nall = 1", "2:7", "'all' takes true or false, not 1", ""),
        ("[options]\nmemory-model = 'c1'", "2:16", 'is one of c11, sc, not "c1"', "did you mean 'c11'?"),
        ("[options]\nunwind-loop = ['a', 3]", "2:21", "'unwind-loop' takes strings, not 3", ""),
        ("[options]\ntime = 'soon'", "2:8", "'soon' is not a duration", "such as 90s"),
        ("[options]\nD=['A']\nU=['A']", "3:3", "'A' is both defined and undefined", ""),
        ("[options]\n\nD = 3", "3:5", "'D' takes a string or a list of strings, not 3", ""),
        ("options = 3", "1:11", "'options' takes a table, not 3", ""),
        ("target = 3", "1:10", "'target' takes tables [[target]], not 3", ""),
        ("[[target]]\nfiles=['a.c']", "1:1", "a target needs a 'name'", ""),
        ("[[target]]\nname='a b'", "2:6", "'a b' is not a valid name", ""),
        ("[[target]]\nname='a'", "1:1", "target 'a' has neither 'files' nor a 'build-target'", ""),
        ("[[target]]\nname='a'\nfiles=['a.c', 'x*.c']", "3:15", "no file matches 'x*.c'", ""),
        ("[[target]]\nname='a'\nfiles='a'\n[[target]]\nname='a'\nfiles='b'", "5:6", "already, in line 2", ""),
        ("[[target]]\nname='a'\nfiles='a'\nentry='f'\noptions.entry=['g']", "4:1", "among the options", ""),
        ("[[target]]\nname='a'\nfiles=['a.c', '']", "3:15", "'files' has an empty name", ""),
        (
            "[[target]]\nname='a'\nfiles=['a/**.c']",
            "3:8",
            "is no pattern",
            "** stands between slashes, as in src/**/*.c",
        ),
        ("target = [3]", "1:11", "'target' takes tables [[target]], not 3", ""),
        ('[options]\n"a\\nb" = 3', "2:1", r"unknown key 'a\nb'", ""),
        ("[options]\nunwind = 1\nunwind = 2", "3:11", "this is not TOML", ""),
        ("x = ", "1:1", "this is not TOML", ""),
    ],
)
def test_says_what_is_wrong_and_where(text: str, where: str, message: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    found = caught.value.diagnostics[0]
    assert render(found).startswith(f"unthread.toml:{where.partition(':')[0]}:")
    if "TOML" not in message:
        assert render(found).startswith(f"unthread.toml:{where}: error: ")
    assert message in found.message
    assert found.hint == hint or not hint


def test_a_file_that_cannot_be_read(here: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_configuration(Path("gone.toml"), CheckOptions, {})
    (here / "unthread.toml").write_bytes(b"\xff")
    with pytest.raises(InputError, match="is not UTF-8 text"):
        read_configuration(Path("unthread.toml"), CheckOptions, {})


def test_is_found_upwards(here: Path) -> None:
    inner = here / "a" / "b"
    inner.mkdir(parents=True)
    assert find_configuration(inner) is None
    (here / "unthread.toml").touch()
    assert find_configuration(inner) == Path("unthread.toml")
