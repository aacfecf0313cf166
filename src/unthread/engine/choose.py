"""How schedules are asked for: all at once where that is wanted and fits, otherwise round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from unthread.analysis.races import may_race
from unthread.bound.alike.classes import Alike, alike_threads
from unthread.bound.visible import Points
from unthread.core.properties import Property
from unthread.core.request import Encoding as Chosen
from unthread.core.request import Reduction, Request
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.encode.schedules import Schedules
from unthread.engine.search import Search
from unthread.program.bounded import BoundedProgram


def search_for(
    request: Request,
    program: BoundedProgram,
    points: Sequence[Points],
    settled: frozenset[Property],
    leave_to_rounds: Callable[[str], None],
) -> Search:
    """`settled`: what is known to hold. With a fixed number of rounds, all schedules of so many are searched:
    one may need fewer than those that stand for it where threads are alike. `leave_to_rounds` gets the reason
    why not all schedules are asked for at once."""
    alike: tuple[Alike, ...] = ()
    if Reduction.SYMMETRY in request.reductions and request.rounds is None:
        alike = alike_threads(program, points, request.properties - settled)
    if request.encoding is not Chosen.ROUNDS:
        found = _order_search(request, program, points, settled, alike)
        if isinstance(found, Search):
            return found
        leave_to_rounds(found)
    return Search(RoundsEncoding(program, points, request.properties, settled, alike))


def _order_search(
    request: Request,
    program: BoundedProgram,
    points: Sequence[Points],
    settled: frozenset[Property],
    alike: Sequence[Alike],
) -> Search | str:
    """Or why there is none."""
    from unthread.engine.order.encoding import OrderEncoding  # few ask for it
    from unthread.engine.order.fits import unfit_for_order
    from unthread.engine.order.search import OrderSearch
    from unthread.engine.order.unfit import Unfit

    reason = unfit_for_order(program)
    if reason is not None:
        return reason
    asks_races = not request.is_sequential and may_race(program)
    try:
        properties = request.properties
        return OrderSearch(OrderEncoding(program, points, properties, settled, asks_races, alike=alike))
    except Unfit as found:
        return str(found)


def turns_of(encoding: Schedules, all_schedules: bool) -> Iterator[str]:
    """Which threads keep to an order. In all schedules that makes no difference, in some rounds it does."""
    if all_schedules:
        return
    for found in encoding.timetable.alike:
        name = encoding.setting.program.threads[found.threads[0]].routine
        yield f"threads of {name}, all alike, take their first steps in order (symmetry in --reduce)"
