"""How much time goes into executions at random: while the searchers are busy, and when they are done."""

from __future__ import annotations

import time

from unthread.core.clock import TimeUp, time_limit
from unthread.core.ledger import Arrival
from unthread.core.properties import Property, Violation
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.program.program import Program
from unthread.results.sample import Sampler

GRACE = 1.0  # seconds beyond the limit in which a violation that was found may be confirmed
_SAMPLE = 0.1  # seconds between two looks at what the searchers say
_MOST_SAMPLING = 60.0  # seconds in all
_CLOSING = 0.3  # seconds when the search is done
_MOST_CLOSING = 2.0  # seconds for the first few executions then
_LEAST_TRIES, _CLOSING_TRIES = 5, 50


class Sampling:
    def __init__(self, program: Program, source: Source, deadline: float) -> None:
        self._program = program
        self._source = source
        self._deadline = deadline
        self._seconds = 0.0  # that were spent
        self._sampler: Sampler | None = None

    @property
    def arrived(self) -> frozenset[Arrival]:
        """What executions got to."""
        return frozenset(self._sampler.arrived) if self._sampler else frozenset()

    @property
    def ended(self) -> Violation | None:
        """What ended an execution although that property is not checked."""
        return self._sampler.ended if self._sampler else None

    def meanwhile(self, properties: frozenset[Property]) -> Trace | None:
        """Some executions while the searchers are busy; a trace of one that violates a property."""
        if self._seconds >= _MOST_SAMPLING:
            return None
        started = time.monotonic()
        sampler = self._for(properties)
        trace = self._go_on(sampler)
        while trace is None and time.monotonic() - started < _SAMPLE:
            trace = self._go_on(sampler)
        self._seconds += time.monotonic() - started
        return trace

    def closing(self, properties: frozenset[Property]) -> Trace | None:
        """A few executions, whose arrivals the search need not ask for."""
        started = time.monotonic()
        sampler = self._for(properties)
        before = sampler.tried
        while sampler.tried - before < _CLOSING_TRIES:
            seconds = time.monotonic() - started
            if seconds > (_CLOSING if sampler.tried - before > _LEAST_TRIES else _MOST_CLOSING):
                return None
            trace = self._go_on(sampler)
            if trace is not None:
                return trace
        return None

    def _for(self, properties: frozenset[Property]) -> Sampler:
        if self._sampler is None or self._sampler.properties != properties:
            self._sampler = Sampler(self._program, self._source, properties, self._deadline)
        return self._sampler

    def _go_on(self, sampler: Sampler) -> Trace | None:
        try:
            with time_limit(max(self._deadline, time.monotonic()) + GRACE):
                return sampler.go_on()
        except TimeUp:
            return None
