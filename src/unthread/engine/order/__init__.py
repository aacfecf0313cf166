"""All interleavings at once: each thread once, and a partial order over its segments."""
