"""Traces and verdicts as one HTML page that needs nothing else."""
