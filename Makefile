PYTHON ?= python3
BIN := .venv/bin
N ?= 1000
SEED ?= 1
PROGRAMS := $(patsubst %,tests/game/test_%.py,random_programs exploring cases)
# One more than there are cores, at most 4: tests wait for processes that they start.
PROCESSES := $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 3 ? n + 1 : 4)))
# A test that kills its process ends the run: pytest would wait forever for that process's next tests.
SIDE_BY_SIDE := -n $(PROCESSES) --dist loadfile --no-loadscope-reorder --max-worker-restart 0
# Tests start hundreds of processes: OpenBLAS threads would busy-wait, and each would compile our source.
export OPENBLAS_NUM_THREADS = 1
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help results test test-system test-fast test-faults test-campaign test-oracle test-cluster test-browser test-lowest test-newest test-docs docs figures bench lock workflow-report

help: ## Say what the targets do
	@grep -hE '^[a-z0-9-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 14

results: .venv/ready ## Run config/config.yaml: data, checks, tables, plots, report
	$(BIN)/snakemake

workflow-report: results ## Snakemake's own report, with its graph of rules: results/workflow.html
	$(BIN)/snakemake --quiet --report results/workflow.html

test: .venv/dev ## Format, lint, types, import contracts, doctests, tests, the tiny workflow
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest $(SIDE_BY_SIDE) -m "not system and not long"

test-system: .venv/dev ## Slow tests: killed runs, external clusters, compiling every kernel, the wheel
	$(BIN)/pytest $(SIDE_BY_SIDE) -m "system and not long"

test-fast: .venv/dev ## Lint, types, and the tests that start no processes
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest $(SIDE_BY_SIDE) -m "not slow and not long"

test-faults: .venv/dev ## The long tests: every signal to every process at several moments; 100 random faults
	$(BIN)/pytest -m long $(PROGRAMS:%=--ignore=%)

test-campaign: .venv/dev ## N (1000) random faults from SEED (1), an hour; ROUND repeats one round
	PYTHONPATH=tests $(BIN)/python -m faults.campaign --faults $(N) --seed $(SEED) $(if $(ROUND),--round $(ROUND))

test-oracle: .venv/dev ## Compare with Storm and icepool, which it installs; 10,000 random games by two methods
	$(BIN)/python $(PIP) $(LOCKED) -r locks/oracle.lock
	$(BIN)/pytest -n auto --maxprocesses 4 -m "long or not long" tests/oracle $(PROGRAMS)

test-cluster: .venv/dev ## Runs on Slurm and on three hosts, started on this machine; needs root on Debian or Ubuntu
	dpkg -s slurm-wlm munge iproute2 >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq slurm-wlm munge iproute2; }
	$(BIN)/python $(PIP) $(LOCKED) -r locks/cluster.lock
	$(BIN)/pytest tests/real --required

test-lowest: .venv-lowest/ready ## A new puzzle and the tiny workflow, with the lowest versions that pyproject.toml allows
	$(call tried,$(CURDIR)/.venv-lowest/bin)

test-newest: ## The same with today's newest versions; PYTHON chooses Python
	$(PYTHON) -m venv --clear .venv-newest
	.venv-newest/bin/python $(PIP) -e .
	$(call tried,$(CURDIR)/.venv-newest/bin)

define tried # with the commands of a folder, in a temporary folder
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && cd "$$folder" && \
	  $(1)/sweepstake new coin && $(1)/sweepstake check coin.py && $(1)/sweepstake run coin.yaml && \
	  $(1)/sweepstake run $(CURDIR)/config/tiny.yaml --directory .
endef

test-docs: .venv/dev .venv-docs/ready ## Build the site, and check its links, its search and what it loads
	$(BIN)/pytest tests/test_docs.py

docs: .venv-docs/ready ## Build the site with tools from locks/docs.lock: docs/_build/html/index.html
	.venv-docs/bin/sphinx-build --fresh-env --fail-on-warning --keep-going --quiet \
	  --conf-dir docs --doctree-dir docs/_build/doctrees . docs/_build/html

figures: results ## Draw the figures of the pages: the plots of a full run, and README's picture
	for figure in results/plots/*.svg; do [ ! -f docs/figures/$${figure##*/} ] || cp $$figure docs/figures/ || exit; done
	sed -n '/^```python/,/^```/{/^```/!p}' README.md >docs/figures/pig_turn.py
	cd docs/figures && ../../$(BIN)/python pig_turn.py && rm pig_turn.py

test-browser: .venv/dev ## The report in Chromium, which it installs on Debian, as root
	command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium; }
	$(BIN)/python $(PIP) $(LOCKED) -r locks/browser.lock
	$(BIN)/pytest tests/browser

bench: .venv/dev ## Measure speed against plain Python and plain C (gcc), then runs against goals
	$(BIN)/pytest benchmarks --benchmark-only --benchmark-quiet -q
	$(BIN)/python benchmarks/road.py

lock: ## Pin what pyproject.toml names, keeping versions that fit (needs uv); UPGRADE=--upgrade takes the newest
	$(PIN) pyproject.toml --group build -o locks/run.lock
	$(PIN) pyproject.toml --group build --resolution lowest-direct -o locks/lowest.lock
	$(PIN) pyproject.toml --group build --group dev --constraint locks/run.lock -o locks/dev.lock
	$(PIN) pyproject.toml --group docs --constraint locks/dev.lock -o locks/docs.lock
	for name in cluster oracle browser; do \
	  $(PIN) --group $$name --constraint locks/dev.lock -o locks/$$name.lock || exit; done

PIN = uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet $(UPGRADE)
PIP := -m pip install --quiet --disable-pip-version-check
LOCKED := --no-deps --no-compile --require-hashes # a lock has all packages; modules are compiled on import

.venv/ready: locks/run.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sweepstake needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/python $(PIP) $(LOCKED) -r locks/run.lock
	$(BIN)/python $(PIP) --no-deps --no-build-isolation -e .
	touch $@

.venv/dev: .venv/ready locks/dev.lock # with the packages for tests
	$(BIN)/python $(PIP) $(LOCKED) -r locks/dev.lock
	$(BIN)/python -m compileall -q -j 0 .venv/lib || true # timed tests need compiled modules; a few files are templates, which fail
	touch $@

.venv-lowest/ready: locks/lowest.lock pyproject.toml
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python $(PIP) $(LOCKED) -r locks/lowest.lock
	.venv-lowest/bin/python $(PIP) --no-deps --no-build-isolation -e .
	touch $@

.venv-docs/ready: locks/docs.lock # separate too; it has what the package imports
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python $(PIP) $(LOCKED) -r locks/docs.lock
	touch $@
