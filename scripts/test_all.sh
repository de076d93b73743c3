#!/bin/sh
# Run the test suite with each supported Python of this machine, each in its own virtual environment.
# Arguments go to pytest. The status is 0 only if all passed; the last lines say which did.
set -eu
cd "$(dirname "$0")/.."

newest=yes
failed=0
results=
for python in $(PYTHON='' scripts/find_python.sh --all); do
    version=$("$python" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    venv=".venv-$version"
    [ -z "$newest" ] || venv=.venv # The same one that `make test` uses.
    newest=
    echo "== Python $version"
    if "$python" -E -s -m scripts.setup --for tests --venv "$venv" && "$venv/bin/python" -m pytest "$@" </dev/null; then
        results="$results  Python $version: passed
"
    else
        failed=1
        results="$results  Python $version: FAILED
"
    fi
done
printf '== Summary\n%s' "$results"
exit "$failed"
