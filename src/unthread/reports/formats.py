"""Every format that a report can have, in one place.

In: what was `Checked`, and a `Format`. Out: texts. Most formats have one text for all; a diagram or a witness
is about one violation: there are as many of them, or none if there is nothing to show.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from uuid import uuid4

from unthread.reports.checked import Checked


class Format(StrEnum):
    HTML = "html"
    SARIF = "sarif"
    JUNIT = "junit"
    MERMAID = "mermaid"
    GRAPHML = "graphml"
    YAML = "yaml"


def rendered(format: Format, checked: Checked) -> list[str]:
    match format:
        case Format.HTML:
            from unthread.reports.html.page import html_report

            return [html_report(checked.verdict, checked.stored)]
        case Format.SARIF:
            from unthread.reports.sarif import sarif

            return [sarif(checked.verdict)]
        case Format.JUNIT:
            from unthread.reports.junit import junit

            return [junit(checked.verdict, checked.source.files, checked.seconds)]
        case Format.MERMAID:
            from unthread.reports.mermaid import mermaid

            return [mermaid(trace) for trace in checked.traces]
        case Format.GRAPHML:
            from unthread.reports.witness_graphml import graphml_witnesses

            return graphml_witnesses(checked, _now())
        case Format.YAML:
            from unthread.reports.witness_yaml import yaml_witnesses

            return yaml_witnesses(checked, _now(), uuid4())


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
