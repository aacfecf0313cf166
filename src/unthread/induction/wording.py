"""An invariant in the words of the program, line by line: `text_of`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.induction.facts import InductiveFacts
from unthread.induction.induction import Invariant
from unthread.induction.knowledge import Domain, Part, Slot, domain_of
from unthread.induction.model import TransitionModel
from unthread.induction.paths import STUCK
from unthread.induction.product import GONE, Product
from unthread.induction.questions import Formulas

_MOST_LINES = 400


def text_of(invariant: Invariant, formulas: Formulas, model: TransitionModel) -> str:
    """What the parts of the state can hold, what holds where threads stand, and what else was found."""
    words = _Words(model)
    lines = [*words.values(), *words.known()]
    if invariant.by != "values":
        lines.append(words.formula(str(invariant.term), formulas))
    more = len(lines) - _MOST_LINES
    return "\n".join(lines[:_MOST_LINES] + [f"and {more} more lines"] * (more > 0))


class _Words:
    def __init__(self, model: TransitionModel) -> None:
        self.model = model
        self.spread = model.spread

    # ---- names

    def part(self, part: Part) -> str:
        if isinstance(part, Slot):
            variable = part.variable
            return f"{variable.text or variable.name} of {self.thread(part.thread)}"
        name = self.spread.world.memory.name_of(part.address)
        if name.startswith("__ut_") or "[" in name or "." in name:
            return name
        item = self.spread.world.object_at(part.address)
        is_whole = item is not None and item.base == part.address and item.size == part.size
        return (
            name
            if is_whole
            else f"{part.size} bytes of {name} from {part.address - (item.base if item else 0)}"
        )

    def thread(self, number: int) -> str:
        body = self.spread.bodies[number].function.name
        return f"thread {number} ({self.model.flat.routines.get(body, body)})"

    def place(self, thread: int, place: int) -> str:
        if place == STUCK:
            return f"{self.thread(thread)} goes no further"
        if place < 0:
            return f"{self.thread(thread)} has ended"
        loc = self.spread.bodies[thread].function.body[place].loc
        return f"{self.thread(thread)} at {loc} [{place}]"

    def short_place(self, thread: int, place: int) -> str:
        body = self.spread.bodies[thread].function
        name = f"{self.model.flat.routines.get(body.name, body.name)}#{thread}"
        if place < 0:
            return f"{name} {'stopped' if place == STUCK else 'ended'}"
        loc = body.body[place].loc
        return f"{name} at {loc.line}:{loc.column} [{place}]"

    # ---- what holds

    def values(self) -> Iterator[str]:
        for part in self.spread.parts:
            yield f"{self.part(part)} is {_one_of(self.spread.knowledge.domains[part])}"

    def known(self) -> Iterator[str]:
        known = self.model.known
        if isinstance(known, InductiveFacts):
            yield from self._facts(known)
        else:
            yield "one of these:"
            yield from self._combinations(known)

    def _facts(self, facts: InductiveFacts) -> Iterator[str]:
        for (thread, place), held in sorted(facts.held.items()):
            texts = [
                f"{self.part(cell)} is {_one_of(domain_of(values))}"
                for cell, values in held.items()
                if values != self.spread.knowledge.domains[cell].values
            ]
            if texts:
                yield f"{self.place(thread, place)}: {', '.join(texts)}"

    def _combinations(self, found: Product) -> Iterator[str]:
        count = found.count
        groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for state in sorted(found.states):
            groups.setdefault(state[:count], []).append(state[count:])
        names = [self.part(part) for part in found.parts]
        for places, states in groups.items():
            where = ", ".join(self.short_place(thread, place) for thread, place in enumerate(places))
            yield f"  {where}"
            for values in states if names else ():
                held = zip(names, values, strict=True)
                yield "    " + ", ".join(f"{name} = {value}" for name, value in held if value != GONE)

    def formula(self, text: str, formulas: Formulas) -> str:
        """The solver's text, with the program's names."""
        for term, name in zip(formulas.now, self.model.relation.names, strict=True):
            meant = f"place of {self.thread(name)}" if isinstance(name, int) else self.part(name)
            text = text.replace(str(term), f"|{meant}|")
        return f"and, as SMT-LIB: {text}"


def _one_of(domain: Domain) -> str:
    if domain.values is None:
        return f"from {domain.lo} to {domain.hi}"
    return _listed(sorted(domain.values))


def _listed(values: Iterable[int]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
