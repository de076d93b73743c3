"""A note beside the data that nothing is to be published. Standard library only, because it is there to save time.

Every start of the service publishes what has changed, which is nearly always nothing; to find that out in full takes
the database and the grader, seconds of imports. The note holds a digest of all files on which publishing depends, and
what must still be there. Any difference just means: find out in full.
"""

from __future__ import annotations

import hashlib
import json
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.settings import Settings

NAME: Final = "published.json"
CODE: Final = Path(__file__).resolve().parent.parent.parent / "grader"
"""A new grader may want every problem published again: `grader.publish` has its revision."""
STACK: Final = ("jax", "jaxlib", "flax")


def compute_fingerprint(settings: Settings) -> str:
    """Return a digest of the packages, the reference solutions, what publishes, and where all goes.

    What publishes is code, and the versions, device and memory of its sandbox: with others a problem may find its needs
    met that didn't before, and programs have to be compiled anew.
    """
    stack = [sys.version, *(_find_version(package) for package in STACK)]
    facts = [settings.database_url, settings.device, str(settings.sandbox_memory_mb), *stack]
    digest = hashlib.sha256("\0".join(facts).encode())
    for root in (settings.problems, settings.references, CODE):
        pattern = "*.py" if root == CODE else "*/**/*"
        paths = [path for path in root.glob(pattern) if path.is_file() and "__pycache__" not in path.parts]
        for path in sorted(paths):
            data = path.read_bytes()
            digest.update(f"{path}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


def _find_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def is_stamped(settings: Settings, *, quick: bool) -> bool:
    """Tell whether the note is there and still true: of publishing in full, or if `quick`, of either way."""
    try:
        note = json.loads((settings.data / NAME).read_bytes())
        if note["quick"] and not quick:
            return False
        return bool(
            note["fingerprint"] == compute_fingerprint(settings) and all(Path(path).exists() for path in note["needs"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def write_stamp(settings: Settings, needs: Iterable[Path], fingerprint: str, *, quick: bool) -> None:
    """Leave the note. `fingerprint` was computed before publishing began, so that later changes aren't missed."""
    note = {"fingerprint": fingerprint, "quick": quick, "needs": [str(path) for path in needs]}
    scratch = settings.data / f".{NAME}"
    scratch.write_text(json.dumps(note), encoding="utf-8")
    scratch.replace(settings.data / NAME)
