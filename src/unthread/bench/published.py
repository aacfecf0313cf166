"""What a tool has answered elsewhere: results that BenchExec has written, as competitions publish them."""

from __future__ import annotations

import bz2
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass

_BYTES = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9}


@dataclass(frozen=True, slots=True)
class Published:
    """`status` as BenchExec has it: true, false(unreach-call), unknown, TIMEOUT, ..."""

    status: str
    cpu: float
    wall: float
    memory: int


@cache
def read_results(file: Path) -> dict[str, Published]:
    """By the names of the tasks' files, without their folders."""
    try:
        data = file.read_bytes()
        root = ElementTree.fromstring(bz2.decompress(data) if file.suffix == ".bz2" else data)
        if root.tag != "result":
            raise ValueError("no element <result>")
        return {Path(run.attrib["name"]).name: _published(run) for run in root.iter("run")}
    except (OSError, ValueError, KeyError, ElementTree.ParseError) as error:
        raise InputError(f"'{file}' has no results of BenchExec: {error}") from None


def _published(run: ElementTree.Element) -> Published:
    columns = {column.attrib["title"]: column.attrib["value"] for column in run.iter("column")}
    return Published(
        columns["status"],
        _number(columns.get("cputime", "0s"), {"s": 1}),
        _number(columns.get("walltime", "0s"), {"s": 1}),
        int(_number(columns.get("memory", "0B"), _BYTES)),
    )


def _number(text: str, units: dict[str, int]) -> float:
    digits = text.rstrip("skMGB")
    return float(digits) * units.get(text[len(digits) :], 1)
