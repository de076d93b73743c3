#!/bin/sh
# Run each benchmark of bench/. Each prints its own table.
set -eu
cd "$(dirname "$0")/.."

for benchmark in grading checks service gradebook web soak; do
    echo "== bench.$benchmark"
    .venv/bin/python -m "bench.$benchmark"
done
