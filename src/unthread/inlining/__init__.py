"""Bodies in place of calls: what a call means, whoever walks through the bodies."""
