"""Sequential C text → `Answer`, by external checkers. A new one is a file and a row in `TOOLS`."""

from __future__ import annotations

from unthread.backends.base import ExternalTool
from unthread.backends.cbmc import Cbmc
from unthread.backends.command import AnyCommand
from unthread.backends.cpachecker import CpaChecker
from unthread.backends.embedded import Embedded
from unthread.backends.esbmc import Esbmc
from unthread.backends.framac import FramaC
from unthread.backends.klee import Klee
from unthread.backends.seahorn import SeaHorn
from unthread.backends.smack import Smack
from unthread.backends.symbiotic import Symbiotic
from unthread.backends.two_ls import TwoLs
from unthread.backends.ultimate import Ultimate

EMBEDDED = Embedded()
TOOLS: dict[str, ExternalTool] = {
    tool.name: tool
    for tool in (
        Cbmc(),
        Esbmc(),
        Klee(),
        CpaChecker(),
        Ultimate(),
        Smack(),
        SeaHorn(),
        Symbiotic(),
        TwoLs(),
        FramaC(),
        AnyCommand(),
    )
}
BACKENDS: dict[str, Embedded | ExternalTool] = {EMBEDDED.name: EMBEDDED, **TOOLS}
