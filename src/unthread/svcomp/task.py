"""Task definitions of SV-COMP.

In: a `.yml` file of format 2.x. Out: a `Task`: C files, their data model, properties with the verdict that
is expected. Read with PyYAML, which is what BenchExec reads them with: YAML has many ways to write the same
thing, the tasks of SV-COMP come from many hands, and a reader of our own would disagree with BenchExec some
day. Nodes are taken as they are written, without turning them into Python values, because a node knows its
position.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.svcomp.properties import Goal, read_text

_MODELS = {"ILP32": DataModel.M32, "LP64": DataModel.M64}
_VERDICTS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Expectation:
    """`verdict` is None where the task does not say; `subproperty` says which part of it is violated."""

    file: Path
    verdict: bool | None = None
    subproperty: str = ""

    def __str__(self) -> str:
        word = {True: "true", False: "false", None: "unknown"}[self.verdict]
        return f"{word}({self.subproperty})" if self.subproperty else word


@dataclass(frozen=True, slots=True)
class Task:
    """`data_model` is None where the task does not say."""

    file: Path
    inputs: tuple[Path, ...]
    data_model: DataModel | None
    properties: tuple[Expectation, ...]

    def expectation(self, file: Path) -> Expectation:
        """What the task says of a property file, however the path to it is written."""
        same = (item for item in self.properties if item.file.resolve() == file.resolve())
        return next(same, Expectation(file))


def read_task(file: Path) -> Task:
    return _Reader(file).task()


class _Reader:
    def __init__(self, file: Path) -> None:
        self.file = file

    def task(self) -> Task:
        top = self._mapping(self._root(), "a task definition")
        if "format_version" not in top:
            raise InputError(f"'{self.file}' is not a task definition: it has no format_version")
        version = top["format_version"]
        if not re.fullmatch(r"2\.\d+", self._text(version, "format_version")):
            raise InputError("unthread reads task definitions of format 2.x", self._loc(version))
        if "input_files" not in top:
            raise InputError(f"the task '{self.file}' has no input_files")
        options = top.get("options")
        return Task(
            self.file,
            self._inputs(top["input_files"]),
            None if options is None else self._data_model(options),
            tuple(map(self._expectation, self._list(top.get("properties"), "properties"))),
        )

    def _root(self) -> yaml.Node:
        try:
            root = yaml.compose(read_text(self.file), yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            what = error.problem or error.context or "this is not YAML"
            mark = error.problem_mark or error.context_mark
            loc = mark and Loc(str(self.file), mark.line + 1, mark.column + 1)
            raise InputError(what, loc) from None
        except yaml.YAMLError as error:
            raise InputError(f"'{self.file}' is not YAML: {error}") from None
        if root is None:
            raise InputError(f"the task definition '{self.file}' is empty")
        return root

    def _inputs(self, node: yaml.Node) -> tuple[Path, ...]:
        patterns = self._list(node, "input_files") if isinstance(node, yaml.SequenceNode) else [node]
        if not patterns:
            raise InputError("input_files is empty", self._loc(node))
        return tuple(dict.fromkeys(path for pattern in patterns for path in self._matching(pattern)))

    def _matching(self, node: yaml.Node) -> list[Path]:
        """The files of a pattern, which is relative to the task's file."""
        pattern = self._text(node, "input_files")
        base = self.file.parent
        if (base / pattern).is_file():
            return [base / pattern]
        try:
            found = sorted(path for path in base.glob(pattern) if path.is_file())
        except (ValueError, NotImplementedError):  # an absolute path, or no pattern at all
            found = []
        if not found:
            raise InputError(f"no file matches '{pattern}'", self._loc(node))
        return found

    def _data_model(self, node: yaml.Node) -> DataModel | None:
        options = self._mapping(node, "options")
        language = options.get("language")
        if language is not None and self._text(language, "language") != "C":
            raise InputError(f"the language is {language.value}, and unthread reads C", self._loc(language))
        model = options.get("data_model")
        if model is None:
            return None
        name = self._text(model, "data_model")
        if name not in _MODELS:
            raise InputError(f"the data model '{name}' is not one of {', '.join(_MODELS)}", self._loc(model))
        return _MODELS[name]

    def _expectation(self, node: yaml.Node) -> Expectation:
        entry = self._mapping(node, "an entry of properties")
        if "property_file" not in entry:
            raise InputError("this entry of properties has no property_file", self._loc(node))
        file = self.file.parent / self._text(entry["property_file"], "property_file")
        verdict, part = entry.get("expected_verdict"), entry.get("subproperty")
        expected = None if verdict is None else self._verdict(verdict)
        subproperty = "" if part is None else self._text(part, "subproperty")
        if part is not None and subproperty not in set(Goal):
            raise InputError(f"the subproperty '{subproperty}' is unknown", self._loc(part))
        return Expectation(file, expected, subproperty)

    def _verdict(self, node: yaml.Node) -> bool:
        text = self._text(node, "expected_verdict").lower()
        if text not in _VERDICTS:
            raise InputError(f"the expected verdict is true or false, not '{text}'", self._loc(node))
        return _VERDICTS[text]

    # What a node has to be

    def _mapping(self, node: yaml.Node, what: str) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode):
            raise InputError(f"{what} is a mapping of keys to values", self._loc(node))
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = self._text(key, "a key")
            if name in found:
                raise InputError(f"'{name}' is given twice", self._loc(key))
            found[name] = value
        return found

    def _list(self, node: yaml.Node | None, what: str) -> list[yaml.Node]:
        if node is None:
            return []
        if not isinstance(node, yaml.SequenceNode):
            raise InputError(f"{what} is a list", self._loc(node))
        return list(node.value)

    def _text(self, node: yaml.Node, what: str) -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value:
            raise InputError(f"{what} is a string", self._loc(node))
        return str(node.value)

    def _loc(self, node: yaml.Node) -> Loc:
        return Loc(str(self.file), node.start_mark.line + 1, node.start_mark.column + 1)
