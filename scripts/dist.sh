#!/bin/sh
# Build dist/: a source distribution, the wheel made from it, and the release notes. `make dist` calls it after set-up,
# so the front end and the names for completion are built, and the generator of the documentation's site is there.
# Nothing is downloaded here.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

trap 'rm -rf build ./*.egg-info' EXIT
rm -rf dist build ./*.egg-info
version=$("$python" -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
notes=$("$python" scripts/release_notes.py "$version")
"$python" -m scripts.site
"$python" -m build --no-isolation --outdir dist . >/dev/null
printf '%s\n' "$notes" >dist/RELEASE_NOTES.md
ls -l dist
