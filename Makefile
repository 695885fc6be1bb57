# `make run` runs the house, `make test` tests it. Both need Python 3.11 or newer, pip and make, and nothing else.

PY := .venv/bin/python
RUNTIME_LOCK := deploy/requirements.lock
DEV_LOCK := deploy/requirements-dev.lock
BENCH_LOCK := deploy/requirements-bench.lock

.PHONY: run setup setup-dev setup-bench test test-slow lint bench messages rules schema examples fixtures old-house pictures derby-starts lock clean

run: setup
	@$(PY) -m casino run $(ARGS)

setup: .venv/.runtime
setup-dev: .venv/.dev
setup-bench: .venv/.bench

.venv/.runtime: $(RUNTIME_LOCK)
	@deploy/install $(RUNTIME_LOCK)
	@touch $@

.venv/.dev: $(DEV_LOCK) .venv/.runtime
	@deploy/install $(DEV_LOCK)
	@touch $@

.venv/.bench: $(BENCH_LOCK) .venv/.dev
	@deploy/install $(BENCH_LOCK) --no-binary django-hordak
	@touch $@

# Test modules are kept compiled: to rewrite all of their asserts takes each worker longer than to read them.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(PY) -m pytest -n auto --dist loadgroup --no-loadscope-reorder --durations 15

test: setup-dev
	@$(PYTEST) -m "not slow" $(ARGS)

test-slow: setup-dev
	@$(PYTEST) -m slow $(ARGS)

lint: setup-dev
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

bench: setup-bench
	@$(PY) -m bench $(ARGS)

messages: setup-dev
	@$(PY) -m deploy.messages

rules: setup-dev
	@$(PY) -m deploy.rules_page

schema: setup-dev
	@$(PY) -m deploy.api_document

# What the document shows as answers, recorded on an evening; then the document with them.
examples: setup-dev
	@CASINO_WRITE_EXAMPLES=1 $(PY) -m pytest -q tests/casino/api/test_examples.py -k evening
	@$(PY) -m deploy.api_document

fixtures: setup-dev
	@$(PY) -m deploy.record_events

# Of the version that is checked out, for those to come: `make old-house ARGS=2026-11-18`.
old-house: setup-dev
	@CASINO_KEEP_OLD_HOUSE=tests/old_houses/houses/$(ARGS).casino $(PY) -m pytest -q tests/old_houses -k today

# Needs Chromium.
pictures: setup-dev
	@$(PY) -m deploy.pictures

# Some minutes and two gigabytes; only after the law of motion of a race has changed.
derby-starts: setup-dev
	@$(PY) -m deploy.derby_starts

# The lock files name versions and hashes, and no package index. `make lock ARGS=--upgrade` takes newer versions.
COMPILE := $(PY) -m uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
	--only-binary :all: --no-annotate --no-header
lock: setup-dev
	@$(COMPILE) $(ARGS) -o $(RUNTIME_LOCK) pyproject.toml
	@$(COMPILE) $(ARGS) -o $(DEV_LOCK) -c $(RUNTIME_LOCK) --extra dev pyproject.toml
	@$(COMPILE) --no-binary django-hordak $(ARGS) -o $(BENCH_LOCK) -c $(DEV_LOCK) --extra bench pyproject.toml

clean:
	@rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Clean. The house's data in var/ was left alone."
