"""Getting CBMC: sources of another release, where it is looked for, and that it works."""

from __future__ import annotations

from pathlib import Path

import pytest

import get_cbmc
from execution import execute
from get_cbmc import (
    Unavailable,
    cache_directory,
    derive_lines,
    derive_paragraphs,
    derive_sources,
    fetch,
    find_cbmc,
    next_release,
    wrapper_text,
)
from referees import CBMC, GCC
from tests.support.tools import require

ARCHIVE = "http://archive.example/debian"


def lines(text: str) -> list[str]:
    return derive_lines(text, "bookworm", "trixie").splitlines()


def paragraphs(text: str) -> list[str]:
    return derive_paragraphs(text, "bookworm", "trixie").splitlines()


# One line for each source


def test_a_line_keeps_everything_but_its_release() -> None:
    assert lines(f"deb {ARCHIVE} bookworm main\n") == [f"deb {ARCHIVE} trixie main"]


def test_a_line_keeps_its_options_and_all_components() -> None:
    text = (
        f"deb  [arch=amd64 signed-by=/k/bookworm.gpg]\t{ARCHIVE}  bookworm  main contrib non-free  # ours\n"
    )
    assert lines(text) == [
        f"deb [arch=amd64 signed-by=/k/bookworm.gpg]\t{ARCHIVE} trixie main contrib non-free"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"# deb {ARCHIVE} bookworm main",
        f"deb-src {ARCHIVE} bookworm main",
        f"deb {ARCHIVE} bookworm-updates main",
        f"deb {ARCHIVE} tools-bookworm main",
        f"deb {ARCHIVE} bullseye main",
        f"deb {ARCHIVE} bookworm stable # main",
        f"deb {ARCHIVE} bookworm",
    ],
)
def test_other_lines_are_left_out(text: str) -> None:
    assert lines(text) == []


# Paragraphs


def test_a_paragraph_keeps_everything_but_its_release() -> None:
    text = (
        "# written by hand\n"
        "Types: deb deb-src\n"
        "# where from\n"
        f"URIs: {ARCHIVE}\n"
        "Suites: bookworm bookworm-updates\n"
        "Components: main contrib\n"
        "Signed-By: /keys/bookworm.gpg\n"
    )
    assert paragraphs(text) == [
        "types: deb",
        f"uris: {ARCHIVE}",
        "suites: trixie",
        "components: main contrib",
        "signed-by: /keys/bookworm.gpg",
    ]


def test_a_key_of_several_lines_stays_whole() -> None:
    key = "signed-by:\n -----BEGIN KEY-----\n .\n abc=\n -----END KEY-----"
    text = f"Types: deb\nURIs: {ARCHIVE}\nSuites: bookworm\nComponents: main\n{key}\n"
    assert "\n".join(paragraphs(text)).endswith(key)


def test_paragraphs_of_other_suites_are_left_out_and_the_others_stay_apart() -> None:
    def paragraph(suite: str) -> str:
        return f"Types: deb\nURIs: {ARCHIVE}\nSuites: {suite}\nComponents: main\n"

    text = "\n".join(map(paragraph, ["bookworm", "bookworm-security", "nodistro", "bookworm"]))
    derived = derive_paragraphs(text, "bookworm", "trixie")
    assert [part.count("suites: trixie") for part in derived.split("\n\n")] == [1, 1]


@pytest.mark.parametrize(
    "change",
    [
        ("Types: deb", "Types: deb-src"),
        ("Components: main", "Components: stable"),
        ("Enabled: yes", "Enabled: no"),
    ],
)
def test_sources_that_are_not_used_are_left_out(change: tuple[str, str]) -> None:
    text = f"Types: deb\nURIs: {ARCHIVE}\nSuites: bookworm\nComponents: main\nEnabled: yes\n"
    assert paragraphs(text)
    assert paragraphs(text.replace(*change)) == []


# All files


def test_both_kinds_of_files_are_read_and_no_others(tmp_path: Path) -> None:
    line = f"deb {ARCHIVE} bookworm main\n"
    paragraph = f"Types: deb\nURIs: {ARCHIVE}\nSuites: bookworm\nComponents: main\n"
    (tmp_path / "sources.list").write_text(line)
    parts = tmp_path / "sources.list.d"
    parts.mkdir()
    (parts / "debian.sources").write_text(paragraph)
    (parts / "tools.list").write_text(f"deb {ARCHIVE} tools-bookworm main\n")
    (parts / "old.list.disabled").write_text(line)
    assert derive_sources(tmp_path, "bookworm", "trixie") == {
        "sources.list": line.replace("bookworm", "trixie"),
        "debian.sources": f"types: deb\nuris: {ARCHIVE}\nsuites: trixie\ncomponents: main\n",
    }


def test_a_machine_without_a_source_of_its_release_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="no source of bookworm"):
        derive_sources(tmp_path, "bookworm", "trixie")


def test_the_release_after_this_one() -> None:
    assert next_release("bookworm") == "trixie"


def test_an_unknown_release_is_named() -> None:
    with pytest.raises(Unavailable, match=r"this release \(noble\)"):
        next_release("noble")


# The cache


def program(file: Path, text: str = "#!/bin/sh\necho 6.6.0\n") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)
    return file


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One without cbmc: its PATH is `bin` below, with the shell of the system after it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def test_the_cache_of_a_user_is_in_the_usual_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert cache_directory() == Path("/home/somebody/.cache/unthread")
    monkeypatch.setenv("XDG_CACHE_HOME", "/fast")
    assert cache_directory() == Path("/fast/unthread")


def test_the_path_comes_before_the_cache(machine: Path) -> None:
    assert find_cbmc() is None
    cached = program(machine / "cache" / "unthread" / "cbmc" / "cbmc")
    assert find_cbmc() == cached
    installed = program(machine / "bin" / "cbmc")
    assert find_cbmc() == installed


def test_a_cbmc_that_does_not_start_is_none(machine: Path) -> None:
    cached = program(machine / "cache" / "unthread" / "cbmc" / "cbmc")
    program(machine / "bin" / "cbmc", "#!/bin/sh\nexit 1\n")
    assert find_cbmc() == cached
    cached.chmod(0o644)
    assert find_cbmc() is None


def test_without_apt_it_says_so_and_leaves_nothing(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert get_cbmc.main() == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "no cbmc: cbmc is not installed, and there is no apt-get to get it with\n"
    assert list(machine.iterdir()) == []


def test_without_network_it_says_so_and_leaves_nothing(machine: Path) -> None:
    program(machine / "bin" / "apt-get", "#!/bin/sh\necho 'E: Could not resolve anything' >&2\nexit 100\n")
    target = cache_directory() / "cbmc"
    with pytest.raises(Unavailable, match=r"no network\?.*Could not resolve"):
        fetch({"sources.list": f"deb {ARCHIVE} trixie main\n"}, target)
    assert list(target.parent.iterdir()) == []


def test_a_package_that_cannot_be_unpacked_leaves_nothing(machine: Path) -> None:
    names = " ".join(f"{name}.deb" for name in get_cbmc.PACKAGES)
    loop = f'for last; do :; done; [ "$last" = update ] || for name in {names}; do : > $name; done\n'
    program(machine / "bin" / "apt-get", f"#!/bin/sh\n{loop}")
    program(machine / "bin" / "dpkg", '#!/bin/sh\n: > "$3"\necho broken >&2\nexit 2\n')
    target = cache_directory() / "cbmc"
    with pytest.raises(Unavailable, match=r"cannot unpack cbmc\.deb: broken"):
        fetch({"sources.list": f"deb {ARCHIVE} trixie main\n"}, target)
    assert list(target.parent.iterdir()) == []


def test_the_wrapper_names_the_loader_and_the_libraries_that_came_along(tmp_path: Path) -> None:
    for name in (
        "usr/lib/t/ld-linux-t.so.2",
        "usr/lib/t/libc.so.6",
        "usr/lib/libsolver.so.1",
        "usr/share/libx.so.1",
    ):
        program(tmp_path / name)
    text = wrapper_text(tmp_path)
    assert '"$here/usr/lib/t/ld-linux-t.so.2" --library-path "$here/usr/lib:$here/usr/lib/t" ' in text
    assert str(tmp_path) not in text


# The real one


@pytest.mark.parametrize(
    ("condition", "status", "verdict"), [("x < 4", 0, "SUCCESSFUL"), ("x < 3", 10, "FAILED")]
)
def test_cbmc_checks_a_program(condition: str, status: int, verdict: str, tmp_path: Path) -> None:
    require(CBMC, GCC)
    found = find_cbmc()
    assert found
    file = tmp_path / "a b.c"
    file.write_text(
        f"#include <assert.h>\nint main(int x, char **words) {{ x &= 3; assert({condition}); }}\n"
    )
    done = execute([str(found), str(file)], 60)
    assert done.status == status
    assert f"VERIFICATION {verdict}" in done.stdout.decode()
