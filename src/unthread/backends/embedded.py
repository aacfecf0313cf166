"""unthread's own engine, which needs no text in between: `engine/`, with the solver bitwuzla."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


class Embedded:
    name = "embedded"
    get = "comes with unthread"

    def version(self) -> str | None:
        """That of the solver."""
        try:
            return f"bitwuzla {version('bitwuzla')}"
        except PackageNotFoundError:
            return None
