"""Expressions and bodies built anew: folded, rewritten, simplified, tidied."""
