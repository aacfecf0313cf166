"""Which functions work on an object, and what for."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError
from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.driver.api import Api, find_api


def api(text: str, tmp_path: Path, wanted: str = "") -> Api:
    file = tmp_path / "library.h"
    file.write_text(text)
    return find_api([clang.parse(file, (), DataModel.M64)], [str(file)], wanted)


def test_an_object_behind_a_pointer(tmp_path: Path) -> None:
    text = "typedef struct map map; map *map_create(int); void map_destroy(map *); int map_get(map *, int);"
    found = api(text, tmp_path)
    assert (found.type, found.is_made) == ("map", True)
    assert found.constructor
    assert found.constructor.name == "map_create"
    assert found.destructor
    assert found.destructor.name == "map_destroy"
    assert [item.name for item in found.operations] == ["map_get"]


def test_words_in_camel_case(tmp_path: Path) -> None:
    text = (
        "typedef struct { int n; } Bag; void BagInit(Bag *); void bagFree(Bag *); void bagInsert(Bag *, int);"
    )
    found = api(text, tmp_path)
    assert found.constructor
    assert found.constructor.name == "BagInit"
    assert not found.is_made
    assert found.destructor
    assert found.destructor.name == "bagFree"
    assert [item.name for item in found.operations] == ["bagInsert"]


def test_what_is_not_called(tmp_path: Path) -> None:
    text = (
        "struct s { int n; }; int f(struct s *); struct s *copy(struct s *); int g(struct s *, char *buffer);"
    )
    found = api(text, tmp_path)
    assert dict(found.skipped) == {
        "copy": "returns another object: 'struct s *'",
        "g": "has a parameter 'buffer' that is a buffer of characters",
    }


def test_static_functions_are_helpers(tmp_path: Path) -> None:
    text = (
        "struct s { int n; }; static int h(struct s *x) { return x->n; } int f(struct s *x) { return h(x); }"
    )
    assert [item.name for item in api(text, tmp_path).operations] == ["f"]


def test_nothing_to_call(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no operation"):
        api("struct s { int n; }; void s_init(struct s *); void s_free(struct s *);", tmp_path)
