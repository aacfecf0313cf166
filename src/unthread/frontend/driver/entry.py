"""`--entry f,g`: a `main` that runs functions of a library as threads, with any arguments. docs/ENTRY.md.

void *f@entry(void *unused) { f(any, any); return 0; }
int main(void) { fill the objects; pthread_create(f@entry); ...; pthread_join(...); ...; return 0; }
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from unthread.core.diagnostics import InputError
from unthread.core.source import Entries, Loc
from unthread.frontend.clang import Unit
from unthread.frontend.driver.objects import LONGEST, MOST_OBJECTS, Objects, key_of
from unthread.frontend.driver.shapes import (
    Anything,
    Parameter,
    Pointed,
    RefusedShape,
    Scalar,
    Shape,
    Signature,
    String,
    WholeRecord,
    signatures,
)
from unthread.frontend.driver.text import DECLARATIONS, MAIN, Driver, DriverText, entry_name, names_in

_DECLARED = "declare: "  # marks a line that belongs before the function
_HARNESS = "write a harness that calls it: 'unthread harness FILE' begins one"


def entry_driver(units: list[Unit], entries: Entries) -> Driver:
    found = [*signatures(units)]
    known = {item.name: item for item in reversed(found)}
    for name in entries.functions:
        if len({item.unit for item in found if item.name == name and item.is_defined and item.is_static}) > 1:
            raise InputError(f"--entry: several files define a static function '{name}'")
    chosen = [_function(name, known) for name in entries.functions]
    return _Writer(units, chosen, entries).driver()


def _function(name: str, known: dict[str, Signature]) -> Signature:
    """The function of that name, which must have a body and parameters that can be made up."""
    found = known.get(name)
    if name == "main":
        raise InputError(
            "--entry: 'main' cannot be an entry", hint="without --entry, the program starts in main"
        )
    if found is None or not found.is_defined:
        what = "has no body" if found else "is not a function of these files"
        raise InputError(f"--entry: '{name}' {what}", hint=_similar(name, known))
    loc = Loc(*found.position)
    if found.is_variadic:
        raise InputError(f"--entry: '{name}' takes a variable number of arguments", loc, _HARNESS)
    for parameter in found.parameters:
        reason = _refusal(parameter.shape)
        if reason:
            raise InputError(f"--entry: parameter '{parameter.name}' of '{name}' {reason}", loc, _HARNESS)
    return found


def _refusal(shape: Shape) -> str:
    match shape:
        case RefusedShape(why):
            return why
        case Anything():
            return "is a pointer to void: what it points to is not known"
        case _:
            return ""


def _similar(name: str, known: dict[str, Signature]) -> str:
    from difflib import get_close_matches

    defined = [other for other, item in known.items() if item.is_defined and other != "main"]
    similar = get_close_matches(name, defined, 1)
    if similar:
        return f"did you mean '{similar[0]}'?"
    return (
        f"functions with a body: {', '.join(sorted(defined)[:8])}"
        if defined
        else "no file defines a function"
    )


class _Writer:
    def __init__(self, units: list[Unit], chosen: list[Signature], entries: Entries) -> None:
        self._chosen, self._entries = chosen, entries
        self._objects = Objects(names_in(units))
        self._texts = {number: DriverText() for number in range(len(units))}
        self._names: dict[str, str] = {}
        self._left_out: dict[str, None] = {}
        self._numbers = 0

    def driver(self) -> Driver:
        for number, function in enumerate(self._chosen, 1):
            self._thread(number, function)
        fillers = list(self._fillers())
        for unit, text in self._texts.items():
            at = self._chosen[0].position
            text.lines[:0] = [*((line, at) for line in DECLARATIONS), *self._objects.declarations(unit)]
        self._main(fillers)
        return Driver(self._texts, self._names, (*self._left_out, *self._objects.notes))

    def _thread(self, number: int, function: Signature) -> None:
        """The start routine of a thread."""
        same = [item.name for item in self._chosen[:number]].count(function.name)
        self._names[_own(number)] = entry_name(function.name, same)
        add = partial(self._texts[function.unit].add, function.position)
        calls = [line for _ in range(self._entries.times) for line in self._call(function)]
        for line in calls:
            if line.startswith(_DECLARED):
                add(line.removeprefix(_DECLARED))
        add(f"void *{_own(number)}(void *__ut_unused) {{")
        add(*(line for line in calls if not line.startswith(_DECLARED)))
        add("return (void *)0; }")

    def _call(self, function: Signature) -> Iterator[str]:
        """One call with any arguments."""
        names = [f"__ut_argument_{number}" for number in range(1, len(function.parameters) + 1)]
        yield "{"
        for name, parameter in zip(names, function.parameters, strict=True):
            yield from self._argument(name, parameter, function)
        yield f"{function.name}({', '.join(names)});"
        yield "}"

    def _argument(self, name: str, parameter: Parameter, function: Signature) -> Iterator[str]:
        """Declares a variable with any value that the parameter can have."""
        label = parameter.name
        match parameter.shape:
            case Scalar(spelling, choices):
                self._numbers += 1
                yield f"{_DECLARED}{spelling} __ut_nondet_{self._numbers}(const char *);"
                yield f'{spelling} {name} = __ut_nondet_{self._numbers}("{label}");'
                if choices:
                    self._left_out[
                        f"'{label}' of '{function.name}' other than its enumeration's constants"
                    ] = None
                    yield f"__ut_assume({' || '.join(f'{name} == {choice}' for choice in choices)});"
            case String() as shape:
                yield f"char *{name} = {self._pointer(shape, label, function)};"
            case Pointed(_, spelling) as shape:
                yield f"__typeof__({spelling}) *{name} = {self._pointer(shape, label, function)};"
            case WholeRecord(_, spelling) as shape:
                value = self._objects.single(shape, label, function.unit, function.position)
                yield f"__typeof__({spelling}) {name} = {value};"
            case Anything() | RefusedShape():
                raise AssertionError("such functions are no entries")

    def _pointer(self, shape: Pointed | String, label: str, function: Signature) -> str:
        shapes = [parameter.shape for item in self._chosen for parameter in item.parameters]
        uses = [
            item for item in shapes if isinstance(item, Pointed | String) and key_of(item) == key_of(shape)
        ]
        count = min(len(uses) * self._entries.times, MOST_OBJECTS)
        pool = self._objects.pool(shape, function.unit, function.position, 1, count)
        null = " or null" if self._entries.null else ""
        what = f"string{'s' * (count > 1)} of at most {LONGEST} characters"
        if isinstance(shape, Pointed):
            what = f"object{'s' * (count > 1)} of type '{shape.spelling}'"
        self._left_out[f"'{label}' of '{function.name}' pointing elsewhere than to {count} {what}{null}"] = (
            None
        )
        return self._objects.choice(pool, label, null=self._entries.null)

    def _fillers(self) -> Iterator[str]:
        """Functions that fill objects, in the files that know the types of these."""
        for number, (pool, lines) in enumerate(self._objects.fills()):
            if lines:
                name = f"__ut_fill_{number}"
                self._names[name] = entry_name("main", number + 2)
                self._texts[pool.unit].add(pool.position, f"void {name}(void) {{", *lines, "}")
                yield name

    def _main(self, fillers: list[str]) -> None:
        """Fills the objects, starts the threads and waits for them."""
        text, count = self._texts[self._chosen[0].unit], len(self._chosen)
        start = self._chosen[0].position
        text.add(start, *(f"void {name}(void);" for name in fillers))
        text.add(start, *(f"void *{_own(number)}(void *);" for number in range(1, count + 1)))
        text.add(start, f"int {MAIN}(void) {{", f"unsigned long __ut_threads_made[{count}];")
        text.add(start, *(f"{name}();" for name in fillers))
        for number, function in enumerate(self._chosen):
            made = f"__ut_create(&__ut_threads_made[{number}], (void *)0, {_own(number + 1)}, (void *)0);"
            text.add(function.position, made)
        for number, function in enumerate(self._chosen):
            text.add(function.position, f"__ut_join(__ut_threads_made[{number}], (void **)0);")
        text.add(start, "return 0; }")


def _own(number: int) -> str:
    return f"__ut_entry_{number}"
