PYTHON ?= python3
BIN := .venv/bin

.PHONY: help results test lock clean-venv

help: ## Say what the targets do
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

results: .venv/ready ## Run config/config.yaml: data, tables, plots, report
	$(BIN)/snakemake

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sweepstake needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

lock: ## Pin every dependency anew (needs uv)
	uv pip compile --universal --python-version 3.11 --extra dev --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --quiet pyproject.toml -o requirements.lock
