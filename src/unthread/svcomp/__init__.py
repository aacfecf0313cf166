"""Verification tasks of SV-COMP: property files, task definitions, and the words of its answers."""
