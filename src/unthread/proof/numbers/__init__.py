"""What numbers may be in registers and in memory, whatever loops do: by intervals."""
