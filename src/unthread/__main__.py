"""`python -m unthread` is the command `unthread`."""

from unthread.cli import main

if __name__ == "__main__":
    main()
