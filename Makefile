PYTHON ?= python3
BIN    := .venv/bin

.PHONY: help tournament test check bench chaos fairness proto clean

help:                        ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 14

tournament: .venv/.play      ## a thousand games between the sample bots, live
	$(BIN)/bumblepuppy run-tournament --games 1000

test: .venv/.dev             ## the tests
	$(BIN)/pytest -n auto --maxprocesses 4 --dist loadfile

check: .venv/.dev            ## format, lint, contract, stubs, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/buf lint proto
	$(BIN)/python proto/generate.py --check
	$(BIN)/mypy

bench: .venv/.dev            ## how fast it is, against gRPC ping-pong in the same run
	$(BIN)/python tests/bench/bench.py

chaos: .venv/.dev            ## bots and tournaments killed in the middle of everything
	BUMBLEPUPPY_CHAOS=1 $(BIN)/pytest tests/e2e/test_chaos.py tests/e2e/test_killed.py

fairness: .venv/.dev         ## 2000 matches of identical bots, a thousand simulated tournaments
	BUMBLEPUPPY_WHOLE=1 $(BIN)/pytest tests/tournaments/test_report.py tests/tournaments/test_report_effects.py

proto: .venv/.dev            ## the stubs, after editing the contract
	$(BIN)/python proto/generate.py

clean:                       ## forget everything that was installed or cached here
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/.play: pyproject.toml
	@echo 'Installing into .venv; the first time this takes half a minute ...'
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[tournament]'
	@touch $@

.venv/.dev: pyproject.toml
	@echo 'Installing into .venv, tools for tests and all; the first time this takes a minute ...'
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/.play
