# Needs Python (3.11 or newer, with its venv module) and nothing else. All paths are relative, so a clone may
# live under a path with spaces.

PYTHON := .venv/bin/python
START := $(shell date +%s)
# Ends a recipe with the exit code of the command before it.
SAY_HOW_LONG = code=$$?; echo "make $@: $$(( $$(date +%s) - $(START) )) s"; exit $$code

.DEFAULT_GOAL := help
.PHONY: help environment setup check format test quick test-slow cases bench man clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 14

setup: environment ## make .venv with everything unthread and its tests need
	@$(PYTHON) scripts/install_tools.py

check: environment ## format, lint and type checks; changes nothing
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy

format: environment ## rewrite the Python files as `check` wants them
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

test: setup check ## set up what is missing, then all checks and every test that is not slow
	$(PYTHON) -m pytest -n auto -m "not slow"; $(SAY_HOW_LONG)

quick: check ## all checks, then tests that touch every folder; for each commit, under 2 minutes
	$(PYTHON) -m pytest -n auto -m "quick and not slow"; $(SAY_HOW_LONG)

test-slow: environment ## the slow tests alone
	$(PYTHON) -m pytest -n auto -m slow

cases: environment ## write what unthread prints today into tests/cases; review the difference
	$(PYTHON) tests/test_cases.py

bench: environment ## speed, memory, growth, visible points, verdicts on the examples, and unthread against CBMC
	$(PYTHON) benchmarks/frontend_and_interpreter.py
	$(PYTHON) benchmarks/growth.py
	$(PYTHON) benchmarks/visible_points.py
	$(PYTHON) benchmarks/examples.py
	$(PYTHON) benchmarks/versus_cbmc.py

man: environment ## manual pages in build/man, made from --help
	@$(PYTHON) scripts/man_pages.py

clean: ## remove .venv and every cache
	rm -rf .venv .venv.lock .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
	find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# Makes .venv, or adds to the one that ./unthread has made; at once where nothing is missing.
environment:
	@scripts/environment.sh --tests
