# `make play` and `make test` set up everything they need on a machine that has only Python 3.11 or newer.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PYTEST = $(BIN)/pytest -n auto --dist worksteal
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# The tests start many processes, and each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
# An environment that happens to be active is not the one that is used here.
unexport VIRTUAL_ENV

# What the tests need of the system: a browser for the page, PostgreSQL and Redis for the store and several workers. The
# system's own are taken; Debian's are installed beside everything else that is made ready.
BROWSER = { command -v chromium-headless-shell || command -v chromium || command -v google-chrome; } >/dev/null
DATABASE = { { ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } && command -v redis-server; } >/dev/null 2>&1

debian:
	@{ $(BROWSER) && $(DATABASE); } || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { echo "Installing what tests need from Debian …"; apt-get update -qq || true; \
			$(BROWSER) || apt-get install -y -qq chromium-headless-shell >/dev/null || apt-get install -y -qq chromium >/dev/null || true; \
			$(DATABASE) || apt-get install -y -qq --no-install-recommends postgresql redis-server >/dev/null || true; }

browser: debian $(VENV)/.dev
	@$(BROWSER) || $(BIN)/playwright install chromium \
		|| echo "Couldn't install a browser here, so the tests of the page will be skipped."

database: debian
	@$(DATABASE) || echo "Couldn't install PostgreSQL and Redis here, so their tests will be skipped."

.PHONY: play quick test test-all lint types arrows kernels collected unit long soak fuzz audit debian browser database chaos wheel-test lowest-test bench docs reports golden mutants clean

play: $(VENV)/.play
	@$(BIN)/pizzabox

# An answer within a minute: how the code looks, and the tests that tell most in little time. See tests/README.md.
quick: lint
	$(BIN)/pytest -n auto $(QUICK)

QUICK = tests/engine/test_golden.py tests/engine/test_rulebook.py tests/engine/test_options.py \
	tests/engine/test_position.py tests/engine/test_state.py tests/games/*/test_rules.py \
	tests/games/theory/test_everything_met.py \
	tests/table/test_fork.py tests/server/test_room.py tests/web/test_assets.py tests/test_docs.py

# What needs one core each runs side by side: compiling takes most of the time, and installing mostly waits.
test:
	@$(MAKE) --no-print-directory -j3 browser database kernels types lint arrows collected
	$(PYTEST)

# Everything, however long it takes, with the long samples of every test; `make -k test-all` goes on after a failure.
test-all: lint types arrows long fuzz soak chaos wheel-test lowest-test audit mutants

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

arrows: $(VENV)/.dev
	$(BIN)/lint-imports

# Tests run kernels that check their bounds: what is read or written out of place is an error, not a crash.
quick test unit long soak fuzz kernels: export NUMBA_BOUNDSCHECK = 1
long soak fuzz mutants: export PIZZABOX_LONG = 1
# Tests run side by side, so none of them has use for threads of a library: PyTorch's wait for each other.
quick test unit long: export OMP_NUM_THREADS = 1

# Compiled before the tests run side by side, so that no two of them compile the same.
kernels: $(VENV)/.dev
	$(BIN)/python -m tests.compile_kernels

# Tests are read once before they run side by side: otherwise every worker makes the same assertions ready. What cannot be
# read is told by the run itself.
collected: $(VENV)/.dev
	$(BIN)/pytest --collect-only -qq >/dev/null || true

unit: $(VENV)/.dev browser database kernels
	$(PYTEST)

# What `fuzz` runs is left to it. Long samples take long: only what hangs for hours is ended.
long: $(VENV)/.dev browser database kernels
	$(PYTEST) --timeout $(HOURS) $(FUZZ:%=--ignore=%)

HOURS = 14400
FUZZ = tests/server/test_fuzz.py tests/engine/test_garbage.py tests/bots/test_garbled_programs.py

# Twenty tables of bots of every game for five minutes.
soak: $(VENV)/.dev
	PIZZABOX_SOAK_SECONDS=300 PIZZABOX_SOAK_TABLES=20 $(BIN)/pytest -s --timeout $(HOURS) tests/server/test_soak.py

# Garbage by the million: messages, requests, records, codes, positions, answers of programs.
fuzz: $(VENV)/.dev kernels
	$(BIN)/pytest -s --timeout $(HOURS) $(FUZZ)

# Known holes in what this is built on. Where the list of them cannot be reached, that is said and nothing is wrong.
audit: $(VENV)/.dev
	$(BIN)/python -m tests.audit

wheel-test: $(VENV)/.dev
	$(BIN)/python tests/wheel.py

# The lowest versions of what it needs, tried for real.
lowest-test: $(VENV)/.dev
	$(BIN)/python -m tests.lowest

bench: $(VENV)/.dev
	$(BIN)/pizzabox bench

# The rules with one small change each, tried against the tests of their rules; takes an hour or so and can be broken off
# and taken up again. Some games alone: make mutants MUTANTS="theory wars".
mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants --report $(MUTANTS)

# Workers, database and Redis are killed while 200 tables are played at; a short form is in the tests. About 15 minutes.
chaos: $(VENV)/.dev database
	$(BIN)/python -m tests.server.chaos

# The documentation site in build/site, with warnings as errors; `pizzabox docs` opens it.
docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The documentation is in build/site; pizzabox docs opens it."

# The reports of docs/reports, from games that are played first; about half an hour on two cores. A run that was stopped
# goes on. Some games alone: make reports REPORTS="theory wars".
reports: $(VENV)/.dev
	$(BIN)/python docs/reports.py $(REPORTS)

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .mutants

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pizzabox needs Python 3.11 or newer; choose one with: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Creating $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing Pizzabox (once) …"
	@$(BIN)/python -m pip install -c constraints.txt -e ".[fast,png,server]"
	@echo "Installed. The page opens in your browser. Bots move at once and get better while the oven warms up."
	@touch $@

# uv chooses among a hundred packages, loads and unpacks them in a quarter of the time that pip takes. Modules are compiled
# when they are first imported: of PyTorch and others most never are.
$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing Pizzabox and its test tools (once) …"
	@$(BIN)/python -m pip install -q --no-compile -c constraints.txt uv
	@$(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/.play
