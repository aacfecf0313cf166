"""The tool-info module of unthread for BenchExec: `benchexec --tool unthread.svcomp.benchexec_tool ...`.

It needs nothing of unthread but the command, so that it may also be copied to where BenchExec finds it.
"""

from __future__ import annotations

import re
from typing import Any

from benchexec import result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

_MODELS = {"ILP32": "--m32", "LP64": "--m64"}
_ANSWER = re.compile(r"RESULT  (true|unknown|false\([a-z-]+\))(  .*)?")
_ANSWERED = (0, 5, 10)  # exit codes of a run that came to an answer
_FAILURES = {1: "wrong usage", 2: "wrong input", 6: "bug in unthread"}
_SHARE = 0.9  # of the limits: the rest is for what is not the search


class Tool(BaseTool2):  # type: ignore[misc]  # BenchExec has no types
    """unthread finds bugs in multi-threaded C programs."""

    def name(self) -> str:
        return "unthread"

    def executable(self, tool_locator: Any) -> str:
        return str(tool_locator.find_executable("unthread", subdir="bin"))

    def version(self, executable: str) -> str:
        return str(self._version_from_tool(executable, line_prefix="unthread"))

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        if task.property_file is None:
            raise UnsupportedFeatureException("unthread needs a property file")
        given = [*options, "--property", task.property_file, *_data_model(options, task.options)]
        if rlimits.cputime and "--time" not in options:
            given += ["--time", f"{max(1, int(rlimits.cputime * _SHARE))}s"]
        if rlimits.memory and "--memory" not in options:
            given += ["--memory", f"{max(1, int(rlimits.memory * _SHARE) >> 20)}M"]
        return [executable, "sv", *given, *task.input_files]

    def determine_result(self, run: Any) -> str:
        """The last answer in the output; BenchExec itself knows about limits and signals."""
        code = run.exit_code.value
        if code in _FAILURES:
            return f"{result.RESULT_ERROR} ({_FAILURES[code]})"
        if code not in _ANSWERED:
            return str(result.RESULT_ERROR)
        answers = [found[1] for found in map(_ANSWER.fullmatch, run.output) if found]
        return answers[-1] if answers else str(result.RESULT_ERROR)


def _data_model(options: list[str], task_options: Any) -> list[str]:
    """A task without options is not a task definition, and its C files have unthread's own default."""
    if {"--m32", "--m64"} & set(options) or task_options is None:
        return []
    model = task_options.get("data_model") if isinstance(task_options, dict) else None
    if model not in _MODELS:
        raise UnsupportedFeatureException(f"the data model of the task is {model}, not ILP32 or LP64")
    return [_MODELS[model]]
