"""Values of C types, for everybody who computes with them: bytes, floating numbers, printf."""
