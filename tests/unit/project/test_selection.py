"""Which compile commands make a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import UnthreadError
from unthread.core.source import DataModel
from unthread.project.compile_commands import CompileCommand, Database
from unthread.project.compilers import compiler_of
from unthread.project.selection import WantedFiles, selected

MAIN = "int main(void) { return 0; }"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("app.c").write_text(MAIN)
    Path("test.c").write_text(f"// another\n{MAIN}")
    Path("core.c").write_text('/* main() */ const char *s = "main()"; char c = \'"\';')
    return tmp_path


def entry(file: str, words: str = "", target: str = "") -> CompileCommand:
    return CompileCommand(Path(file), Path.cwd(), tuple(words.split()), target)


def database(*entries: CompileCommand) -> Database:
    return Database(Path("build/compile_commands.json"), entries)


def wrong(found: Database, wanted: WantedFiles) -> tuple[str, str]:
    with pytest.raises(UnthreadError) as caught:
        selected(found, wanted)
    return caught.value.diagnostics[0].message, caught.value.diagnostics[0].hint


TWO = (entry("core.c", "-DA -O2", "core"), entry("app.c", "-DB", "app"), entry("test.c", "-DC", "test"))


def test_a_target_has_files_with_flags_of_their_own() -> None:
    chosen = selected(database(*TWO), WantedFiles(targets=("app", "core")))
    assert chosen.files == (Path("app.c"), Path("core.c"))
    assert chosen.flags == (("-DB",), ("-DA",))
    assert chosen.shared is None


def test_files_are_the_program_and_get_their_flags() -> None:
    chosen = selected(database(*TWO), WantedFiles(files=(Path("core.c"), Path("new.c"))))
    assert chosen.flags == (("-DA",), ())
    assert "'new.c' is not in" in chosen.notes[0]


def test_added_files_belong_to_it_besides() -> None:
    chosen = selected(database(*TWO), WantedFiles(targets=("core",), added=(Path("harness.c"),)))
    assert chosen.files == (Path("core.c"), Path("harness.c"))


def test_the_only_target_with_a_main_is_meant() -> None:
    assert selected(database(*TWO[:2]), WantedFiles()).files == (Path("app.c"),)


def test_lists_the_targets_where_one_must_be_chosen() -> None:
    message, hint = wrong(database(*TWO), WantedFiles())
    assert "several targets have a main" in message
    assert hint == "the targets are core, app (main), test (main)"
    message, _ = wrong(database(TWO[0]), WantedFiles())
    assert "no target has a main" in message


def test_an_unknown_target_has_a_near_one() -> None:
    message, hint = wrong(database(*TWO), WantedFiles(targets=("tset",)))
    assert message == "--target: 'tset' is not a target in 'build/compile_commands.json'"
    assert hint.startswith("did you mean 'test'? the targets are core")


def test_commands_that_tell_no_targets_are_one_program_if_one_file_has_a_main() -> None:
    assert len(selected(database(entry("core.c"), entry("app.c")), WantedFiles()).files) == 2
    message, hint = wrong(database(entry("test.c"), entry("app.c")), WantedFiles())
    assert "does not say which files make a program" in message
    assert hint == "those with a main are test.c, app.c"


def test_a_file_that_is_compiled_twice() -> None:
    twice = database(entry("core.c", "-DA", "one"), entry("core.c", "-DB", "two"))
    message, hint = wrong(twice, WantedFiles(files=(Path("core.c"),)))
    assert message == "'core.c' is compiled 2 times with different flags"
    assert hint == "--target NAME chooses: one, two"
    assert selected(twice, WantedFiles(files=(Path("core.c"),), targets=("two",))).flags == (("-DB",),)
    alike = database(entry("core.c", "-fPIC", "one"), entry("core.c", "-O2", "two"))
    assert selected(alike, WantedFiles(files=(Path("core.c"),))).flags == ((),)


def test_equal_flags_are_shared() -> None:
    chosen = selected(database(entry("core.c", "-DA", "x"), entry("app.c", "-DA", "x")), WantedFiles())
    assert chosen.shared == ("-DA",)


def test_data_models_have_to_agree() -> None:
    both = database(entry("core.c", "-m32", "x"), entry("app.c", "-m64", "x"))
    assert "cannot be linked: 'core.c' with -m32 and 'app.c' with -m64" in wrong(both, WantedFiles())[0]
    assert selected(database(entry("app.c", "-m32", "x")), WantedFiles()).model is DataModel.M32


def test_names_the_file_whose_command_is_wrong() -> None:
    unknown = database(entry("app.c", "-Zq", "x"))
    assert wrong(unknown, WantedFiles())[0].endswith("'app.c': unknown compiler flag '-Zq'")
    assert selected(unknown, WantedFiles(ignored=("-Zq",))).flags == ((),)
    assert (
        "'gone.c', which does not exist"
        in wrong(database(entry("gone.c", "", "x")), WantedFiles(targets=("x",)))[0]
    )
    assert "is C++" in wrong(database(entry("app.cpp", "", "x")), WantedFiles(targets=("x",)))[0]


def test_assembly_is_left_out_and_named() -> None:
    chosen = selected(database(entry("fast.S", "", "x"), entry("app.c", "", "x")), WantedFiles())
    assert chosen.notes == ("'fast.S' is assembly, and left out",)


def test_what_the_compiler_makes_of_it_is_refused_where_it_is_not_c() -> None:
    other = CompileCommand(
        Path("app.c"), Path.cwd(), ("-c", "app.c"), "app", compiler_of("arm-linux-gnueabihf-gcc")
    )
    message, hint = wrong(database(other), WantedFiles(targets=("app",)))
    assert "'app.c': 'arm-linux-gnueabihf-gcc' compiles for another machine than x86" in message
    assert "without -p" in hint


def test_assembly_by_its_name() -> None:
    assert "is assembly" in wrong(database(entry("a.S")), WantedFiles(files=(Path("a.S"),)))[0]


def test_a_main_that_is_gone() -> None:
    for target in ("", "app"):
        found = database(entry("core.c", "", target), entry("gone.c", "", target))
        assert "'gone.c', which does not exist" in wrong(found, WantedFiles())[0]


def test_a_command_without_flags_has_a_model_too() -> None:
    found = database(entry("core.c", "-m32", "app"), entry("app.c", "-O2", "app"))
    assert "cannot be linked" in wrong(found, WantedFiles(targets=("app",)))[0]
    new = selected(found, WantedFiles(files=(Path("core.c"), Path("new.c"))))
    assert new.model is DataModel.M32
