"""A bounded program for people: its threads with numbered switch points, and what became of its loops."""

from __future__ import annotations

from unthread.bound.loops.trips import Trips
from unthread.bound.visible import Points, visible_points
from unthread.core.bounds import several
from unthread.core.request import Reduction
from unthread.core.source import Loc
from unthread.program.bounded import BoundedProgram, LoopKind, LoopUse
from unthread.program.instructions import Cut
from unthread.program.program import Program
from unthread.program.query.loops import shape_of
from unthread.program.text.show import MarginNotes, show_annotated

COUNT_TO = 10_000  # iterations of a loop, to say how many there are
_REASONS = {
    Reduction.PRIVATE: "no other thread touches this",
    Reduction.CONFLICT: "no other thread changes this, or uses what is changed",
    Reduction.ORDER: "before other threads start or can reach this, or after they have ended",
    Reduction.LOCKS: "under a lock that all conflicting accesses hold",
}


def show_bounded(program: BoundedProgram, reductions: frozenset[Reduction], *, why: bool) -> str:
    """Each thread as goto code; switch points are numbered in the margin."""
    points = visible_points(program, reductions)
    notes = {
        thread.name: _notes(found, why=why) for thread, found in zip(program.threads, points, strict=True)
    }
    text = show_annotated(program.as_program(), notes)
    counts = ", ".join(
        f"{thread.name} {len(found.visible)}" for thread, found in zip(program.threads, points, strict=True)
    )
    lines = [f"visible points: {counts}"]
    lines += [f"assumed: {assumption}" for assumption in program.assumptions]
    lines += [f"cut: {what}, at {loc}" for what, loc in _cuts(program)]
    return text + "\n" + "".join(f"{line}\n" for line in lines)


def _cuts(program: BoundedProgram) -> list[tuple[str, Loc]]:
    cuts = (i for thread in program.threads for i in thread.body if isinstance(i, Cut))
    return list(dict.fromkeys((cut.what, cut.loc) for cut in cuts))


def _notes(points: Points, *, why: bool) -> MarginNotes:
    margin = {step.first: f"{number}:" for number, step in enumerate(points.visible)}
    behind = {step.first: _REASONS[reason] for step, reason in points.hidden} if why else {}
    return MarginNotes(margin, behind)


def show_loops(program: Program, bounded: BoundedProgram) -> str:
    """Every loop of the user's functions, in the order of the text."""
    met = {(use.function, use.loc): use for use in bounded.loops}
    unmet = "not reached within these bounds" if _cuts(bounded) else "never reached"
    rows: list[tuple[Loc, str, str]] = []
    for function in program.functions.values():
        shape = shape_of(function)
        for node in shape.nodes:
            use = met.get((function.name, node.loc))
            if use is not None:
                rows.append((node.loc, function.name, _fate(use)))
            elif not function.library:
                fate = _with_end(unmet, Trips(shape).count_alone(node, COUNT_TO))
                rows.append((node.loc, function.name, fate))
    if not rows:
        return "no loops\n"
    rows.sort(key=lambda row: (row[0].file.startswith("<"), row[0].file, row[0].line, row[0].column))
    places = [str(loc) for loc, _, _ in rows]
    wide, named = max(map(len, places)), max(len(name) for _, name, _ in rows)
    return "".join(
        f"{place.ljust(wide)}  {name.ljust(named)}  {fate}\n"
        for place, (_, name, fate) in zip(places, rows, strict=True)
    )


def _fate(use: LoopUse) -> str:
    match use.kind:
        case LoopKind.COUNTED:
            return f"{_iterations(use.iterations)}, known"
        case LoopKind.WAITING:
            return "waits: iterating changes nothing, one iteration covers all"
        case LoopKind.BOUNDED | LoopKind.IDLE:
            counting = " that change something" if use.kind is LoopKind.IDLE else ""
            fate = f"{_iterations(use.iterations)}{counting}, " + ("then cut" if use.cut else "never more")
            return _with_end(fate, use.trips if use.cut else None)


def _with_end(fate: str, trips: int | None) -> str:
    if trips is None:
        return fate
    after = _iterations(trips) if trips <= COUNT_TO else f"more than {_iterations(COUNT_TO)}"
    return f"{fate}; its condition ends it after {after}"


def _iterations(number: int) -> str:
    return several(number, "iteration")
