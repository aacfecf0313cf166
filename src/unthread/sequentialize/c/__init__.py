"""Exact C of types, objects, expressions and instructions, in the dialects of checkers."""
