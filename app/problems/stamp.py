"""A note beside the data that nothing is to be published. Standard library only, because it is there to save time.

Every start of the service publishes what has changed, which is nearly always nothing; to find that out in full takes
the database and the grader, seconds of imports. The note holds a digest of all files on which publishing depends, and
what must still be there. Any difference just means: find out in full.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.settings import Settings

NAME: Final = "published.json"
CODE: Final = Path(__file__).resolve().parent.parent.parent / "grader"
"""A new grader may want every problem published again: `grader.publish` has its revision."""


def compute_fingerprint(settings: Settings) -> str:
    """Return a digest of the packages, the reference solutions, the code that publishes, and where all goes."""
    digest = hashlib.sha256(settings.database_url.encode())
    for root in (settings.problems, settings.references, CODE):
        pattern = "*.py" if root == CODE else "*/**/*"
        paths = [path for path in root.glob(pattern) if path.is_file() and "__pycache__" not in path.parts]
        for path in sorted(paths):
            data = path.read_bytes()
            digest.update(f"{path}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


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
