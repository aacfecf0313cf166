"""Program or BoundedProgram → sequential C text."""
