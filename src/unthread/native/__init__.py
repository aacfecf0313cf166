"""A trace carried out by the real program: compiled, linked with a runtime of ours, forced to fail."""
