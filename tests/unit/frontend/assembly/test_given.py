"""--asm-model: functions in place of `asm` statements, and what is wrong with those that do not fit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from unthread import cli

ROOT = Path(__file__).parents[4]
[EXAMPLE] = re.findall(r"```c\n(/\* crc32l.*?)```", (ROOT / "docs" / "LANGUAGE.md").read_text(), re.DOTALL)
PROGRAM = r"""
#include <assert.h>
#include <pthread.h>
static unsigned flags;
static unsigned checksum(unsigned word)
{
    unsigned sum = ~0u;
    asm("crc32l %1,%0   # one word" : "+r"(sum) : "r"(word));
    return ~sum;
}
static void *set(void *number)
{
    asm volatile("lock\n\tsetbit %1, %0" : "+m"(flags) : "r"((int)(long)number));
    return 0;
}
int main(void)
{
    assert(checksum(0x64636261) == 0x92c80a31);
    pthread_t thread;
    pthread_create(&thread, 0, set, (void *)1);
    set((void *)4);
    pthread_join(thread, 0);
    assert(flags == 18);
    return 0;
}
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, Path]:
    program = tmp_path / "program.c"
    program.write_text(PROGRAM)
    return str(program), tmp_path / "model.c"


def test_the_documented_example(files: tuple[str, Path]) -> None:
    program, model = files
    model.write_text(EXAMPLE)
    assert cli.execute(["check", program, "--asm-model", str(model)]) == 0
    for command in ("run", "show", "loops", "emit"):
        assert cli.execute([command, program, "--asm-model", str(model)]) == 0


def test_without_atomic_there_are_two_steps(files: tuple[str, Path], tmp_path: Path) -> None:
    """The trace knows the file, and replay reads it again."""
    program, model = files
    model.write_text(EXAMPLE.replace("atomic asm", "asm"))
    trace = tmp_path / "trace.json"
    options = ["--asm-model", str(model), "--trace", str(trace), "--property"]
    assert cli.execute(["check", program, *options, "race"]) == 10
    assert cli.execute(["check", program, *options, "reach"]) == 10
    assert json.loads(trace.read_text())["source"]["asm_models"] == [str(model)]
    assert cli.execute(["replay", str(trace)]) == 10


def test_a_wrong_model_is_noticed(files: tuple[str, Path]) -> None:
    program, model = files
    model.write_text(EXAMPLE.replace("0x82f63b78u", "0x82f63b79u"))
    assert cli.execute(["check", program, "--asm-model", str(model)]) == 10


def test_without_the_option_it_is_named(files: tuple[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.execute(["check", files[0]]) == 5
    assert "--asm-model FILE" in capsys.readouterr().out


CRC = "crc32l %1, %0"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("static int x;", "", "has no function that stands for an asm template"),
        (
            f'M("asm: {CRC}") void f(unsigned *sum) {{}}',
            "program.c:8:5",
            "1 parameter, but this asm statement has 2",
        ),
        (f'M("asm: {CRC}") void f(unsigned *sum, char word) {{}}', "program.c:8:5", "operand 1 of this asm"),
        (f'M("asm: {CRC}") void f(unsigned *sum, void *word) {{}}', "program.c:8:5", "operand 1 of this asm"),
        (f'M("asm: {CRC}") void f(long *sum, unsigned word) {{}}', "program.c:8:5", "operand 0 of this asm"),
        (
            f'M("asm: {CRC}") void f(unsigned sum, unsigned word) {{}}',
            "program.c:8:5",
            "operand 0 of this asm",
        ),
        (
            f'M("asm: {CRC}") int f(unsigned *sum, unsigned word) {{ return 0; }}',
            "model.c:2:",
            "a void function",
        ),
        (f'M("asm: {CRC}") void f(unsigned *sum, unsigned word);', "model.c:2:", "has no body"),
        ('M("crc32l") void f(unsigned *sum, unsigned word) {}', "model.c:2:", "names no asm template"),
        (
            f'M("asm: {CRC}") void f(unsigned *s, unsigned w) {{}}\n'
            f'M("asm: {CRC}") void g(unsigned *s, unsigned w) {{}}',
            "model.c:3:",
            "stands for the same template as 'g'",
        ),
        ("void f(void) { x; }", "model.c:2:16", "undeclared"),
    ],
)
def test_errors(
    files: tuple[str, Path], capsys: pytest.CaptureFixture[str], text: str, position: str, message: str
) -> None:
    program, model = files
    model.write_text(f"#define M(text) __attribute__((annotate(text)))\n{text}\n")
    assert cli.execute(["check", program, "--asm-model", str(model)]) == 2
    err = capsys.readouterr().err
    assert position in err
    assert message in err


def test_a_file_that_is_not_there(files: tuple[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.execute(["check", files[0], "--asm-model", str(files[1])]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_template_that_no_statement_has(
    files: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    program, model = files
    model.write_text(f'{EXAMPLE}\n__attribute__((annotate("asm: hlt"))) static void halt(void) {{}}\n')
    assert cli.execute(["check", program, "--asm-model", str(model)]) == 0
    assert re.search(r"model\.c:\d+:\d+: warning: .*'hlt'", capsys.readouterr().err)
