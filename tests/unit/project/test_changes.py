"""Which programs a change can matter to."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referees import GIT
from tests.support.tools import require
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.source import Source
from unthread.project.changes import changes_since


def git(*words: str) -> None:
    names = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *names, *words], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    require(GIT)
    monkeypatch.chdir(tmp_path)
    Path("inc dir").mkdir()
    Path("inc dir/a.h").write_text('#include "b.h"\n')
    Path("inc dir/b.h").write_text("extern int b;\n")
    Path("a.c").write_text('#include <stdio.h>\n#include "a.h"\nint main(void) { return 0; }\n')
    Path("other.c").write_text("int main(void) { return 0; }\n")
    Path(".gitignore").write_text("made.h\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    return tmp_path


def program(*files: str, build: str = "") -> Source:
    return Source(tuple(map(Path, files)), ("-Iinc dir",), build=build)


def reasons(revision: str = "HEAD", build: str = "") -> list[str]:
    found = changes_since(revision, Path())
    return [found.reason(program(file, build=build)) for file in ("a.c", "other.c")]


def test_nothing_has_changed() -> None:
    assert reasons() == ["", ""]


def test_a_file_that_differs_counts_committed_or_not() -> None:
    Path("other.c").write_text("int main(void) { return 1; }\n")
    assert reasons() == ["", "other.c changed"]
    git("commit", "-qam", "second")
    assert reasons() == ["", ""]
    assert reasons("HEAD~1") == ["", "other.c changed"]


def test_headers_count_where_they_are_included() -> None:
    Path("inc dir/b.h").write_text("extern long b;\n")
    assert reasons() == ["inc dir/b.h changed", ""]


def test_a_new_header_that_is_included_counts() -> None:
    Path("b.h").write_text("")
    Path("other.c").write_text('#include "b.h"\nint main(void) { return 0; }\n')
    git("commit", "-qam", "second")
    assert reasons() == ["", "b.h changed"]


def test_of_a_file_that_git_ignores_nobody_knows() -> None:
    Path("made.h").touch()
    Path("other.c").write_text('#include "made.h"\nint main(void) { return 0; }\n')
    git("commit", "-qam", "second")
    assert reasons() == ["", "git does not know made.h"]


def test_a_header_that_is_gone_may_matter_everywhere() -> None:
    Path("inc dir/b.h").unlink()
    assert reasons() == ["inc dir/b.h no longer exists", "inc dir/b.h no longer exists"]


def test_whatever_it_was_where_another_file_of_its_name_is_included() -> None:
    Path("rows.tbl").write_text("int rows;\n")
    Path("inc dir/rows.tbl").write_text("int rows;\n")
    Path("notes.tbl").touch()
    Path("a.c").write_text('#include "rows.tbl"\nint main(void) { return 0; }\n')
    git("add", ".")
    git("commit", "-qm", "second")
    Path("notes.tbl").unlink()
    assert reasons() == ["", ""]
    Path("rows.tbl").unlink()
    assert reasons() == ["rows.tbl no longer exists", ""]


def test_response_files_are_part_of_a_build() -> None:
    Path("flags.rsp").touch()
    assert reasons() == ["", ""]
    assert "flags.rsp changed, and with it" in reasons(build="build")[0]


def test_a_program_that_cannot_be_read_is_checked() -> None:
    Path("other.c").write_text('#include "nowhere.h"\nint main(void) { return 0; }\n')
    git("commit", "-qam", "second")
    assert reasons() == ["", "its headers cannot be read"]


def test_the_build_may_change_the_compile_commands() -> None:
    Path("CMakeLists.txt").touch()
    assert reasons() == ["", ""]
    assert "CMakeLists.txt changed, and with it" in reasons(build="build")[0]


def test_what_says_how_to_check_counts() -> None:
    Path("unthread.toml").touch()
    found = changes_since("HEAD", Path())
    assert found.reason(program("a.c"), [Path("unthread.toml")]) == "unthread.toml changed"


def test_says_what_is_wrong(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(UsageError, match="there is no git revision 'nothing'"):
        changes_since("nothing", Path())
    with pytest.raises(UsageError, match="there is no git revision '--output=x'"):
        changes_since("--output=x", Path())
    with pytest.raises(InputError, match="is not in a git repository"):
        changes_since("HEAD", tmp_path_factory.mktemp("elsewhere"))
