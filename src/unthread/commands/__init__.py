"""The subcommands of `unthread`: one file each; `cli.py` puts them together."""
