# `make` alone lists the targets. PYTHON chooses the interpreter: make test PYTHON=python3.12

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
export PIP_DISABLE_PIP_VERSION_CHECK := 1
QUESTION ?= finding close vectors among millions
BENCH_FILES ?= data/papers.jsonl

.DEFAULT_GOAL := help
.PHONY: help demo test lint types imports tests bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

demo: $(READY) ## index the sample papers and answer a question
	@echo "== Indexing the papers of data/"
	$(BIN)/semsearch index data/
	@echo "== Asking a question"
	$(BIN)/semsearch search -k 5 "$(QUESTION)"
	@echo '== Now ask your own: $(BIN)/semsearch search "…"'

test: lint types imports tests ## check style, types and import rules, then run the tests

lint: $(READY) ## check style
	@echo "== Style"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## check types
	@echo "== Types"
	$(BIN)/mypy

imports: $(READY) ## check which way imports go
	@echo "== Import rules"
	$(BIN)/lint-imports

tests: $(READY) ## run the tests, and see how much of the code they reach
	@echo "== Tests"
	$(BIN)/python -m pytest --cov --cov-report=term-missing

bench: $(READY) ## measure start, encoding, indexing and a million papers (minutes)
	@echo "== How fast the command line starts"
	$(BIN)/python tests/benchmarks/startup.py
	@echo "== How fast abstracts are encoded"
	$(BIN)/python tests/benchmarks/encoding.py $(BENCH_FILES)
	@echo "== How fast papers are indexed"
	$(BIN)/python tests/benchmarks/indexing.py $(BENCH_FILES)
	@echo "== A million papers"
	$(BIN)/python tests/benchmarks/million.py

clean: ## remove what the other targets made, but no index
	rm -rf .venv .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find semsearch tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	@echo "== Making the environment in .venv, once; this takes a few minutes"
	@"$(PYTHON)" -c 'import sys; sys.version_info >= (3, 11) or sys.exit("semsearch needs Python 3.11 or later: make PYTHON=python3.12")'
	"$(PYTHON)" -m venv .venv
	$(BIN)/python -m pip install --quiet --quiet --constraint constraints.txt pip hatchling editables
	$(BIN)/python -m pip install --quiet --quiet --constraint constraints.txt --no-build-isolation --group dev --editable '.[tune]'
	@touch $(READY)
