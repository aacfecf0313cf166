"""Inline assembly → goto code: the x86 instructions that programs and headers use."""
