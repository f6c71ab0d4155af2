# Needs Python 3.11 or later, make and a package index; everything else is set up in .venv.
# Another Python: make test PYTHON=python3.13

PYTHON ?= python3
SHELL := /bin/sh
BIN := .venv/bin
READY := .venv/ready
# The tests of the reference need it built: they belong to `make docs`.
SITE := tests/test_docs.py

# The tests and the demo start `kaiju` themselves, as an engine; they must find this one.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# They start it hundreds of times: compiled modules are kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo quick test gate-vectors gate-records lint format docs bench compiled vectors mutants clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s  %s\n", $$1, $$2 }' Makefile

$(READY): pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Kaiju needs Python 3.11 or later; name one: make PYTHON=python3.13' >&2; exit 2; }
	@echo 'setting up .venv'
	@"$(PYTHON)" -m venv .venv
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(READY)

demo: $(READY) ## set up, judge the oracle by every vector, ask one scenario file, show coverage
	kaiju run
	kaiju ask conformance/scenarios/mindbug/combat.scenario
	kaiju coverage

quick: $(READY) ## what to run before a commit: style, types, every scenario, the quick tests
	ruff check .
	ruff format --check .
	mypy
	kaiju lock --check
	kaiju vectors --check
	$(BIN)/python -m pytest -n 2 --quick tests

test: $(READY) ## set up, run every test but those of the reference, and hold the gates
	@$(MAKE) --no-print-directory -j 2 gate-vectors gate-records
	kaiju coverage --check
	$(BIN)/python -m pytest -n 3 --dist worksteal tests conformance --ignore $(SITE)

gate-vectors: $(READY)
	kaiju vectors --check

gate-records: $(READY)
	kaiju lock --check
	kaiju mutants --check

lint: $(READY) ## check style, format and types
	ruff check .
	ruff format --check .
	mypy
	cd conformance/examples/python && mypy --strict --explicit-package-bases --config-file= adapter.py engine.py cards.py
	cd conformance/examples && mypy --strict --config-file= --cache-dir=../../.mypy_cache -p lanterns

format: $(READY) ## rewrite the code in its one format
	ruff check --fix-only .
	ruff format .

docs: $(READY) ## build the reference into build/docs and test it
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	$(BIN)/python -m pytest -q $(SITE)
	@echo 'open build/docs/index.html'

bench: $(READY) ## measure the oracle
	kaiju bench

compiled: $(READY) ## compile the oracle into build/compiled, for the verbs that play
	$(BIN)/python -m conformance.compiled

vectors: $(READY) ## export the scenarios as vectors
	kaiju vectors

mutants: $(READY) ## misread the rules in every known way and record who notices
	kaiju mutants --write
	kaiju coverage --write

clean: ## remove everything that make has made
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
