"""`BoundedProgram` → `Answer`: every schedule and input within bounds as one formula, given to a solver."""
