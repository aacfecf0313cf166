"""The reference meaning of a program: `Machine`, one step at a time."""
