"""What a backend claims and what was found, as something to trust, to keep and to read."""
