"""`dataclass`, as the standard library has it, but made for a program that shall start at once.

Most types here are `@dataclass(frozen=True, slots=True)`, some 200 of them. A type checker takes that at its
word. At run time nothing guards the fields, and the methods of a class are compiled together, when the first
of them is used: modules are read sooner, and objects made sooner (docs/decisions/0008-start.md).
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        if options != {"frozen": True, "slots": True}:
            return dataclasses.dataclass(cls, **options)
        return _record(cls)


_COMPILED = ("__init__", "__eq__", "__hash__")


def _record(cls: type) -> type:
    cls.__doc__ = cls.__doc__ or cls.__name__  # a signature would be made up for it
    cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    for field in dataclasses.fields(cls):
        assert field.init, f"{cls.__name__}.{field.name}: a record gets all of its fields"
    methods = {"__repr__": _repr, **{name: _Late(cls, name) for name in _COMPILED}}
    for name, method in methods.items():
        if cls.__dict__.get(name) is None:
            setattr(cls, name, method)
    return cls


class _Late:
    """A method of a record, compiled with the others when one is used: in many runs, none is."""

    def __init__(self, home: type, name: str) -> None:
        self.home = home
        self.name = name

    def __get__(self, record: object, cls: type | None = None) -> object:
        for name, method in _compiled(self.home).items():
            if isinstance(self.home.__dict__.get(name), _Late):
                setattr(self.home, name, method)
        return self.home.__dict__[self.name].__get__(record, cls)


def _compiled(cls: type) -> dict[str, object]:
    """`__init__`, `__eq__` and `__hash__` of a record."""
    assert dataclasses.is_dataclass(cls)
    fields = dataclasses.fields(cls)
    names: dict[str, object] = {"MISSING": dataclasses.MISSING}
    parameters = ["self"]
    assignments = []
    for field in sorted(fields, key=lambda field: bool(field.kw_only)):
        if field.kw_only and "*" not in parameters:
            parameters.append("*")
        value, default = field.name, f"default_{field.name}"
        if field.default is not dataclasses.MISSING:
            names[default] = field.default
            parameters.append(f"{field.name}={default}")
        elif field.default_factory is not dataclasses.MISSING:
            names[default] = field.default_factory
            parameters.append(f"{field.name}=MISSING")
            value = f"{default}() if {field.name} is MISSING else {field.name}"
        else:
            parameters.append(field.name)
        assignments.append(f" self.{field.name} = {value}\n")
    ours, theirs = (
        "".join(f"{who}.{field.name}, " for field in fields if field.compare) for who in ("self", "other")
    )
    methods: dict[str, object] = {}
    exec(
        f"def __init__({', '.join(parameters)}):\n{''.join(assignments) or ' pass'}\n"
        f"def __eq__(self, other):\n"
        f" return ({ours}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented\n"
        f"def __hash__(self):\n return hash(({ours}))\n",
        names,
        methods,
    )
    return methods


def _repr(self: object) -> str:
    assert dataclasses.is_dataclass(self)
    fields = (field.name for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"
