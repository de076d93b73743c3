#!/bin/sh
# Everything that can be said about the code without running it, the documentation's tests, and what is known of the
# locked packages, where the network is there to ask. All checks run, even after one fails; the status is 0 only if all
# passed.
set -u
cd "$(dirname "$0")/.." || exit
bin=.venv/bin
failed=

check() {
    title=$1
    shift
    echo "== $title"
    "$@" || failed="$failed, $title"
}

check "format" "$bin/ruff" format --check .
check "lint" "$bin/ruff" check .
check "types" "$bin/mypy"
if [ -n "$(find bench -name "*.py" 2>/dev/null)" ]; then check "types of benchmarks" "$bin/mypy" bench; fi
check "import rules" "$bin/lint-imports" --no-cache
if [ -f web/tsconfig.json ]; then
    check "front-end types" sh -c 'cd web && node_modules/.bin/tsc --noEmit'
fi
check "documentation" "$bin/python" -m pytest -q tests/unit/docs
check "known vulnerabilities" "$bin/python" -m scripts.audit_dependencies

if [ -n "$failed" ]; then
    echo "== Failed: ${failed#, }"
    exit 1
fi
echo "== All checks passed"
