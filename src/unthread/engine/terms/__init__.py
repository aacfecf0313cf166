"""Booleans and integers with ranges, folded as they are built; the solver that decides them."""
