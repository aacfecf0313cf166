"""What scripts and the command line ask of unthread."""
