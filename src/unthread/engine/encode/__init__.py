"""A bounded program as terms: what each thread does in each round, under which condition."""
