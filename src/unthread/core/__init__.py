"""Vocabulary shared by every folder: positions, diagnostics, properties, schedules, verdicts."""
