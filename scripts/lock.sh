#!/bin/sh
# Refresh requirements/*.txt from pyproject.toml. Needs uv on PATH; arguments such as `--upgrade` go to it.
#
# The locks hold for every supported Python and platform (--universal), carry hashes, and name no download address:
# where packages come from is each user's own affair. full.txt is runtime.txt with all extras, which images hold,
# and dev.txt what development needs, too.
set -eu
cd "$(dirname "$0")/.."

lock() {
    output=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
        --no-emit-index-url --no-emit-find-links "$@" pyproject.toml --output-file "$output"
    { echo "# Made by scripts/lock.sh. Don't edit."; cat "$output"; } >"$output.new"
    mv "$output.new" "$output"
}

lock requirements/runtime.txt "$@"
lock requirements/full.txt --all-extras --constraints requirements/runtime.txt "$@"
lock requirements/dev.txt --group dev --all-extras --constraints requirements/runtime.txt "$@"
if grep -n '://' requirements/*.txt; then
    echo "A lock names an address (above). Remove it." >&2
    exit 1
fi
