"""What starts a library that has no `main`: C text made for its functions."""
