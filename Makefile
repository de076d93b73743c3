# The commands of this project. `make` alone lists them. PYTHON= chooses another Python than the newest found.

MAKEFLAGS += --no-print-directory
.NOTPARALLEL:
.PHONY: help setup serve test test-all nightly fuzz truth katas solutions check bench chaos docs dist clean

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
export PYTHON

# $(call set-up,purpose): all set-up that the purpose needs, in one line; each thing it does is printed.
set-up = python=$$(scripts/find_python.sh) && "$$python" -E -s -m scripts.setup --for $(1)

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## All set-up for development and nothing else: quick when nothing changed
	@$(call set-up,development) 2>&1

serve: ## The set-up that serving needs, then the service with its runner on http://127.0.0.1:8000
	@$(call set-up,serve) 2>&1
	@nice -n 19 $(BIN)/python -m scripts.site >.make/docs.log 2>&1 </dev/null &
	@exec $(BIN)/jaxdojo serve

test: ## All set-up, then the test suite, with the newest Python found
	@$(call set-up,tests) 2>&1
	@exec $(BIN)/python -m pytest $(TESTS) 2>&1

test-all: ## The whole test suite, where `test` takes samples, with each supported Python found; takes long
	@scripts/test_all.sh --whole $(TESTS)

nightly: ## All that takes long: test-all, truth, chaos, fuzz; each runs even after another failed
	@failed=0; for target in test-all truth chaos fuzz; do $(MAKE) $$target || failed=1; done; exit $$failed

fuzz: setup ## Send all that schemathesis makes of the API's description to every route, as four kinds of users; takes long
	@exec $(BIN)/python -m bench.schema

truth: setup ## Grade the whole corpus of tests/truth, warm and cold, and count false verdicts; takes long
	@$(BIN)/python -m tests.truth; first=$$?; $(BIN)/python -m tests.truth.statements && exit $$first

katas: setup ## Publish every problem in full, print a table, and note those that hold and what was tried; takes long
	@exec $(BIN)/python -m bench.katas

solutions: setup ## Grade the solutions of problems that have changed, and note those that hold in tests/integration/grader/graded.txt
	@exec $(BIN)/python -m pytest -n $$(nproc) --note tests/integration/grader/test_solutions.py tests/integration/grader/test_advice.py

check: setup ## Format, lint, types, import rules, front-end types, documentation
	@scripts/check.sh

bench: setup ## Measure where people wait, in a table with targets; bench/ has more, each python -m bench.NAME
	@exec $(BIN)/python -m bench

chaos: setup ## Kill server, runners and sandboxes 300 times under load, and see that nothing is lost; takes long
	@exec $(BIN)/python -m bench.chaos $(CHAOS)

docs: ## Build the documentation's site, which the service shows at /help; a broken link fails
	@$(call set-up,serve) 2>&1
	@exec $(BIN)/python -m scripts.site 2>&1

dist: ## Build a release in dist/: wheel, source distribution, notes, SBOM and checksums
	@$(call set-up,release) 2>&1
	@scripts/dist.sh

clean: ## Remove everything that set-up and tests made; your data stays
	@scripts/clean.sh
