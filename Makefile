# Needs Python >= 3.11; everything else is found or installed by tools/bootstrap.py.
PYTHONS := python3 python3.15 python3.14 python3.13 python3.12 python3.11 python
FIND := import sys; print(sys.executable) if sys.version_info >= (3, 11) else sys.exit(1)
PYTHON := $(or $(PYTHON),$(shell for python in $(PYTHONS); do "$$python" -c '$(FIND)' 2>/dev/null && break; done))

.PHONY: play test test-long test-faults bench bench-server lint clean

# exec: Ctrl-C then ends the game itself, with no shell between to complain.
play test test-long test-faults bench bench-server lint:
	$(if $(PYTHON),,$(error Python 3.11 or newer is needed, and none of $(PYTHONS) is one))
	@exec "$(PYTHON)" -m tools.bootstrap $@

clean:
	rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist uv.lock
	rm -rf web/node_modules src/wuyi/web test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
