#!/bin/sh
# Build dist/: a source distribution, the wheel made from it, that of the client, the release notes, a list of what the
# wheel needs (an SBOM by CycloneDX), what was tried of each problem, and checksums. `make dist` calls it after set-up,
# so the front end and the names for completion are built, and the generator of the documentation's site is there.
# Nothing is downloaded here. The same source gives the same files: times are SOURCE_DATE_EPOCH, by default that of the
# last commit. With STRICT_PROOFS=1, as for a release, each problem must have been tried on each supported stack.
set -eu
umask 022
cd "$(dirname "$0")/.."
python=.venv/bin/python
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || echo 1577836800)}"
export SOURCE_DATE_EPOCH PYTHONHASHSEED=0

trap 'rm -rf build ./*.egg-info' EXIT
rm -rf dist build ./*.egg-info
version=$("$python" -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
notes=$("$python" scripts/release_notes.py "$version")
"$python" -m scripts.site
"$python" -m build --no-isolation --outdir dist . >/dev/null
"$python" scripts/normalise.py "$SOURCE_DATE_EPOCH" dist/*.whl dist/*.tar.gz
"$python" scripts/client_wheel.py "$version" dist
"$python" -m twine --no-color check --strict dist/*.whl dist/*.tar.gz
.venv/bin/check-wheel-contents dist/jaxdojo-*.whl
.venv/bin/check-wheel-contents --toplevel jaxdojo_client dist/jaxdojo_client-*.whl
"$python" scripts/sbom.py "dist/jaxdojo-$version.cdx.json"
"$python" -m scripts.proofs "dist/jaxdojo-$version.proofs.jsonl" ${STRICT_PROOFS:+--strict}
printf '%s\n' "$notes" >dist/RELEASE_NOTES.md
sums=$(cd dist && sha256sum -- *)
printf '%s\n' "$sums" >dist/SHA256SUMS
ls -l dist
