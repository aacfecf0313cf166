"""The constraints of whole programs.

In: bodies, variables of static storage with their initial values, the entry and further roots. Out: the
solved graph, the nodes of registers, parameters and results, and who calls whom. Calls through pointers
are resolved on the way, and functions of the library are looked at apart for the calls that lead to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Protocol, TypeAlias

from unthread.analysis.locations import (
    SMEAR,
    Context,
    FunctionInstance,
    FunctionObject,
    Map,
    Object,
    Site,
    Space,
    Stride,
    Strides,
    bit_numbers,
    merged,
)
from unthread.analysis.points_to_graph import EMPTY, ConstraintGraph, GraphCall
from unthread.analysis.points_to_values import Fixed, Values, accessed_bytes, exposing
from unthread.core.records import dataclass
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Convert,
    Dereference,
    FunctionAddress,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Assign,
    Call,
    Copy,
    Fill,
    FormatText,
    Input,
    Instruction,
    Return,
    Spawn,
    defined_register,
    expressions,
)
from unthread.program.program import GlobalVariable
from unthread.program.types import (
    UCHAR,
    ArrayType,
    IntType,
    PointerType,
    RecordType,
    Type,
    bits_of,
    is_scalar,
    size_of,
    value_type,
)
from unthread.values.cells import codec

MOST_NESTED = 4  # calls from library function to library function that are distinguished
CLONED = 20_000  # instructions of library functions that may be looked at again, and in addition
_LARGEST_ROW = 1024  # bytes of an array whose parts are distinguished where it is copied
CLONED_FOR_EACH = 2  # so many for each instruction of the program


class SolvedBody(Protocol):
    """What is looked at of a function or a thread."""

    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> Sequence[Variable]: ...
    @property
    def varargs(self) -> Variable | None: ...
    @property
    def body(self) -> Sequence[Instruction]: ...
    @property
    def library(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class CallEdge:
    """The call or spawn at instruction `index` of `caller` may reach `callee`."""

    caller: FunctionInstance
    index: int
    callee: FunctionInstance
    spawns: bool


@dataclass(slots=True, eq=False)
class _Activation:
    """The nodes of one instance."""

    instance: FunctionInstance
    function: SolvedBody
    registers: dict[str, int]
    result: int


Difference: TypeAlias = tuple[FunctionInstance | None, PointerDifference]


class Solver(Values[int]):
    def __init__(
        self,
        bodies: Iterable[SolvedBody],
        variables: Sequence[GlobalVariable],
        trust_indices: bool,
        pointer_size: int,
        follow_numbers: bool,
        apart: frozenset[Difference] = frozenset(),
    ) -> None:
        sizes = {item.variable.name: item.size for item in variables}
        super().__init__(Space(), sizes, trust_indices, pointer_size)
        self.apart = apart  # those of pointers to different objects, as far as this is known
        self.differences: dict[Difference, list[tuple[int, int]]] = {}
        self.graph = ConstraintGraph(self.space)
        self.exposed_node = self.graph.node()
        self.follow_numbers = follow_numbers
        self.functions = {body.name: body for body in bodies}
        self.variables = variables
        self.activations: dict[FunctionInstance, _Activation] = {}
        self.untouched: list[_Activation] = []
        self.registers: dict[str, list[int]] = {}
        self.single: set[str] = set()  # registers of the current body with one definition
        self.holders: list[int] = []  # parameters and results
        self.edges: dict[CallEdge, None] = {}
        self.current: _Activation
        self.instance: FunctionInstance | None = None  # the current one
        self.left = CLONED + CLONED_FOR_EACH * sum(len(body.body) for body in self.functions.values())
        self.defined_once: dict[str, set[str]] = {}
        self.result_sizes = {name: _result_size(body) for name, body in self.functions.items()}

    def solve(self, entry: str, roots: Iterable[str]) -> None:
        unknown = self.space.any_bits[self.space.unknown]
        nothing = self.graph.cell(unknown.bit_length() - 1, 1)
        self.graph.add(nothing, unknown)
        for item in self.variables:
            self._initialize(item, unknown)
        for name in (entry, *roots):
            activation = self._activation(FunctionInstance(name))
            if name == entry:
                for parameter in activation.function.parameters:
                    if isinstance(parameter.type, PointerType):
                        self.graph.add(activation.registers[parameter.name], unknown)
        while self.untouched or self.graph.queue:
            while self.untouched:
                self._enter(self.untouched.pop())
            for site, location in self.graph.propagate():
                self._reach(site, self.space.objects[self.space.locations[location][0]])

    def _initialize(self, item: GlobalVariable, unknown: int) -> None:
        number = self.variable(item.variable)
        if item.external:
            anywhere = self.space.any_bits[number].bit_length() - 1
            self.graph.add(self.graph.cell(anywhere, 1), unknown)
        for part in item.initial:
            if isinstance(part.value, Constant) and not isinstance(part.type, PointerType):
                continue
            value = self.value(part.value)
            if value != EMPTY and is_scalar(value_type(part.type)):
                cell = codec(part.type, part.bit_offset, part.bit_width)
                offset, strides = _collapsed(item.variable.type, part.offset + cell.skip)
                where = self.space.location(number, offset, strides)
                size = cell.size if part.bit_width is not None else size_of(part.type)
                self.graph.copy(value, self.graph.cell(where, size))

    # registers and results

    def constant(self, bits: int) -> int:
        return self.graph.constant(bits)

    def mapped(self, value: int, map: Map) -> int:
        return self.graph.mapped(value, map)

    def joined(self, one: int, other: int) -> int:
        return self.graph.joined(one, other)

    def content(self, location: int, size: int) -> int:
        return self.graph.view(location, size)

    def loaded(self, pointer: int, size: int) -> int:
        return self.graph.load(pointer, size)

    def exposed(self) -> int:
        return self.exposed_node

    def difference(self, expression: PointerDifference) -> int:
        here = (self.instance, expression)
        sides = self.value(expression.left), self.value(expression.right)
        self.differences.setdefault(here, []).append(sides)
        return self.between(expression) if here in self.apart else self.constant(0)

    def found_apart(self) -> frozenset[Difference]:
        """Differences of pointers that may lead to different objects, or one of them nowhere, when all is
        solved."""
        return frozenset(
            difference
            for difference, found in self.differences.items()
            if any(self._are_apart(left, right) for left, right in found)
        )

    def _are_apart(self, left: int, right: int) -> bool:
        objects, others = self._objects(left), self._objects(right)
        return len(objects | others) > 1 or bool(objects) != bool(others)

    def _objects(self, node: int) -> set[int]:
        """Known ones."""
        found = {self.space.locations[number][0] for number in bit_numbers(self.graph.set_of(node))}
        return found - {self.space.unknown}

    def register(self, variable: Variable) -> int:
        node = self.current.registers.get(variable.name)
        if node is None:
            node = self._make_register(self.current, variable)
        return node

    def _make_register(self, activation: _Activation, variable: Variable) -> int:
        node = activation.registers[variable.name] = self.graph.node()
        self.registers.setdefault(variable.name, []).append(node)
        return node

    def _define(self, variable: Variable, value: int) -> None:
        """A register set once, and never read before in the text, needs no node of its own."""
        registers = self.current.registers
        if variable.name in self.single and variable.name not in registers:
            registers[variable.name] = value
            self.registers.setdefault(variable.name, []).append(value)
        else:
            self.graph.copy(value, self.register(variable))

    # instances

    def _activation(self, instance: FunctionInstance) -> _Activation:
        known = self.activations.get(instance)
        if known is not None:
            return known
        function = self.functions[instance.body]
        activation = _Activation(instance, function, {}, self.graph.node())
        self.activations[instance] = activation
        given = [*function.parameters, *([function.varargs] if function.varargs else [])]
        nodes = [self._make_register(activation, parameter) for parameter in given]
        self.holders += [*nodes, activation.result]
        self.untouched.append(activation)
        return activation

    def _enter(self, activation: _Activation) -> None:
        self.current, self.instance = activation, activation.instance
        name = activation.function.name
        if name not in self.defined_once:
            self.defined_once[name] = _defined_once(activation.function)
        self.single = self.defined_once[name]
        for index, instruction in enumerate(activation.function.body):
            self._constrain(index, instruction)
            for expression in expressions(instruction) if self.follow_numbers else ():
                for pointer in exposing(expression, self.pointer_size):
                    self.graph.copy(self.mapped(self.value(pointer), SMEAR), self.exposed_node)

    def _constrain(self, index: int, instruction: Instruction) -> None:
        match instruction:
            case Assign(VariablePlace(variable), value) if variable.storage is Storage.REGISTER:
                self._define(variable, self.number(value))
            case Assign(target, value):
                self._assign(target, self.number(value))
            case Allocate(target, size, _, region):
                context = self.current.instance.context
                site = Site(self.current.function.name, index, context, region)
                known = size.value if isinstance(size, Constant) and isinstance(size.value, int) else None
                start = self.space.location(self.space.object(site, known), 0, ())
                self._define(target, self.constant(1 << start))
            case Input(target, undefined=False) if self._may_be_address(target.type):
                unknown = self.constant(self.space.any_bits[self.space.unknown])
                self._define(target, self.joined(unknown, self.exposed_node))
            case Call() | Spawn():
                self._call(index, instruction)
            case Return(value) if value is not None:
                self.graph.copy(self.number(value), self.current.result)
            case Fill(target, value):
                self._assign(target, self.number(value))
            case Copy(target, source):
                for to, come in zip(self._words(target), self._words(source), strict=True):
                    self._assign(to, self.value(Read(come)))
            case FormatText(_, buffer, _, text, arguments):
                self._format(self.value(buffer), self.value(text), self.value(arguments))
            case _:
                pass  # sets no register to a pointer and writes no memory

    def _may_be_address(self, type: Type) -> bool:
        kind = value_type(type)
        if isinstance(kind, IntType):
            return bits_of(kind) >= 8 * self.pointer_size
        return isinstance(kind, PointerType)

    def _assign(self, target: Place, value: int) -> None:
        if value == EMPTY:
            return
        where, size = self.place(target), accessed_bytes(target)[1]
        if isinstance(where, Fixed):
            self.graph.copy(value, self.graph.cell(where, size))
        else:
            self.graph.store(where, size, value)

    def _words(self, place: Place) -> Iterator[Place]:
        """The parts of an array that are copied apart: of a large one, there is but one."""
        size, word = size_of(place.type), self.pointer_size
        if size > _LARGEST_ROW:
            yield place
            return
        pointer = AddressOf(place, PointerType(place.type, word))
        bytes_at, index = PointerType(UCHAR, word), IntType(8 * word, True)
        for offset in range(0, size, word):
            kind = IntType(8 * min(word, size - offset), False)
            moved = PointerAdd(
                Convert(pointer, bytes_at), Constant(offset, index), Constant(1, index), bytes_at
            )
            yield Dereference(Convert(moved, PointerType(kind, word)), kind)

    def _format(self, buffer: int, text: int, arguments: int) -> None:
        """Characters made of the arguments, of the strings among them, and of the format."""
        given = self.graph.load(self.mapped(arguments, SMEAR), 1)
        strings = self.graph.load(self.mapped(self.joined(given, text), SMEAR), 1)
        content = self.mapped(self.joined(given, strings), SMEAR)
        self.graph.store(self.mapped(buffer, SMEAR), 1, content)

    # calls

    def _call(self, index: int, instruction: Call | Spawn) -> None:
        spawns = isinstance(instruction, Spawn)
        given = (instruction.argument,) if isinstance(instruction, Spawn) else instruction.arguments
        varargs = None if isinstance(instruction, Spawn) else instruction.varargs
        target = None if spawns else instruction.target
        site = GraphCall(
            self.current.instance,
            index,
            tuple((self.number(argument), size_of(argument.type)) for argument in given),
            EMPTY if varargs is None else self.value(varargs),
            None if target is None else self.register(target),
            0 if target is None else size_of(target.type),
            spawns,
            target is not None and self._may_be_address(target.type),
        )
        if isinstance(instruction.function, FunctionAddress):
            self._reach(site, FunctionObject(instruction.function.name))
            return
        node = self.graph.leader(self.value(instruction.function))
        self.graph.calls.setdefault(node, []).append(site)
        for location in bit_numbers(self.graph.points[node] & ~self.graph.fresh[node]):
            self._reach(site, self.space.objects[self.space.locations[location][0]])

    def _reach(self, site: GraphCall, callee: Object) -> None:
        if not isinstance(callee, FunctionObject):
            return  # calls of data are a violation, those of the unknown are not followed
        function = self.functions.get(callee.name)
        instance = FunctionInstance(callee.name, self._context(site, function) if function else ())
        edge = CallEdge(site.caller, site.index, instance, site.spawns)
        if edge in self.edges:
            return
        self.edges[edge] = None
        if function is None:
            if site.wants_pointer and site.target is not None:
                self.graph.add(site.target, self.space.any_bits[self.space.unknown])
                self.graph.copy(self.exposed_node, site.target)
            return
        activation = self._activation(instance)
        for (value, size), parameter in zip(site.arguments, function.parameters, strict=False):
            self._pass(value, size, activation.registers[parameter.name], size_of(parameter.type))
        if function.varargs:
            self.graph.copy(site.varargs, activation.registers[function.varargs.name])
        if site.target is not None:
            size = self.result_sizes[callee.name]
            self._pass(activation.result, size, site.target, site.target_size)

    def _pass(self, value: int, size: int, target: int, target_size: int) -> None:
        if size <= target_size:
            self.graph.copy(value, target)
        else:
            self.graph.copy(self.mapped(value, SMEAR), target)

    def _context(self, site: GraphCall, callee: SolvedBody) -> Context:
        """For which calls a function of the library is looked at apart."""
        if not callee.library:
            return ()
        caller = site.caller
        inside = self.functions[caller.body].library
        context = (*(caller.context if inside else ()), (caller.body, site.index))
        for position, (body, _) in enumerate(context):
            if body == callee.name:
                return context[:position]  # it calls itself
        if len(context) > MOST_NESTED:
            return ()
        if FunctionInstance(callee.name, context) not in self.activations:
            if self.left < len(callee.body):
                return ()
            self.left -= len(callee.body)
        return context


def _result_size(function: SolvedBody) -> int:
    sizes = [
        size_of(item.value.type)
        for item in function.body
        if isinstance(item, Return) and item.value is not None
    ]
    return max(sizes, default=0)


def _defined_once(function: SolvedBody) -> set[str]:
    once: set[str] = set()
    again: set[str] = {parameter.name for parameter in function.parameters}
    if function.varargs:
        again.add(function.varargs.name)
    for instruction in function.body:
        register = defined_register(instruction)
        if register is not None:
            (again if register.name in once else once).add(register.name)
    return once - again


def _collapsed(type: Type, offset: int) -> tuple[int, Strides]:
    """An offset in an object of the type as the places of its parts would give it."""
    base, strides = 0, list[Stride]()
    while True:
        type = value_type(type)
        if isinstance(type, ArrayType) and size_of(type.element):
            stride = size_of(type.element)
            strides.append((stride, type.count if type.count > 1 else None))
            offset, type = offset % stride, type.element
            continue
        if not isinstance(type, RecordType) or type.is_union:
            break
        inside = (
            item for item in type.fields if item.offset <= offset < item.offset + max(size_of(item.type), 1)
        )
        member = next(inside, None)
        if member is None or member.bit_width is not None:
            break
        base, offset, type = base + member.offset, offset - member.offset, member.type
    return base + offset, reduce(merged, ((stride,) for stride in strides), ())
