"""Which tests `make quick` runs: the unit tests that do not take long, and a few whole commands.

Chosen by `pytest --durations=0`, so that all of it takes less than two minutes on two cores, and that every
folder of src/unthread is touched, which tests/unit/test_tests.py checks. A new file in tests/unit is quick
unless it is named here.
"""

from __future__ import annotations

COMMANDS = ("test_cases.py", "test_check_output.py", "test_cseq.py")
LENGTHY = (
    "unit/analysis/test_points_to.py",
    "unit/analysis/test_soundness.py",
    "unit/backends/test_cbmc.py",
    "unit/bound/loops/test_spinning.py",
    "unit/bound/test_programs.py",
    "unit/core/test_process.py",
    "unit/engine/encode/test_floating.py",
    "unit/engine/terms/test_domains.py",
    "unit/engine/terms/test_terms.py",
    "unit/frontend/test_headers.py",
    "unit/frontend/test_link.py",
    "unit/models/test_models_native.py",
    "unit/results/test_shorten.py",
    "unit/scripts/test_public_suites.py",
    "unit/sequentialize/test_flatten.py",
    "unit/svcomp/test_benchexec_tool.py",
    "unit/svcomp/test_judge.py",
    "unit/test_cli.py",
    "unit/test_oracle.py",
)


def is_quick(file: str) -> bool:
    """Of a path below tests/."""
    return file in COMMANDS or (file.startswith("unit/") and file not in LENGTHY)
