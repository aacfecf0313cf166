"""A plan as the C file that the runtime is linked with, and the calls that come to the runtime."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from unthread.core.source import Loc
from unthread.native.plan import Plan, PlannedAccess, StepSort

# Functions of runtime/library.c.
WRAPPED = (
    "pthread_create", "thrd_create",
    "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait",
    "pthread_cond_signal", "cnd_signal", "pthread_barrier_wait", "pthread_spin_lock",
    "pthread_rwlock_wrlock",
    "pthread_mutex_timedlock", "mtx_timedlock", "sem_timedwait",
    "sleep", "usleep", "nanosleep", "thrd_sleep",
    "__assert_fail", "abort", "malloc", "calloc", "realloc", "free",
)  # fmt: skip
# Those that have a thunk in any case: they end the process, or the runtime itself needs them.
ALWAYS = (
    "exit", "_exit", "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "sem_trywait",
    "pthread_spin_trylock", "pthread_rwlock_trywrlock",
)  # fmt: skip
_HARMLESS = frozenset(" _-.,:;()[]*+=<>&|!")  # in a string literal


def thunks(plan: Plan) -> tuple[str, ...]:
    """Library functions whose calls wait for their turn, and are then the library's own."""
    calls = {step.call for step in plan.steps if step.sort is StepSort.CALL} | set(plan.library)
    calls |= {part.call for part in plan.standing if part.call.isidentifier()}
    return tuple(sorted((calls | set(ALWAYS)) - set(WRAPPED) - set(results(plan))))


def results(plan: Plan) -> dict[str, str]:
    """Library functions whose result the plan has, each with the type that its register has."""
    found = {item.call: item.value for item in plan.inputs if item.call and item.call not in WRAPPED}
    return {name: "long" if isinstance(value, int) else "double" for name, value in sorted(found.items())}


def wraps(plan: Plan, defined: Iterable[str]) -> tuple[str, ...]:
    """What the linker has to wrap: not what the program defines itself."""
    own = set(defined)
    return tuple(name for name in sorted({*WRAPPED, *thunks(plan), *results(plan)}) if name not in own)


def plan_text(plan: Plan) -> str:
    return _Writer(plan).text()


def quoted(text: str) -> str:
    """A string literal of C, in which no character means anything but itself."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if (character.isalnum() and character.isascii()) or character in _HARMLESS:
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


class _Writer:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.files: dict[str, int] = {}
        self.accesses: list[PlannedAccess] = []

    def text(self) -> str:
        plan = self.plan
        tables = [
            self._table("struct object", "objects", [self._object(n) for n in range(len(plan.objects))]),
            self._table("struct step", "steps", [self._step(n) for n in range(len(plan.steps))]),
            self._table("struct input", "inputs", [self._input(n) for n in range(len(plan.inputs))]),
            self._table(
                "struct participant", "participants", [self._part(n) for n in range(len(plan.standing))]
            ),
            self._table("unsigned char", "stdin", [str(byte) for byte in plan.stdin]),
            self._ending(),
        ]
        files = [quoted(name) for name in self.files]
        tables += [
            self._table("char *const", "files", files),
            self._table("struct access", "accesses", [_access(access) for access in self.accesses]),
        ]
        counts = {
            "file": len(files), "object": len(plan.objects), "step": len(plan.steps),
            "input": len(plan.inputs),
            "participant": len(plan.standing), "stdin": len(plan.stdin),
        }  # fmt: skip
        lines = [f"const int unthread_{name}_count = {count};" for name, count in counts.items()]
        head = ["/* The steps of a trace, written by unthread. */", '#include "thunk.h"', ""]
        calls = [f"THUNK({name})" for name in thunks(plan)]
        calls += [f"RESULT({name}, {type})" for name, type in results(plan).items()]
        return "\n".join([*head, *tables, *lines, "", *calls, ""])

    def _table(self, type: str, name: str, rows: list[str]) -> str:
        body = "".join(f"    {row},\n" for row in rows) or "    0,\n"
        return f"const {type} unthread_{name}[] = {{\n{body}}};\n"

    def _place(self, loc: Loc | None) -> str:
        if loc is None or not loc.line:
            return "-1, 0"
        number = self.files.setdefault(PurePath(loc.file).name, len(self.files))
        return f"{number}, {loc.line}"

    def _some(self, accesses: tuple[PlannedAccess, ...]) -> str:
        first = len(self.accesses)
        self.accesses += accesses
        return f"{first}, {len(accesses)}"

    def _object(self, number: int) -> str:
        item = self.plan.objects[number]
        return f"{{{quoted(item.name)}, {item.storage.name}, {item.size}, {self._place(item.loc)}}}"

    def _step(self, number: int) -> str:
        step = self.plan.steps[number]
        where = f"{step.thread}, {step.sort.name}, {self._place(step.loc)}"
        what = f"{quoted(step.call)}, {step.part}, {int(step.is_optional)}"
        return f"{{{where}, {what}, {self._some(step.accesses)}}}"

    def _input(self, number: int) -> str:
        item = self.plan.inputs[number]
        integer = f"{item.value % (1 << 64)}ULL, 0" if isinstance(item.value, int) else ""
        return f"{{{item.thread}, {quoted(item.call)}, {integer or f'0, {_floating(str(item.value))}'}}}"

    def _part(self, number: int) -> str:
        part = self.plan.standing[number]
        return f"{{{part.thread}, {self._place(part.loc)}, {quoted(part.call)}, {self._some(part.accesses)}}}"

    def _ending(self) -> str:
        violation = self.plan.violation
        where = f"{violation.thread}, {self._place(violation.loc)}"
        words = f"{quoted(violation.function)}, {quoted(violation.message)}"
        return f"const struct ending unthread_ending = {{{self.plan.failure.name}, {where}, {words}}};\n"


def _access(access: PlannedAccess) -> str:
    return f"{{{access.object}, {access.offset}, {access.size}, {int(access.writes)}, {int(access.atomic)}}}"


def _floating(text: str) -> str:
    names = {"inf": "__builtin_infl()", "-inf": "-__builtin_infl()", "nan": '__builtin_nanl("")'}
    return names.get(text, f"{text}L")
