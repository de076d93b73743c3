#!/bin/sh
# Remove everything that set-up and tests made. The data directory is not touched.
set -eu
cd "$(dirname "$0")/.."

rm -rf .venv .venv-3.* .make web/node_modules app/web/static app/web/help
rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache build dist ./*.egg-info
find . -name __pycache__ -type d -prune -exec rm -rf {} +
