"""C text in, `Program` out."""
