"""Prints the paths of this Python's parts, and of the files that certain distributions and their requirements need.

Run this file by path with the interpreter in question; the arguments are names of distributions, which may end in `*`.
Standard library only. It prints JSON: `executable`, `base`, `packages` (directories), `libraries` (files and
directories in them), `hidden` (package directories of other Pythons), and `missing` (names that aren't installed).
"""

from __future__ import annotations

import csv
import json
import re
import site
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")
EXTRA = re.compile(r"""extra\s*==\s*["']([^"']+)["']""")


def normalise(name: str) -> str:
    """Return a distribution's name, normalised as in PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def list_installed(packages: list[str]) -> dict[str, metadata.Distribution]:
    """Return all distributions in the directories `packages`, by name; the first one of each name counts."""
    found: dict[str, metadata.Distribution] = {}
    for directory in packages:
        for path in sorted(Path(directory).iterdir()):
            if path.suffix in (".dist-info", ".egg-info"):
                found.setdefault(normalise(path.stem.partition("-")[0]), metadata.Distribution.at(path))
    return found


def find_closure(names: list[str], installed: dict[str, metadata.Distribution]) -> set[str]:
    """Return those of `names` that are installed, and their installed requirements, including requested extras."""
    waiting = [(normalise(name), frozenset[str]()) for name in names]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        if one in seen or one[0] not in installed:
            continue
        seen.add(one)
        for text in installed[one[0]].requires or []:
            extra = EXTRA.search(text)
            needed = REQUIREMENT.match(text)
            if needed is not None and (extra is None or normalise(extra[1]) in one[1]):
                extras = frozenset(normalise(part) for part in (needed[2] or "").split(",") if part.strip())
                waiting.append((normalise(needed[1]), extras))
    return {name for name, _ in seen}


def list_parts(distribution: metadata.Distribution) -> set[Path]:
    """Return a distribution's files and directories among the packages, outermost only."""
    record = distribution.read_text("RECORD") or ""
    names = {row[0].partition("/")[0] for row in csv.reader(record.splitlines()) if row}
    if not record:  # not installed from a wheel
        name = normalise(distribution.metadata["Name"]).replace("-", "_")
        listed = (distribution.read_text("top_level.txt") or name).split()
        names = {*listed, *(f"{name}.py" for name in listed)}
    root = Path(str(distribution.locate_file("")))
    return {root / name for name in names - {"", "..", "__pycache__"} if (root / name).exists()}


def main(names: list[str]) -> dict[str, object]:
    """Return the description to print."""
    paths = sysconfig.get_paths()
    base = Path(sys.base_prefix).resolve()
    packages = list(dict.fromkeys(path for path in (paths["purelib"], paths["platlib"], *site.getsitepackages())))
    packages = [path for path in packages if Path(path).is_dir()]
    installed = list_installed(packages)
    wanted = [name for name in names if not name.endswith("*")]
    stems = [normalise(name[:-1]) for name in names if name.endswith("*")]
    wanted += [name for name in installed if any(name.startswith(stem) for stem in stems)]
    libraries: set[Path] = set()
    for name in find_closure(wanted, installed):
        libraries |= list_parts(installed[name])
    roots = {base, Path("/usr"), Path("/usr/local")}
    hidden = {
        found for root in roots for kind in ("site", "dist") for found in root.glob(f"lib*/python3*/{kind}-packages")
    }
    return {
        "executable": str(Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()),
        "base": str(base),
        "packages": packages,
        "libraries": sorted(map(str, libraries)),
        "hidden": sorted(str(path) for path in hidden if str(path) not in packages),
        "missing": [name for name in names if not name.endswith("*") and normalise(name) not in installed],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1:])))
