"""Write what was tried of each shipped problem, and name what wasn't: `python -m scripts.proofs FILE [--strict]`.

A problem is shipped with a proof (`problems/checked.txt`) for each stack on which `make katas` published it in full:
a device and versions of Python, jax and flax. Installations with another stack have to publish it in full themselves.
FILE gets the lines of `problems/tried.jsonl` that are about the files as they are. The exit status is 1 if a problem
has no proof at all, or with `--strict` if one lacks the proof for a supported stack.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from packaging.requirements import Requirement

from grader.publishing.checked import Proof, read_checked
from grader.publishing.publish import proof_digest
from scripts.tried import read_tried

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT: Final = Path(__file__).resolve().parent.parent
SHOWN: Final = 8
"""The maximum number of problems that are named for a stack."""
PYTHON: Final = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def list_stacks() -> list[str]:
    """Return the supported stacks on a CPU: each supported Python with the versions that are locked for it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pythons = [found[1] for one in project["classifiers"] if (found := PYTHON.fullmatch(one))]
    locked = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    return [
        f"cpu/{python}/{_find_locked(locked, 'jax', python)}/{_find_locked(locked, 'flax', python)}"
        for python in pythons
    ]


def _find_locked(locked: str, package: str, python: str) -> str:
    """Return the version of a package that is locked for a Python, without its patch version."""
    for line in re.findall(rf"^{package}==[^\\\n]*", locked, re.MULTILINE):
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or marker.evaluate({"python_version": python, "python_full_version": f"{python}.0"}):
            return ".".join(next(iter(requirement.specifier)).version.split(".")[:2])
    raise LookupError(f"requirements/runtime.txt locks no {package} for Python {python}")


def find_gaps(digests: Mapping[str, str], proofs: Mapping[str, Proof], stacks: list[str]) -> dict[str, list[str]]:
    """Return the stacks for which each problem lacks a proof of its files as they are; without those that lack none."""
    gaps = {}
    for slug, digest in digests.items():
        proof = proofs.get(slug)
        proved = proof.stacks if proof is not None and proof.digest == digest else ()
        if missing := [stack for stack in stacks if stack not in proved]:
            gaps[slug] = missing
    return gaps


def tell_gaps(gaps: Mapping[str, list[str]], problems: int, stacks: list[str]) -> Iterator[str]:
    """Yield a line for each stack: how many problems have a proof for it, and which lack one."""
    for stack in stacks:
        missing = [slug for slug, lacking in gaps.items() if stack in lacking]
        line = f"proofs for {stack}: {problems - len(missing)} of {problems} problems"
        shown = missing if len(missing) <= SHOWN else [*missing[:SHOWN], f"{len(missing) - SHOWN} more"]
        yield f"{line}; none for {', '.join(shown)}" if missing else line


def main() -> int:
    """Write the file, and print the gaps; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, help="the file to write")
    parser.add_argument("--strict", action="store_true", help="fail if a proof for a supported stack is missing")
    options = parser.parse_args()
    problems, stacks = ROOT / "problems", list_stacks()
    slugs = sorted(path.parent.name for path in problems.glob("*/problem.yaml"))
    digests = {slug: proof_digest(problems / slug, ROOT / "reference_solutions" / slug) for slug in slugs}
    gaps = find_gaps(digests, read_checked(problems), stacks)
    current = [line for line in read_tried(problems) if digests.get(str(line["problem"])) == line["digest"]]
    options.file.write_text("".join(json.dumps(line) + "\n" for line in current), encoding="utf-8")
    for line in tell_gaps(gaps, len(slugs), stacks):
        print(line)
    unproved = [slug for slug, missing in gaps.items() if missing == stacks]
    if unproved:
        print(f"Run `make katas` for {', '.join(unproved)}, which changed since.", file=sys.stderr)
    elif gaps and options.strict:
        print("Run `make katas` with each Python that is named above (`PYTHON=3.12 make katas`).", file=sys.stderr)
    return 1 if unproved or (gaps and options.strict) else 0


if __name__ == "__main__":
    sys.exit(main())
