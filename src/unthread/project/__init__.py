"""A project: what its build tells its compiler, its configuration, what it has accepted, and what changed."""
