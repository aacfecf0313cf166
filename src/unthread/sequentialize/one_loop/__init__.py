"""Schemas with one loop over all steps of all threads: `interleave` and `stepwise`."""
