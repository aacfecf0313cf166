"""Traces and verdicts in the formats of other tools."""
