"""A program as readable text, and the parts of C text that emitted C shares with it."""
