# Legation needs Python 3.11 or later, venv, pip and make; everything else lands in .venv.
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.playable
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
LOCK := --quiet --strip-extras --allow-unsafe --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

# The first of these that runs and is new enough; `make PYTHON=... setup` overrides it.
PYTHON = $(firstword $(foreach p,python3.11 python3,$(shell $(p) -c 'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))

.SILENT:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help setup play test soak fuzz lint bench docs records lock clean

help: ## list the targets
	sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## make .venv with the locked packages and Legation itself

$(PLAY): requirements.txt pyproject.toml
	test -n "$(PYTHON)" || { echo "Legation needs Python 3.11 or later as python3.11 or python3." >&2; exit 1; }
	echo "Setting up $(VENV) ..."
	"$(PYTHON)" -m venv $(VENV)
	$(PIP) install --require-hashes -r requirements.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

$(STAMP): $(PLAY) requirements-reports.txt requirements-dev.txt
	echo "Adding what tests and reports need ..."
	$(PIP) install --require-hashes -r requirements.txt -r requirements-reports.txt -r requirements-dev.txt
	touch $@

play: $(PLAY) ## set up what the game needs and open the web app on this machine
	$(BIN)/legation serve --open

test: lint ## set up, lint and run all tests
	$(BIN)/python -m pytest -n auto --dist worksteal

soak: setup ## run the long tests, which `make test` leaves out
	$(BIN)/python -m pytest -n auto --dist worksteal -m soak

fuzz: setup ## change what comes from outside at random, for a long time: make fuzz SECONDS=300
	FUZZ_SECONDS=$(or $(SECONDS),120) $(BIN)/python -m pytest -n auto tests/test_fuzz.py

lint: setup ## ruff and mypy --strict
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --strict --no-error-summary legation

bench: setup ## run the benchmarks
	$(BIN)/python -m benchmarks

docs: setup ## write the rule pages and the glossary from the declarations
	for book in twg awaw; do $(BIN)/legation rules page --book $$book --out docs/reference/$$book || exit 1; done
	$(BIN)/python tools/glossary.py

records: setup ## keep games of this version for later ones to open: make records VERSION=0.2
	$(BIN)/python tools/keep_records.py "$(or $(VERSION),$(error say VERSION=…))"

lock: ## pin the newest packages that requirements*.in allow (Python 3.11)
	scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	python3.11 -m venv "$$scratch" && "$$scratch/bin/python" -m pip -qq install pip-tools && \
	export CUSTOM_COMPILE_COMMAND="make lock" && \
	"$$scratch/bin/pip-compile" $(LOCK) --upgrade --output-file requirements.txt requirements.in && \
	"$$scratch/bin/pip-compile" $(LOCK) --upgrade --output-file requirements-reports.txt requirements-reports.in && \
	"$$scratch/bin/pip-compile" $(LOCK) --upgrade --output-file requirements-dev.txt requirements-dev.in

clean: ## remove everything that make and the tools have made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
