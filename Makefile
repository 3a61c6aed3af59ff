# The commands of this repository; `make help` lists them.
#
# Everything is installed into .venv, with uv where it is present and with venv and pip where
# it is not. A stamp per requirement file records what is installed: `make` again is instant.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
SUPPLY := build/supply
FOCUS := build/focus
CLIENTS := build/clients
FOCUS_PYTHON ?= $(shell for one in python3.12 $(HOME)/.pyenv/versions/3.12.*/bin/python; do \
	$$one -c '' 2>/dev/null && echo $$one && break; done)
UV := $(if $(shell uv --version 2>/dev/null),uv)

.DEFAULT_GOAL := help

ifdef UV
install = $(UV) pip install --quiet --compile-bytecode --python $(1)/bin/python --require-hashes -r $(2)
environment = $(UV) venv --quiet --clear --no-python-downloads --python $(or $(2),$(PYTHON)) $(1)
else
install = $(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(2)
environment = $(or $(2),$(PYTHON)) -m venv --clear $(1)
endif

.PHONY: serve
serve: export HOST := $(HOST)
serve: export PORT := $(PORT)
serve: $(RUNTIME) ## Run the service on HOST:PORT (127.0.0.1:8000)
	$(BIN)/python -m service serve

# Without the files of compiled modules, every process that a test starts compiles them anew. The
# cores are taken by processes: threads of small matrices would do no more than wait in a loop.
.PHONY: test
test: export PYTHONDONTWRITEBYTECODE :=
test: export OPENBLAS_NUM_THREADS := 1
test: $(DEV) ## Run every test; ARGS="-k name" for some
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal $(ARGS)

# The validation takes as long as all else together, so that both go at once.
.PHONY: check
check: $(DEV) ## Lint, type-check and look for drift
	@$(MAKE) --no-print-directory --jobs 2 --output-sync check-validation check-all-else

.PHONY: check-validation
check-validation: $(DEV)
	$(BIN)/python -m pricing.validation --check docs

.PHONY: check-all-else
check-all-else: $(DEV)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m service check-tables
	$(BIN)/python openapi/generate.py --check
	$(BIN)/python openapi/breaking.py
	$(BIN)/python -m docs.worked.pages --check
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/kubernetes-validate --quiet --strict deploy/kubernetes/*.yaml

.PHONY: faults
faults: $(DEV) ## Make Redis, network and callers fail under load; ARGS=--save
	$(BIN)/python -m pytest --capture=no tests/faults $(ARGS)

# The validator needs Python 3.12 for a numpy of its own, and versions that the service has not.
.PHONY: focus
focus: $(DEV) $(FOCUS)/.installed ## Hold forecasts in FOCUS against its official validator
	@$(BIN)/python -m tests.focus.forecasts $(FOCUS)/charges
	@$(FOCUS)/bin/python tests/focus/validate.py $(FOCUS)/charges >$(FOCUS)/report 2>&1; \
		status=$$?; grep '^focus' $(FOCUS)/report || tail -20 $(FOCUS)/report; exit $$status

.PHONY: clients
clients: $(DEV) $(CLIENTS)/.installed ## Generate clients in Go, TypeScript and Python, compile them, and ask
	@$(BIN)/python openapi/clients.py $(CLIENTS)

.PHONY: office
office: $(DEV) ## Open workbooks in LibreOffice, and compare them with two hundred answers
	$(BIN)/python -m pytest --numprocesses 2 tests/office $(ARGS)

.PHONY: page
page: $(DEV) ## Use the page at / in a browser
	$(BIN)/python -m pytest tests/browser $(ARGS)

.PHONY: soak
soak: $(DEV) ## Ask 240,000 questions, send 20,000 broken tables, and watch the memory; ARGS=--save
	$(BIN)/python -m tests.faults.soak $(ARGS)

.PHONY: bench
bench: $(DEV) ## Run the benchmarks; ARGS=--save writes bench/results.json
	$(BIN)/python -m bench $(ARGS)

.PHONY: openapi
openapi: $(DEV) ## Regenerate openapi/openapi.json and openapi/client
	$(BIN)/python openapi/generate.py

.PHONY: validation
validation: $(DEV) ## Regenerate docs/validation.md and its picture
	$(BIN)/python -m pricing.validation --into docs

.PHONY: pages
pages: $(DEV) ## Regenerate the worked pages of docs/ and their pictures
	$(BIN)/python -m docs.worked.pages

.PHONY: format
format: $(DEV) ## Format the code and fix what can be fixed
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

.PHONY: lock
lock: ## Resolve the requirement files anew (needs uv; ARGS=--upgrade moves the pins)
	$(call compile,runtime) pyproject.toml
	$(call compile,build) --group build
	$(call compile,supply) --group supply
	$(call compile,clients) --group clients
	$(call compile,focus) --group focus --python-version 3.12
	$(call compile,tracing) pyproject.toml --extra tracing --constraint requirements/runtime.txt
	$(call compile,ray) pyproject.toml --extra ray --constraint requirements/runtime.txt
	$(call compile,dev) pyproject.toml --extra tracing --extra calibration --group dev --constraint requirements/ray.txt --constraint requirements/tracing.txt --constraint requirements/build.txt

compile = $(UV) pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	--annotation-style line $(ARGS) --output-file requirements/$(1).txt

.PHONY: image
image: ## Build the container image
	docker build --tag unitcost .

# A requirement file does not say which package needs which, and cyclonedx-py warns of that.
.PHONY: sbom
sbom: export PYTHONWARNINGS := ignore::UserWarning
sbom: $(SUPPLY)/.installed ## List what the service needs, as CycloneDX, in build/sbom.json
	@$(SUPPLY)/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
		--output-file build/sbom.json requirements/runtime.txt

.PHONY: audit
audit: $(SUPPLY)/.installed ## Ask whether a pinned package is known to be vulnerable
	@PATH=$(abspath $(SUPPLY))/bin:$$PATH bash .ci/audit requirements/runtime.txt

.PHONY: clean
clean: ## Remove what was installed and built
	rm -rf $(VENV) .*_cache .hypothesis .schemathesis build dist

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=python3.13 …")'
	$(call environment,$(VENV))

$(RUNTIME): requirements/runtime.txt | $(BIN)/python
	$(call install,$(VENV),$<)
	@touch $@

$(DEV): requirements/dev.txt | $(BIN)/python
	$(call install,$(VENV),$<)
	@touch $@ $(RUNTIME)

# In an environment of its own, since no test needs it and it brings fifty packages.
$(SUPPLY)/.installed: requirements/supply.txt
	$(call environment,$(SUPPLY))
	$(call install,$(SUPPLY),$<)
	@touch $@

$(CLIENTS)/.installed: requirements/clients.txt
	$(call environment,$(CLIENTS))
	$(call install,$(CLIENTS),$<)
	@touch $@

$(FOCUS)/.installed: requirements/focus.txt
	@test -n '$(FOCUS_PYTHON)' || { echo 'Python 3.12 is needed: make focus FOCUS_PYTHON=…'; exit 1; }
	$(call environment,$(FOCUS),$(FOCUS_PYTHON))
	$(call install,$(FOCUS),$<)
	@touch $@
