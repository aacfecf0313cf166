"""Calls of operations."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.driver.api import Api, find_api
from unthread.frontend.driver.calls import any_value, ending, making, needs, variables

TEXT = """
typedef struct bag bag;
bag *bag_new(int size, void *context);
void bag_free(bag *b);
int bag_take(bag *b, void **item, const int *limit, long wide, const char *label);
"""


def _api(tmp_path: Path) -> Api:
    file = tmp_path / "bag.h"
    file.write_text(TEXT)
    return find_api([clang.parse(file, (), DataModel.M64)], [str(file)])


def test_what_is_passed(tmp_path: Path) -> None:
    api = _api(tmp_path)
    item, limit, wide, label = variables(api, api.operations[0])
    assert [part.passed for part in (item, limit, wide, label)] == ["&item", "&limit", "wide", "label"]
    assert [part.is_result for part in (item, limit, wide, label)] == [True, False, False, False]
    assert any_value(wide) == "unthread_any_long()"
    assert any_value(limit) == "unthread_any_int()"
    assert needs(api) == (True, True)


def test_objects(tmp_path: Path) -> None:
    api = _api(tmp_path)
    assert [*making(api, "object")] == ["object = bag_new(2, 0);"]
    assert [*ending(api, "object")] == ["bag_free(object);"]
