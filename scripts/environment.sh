#!/bin/sh
# Finds a Python that is new enough, and lets it make .venv: scripts/environment.py, whose arguments these are.
# PYTHON=... names another one. Exit code 126: unthread cannot be run here.

for python in "${PYTHON:-python3}" python3 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" "${0%/*}/environment.py" "$@"
    fi
done

found=$(python3 --version 2>&1) || found="no python3"
echo "unthread: needs Python 3.11 or newer, and found $found; PYTHON=/path/to/python names another one" >&2
exit 126
