"""The table of backends."""

from __future__ import annotations

from unthread.backends import BACKENDS, EMBEDDED, TOOLS


def test_the_table() -> None:
    assert list(BACKENDS) == [
        "embedded",
        "cbmc",
        "esbmc",
        "klee",
        "cpachecker",
        "ultimate",
        "smack",
        "seahorn",
        "symbiotic",
        "2ls",
        "framac",
        "command",
    ]
    assert str(EMBEDDED.version()).startswith("bitwuzla ")
    assert all(tool.get and tool.schemas for tool in TOOLS.values())
