"""A first harness for a library, as C for users to complete: `harness`.

make the object; threads that call operations, chosen freely; check(object); end the object
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from unthread.core.records import dataclass
from unthread.frontend.driver.api import Api
from unthread.frontend.driver.calls import (
    ITEMS,
    TEXTS,
    CallVariable,
    any_value,
    declared,
    ending,
    is_void,
    making,
    needs,
    variables,
)
from unthread.frontend.driver.shapes import Signature
from unthread.frontend.driver.text import free_name


@dataclass(frozen=True, slots=True)
class HarnessPlan:
    """`include`: the file as the harness names it. `own`: what the harness is called. `with_files`: what is
    compiled with it."""

    api: Api
    include: str
    own: str
    with_files: tuple[str, ...]
    threads: int
    operations: int
    taken: set[str]  # names that the library has


def harness(plan: HarnessPlan) -> str:
    parts = (_head(plan), _state(plan), _operation(plan.api), _thread(plan), _check(plan.api), _main(plan))
    text = "\n".join("".join(f"{line}\n" for line in part) for part in parts)
    return re.sub(r"@(\w+)", lambda found: free_name(found[1], plan.taken), text)


def _head(plan: HarnessPlan) -> Iterator[str]:
    files = " ".join((plan.own, *plan.with_files))
    yield f"/* A harness for {plan.include}, begun by `unthread harness`. Edit it to suit.\n"
    yield f"       unthread check {files}"
    yield f"       gcc -Wall -pthread {files}        a random test; needs unthread_harness.h"
    if plan.api.skipped:
        yield "\n   Not called:"
        for name, why in plan.api.skipped:
            yield f"       {name}, which {why}"
    yield "*/"
    yield "#include <pthread.h>"
    yield "#include <stddef.h>\n"
    yield '#include "unthread_harness.h"\n'
    yield f'#include "{plan.include}"'


def _state(plan: HarnessPlan) -> Iterator[str]:
    api = plan.api
    yield f"enum {{ @THREADS = {plan.threads}, @OPERATIONS = {plan.operations} }};\n"
    has_items, has_texts = needs(api)
    if has_items:
        yield f"static int @items[{ITEMS}]; /* what pointers to void point to */"
    if has_texts:
        yield f"static const char *const @texts[] = {{{', '.join(TEXTS)}}};"
    if not api.type:
        return
    if not api.is_made:
        yield f"static {declared(api.type, '@the_object')};"
        yield f"static {declared(api.type + ' *', '@object')} = &@the_object;"
    else:
        yield f"static {declared(api.type + ' *', '@object')};"


def _operation(api: Api) -> Iterator[str]:
    yield "/* Any one of the operations, with any arguments. */"
    yield "static void @operation(void)"
    yield "{"
    yield f"    switch (unthread_any_below({len(api.operations)})) {{"
    for number, operation in enumerate(api.operations):
        last = number == len(api.operations) - 1
        yield "    default: {" if last else f"    case {number}: {{"
        for variable in variables(api, operation):
            yield f"        {declared(variable.type, variable.name)} = {_first_value(variable)};"
        yield f"        {call(api, operation, '@object')};"
        yield "        break;"
        yield "    }"
    yield "    }"
    yield "}"


def _first_value(variable: CallVariable) -> str:
    """What is only a result starts as null or zero."""
    is_pointer = variable.is_address and variable.is_item
    return "NULL" if is_pointer else any_value(variable)


def call(api: Api, operation: Signature, name: str) -> str:
    first = [name] if api.type else []
    given = ", ".join([*first, *(item.passed for item in variables(api, operation))])
    void = "" if is_void(operation.result) else "(void)"
    return f"{void}{operation.name}({given})"


def _thread(plan: HarnessPlan) -> Iterator[str]:
    yield "static void *@thread(void *unused)"
    yield "{"
    yield "    (void)unused;"
    yield "    for (int number = 0; number < @OPERATIONS; number++)"
    yield "        @operation();"
    yield "    return NULL;"
    yield "}"


def _check(api: Api) -> Iterator[str]:
    what = declared(api.type + " *", "@object") if api.type else "void"
    yield "/* What has to hold when all threads are done, for instance:"
    yield '   unthread_check(size(@object) <= @THREADS * @OPERATIONS, "more items than were added"); */'
    yield f"static void @check({what})"
    yield "{"
    yield from ["    (void)@object;"] if api.type else []
    yield "}"


def _main(plan: HarnessPlan) -> Iterator[str]:
    api = plan.api
    yield "int main(void)"
    yield "{"
    yield "    pthread_t threads[@THREADS];\n"
    yield from _indented(making(api, "@object"))
    yield "    for (int number = 0; number < @THREADS; number++)"
    yield "        pthread_create(&threads[number], NULL, @thread, NULL);"
    yield "    for (int number = 0; number < @THREADS; number++)"
    yield "        pthread_join(threads[number], NULL);"
    yield f"    @check({'@object' if api.type else ''});"
    yield from _indented(ending(api, "@object"))
    yield "    return 0;"
    yield "}"


def _indented(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
