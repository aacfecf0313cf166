"""`Program` in, `BoundedProgram` out: loops unwound, calls inlined, one body for each thread."""
