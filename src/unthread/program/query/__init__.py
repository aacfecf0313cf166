"""What can be asked of one function without knowing the rest: graphs, loops, uses, lives."""
