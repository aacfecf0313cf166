"""`Program` → `Flat`: one body for each start routine, without calls but with its loops.

    main: for (i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0)        becomes two bodies,
    f:    lock(&m); x++; unlock(&m)                                    each with the library's code in place

Bodies of called functions stand where the call stood, with variables of their own for each place; recursion
goes down to a depth and ends in a `Cut`. What is known of registers at a call decides branches in the copy,
so that little of the library is left. Functions that `keeps` names stay functions, and are called: but not
inside atomic sections, nor if they open or end a section of their caller's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from unthread.core.diagnostics import InputError
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.build.tidy import is_idle, without_dead_code
from unthread.program.expressions import Variable
from unthread.program.instructions import Assign, Input, Instruction, defined_register
from unthread.program.program import Function, Program
from unthread.program.query.uses import registers_read, variables_of
from unthread.program.types import VOID, FunctionType
from unthread.sequentialize.flat_body import FlatBody
from unthread.sequentialize.flat_facts import FlatFacts, Keeps
from unthread.sequentialize.flat_state import Bodies, Wanted

Mentions = dict[Variable, list[int]]


@dataclass(frozen=True, slots=True)
class Flat:
    """`program` has the bodies as functions: `entry` is the first thread's, `routines` says for each body
    that a thread starts in which function of the user it is. Every other function is one that was kept, and
    `origins` has its name in the user's program. `mentions` has the variables of each body, with the
    instructions in which they are. `assumptions` are for the verdict."""

    program: Program
    routines: dict[str, str]
    origins: dict[str, str]
    mentions: dict[str, Mentions]
    assumptions: tuple[str, ...]
    properties: frozenset[Property]


def flatten(
    program: Program,
    depth: int,
    properties: frozenset[Property] = ASSERTED,
    keeps: Keeps = lambda function: False,
) -> Flat:
    """Only assertions of the given properties are left in."""
    if not program.entry:
        raise InputError("there is no function 'main' to start from")
    bodies = Bodies(FlatFacts(program, keeps), depth, properties)
    return _Flattener(program, bodies).run()


class _Flattener:
    """Builds one body after the other, as they are wanted."""

    def __init__(self, program: Program, bodies: Bodies) -> None:
        self._program = program
        self._bodies = bodies
        self._functions: dict[str, Function] = {}
        self._mentions: dict[str, Mentions] = {}

    def run(self) -> Flat:
        bodies, entry = self._bodies, self._program.functions[self._program.entry]
        first = bodies.of_threads(entry.name, None, "main", entry.loc)
        while bodies.pending:
            self._build(bodies.pending.popleft())
        known = {name: function.type for name, function in self._program.functions.items()}
        others = {n: t for n, t in {**known, **self._program.undefined}.items() if n not in self._functions}
        program = replace(self._program, functions=self._functions, entry=first, undefined=others)
        assumptions = tuple(bodies.assumptions)
        return Flat(program, bodies.routines, bodies.origins, self._mentions, assumptions, bodies.properties)

    def _build(self, wanted: Wanted) -> None:
        function = self._program.functions[wanted.function]
        if wanted.is_thread:
            self._build_thread(wanted, function)
            return
        body = FlatBody(self._bodies, [*wanted.active], None)
        parameters, varargs = body.of_kept(function)
        self._finish(wanted.name, body, function.type, parameters, varargs, function.loc)

    def _build_thread(self, wanted: Wanted, function: Function) -> None:
        is_first = function.name == self._program.entry
        given = function.parameters if is_first else function.parameters[:1]
        parameters = tuple(self._bodies.own(parameter) for parameter in given)
        body = FlatBody(self._bodies, [], 0 if is_first else None)
        body.of_thread(function, parameters, wanted.known, wanted.loc)
        kind = FunctionType(VOID, tuple(parameter.type for parameter in parameters))
        self._finish(wanted.name, body, kind, parameters, None, function.loc)

    def _finish(
        self,
        name: str,
        built: FlatBody,
        kind: FunctionType,
        parameters: tuple[Variable, ...],
        varargs: Variable | None,
        loc: Loc,
    ) -> None:
        living = without_dead_code(built.code.body)
        body = _without_unread(living)
        if len(body) < len(living):
            body = without_dead_code(body)
        given = {*parameters} if varargs is None else {*parameters, varargs}
        used = self._mentions[name] = _mentions(body)
        own = tuple(
            variable for variable in built.frames.locals if variable in used and variable not in given
        )
        self._functions[name] = Function(name, kind, parameters, own, tuple(body), loc, varargs)


def _mentions(body: Sequence[Instruction]) -> Mentions:
    found: Mentions = {}
    for index, item in enumerate(body):
        for variable in variables_of(item):
            found.setdefault(variable, []).append(index)
    return found


def _without_unread(body: list[Instruction]) -> list[Instruction]:
    """Without assignments to registers that are never read, or only by assignments that are removed."""
    read = [registers_read(item) for item in body]
    reads = Counter(variable for found in read for variable in found)
    setters: dict[Variable, list[int]] = {}
    for index, item in enumerate(body):
        register = defined_register(item)
        if register is not None:
            setters.setdefault(register, []).append(index)
    gone: set[int] = set()
    pending = [variable for variable in setters if not reads[variable]]
    while pending:
        for index in setters.get(pending.pop(), ()):
            if index in gone or not _only_sets(body[index]):
                continue
            gone.add(index)
            for variable in read[index]:
                reads[variable] -= 1
                if not reads[variable]:
                    pending.append(variable)
    return [item for index, item in enumerate(body) if index not in gone]


def _only_sets(item: Instruction) -> bool:
    """Nothing but the register that it sets tells whether it happens."""
    return isinstance(item, Input) or (isinstance(item, Assign) and is_idle(item.value))
