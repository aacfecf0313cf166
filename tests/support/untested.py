"""Modules of src/unthread without a unit test of their name, by what tests them instead. Short is better: a
module that gets a test of its name goes from here, and tests/unit/test_map.py fails until it does."""

from __future__ import annotations

COVERED_ELSEWHERE = {
    "tests/differential/test_induction.py": (
        "induction/evaluate.py",
        "induction/facts.py",
        "induction/induction.py",
        "induction/knowledge.py",
        "induction/model.py",
        "induction/movers.py",
        "induction/paths.py",
        "induction/product.py",
        "induction/questions.py",
        "induction/refusal.py",
        "induction/relation.py",
        "induction/segments.py",
        "induction/system.py",
        "induction/world.py",
    ),
    "whole commands: tests/test_check_invariants.py": ("induction/wording.py",),
    "tests/test_bench.py": ("commands/bench.py",),
    "tests/unit/engine/test_search.py and tests/unit/engine/order/test_search.py": (
        "engine/encode/schedules.py",
    ),
    "tests/unit/engine/order/test_encoding.py": ("engine/order/unfit.py",),
    "tests/unit/analysis/test_points_to.py": (
        "analysis/points_to_solver.py",
        "analysis/points_to_values.py",
    ),
    "tests/unit/backends/test_words.py has a row for each tool": (
        "backends/cpachecker.py",
        "backends/seahorn.py",
        "backends/smack.py",
        "backends/symbiotic.py",
        "backends/ultimate.py",
    ),
    "tests/unit/backends/test_table.py": ("backends/embedded.py",),
    "tests/unit/bound/test_programs.py and test_unroll.py": (
        "bound/calls.py",
        "bound/frames.py",
        "inlining/frames.py",
    ),
    "tests/unit/bound/loops/test_idle.py and tests/test_wrong_safe_bounding.py": ("bound/loops/watch.py",),
    "whole commands: tests/test_backends.py": ("commands/backends.py",),
    "whole commands: tests/test_check*.py": ("commands/check.py", "commands/telling.py"),
    "whole commands: tests/test_project.py": ("commands/programs.py",),
    "whole commands: tests/test_cseq.py": ("commands/cseq.py",),
    "whole commands: tests/test_emit.py": ("commands/emit.py",),
    "whole commands: tests/unit/test_cli.py": (
        "commands/loops.py",
        "commands/run.py",
        "commands/show.py",
    ),
    "whole commands: tests/test_native.py": (
        "commands/native.py",
        "native/debugger.py",
        "native/force.py",
    ),
    "whole commands: tests/test_replay.py": ("commands/replay.py",),
    "whole commands: tests/test_sv.py": ("commands/sv.py",),
    "only data: what is in it is used by every test of its folder": (
        "core/events.py",
        "core/properties.py",
        "core/request.py",
        "program/notes.py",
        "program/program.py",
        "sequentialize/emitted.py",
    ),
    "tests/unit/frontend/test_load.py, test_link.py and golden files in tests/cases": (
        "frontend/clang.py",
        "frontend/rendering.py",
        "frontend/unit.py",
    ),
    "tests/test_declared_by_hand.py": ("frontend/declared_by_hand.py",),
    "tests/unit/interpreter/test_machine.py, test_memory.py and compile/test_functions.py": (
        "interpreter/compile/places.py",
        "interpreter/compile/segments.py",
        "interpreter/runtime.py",
    ),
    "tests/unit/reports/html/test_page.py, test_story.py and tests/test_html_report.py": (
        "reports/html/summary.py",
        "reports/html/texts.py",
    ),
    "tests/unit/sequentialize/test_lazy.py, c/ and tests/differential/test_emitted_compiles.py": (
        "sequentialize/c/code.py",
    ),
    "tests/unit/sequentialize/test_flatten.py": (
        "sequentialize/flat_body.py",
        "sequentialize/flat_calls.py",
        "sequentialize/flat_facts.py",
        "sequentialize/flat_state.py",
    ),
    "tests/unit/sequentialize/one_loop and tests/differential/test_emitted_interleave.py": (
        "sequentialize/one_loop/framing.py",
        "sequentialize/one_loop/tables.py",
    ),
}
