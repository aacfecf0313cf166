"""compile_commands.json: both forms of a command, response files, targets, and what is wrong with it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from unthread.core.diagnostics import InputError, render
from unthread.project.compile_commands import read_database, response_words


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build").mkdir()
    return tmp_path


def write(here: Path, *items: Any) -> Path:
    file = here / "build" / "compile_commands.json"
    file.write_text(json.dumps(items))
    return Path("build")


def item(here: Path, **more: Any) -> dict[str, Any]:
    return {"directory": str(here / "build"), "file": "../a.c", **more}


def test_both_forms_of_a_command(here: Path) -> None:
    quoted = item(here, command="""cc -DA="\\"x y\\"" '-I../an include' -c ../a.c""")
    listed = item(here, arguments=["cc", '-DA="x y"', "-I../an include", "-c", "../a.c"])
    one, other = read_database(write(here, quoted, listed)).entries
    assert one == other
    assert one.file == Path("a.c")
    assert one.words == ('-DA="x y"', "-I../an include", "-c", "../a.c")


def test_the_file_may_be_named_itself(here: Path) -> None:
    write(here, item(here, command="cc -c ../a.c"))
    assert len(read_database(Path("build/compile_commands.json")).entries) == 1


def test_response_files_hold_more_words(here: Path) -> None:
    (here / "build" / "flags.rsp").write_text("-DA=\\\"x\\\" '-I with blank'\n@more.rsp")
    (here / "build" / "more.rsp").write_text("-DB")
    found = read_database(write(here, item(here, command="cc @flags.rsp -c ../a.c"))).entries[0]
    assert found.words == ('-DA="x"', "-I with blank", "-DB", "-c", "../a.c")


def test_response_files_are_split_as_gcc_does() -> None:
    assert response_words("a 'b c'\"d e\"  f\\ g\n''") == ["a", "b cd e", "f g", ""]


def test_wrappers_of_compilers_are_left_out(here: Path) -> None:
    found = read_database(write(here, item(here, command="ccache gcc -O2 -c ../a.c"))).entries[0]
    assert found.words[0] == "-O2"


@pytest.mark.parametrize(
    ("output", "target"),
    [
        ("CMakeFiles/app.dir/a.c.o", "app"),
        ("sub/CMakeFiles/app.dir/Debug/a.c.o", "app"),
        ("sub/libx.a.p/a.c.o", "libx.a"),
        ("a.o", ""),
    ],
)
def test_outputs_tell_targets(here: Path, output: str, target: str) -> None:
    named = item(here, command="cc -c ../a.c", output=output)
    told = item(here, command=f"cc -o {output} -c ../a.c")
    assert [entry.target for entry in read_database(write(here, named, told)).entries] == [target, target]


def test_targets_of_one_name_have_their_folder(here: Path) -> None:
    outputs = ("one/app.p/a.o", "two/app.p/a.o")
    found = read_database(write(here, *(item(here, command="cc", output=output) for output in outputs)))
    assert [*found.targets] == ["one/app", "two/app"]


def test_json_that_is_none_has_a_position(here: Path) -> None:
    (here / "build" / "compile_commands.json").write_text('[\n {"file": "a.c",}\n]')
    with pytest.raises(InputError) as caught:
        read_database(Path("build"))
    assert (
        render(caught.value.diagnostics[0])
        .splitlines()[0]
        .startswith("build/compile_commands.json:2:17: error: this is not JSON")
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "it is not a list"),
        ([], "the list is empty"),
        ([3], "compile command 1: this is not an object"),
        ([{"directory": "."}], "compile command 1: 'file' is missing"),
        ([{"directory": ".", "file": "a.c"}], "compile command 1: 'command' is missing"),
        ([{"directory": ".", "file": 1, "command": "cc"}], "'file' is not a string"),
        ([{"directory": ".", "file": "a.c", "arguments": "cc"}], "'arguments' is not a list of strings"),
        ([{"directory": ".", "file": "a.c", "command": "cc 'x"}], "No closing quotation"),
        ([{"directory": ".", "file": "a.c", "command": ""}], "'command' is empty"),
        ([{"directory": ".", "file": "a\0.c", "command": "cc"}], "'file' has a null character"),
        ([{"directory": ".", "file": "a.c", "arguments": ["cc", "\0"]}], "'arguments' has a null character"),
    ],
)
def test_says_what_is_wrong(here: Path, content: Any, message: str) -> None:
    (here / "build" / "compile_commands.json").write_text(json.dumps(content))
    with pytest.raises(InputError) as caught:
        read_database(Path("build"))
    assert message in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("cc @loop", "the response file 'loop' is nested too deeply"),
        ("cc @many", "more than 2000 response files"),
        ("cc @gone", "the response file 'gone' cannot be read"),
        ("cc @pipe", "the response file 'pipe' cannot be read"),
        ("cc @latin", "the response file 'latin' cannot be read"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused_where_it_is_needed(
    here: Path, command: str, message: str
) -> None:
    (here / "build" / "loop").write_text("@loop @loop")
    (here / "build" / "many").write_text("@few " * 100)
    (here / "build" / "few").write_text("@one " * 100)
    (here / "build" / "one").write_text("-DONE")
    (here / "build" / "latin").write_bytes(b"-D\xe4")
    os.mkfifo(here / "build" / "pipe")
    broken, good = item(here, command=f"{command} -o x.p/a.o"), item(here, command="cc -DA -o y.p/a.o")
    place = write(here, broken, good)
    assert read_database(place).targets["y"][0].words == ("-DA", "-o", "y.p/a.o")
    assert read_database(place).entries[0].compiler.refuses(()) == message


def test_an_empty_command_is_refused_where_it_is_needed(here: Path) -> None:
    found = read_database(write(here, item(here, arguments=[]), item(here, command="ccache")))
    assert [entry.compiler.refuses(()) for entry in found.entries] == ["the command is empty"] * 2


@pytest.mark.parametrize(
    ("words", "file", "is_header"),
    [
        ("-x c-header -c pch.h.c", "pch.h.c", True),
        ("-xc-header", "pch.h", True),
        ("-o pch.h.gch", "pch.h", True),
        ("-x c", "odd.h", False),
        ("-c", "a.c", False),
    ],
)
def test_headers_may_be_compiled_before(here: Path, words: str, file: str, is_header: bool) -> None:
    found = read_database(write(here, item(here, file=file, command=f"cc {words}"))).entries[0]
    assert found.is_header == is_header


def test_a_header_that_only_its_compiled_form_shows(here: Path) -> None:
    """gcc finds it through x.h.gch, which Meson puts into another folder than x.h."""
    header = item(here, file="../pch/x.h", command="cc -o app.p/x.h.gch -c ../pch/x.h")
    user = item(here, command="cc -Iapp.p -I .. -include x.h -include y.h -o app.p/a.o -c ../a.c")
    found = read_database(write(here, header, user))
    assert found.words_of(found.entries[1])[3:7] == ("-include", str(here / "pch/x.h"), "-include", "y.h")
    assert found.words_of(found.entries[0]) == found.entries[0].words
    (here / "x.h").touch()
    (here / "build" / "app.p").mkdir()
    assert found.words_of(found.entries[1])[4] == str(here / "pch/x.h")
    (here / "build" / "app.p" / "x.h").touch()
    assert found.words_of(found.entries[1])[4] == "x.h"


def test_the_mark_at_the_beginning_of_a_text_does_not_count(here: Path) -> None:
    place = write(here, item(here, command="cc"))
    file = place / "compile_commands.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert len(read_database(place).entries) == 1


def test_says_where_it_has_looked(here: Path) -> None:
    for place, message in (
        ("build", "there is no compile_commands.json in 'build'"),
        ("gone", "no such file"),
    ):
        with pytest.raises(InputError, match=message):
            read_database(Path(place))


def test_a_command_of_nothing_but_the_compiler(here: Path) -> None:
    assert read_database(write(here, item(here, command="gcc"))).entries[0].words == ()


def test_the_name_of_the_compiler_stands_for_flags(here: Path) -> None:
    found = read_database(write(here, item(here, command="ccache i686-linux-gnu-gcc -c ../a.c")))
    assert found.entries[0].words == ("-m32", "-c", "../a.c")
    assert found.entries[0].compiler.name == "i686-linux-gnu-gcc"
