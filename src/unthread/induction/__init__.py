"""Programs whose threads may loop for ever: proofs by inductive invariants."""
