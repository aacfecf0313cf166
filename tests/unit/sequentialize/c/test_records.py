"""Records in emitted C lie as they lay in the program: gcc says so."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referees import GCC, GCC_M32
from tests.support.tools import require
from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.program.types import RecordType
from unthread.sequentialize.c.records import definitions, member_name

TEXT = """
struct natural { char c; int i; short s; double d; char *p; };
struct __attribute__((packed)) packed { char c; int i; long long l; };
struct aligned { char c; int i __attribute__((aligned(16))); };
struct bits { unsigned a : 3; int b : 7; unsigned : 0; unsigned c : 30; unsigned char d : 2; };
struct __attribute__((packed)) packed_bits { unsigned a : 3; char c; int b : 17; short s; };
union mixed { int i; char bytes[7]; struct { short low, high; }; };
struct nested { struct packed inner; union mixed view[2]; struct { int deep; }; };
struct flexible { int count; double values[]; };
struct wide { long double e; __LARGE__ l; };
struct empty { };
struct natural a; struct packed b; struct aligned c; struct bits d; struct packed_bits e; union mixed f;
struct nested g; struct flexible h; struct wide i; struct empty j;
int main(void) { return 0; }
"""


def checks(record: RecordType, name: str) -> list[str]:
    """Assertions about its size and the places of its members, as far as C has names for them."""
    keyword = "union" if record.is_union else "struct"
    found = [f'_Static_assert(sizeof({keyword} {name}) == {record.size}, "size of {name}");']
    for member in record.fields:
        if member.bit_width is None and member.name:
            place = f"__builtin_offsetof({keyword} {name}, {member_name(member.name)})"
            found.append(f'_Static_assert({place} == {member.offset}, "{name}.{member.name}");')
    return found


@pytest.mark.parametrize("model", list(DataModel))
def test_layouts(model: DataModel, tmp_path: Path) -> None:
    require(GCC, *([GCC_M32] if model is DataModel.M32 else []))
    file = tmp_path / "records.c"
    file.write_text(TEXT.replace("__LARGE__", "__int128" if model is DataModel.M64 else "long long"))
    program = load(Source((file,), data_model=model))
    tags = {record: f"r{number}_{record.tag}" for number, record in enumerate(program.records)}
    lines = [*definitions(tags, model)]
    lines += [line for record, tag in tags.items() if record.complete for line in checks(record, tag)]
    text = tmp_path / "defined.c"
    text.write_text("\n".join(lines) + "\n")
    command = ["gcc", "-Wall", "-Werror", "-fsyntax-only", f"-{model}", str(text)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert not done.stderr
    assert {record.tag for record in tags} >= {"natural", "packed", "bits", "packed_bits", "mixed", "nested"}


def test_plain_records_stay_plain() -> None:
    record = RecordType("pair", False, (), 0, complete=True)
    assert [*definitions({record: "pair"}, DataModel.M64)] == ["struct pair;", "struct pair {", "};"]


def test_members_with_numbers_for_names_get_one() -> None:
    assert (member_name("0"), member_name("x")) == ("_0", "x")
