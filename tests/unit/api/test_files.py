"""Files: all of one or nothing, and whether they can be written is known before the search."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, execute, write
from unthread.api.files import check_reports, check_writable, write_numbered, write_whole
from unthread.core.diagnostics import InputError, UsageError
from unthread.options import CheckOptions

__all__ = ["write"]  # the fixture

UNSAFE = "#include <assert.h>\nint main(void) { assert(0); }\n"


@pytest.mark.parametrize("flag", ["sarif", "junit", "mermaid", "witness"])
def test_a_directory_that_is_not_there_is_told_at_once(
    flag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=f"--{flag}: there is no directory 'no'"):
        check_reports(CheckOptions(**{flag: "no/out.yml"}))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["w.xml", "w", ".yml", "w.json"])
def test_other_witnesses_are_a_usage_error(name: str) -> None:
    with pytest.raises(UsageError, match="--witness: unknown format"):
        check_reports(CheckOptions(witness=name))


def test_two_reports_need_two_files(tmp_path: Path) -> None:
    name = str(tmp_path / "x.yml")
    with pytest.raises(UsageError, match="--sarif and --witness name the same file"):
        check_reports(CheckOptions(sarif=name, witness=name))
    nowhere = (("--trace", "/dev/null"),)
    check_reports(CheckOptions(sarif="/dev/null", witness=name, junit="/dev/null"), nowhere)


def test_nothing_is_written_over_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link.c").symlink_to("a.c")
    read = [Path("a.c")]
    for flag, options, others in (
        ("--html", CheckOptions(html="./a.c"), ()),
        ("--trace", CheckOptions(), (("--trace", "link.c"),)),
    ):
        with pytest.raises(UsageError, match=f"{flag}: '.*' is read, too, and would be lost"):
            check_reports(options, others, read)
    with pytest.raises(UsageError, match="--html and --trace name the same file"):
        check_reports(CheckOptions(html="x"), (("--trace", "x"), ("--log", None)))
    check_reports(CheckOptions(html="/dev/null"), (), [Path("/dev/null")])


@pytest.mark.parametrize(
    "words",
    [
        "check a.c --html a.c",
        "check a.c --log a.c",
        "check a.c --stub b.c --sarif b.c",
        "check a.c --write-baseline a.c",
        "check a.c --baseline b.json --trace b.json",
        "check a.c --write-baseline b.json --sarif b.json",
        "check a.c --html unthread.toml",
        "check --sarif a.c",
        "check --write-baseline unthread.toml",
        "emit a.c -o a.c",
        "explain a.c -o a.c",
        "replay a.c --html a.c",
        "sv a.c --property p.prp --html a.c",
    ],
)
def test_every_command_spares_its_input(words: str, capsys: Capture, write: Write) -> None:
    write(UNSAFE)
    write("int f(void) { return 0; }\n", "b.c")
    write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "p.prp")
    write('{"format": "unthread baseline", "version": 1, "accepted": []}', "b.json")
    write('[[target]]\nname = "x"\nfiles = ["a.c"]\n', "unthread.toml")
    before = {file: file.read_text() for file in Path().iterdir()}
    code, out, err = execute(capsys, *words.split())
    assert (code, out) == (1, "")
    assert "is read, too, and would be lost" in err
    assert {file: file.read_text() for file in Path().iterdir()} == before


def test_further_texts_have_numbers(tmp_path: Path) -> None:
    write_numbered(tmp_path / "a.mmd", ["one", "two"])
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"a.mmd": "one", "a-2.mmd": "two"}


def test_all_at_once(capsys: Capture, write: Write) -> None:
    write(UNSAFE)
    flags = ("--sarif", "a.sarif", "--junit", "a.xml", "--mermaid", "a.mmd", "--witness", "a.yaml")
    code, out, err = execute(capsys, "check", "-q", *flags, "--trace", "a.json", "a.c")
    assert (code, err) == (10, "")
    assert out.startswith("UNSAFE")
    assert {file.name for file in Path().iterdir()} == {"a.c", *flags[1::2], "a.json"}


def test_the_help_has_them_under_what_to_write(capsys: Capture) -> None:
    _, out, _ = execute(capsys, "check", "--help")
    part = out.partition("What to write:")[2].partition("How to read C:")[0]
    assert all(flag in part for flag in ("--sarif FILE", "--junit FILE", "--witness FILE", "--mermaid FILE"))


def test_a_task_of_sv_comp_has_the_witness_of_its_property(capsys: Capture, write: Write) -> None:
    write("extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
    formula = "CHECK( init(main()), LTL(G ! call(reach_error())) )"
    Path("unreach-call.prp").write_text(f"{formula}\n")
    words = ("sv", "-q", "--property", "unreach-call.prp", "--witness", "w.yml", "--sarif", "w.sarif", "a.c")
    assert execute(capsys, *words)[0] == 10
    assert f"specification: {formula}\n" in Path("w.yml").read_text()
    assert json.loads(Path("w.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "reach"


def test_a_property_file_is_the_specification_of_a_proof(capsys: Capture, write: Write) -> None:
    write("int main(void) { return 0; }\n")
    formula = "CHECK( init(main()), LTL(G ! overflow) )"
    Path("no-overflow.prp").write_text(f"{formula}\n")
    code, *_ = execute(
        capsys, "check", "-q", "--property", "no-overflow.prp", "--witness", "w.graphml", "a.c"
    )
    assert code == 0
    assert f">{formula}<" in Path("w.graphml").read_text()


def test_a_search_that_left_something_out_is_no_proof_for_sv_comp(capsys: Capture, write: Write) -> None:
    write("int main(void) { return 0; }\n")
    Path("p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    words = ("sv", "-q", "--property", "p.prp", "--witness", "w.yml", "--sarif", "w.sarif", "a.c")
    code, out, err = execute(capsys, *words, "--no-spurious")
    assert code == 5
    assert "spurious wake-ups are not searched" in out
    assert err == "unthread: note: there is nothing to write to 'w.yml': no violation and no proof\n"
    (invocation,) = json.loads(Path("w.sarif").read_text())["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    assert execute(capsys, *words)[0] == 0
    assert "entry_type: invariant_set" in Path("w.yml").read_text()


def test_each_property_of_a_task_has_its_report(capsys: Capture, write: Write) -> None:
    write("extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
    Path("a.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    Path("b.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    execute(capsys, "sv", "-q", "--property", "a.prp", "--property", "b.prp", "--junit", "o.xml", "a.c")
    assert "<failure" in Path("o.xml").read_text()
    assert "<failure" not in Path("o-2.xml").read_text()


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "'' is not a file"), (".", "'.' is not a file"), ("no/where.json", "there is no directory 'no'")],
)
def test_what_cannot_be_written_is_told(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message):
        check_writable(name, "--trace")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    file.write_text("old")
    held = file.open()
    write_whole(file, "new")
    with held:
        assert held.read() == "old"  # whoever reads it goes on with what was there
    assert file.read_text() == "new"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_what_cannot_be_encoded_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "\udcff")
    assert os.listdir(tmp_path) == []


def test_a_full_device_is_told_with_the_name_that_was_given(tmp_path: Path) -> None:
    full = tmp_path / "report.html"
    full.symlink_to("/dev/full")
    with pytest.raises(InputError, match=f"cannot write '{full}': No space left on device"):
        write_whole(full, "text")


def test_where_nothing_can_be_made_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write '/proc/report.html': No such file or directory"):
        write_whole(Path("/proc/report.html"), "text")
