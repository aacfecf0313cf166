"""Program → SAFE without bounds, for single properties."""
