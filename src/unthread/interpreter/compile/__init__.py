"""Goto code → Python code, function by function."""
