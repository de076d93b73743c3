#!/bin/sh
# Refresh requirements/*.txt from pyproject.toml. Arguments such as `--upgrade` go to uv: the one on PATH, else the one
# that set-up installed.
#
# The locks hold for every supported Python and platform (--universal), carry hashes, and name no download address:
# where packages come from is each user's own affair.
#
#   installer.txt   uv, with which set-up installs the others
#   runtime.txt     what serving needs
#   build.txt       what building the front end and a wheel needs, beside runtime.txt
#   release.txt     build.txt, and what checks and describes a release
#   docs.txt        what makes the documentation's site from its pages
#   pipx.txt        pipx, with which a release is tried
#   full.txt        runtime.txt with all extras, which images hold
#   dev.txt         all of these but the installer, and what development needs
set -eu
cd "$(dirname "$0")/.."
uv=$(command -v uv || echo .make/installer/bin/uv)

lock() {
    output=$1
    shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
        --no-emit-index-url --no-emit-find-links "$@" --output-file "$output"
    { echo "# Made by scripts/lock.sh. Don't edit."; cat "$output"; } >"$output.new"
    mv "$output.new" "$output"
}

lock requirements/installer.txt --group installer "$@"
lock requirements/runtime.txt pyproject.toml "$@"
lock requirements/build.txt --group build --constraints requirements/runtime.txt "$@"
lock requirements/docs.txt --group docs --constraints requirements/runtime.txt --constraints requirements/build.txt "$@"
lock requirements/release.txt --group release --constraints requirements/runtime.txt \
    --constraints requirements/build.txt --constraints requirements/docs.txt "$@"
lock requirements/pipx.txt --group pipx --constraints requirements/docs.txt "$@"
lock requirements/full.txt pyproject.toml --all-extras --constraints requirements/runtime.txt "$@"
lock requirements/dev.txt pyproject.toml --group dev --all-extras --constraints requirements/runtime.txt \
    --constraints requirements/release.txt --constraints requirements/docs.txt --constraints requirements/pipx.txt "$@"
if grep -n '://' requirements/*.txt; then
    echo "A lock names an address (above). Remove it." >&2
    exit 1
fi
