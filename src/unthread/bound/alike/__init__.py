"""Threads that no execution can tell apart."""
