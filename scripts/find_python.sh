#!/bin/sh
# Print the newest supported Python of this machine; with --all, the newest of each supported version.
#
# Looks along PATH, then among the versions that pyenv keeps. PYTHON, when set, is taken instead: a path, a
# command or a version ("3.12"). A Python that lacks a module which the project needs is passed over. What is
# printed is never a launcher such as pyenv's shims, nor the Python of a virtual environment, but the real one.
set -eu

supported="3.13 3.12 3.11"
pyenv="${PYENV_ROOT:-${HOME:-/nonexistent}/.pyenv}"

probe='
import ctypes, sqlite3, ssl, sys, sysconfig, zlib
version = "%d.%d" % sys.version_info[:2]
wanted = sys.argv[1].split()
ok = version in wanted and sys.version_info.releaselevel == "final" and sys.maxsize > 2**32
ok = ok and not sysconfig.get_config_var("Py_GIL_DISABLED") and sys.implementation.name == "cpython"
print(getattr(sys, "_base_executable", sys.executable)) if ok else sys.exit(1)
'

# Print the real path of Python "$1" if it is one of the versions "$2" and fit for use; fail otherwise.
check() {
    "$1" -I -c "$probe" "$2" 2>/dev/null </dev/null
}

# Print the first fit Python of version "$1".
find_version() {
    rest="${PATH:-/usr/bin:/bin}:"
    while [ -n "$rest" ]; do
        folder="${rest%%:*}"
        rest="${rest#*:}"
        [ "$folder" != "$pyenv/shims" ] || continue
        for name in "python$1" python3; do
            if [ -x "$folder/$name" ] && check "$folder/$name" "$1"; then return 0; fi
        done
    done
    for home in $(ls -d "$pyenv/versions/$1"* 2>/dev/null | sort -rV); do
        if [ -x "$home/bin/python$1" ] && check "$home/bin/python$1" "$1"; then return 0; fi
    done
    return 1
}

if [ -n "${PYTHON:-}" ]; then
    case "$PYTHON" in
        3.11 | 3.12 | 3.13) find_version "$PYTHON" && exit 0 ;;
        *) check "$PYTHON" "$supported" && exit 0 ;;
    esac
    echo "PYTHON=$PYTHON is not usable here. It must be a 64-bit CPython $supported with ssl, sqlite3 and ctypes." >&2
    exit 1
fi

found=
for version in $supported; do
    if find_version "$version"; then
        found=yes
        [ "${1:-}" = --all ] || exit 0
    fi
done
if [ -z "$found" ]; then
    echo "No supported Python found: JAX Dojo needs 64-bit CPython, one of $supported, on PATH or in pyenv." >&2
    echo "Install one (on Debian or Ubuntu: apt install python3 python3-venv) or name one: make setup PYTHON=/path/to/python3" >&2
    exit 1
fi
