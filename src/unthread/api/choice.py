"""Which backends the options ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.files import check_writable
from unthread.api.values import given_flags
from unthread.core.diagnostics import UsageError
from unthread.core.records import dataclass
from unthread.options import CheckOptions

if TYPE_CHECKING:
    from unthread.backends.base import ExternalTool
    from unthread.backends.searcher import Choice
    from unthread.core.request import Request
    from unthread.story import Backend

_EMBEDDED = "embedded"
_ALL = "all"
_OF_TOOLS = ("schema", "solver", "tool_options", "log")
_OF_COMMAND = ("command", "safe", "unsafe", "unknown", "dialect")


@dataclass(frozen=True, slots=True)
class ChosenBackends:
    """Backends, and what they are asked: where tools are alone and nobody says what to look for, only what
    tools can look for."""

    backends: Sequence[Backend]
    request: Request
    is_more_than_engine: bool = True


def chosen_backends(options: CheckOptions, request: Request, note: Callable[[str], None]) -> ChosenBackends:
    """`note` is told which backends are skipped."""
    from unthread.story import engines

    names = list(dict.fromkeys(name.strip() for name in options.backends.split(",")))
    if "command" not in names:
        for flag in given_flags(options, CheckOptions, _OF_COMMAND):
            raise UsageError(f"{flag} requires --backend command")
    if names == [_EMBEDDED]:
        for flag in given_flags(options, CheckOptions, _OF_TOOLS):
            raise UsageError(f"{flag} requires an external --backend")
        return ChosenBackends(engines(request), request, is_more_than_engine=False)
    return _chosen(names, _Maker(options, request, note))


def _chosen(names: list[str], make: _Maker) -> ChosenBackends:
    from unthread.backends import BACKENDS, TOOLS
    from unthread.backends.base import ExternalTool
    from unthread.story import engine, tool

    for name in names:
        if name not in (*BACKENDS, _ALL):
            known = ", ".join((*BACKENDS, _ALL))
            raise UsageError(f"--backend: '{name}' is not one of {known}")
    if _ALL in names:
        if len(names) > 1:
            raise UsageError("--backend: 'all' cannot be combined with other names")
        make.check_single(len(TOOLS))
        found = filter(None, map(make.willing, TOOLS.values()))
        return ChosenBackends((engine, *map(tool, found)), make.asked)
    wanted = [BACKENDS[name] for name in names]
    make.check_single(sum(isinstance(item, ExternalTool) for item in wanted))
    backends = [tool(make.choice(item)) if isinstance(item, ExternalTool) else engine for item in wanted]
    return ChosenBackends(backends, make.asked if engine in backends else make.request)


class _Maker:
    """Choices with all that the options say about them. `asked` is what is asked of the engine, `request`
    what is asked of tools."""

    def __init__(self, options: CheckOptions, request: Request, note: Callable[[str], None]) -> None:
        from unthread.core.process import Log
        from unthread.core.properties import ASSERTED

        self.options = options
        self.note = note
        self.asked = self.request = request
        if options.properties is None:  # they are not asked for more than they can do
            self.request = replace(request, properties=request.properties & ASSERTED)
        self.log: Log | None = None
        if options.log is not None:
            check_writable(options.log, "--log")
            self.log = Log(Path(options.log))

    def check_single(self, tools: int) -> None:
        """Words for one tool are not those of another."""
        for flag in given_flags(self.options, CheckOptions, ("solver", "tool_options")):
            if tools > 1:
                raise UsageError(f"{flag} requires a single external backend")

    def choice(self, tool: ExternalTool) -> Choice:
        from unthread.backends.searcher import Choice, check_choice
        from unthread.sequentialize.emitted import Schema

        options = self.options
        schema = None if options.schema is None else Schema(options.schema)
        tool = self._command() if tool.name == "command" else tool
        choice = Choice(tool, schema, options.solver, options.tool_options, self.log)
        check_choice(choice, self.request)
        return choice

    def willing(self, tool: ExternalTool) -> Choice | None:
        """For `all`: those that are here and can do what is asked."""
        if tool.trouble():
            return None
        try:
            return self.choice(tool)
        except UsageError as error:
            self.note(f"{tool.name} is skipped: {error}")
            return None

    def _command(self) -> ExternalTool:
        import re

        from unthread.backends.command import AnyCommand
        from unthread.backends.words import AnswerWords
        from unthread.sequentialize.emitted import Dialect

        options = self.options
        for flag in ("command", "safe", "unsafe"):
            if not getattr(options, flag):
                raise UsageError(f"--backend command requires --{flag}")
        for flag in ("safe", "unsafe", "unknown"):
            try:
                re.compile(getattr(options, flag))
            except re.error as error:
                raise UsageError(f"--{flag}: invalid regular expression: {error}") from None
        words = AnswerWords(options.safe, options.unsafe, options.unknown)
        return AnyCommand(options.command, words, Dialect(options.dialect or Dialect.SVCOMP))
