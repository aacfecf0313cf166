"""How often loops iterate, and which iterations add nothing: see README.md beside this file."""
