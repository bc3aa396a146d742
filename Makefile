# `make` alone lists what there is. Everything is installed into .venv, nothing outside of this folder.
.DEFAULT_GOAL := help
.PHONY: help run play test check cases clauses wars occurrence mutants pins bench pictures clean

PYTHON ?= python3
BIN := .venv/bin
SYSTEM ?= sceneplay
WARS ?= 500
PORT ?= 8000

# The language in which grailkeeper will speak: that of LANGUAGE before that of the locale, except in the locale C.
LOCALE := $(or $(LC_ALL),$(LC_MESSAGES),$(LANG))
WISHES := $(if $(filter C C.% POSIX POSIX.%,$(LOCALE)),,$(subst :, ,$(LANGUAGE))) $(LOCALE)
KOREAN := $(filter ko% Ko% KO%,$(firstword $(filter ko% Ko% KO% en% En% EN%,$(WISHES))))

help: ## list what make can do
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[site]'
	@touch $@

.venv/dev: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/run

run: .venv/run ## start the site with a demonstration war of each rule system, and print the links to come in (PORT=8000)
	@$(BIN)/grailkeeper serve --demo --data out/site --port $(PORT)

PAGES.ko := out/rider-saber/report.html과 out/war/story.html에서 페이지로도 볼 수 있습니다.
PAGES.en := out/rider-saber/report.html and out/war/story.html tell them as pages.

play: .venv/run ## play the rules' own fight, then a war of seven teams: on the terminal, and as pages in out/
	@$(BIN)/grailkeeper battle examples/$(if $(KOREAN),라이더와-세이버,rider-saber).toml --out out/rider-saber --fresh
	@$(BIN)/grailkeeper war sceneplay --teams 7 --seed grail --out out/war --fresh
	@echo && echo "$(if $(KOREAN),$(PAGES.ko),$(PAGES.en))"

# How pages look, what views show and how fields are read does not hang on the database; these long tests run once. Whole
# scenes are played on the other database in two of the rule systems.
ON_ANOTHER_DATABASE := not fit_to_be_read and not nobody_reads_more and not test_forms_browser and not test_fields \
	and not test_copies and not test_own_secrets and not test_replay and not test_demonstration \
	and not (test_scene and (chronicle or mirror))

test: .venv/dev ## install what the tests need and run all of them, those of the site on SQLite and on PostgreSQL
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -n auto --dist worksteal
	$(BIN)/python tools/postgresql.py $(BIN)/pytest -n auto --dist worksteal tests/web -k "$(ON_ANOTHER_DATABASE)"

check: .venv/dev ## the quick half of `make test`: style, types, rooms
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

cases: .venv/run ## run the conformance cases of every rule system
	$(BIN)/grailkeeper case tests/cases

clauses: .venv/run ## which clauses of the rulebooks neither a case nor a test cites
	@$(BIN)/python tools/clauses.py

wars: .venv/run ## play WARS=500 wars of SYSTEM=sceneplay, hold what must hold, and tell how they went (DUEL=--duel)
	@$(BIN)/python tools/wars.py $(SYSTEM) --wars $(WARS) $(DUEL)

occurrence: .venv/run ## what occurs over WARS=500 wars and the cases of SYSTEM=sceneplay, and what never does
	@$(BIN)/python tools/occurrence.py $(SYSTEM) --wars $(WARS)

mutants: .venv/dev ## small changes to the rules of SYSTEM that no test notices (SAMPLE=60 of them; FILE="numbers.py battle")
	@$(BIN)/python tools/mutants.py $(SYSTEM) --sample $(or $(SAMPLE),0) $(if $(FILE),--file $(FILE)) \
		$(if $(AGAIN),--again $(AGAIN)) $(if $(LOOK),--wars $(LOOK))

pins: .venv/dev ## write down anew how random wars of every rule system go, once their rules are meant to have changed
	PYTHONPATH=tests $(BIN)/python -m conformance.pinned

bench: .venv/dev ## measure one battle with full working, wars of seven teams (ratios within one run), and the pages of the site
	$(BIN)/python bench/battle.py
	$(BIN)/python bench/war.py
	$(BIN)/python bench/site.py

pictures: .venv/dev ## make the pictures of the README anew (needs Chromium)
	$(BIN)/python tools/pictures.py

clean: ## remove everything that make has made
	rm -rf .venv out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
