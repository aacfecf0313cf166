"""Bodies in place of calls: what a call means, for all who walk through the bodies."""
