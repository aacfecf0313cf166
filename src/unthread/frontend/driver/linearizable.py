"""`--linearizable`: a `main` that compares what concurrent operations on an object return with sequential
runs.

    choose the operations and their arguments;  make an object;  threads call the operations and note results,
    and which operations of others were over when each began;  for every order that respects this, until one
    fits: make a fresh object, call the operations in this order, compare results;  one order has to fit

Each line stands for a position of the user's text; names that begin with __ut_ are not shown.
docs/LINEARIZABLE.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from unthread.core.diagnostics import InputError, UsageError
from unthread.core.source import Histories
from unthread.frontend.clang import Unit
from unthread.frontend.driver.api import Api, find_api
from unthread.frontend.driver.calls import (
    CAPACITY,
    ITEMS,
    TEXTS,
    CallVariable,
    ending,
    is_compared,
    is_pointer_to_void,
    is_void,
    making,
    needs,
    variables,
)
from unthread.frontend.driver.shapes import Scalar, Shape, Signature, String, plain_spelling, shape_of
from unthread.frontend.driver.text import (
    DECLARATIONS,
    MAIN,
    Driver,
    DriverText,
    Position,
    entry_name,
    free_name,
    names_in,
)

MOST_ORDERS = 90
MESSAGE = "not linearizable: no sequential order of these operations gives these results"
_THREAD = "operations"  # what the threads are called


def linearizable_driver(units: list[Unit], histories: Histories) -> Driver:
    orders = list(_orders(histories.threads, histories.operations))
    if len(orders) > MOST_ORDERS:
        size = f"{histories.threads}x{histories.operations}"
        raise UsageError(
            f"--operations {size}: there are more than {MOST_ORDERS} sequential orders",
            hint="2x3 and 3x2 are the largest",
        )
    api = find_api(units, [str(unit.path) for unit in units], histories.type)
    if not api.type:
        hint = "it needs functions that take a pointer to a struct first"
        raise InputError("--linearizable: these functions share no object", hint=hint)
    owner = api.constructor or api.operations[0]
    return _Writer(api, histories, orders, owner, names_in(units)).driver(_number_of_unit(api, owner))


def _number_of_unit(api: Api, owner: Signature) -> int:
    elsewhere = [item for item in api.operations if item.unit != owner.unit]
    if any(item.is_static for item in elsewhere):
        raise InputError("--linearizable: the operations are static functions of several files")
    return owner.unit


def _orders(threads: int, operations: int) -> Iterator[tuple[int, ...]]:
    """Orders in which the operations of each thread, numbered one thread after the other, keep theirs: all of
    them, or one more than are allowed."""

    def extended(done: tuple[int, ...], counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(done) == threads * operations:
            yield done
        for thread in range(threads):
            if counts[thread] < operations:
                more = (*counts[:thread], counts[thread] + 1, *counts[thread + 1 :])
                yield from extended((*done, thread * operations + counts[thread]), more)

    yield from islice(extended((), (0,) * threads), MOST_ORDERS + 1)


class _Writer:
    def __init__(
        self,
        api: Api,
        histories: Histories,
        orders: Sequence[tuple[int, ...]],
        owner: Signature,
        taken: set[str],
    ) -> None:
        self._api, self._orders, self._at = api, orders, owner.position
        self._threads, self._operations = histories.threads, histories.operations
        self._text = DriverText()
        self._names: dict[str, str] = {}
        self._taken = taken

    def driver(self, unit: int) -> Driver:
        self._state()
        for part in (self._choose(), self._perform(), self._same(), self._tell()):
            for position, line in part:
                self._text.add(position, line)
        self._run()
        self._fits()
        self._main()
        self._text.lines = [(self._named(line), position) for line, position in self._text.lines]
        return Driver({unit: self._text}, self._names, tuple(self._left_out()))

    def _named(self, line: str) -> str:
        """With names that the program does not have."""
        return re.sub(r"@(\w+)", lambda found: free_name(found[1], self._taken), line)

    def _function(self, head: str, name: str, shown: str = _THREAD) -> str:
        """The beginning of a function; reports show it as `shown`."""
        self._names[name] = entry_name(shown, len(self._names) + 1)
        return f"static {head} {{"

    # ---- what is known of an operation

    def _state(self) -> None:
        total, add = self._threads * self._operations, self._text.add
        add(self._at, *DECLARATIONS)
        add(self._at, 'int __ut_printf(const char *, ...) __asm__("printf");')
        add(self._at, "void __ut_assert(_Bool, const char *, const char *);")
        has_items, has_texts = needs(self._api)
        if has_items:
            add(self._at, f"static int @items[{ITEMS}];")
        if has_texts:
            add(self._at, f"static const char *const __ut_texts[] = {{{', '.join(TEXTS)}}};")
        add(self._at, "struct __ut_call { unsigned kind;", *self._fields(results=False), "};")
        add(self._at, "struct __ut_outcome { int none;", *self._fields(results=True), "};")
        add(self._at, f"static struct __ut_call __ut_calls[{total}];")
        add(self._at, f"static struct __ut_outcome @results[{total}];")
        add(self._at, f"static unsigned __ut_seen[{total}][{self._threads}], __ut_over[{self._threads}];")
        add(self._at, f"static {self._api.type} *@object;")
        rows = ", ".join("{" + ", ".join(map(str, order)) + "}" for order in self._orders)
        add(self._at, f"static const unsigned char __ut_orders[{len(self._orders)}][{total}] = {{{rows}}};")
        if has_items:
            add(self._at, *self._which())

    def _fields(self, *, results: bool) -> Iterator[str]:
        for number, operation in enumerate(self._api.operations):
            for variable in variables(self._api, operation):
                if variable.is_result or not results:
                    yield f"__typeof__({variable.type}) {_field(number, variable)};"
            if results and is_compared(operation.result):
                yield f"__typeof__({plain_spelling(operation.result)}) result_{number};"

    def _which(self) -> Iterator[str]:
        """Pointers mean the same for another object if they point to the same item."""
        yield self._function("int __ut_which(const void *pointer)", "__ut_which")
        yield "if (!pointer) return 0;"
        for number in range(ITEMS):
            yield f"if (pointer == &@items[{number}]) return {number + 1};"
        yield "return -1; }"

    # ---- functions with a case for each operation

    def _cases(self, head: str, name: str) -> Iterator[tuple[Position, str]]:
        yield self._at, self._function(head, name)
        yield self._at, "switch (call->kind) {"

    def _case(self, number: int) -> str:
        return "default: {" if number == len(self._api.operations) - 1 else f"case {number}: {{"

    def _choose(self) -> Iterator[tuple[Position, str]]:
        """Any operation with any arguments."""
        for number, operation in enumerate(self._api.operations):
            for variable in variables(self._api, operation):
                name = _field(number, variable)
                yield (
                    operation.position,
                    f"__typeof__({_input_type(variable)}) __ut_nondet_{name}(const char *);",
                )
        head = "void __ut_choose(struct __ut_call *call)"
        yield self._at, self._function(head, "__ut_choose", "main")
        yield self._at, f"call->kind = {self._kind(0)};"
        yield self._at, "switch (call->kind) {"
        for number, operation in enumerate(self._api.operations):
            yield operation.position, self._case(number)
            for variable in variables(self._api, operation):
                yield operation.position, f"call->{_field(number, variable)} = {_any(number, variable)};"
                yield from ((operation.position, line) for line in _limits(number, variable))
            yield operation.position, "break; }"
        yield self._at, "} }"

    def _kind(self, number: int) -> str:
        """One input for each operation but the last: whether it is this one."""
        operations = self._api.operations
        if number == len(operations) - 1:
            return str(number)
        return f'__ut_nondet_flag("{operations[number].name}") ? {number} : {self._kind(number + 1)}'

    def _perform(self) -> Iterator[tuple[Position, str]]:
        kind = self._api.type
        head = (
            f"void __ut_perform({kind} *object, const struct __ut_call *call, struct __ut_outcome *outcome)"
        )
        yield from self._cases(head, "__ut_perform")
        for number, operation in enumerate(self._api.operations):
            at = operation.position
            own = variables(self._api, operation)
            yield at, self._case(number)
            for item in own:
                if item.is_result:
                    yield at, f"outcome->{_field(number, item)} = call->{_field(number, item)};"
            given = [_passed(number, item) for item in own]
            target = f"outcome->result_{number} = " if is_compared(operation.result) else ""
            yield at, f"{target}{operation.name}({', '.join(['object', *given])});"
            yield at, "break; }"
        yield self._at, "} }"

    def _same(self) -> Iterator[tuple[Position, str]]:
        names = "const struct __ut_outcome *first, const struct __ut_outcome *second"
        yield from self._cases(f"_Bool __ut_same(const struct __ut_call *call, {names})", "__ut_same")
        for number, operation in enumerate(self._api.operations):
            yield operation.position, self._case(number)
            for field, is_item, _ in self._results(number, operation):
                parts = [
                    f"__ut_which({side}->{field})" if is_item else f"{side}->{field}"
                    for side in ("first", "second")
                ]
                equal = _equal(*parts, is_floating=_is_floating(self._shape_of(operation, field, number)))
                yield operation.position, f"if (!({equal})) return 0;"
            yield operation.position, "return 1; }"
        yield self._at, "} }"

    def _results(self, number: int, operation: Signature) -> Iterator[tuple[str, bool, str]]:
        """The fields of an outcome: the name, whether it is an item, and what reports call it."""
        if is_compared(operation.result):
            yield f"result_{number}", is_pointer_to_void(operation.result), "returns"
        for item in variables(self._api, operation):
            if item.is_result:
                yield _field(number, item), item.is_item, item.name

    def _tell(self) -> Iterator[tuple[Position, str]]:
        """The history, as a program prints it."""
        names = "int thread, const struct __ut_call *call, const struct __ut_outcome *outcome"
        yield from self._cases(f"void __ut_tell({names})", "__ut_tell")
        for number, operation in enumerate(self._api.operations):
            given = [item for item in variables(self._api, operation) if not item.is_result]
            parts = [_printed(f"call->{_field(number, item)}", item.shape, item.is_item) for item in given]
            text = f"thread %d: {operation.name}({', '.join(form for form, _ in parts)})"
            values = [value for _, value in parts]
            for field, is_item, name in self._results(number, operation):
                shape = self._shape_of(operation, field, number)
                form, value = _printed(f"outcome->{field}", shape, is_item)
                text += f" {name} {form}" if name == "returns" else f", *{name} is {form}"
                values.append(value)
            arguments = "".join(f", {value}" for value in ("thread", *values))
            yield operation.position, self._case(number)
            yield operation.position, f'__ut_printf("{text}\\n"{arguments}); break; }}'
        yield self._at, "} }"

    def _shape_of(self, operation: Signature, field: str, number: int) -> Shape:
        if field == f"result_{number}":
            return shape_of(operation.result)
        return next(item.shape for item in variables(self._api, operation) if _field(number, item) == field)

    # ---- what runs

    def _run(self) -> None:
        """The threads. An operation notes how many of each thread's were over when it began."""
        add = self._text.add
        for thread in range(self._threads):
            name = f"__ut_thread_{thread}"
            add(self._at, self._function(f"void *{name}(void *unused)", name))
            for number in range(self._operations):
                call = thread * self._operations + number
                others = (other for other in range(self._threads) if other != thread)
                seen = " ".join(f"__ut_seen[{call}][{other}] = __ut_over[{other}];" for other in others)
                add(self._at, "__ut_atomic_begin();", seen, "__ut_atomic_end();")
                add(self._at, f"__ut_perform(@object, &__ut_calls[{call}], &@results[{call}]);")
                add(self._at, f"__ut_atomic_begin(); __ut_over[{thread}] = {number + 1}; __ut_atomic_end();")
            add(self._at, "return 0; }")

    def _fits(self) -> None:
        """Whether the results are those of a sequential run in this order."""
        total, add = self._threads * self._operations, self._text.add
        add(self._at, self._function("_Bool __ut_fits(const unsigned char *order)", "__ut_fits", "main"))
        add(self._at, f"unsigned done[{self._threads}] = {{0}}; _Bool fits = 1; __ut_atomic_begin();")
        add(self._at, *self._fresh())
        add(self._at, f"for (unsigned number = 0; number < {total} && fits; number++) {{")
        add(self._at, "unsigned which = order[number]; struct __ut_outcome outcome;")
        for thread in range(self._threads):
            add(self._at, f"if (done[{thread}] < __ut_seen[which][{thread}]) fits = 0;")
        add(self._at, "if (fits) { __ut_perform(fresh, &__ut_calls[which], &outcome);")
        add(self._at, "fits = __ut_same(&__ut_calls[which], &@results[which], &outcome); }")
        add(self._at, f"done[which / {self._operations}]++; }}")
        add(self._at, *ending(self._api, "fresh"), "__ut_atomic_end(); return fits; }")

    def _fresh(self) -> Iterator[str]:
        kind = self._api.type
        if self._api.is_made:
            yield f"{kind} *fresh;"
        else:
            yield f"{kind} space; __builtin_memset(&space, 0, sizeof space);"
            yield f"{kind} *fresh = &space;"
        yield from making(self._api, "fresh")

    def _main(self) -> None:
        add, api = self._text.add, self._api
        total = self._threads * self._operations
        if not api.is_made:
            add(self._at, f"static {api.type} @the_object;")
        add(self._at, f"int {MAIN}(void) {{ unsigned long __ut_started[{self._threads}]; _Bool found = 0;")
        add(self._at, *(f"__ut_choose(&__ut_calls[{number}]);" for number in range(total)))
        add(self._at, *(() if api.is_made else ("@object = &@the_object;",)), *making(api, "@object"))
        for thread in range(self._threads):
            add(
                self._at, f"__ut_create(&__ut_started[{thread}], (void *)0, __ut_thread_{thread}, (void *)0);"
            )
        add(self._at, *(f"__ut_join(__ut_started[{thread}], (void **)0);" for thread in range(self._threads)))
        add(self._at, f"for (unsigned number = 0; number < {len(self._orders)} && !found; number++)")
        add(self._at, "found = __ut_fits(__ut_orders[number]);", "if (!found) {")
        for number in range(total):
            thread = number // self._operations + 1
            add(self._at, f"__ut_tell({thread}, &__ut_calls[{number}], &@results[{number}]);")
        add(self._at, "}", f'__ut_assert(found, "reach", "{MESSAGE}");')
        add(self._at, *ending(api, "@object"), "return 0; }")

    # ---- what is not tried

    def _left_out(self) -> Iterator[str]:
        api = self._api
        yield f"other than {self._operations} operations in each of {self._threads} threads, on one object"
        yield "an operation that waits for another one, forever or in a sequential run"
        if api.constructor is not None and len(api.constructor.parameters) > (not api.is_made):
            yield f"other arguments of '{api.constructor.name}' than {CAPACITY}, and null for pointers"
        for name, why in api.skipped:
            yield f"'{name}', which {why}"
        has_items, has_texts = needs(api)
        if has_items:
            yield f"pointers to void that point elsewhere than to one of {ITEMS} items"
        if has_texts:
            yield f"other strings than {', '.join(TEXTS)}"
        for operation in api.operations:
            if not is_compared(operation.result) and not is_void(operation.result):
                yield f"a wrong result of '{operation.name}', a pointer, which is not compared"
            for item in variables(api, operation):
                if isinstance(item.shape, Scalar) and item.shape.names:
                    yield f"'{item.name}' of '{operation.name}' other than its enumeration's constants"


def _field(number: int, variable: CallVariable) -> str:
    return f"{variable.name}_{number}"


def _input_type(variable: CallVariable) -> str:
    return "unsigned" if variable.is_item or isinstance(variable.shape, String) else variable.type


def _any(number: int, variable: CallVariable) -> str:
    given = f'__ut_nondet_{_field(number, variable)}("{variable.name}")'
    if variable.is_item:
        return "(void *)0" if variable.is_address else f"&@items[{given} % {ITEMS}]"
    return f"__ut_texts[{given} % {len(TEXTS)}]" if isinstance(variable.shape, String) else given


def _passed(number: int, variable: CallVariable) -> str:
    owner = "outcome" if variable.is_result else "call"
    return f"{'&' * variable.is_address}{owner}->{_field(number, variable)}"


def _limits(number: int, variable: CallVariable) -> Iterator[str]:
    if isinstance(variable.shape, Scalar) and variable.shape.names:
        place = f"call->{_field(number, variable)}"
        yield f"__ut_assume({' || '.join(f'{place} == {name}' for name in variable.shape.names)});"


def _equal(first: str, second: str, *, is_floating: bool) -> str:
    both = f" || ({first} != {first} && {second} != {second})" if is_floating else ""
    return f"{first} == {second}{both}"


def _is_floating(shape: Shape) -> bool:
    return isinstance(shape, Scalar) and shape.is_floating


def _printed(value: str, shape: Shape, is_item: bool) -> tuple[str, str]:
    """How printf writes a value: the format, and the argument."""
    if is_item:
        return "item %d", f"__ut_which({value})"
    if isinstance(shape, String):
        return '\\"%s\\"', value
    if _is_floating(shape):
        return "%g", f"(double){value}"
    return "%lld", f"(long long){value}"
