# Needs python3 (3.11 or newer, with its venv module) and nothing else. All paths are relative, so a
# clone may live under a path with spaces.

PYTHON := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup check format test test-slow cases bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 14

setup: .venv/installed ## make .venv with everything unthread and its tests need
	@$(PYTHON) scripts/install_tools.py

check: .venv/installed ## format, lint and type checks; changes nothing
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy

format: .venv/installed ## rewrite the Python files as `check` wants them
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

test: check ## all checks, then every test that is not slow
	$(PYTHON) -m pytest -n auto -m "not slow"

test-slow: .venv/installed ## the slow tests alone
	$(PYTHON) -m pytest -n auto -m slow

cases: .venv/installed ## write what unthread prints today into tests/cases; review the difference
	$(PYTHON) tests/test_cases.py

bench: .venv/installed ## speed, memory, growth, switch points, verdicts on the examples, and unthread against CBMC
	$(PYTHON) benchmarks/frontend_and_interpreter.py
	$(PYTHON) benchmarks/growth.py
	$(PYTHON) benchmarks/visible_points.py
	$(PYTHON) benchmarks/examples.py
	$(PYTHON) benchmarks/versus_cbmc.py

clean: ## remove .venv and every cache
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
	find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# A changed lock file starts from an empty environment, so that nothing unpinned stays behind.
.venv/locked: requirements.lock
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "unthread needs Python 3.11 or newer, python3 is " + sys.version.split()[0])'
	python3 -m venv --clear .venv
	$(PYTHON) -m pip install --quiet --no-deps --requirement requirements.lock
	@touch $@

.venv/installed: .venv/locked pyproject.toml
	$(PYTHON) -m pip install --quiet --no-deps --no-build-isolation --editable .
	$(PYTHON) -m pip check
	@touch $@
