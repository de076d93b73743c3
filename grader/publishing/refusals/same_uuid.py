"""Finds other problems with the same uuid in the same folder: their hidden cases would be drawn from one seed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from grader.package.strict_yaml import read_scalar

if TYPE_CHECKING:
    from pathlib import Path


def find_same_uuid(package_dir: Path, uuid: UUID) -> list[str]:
    """Return a finding for each problem beside `package_dir` that declares `uuid`."""
    found = []
    for manifest in sorted(package_dir.parent.glob("*/problem.yaml")):
        if manifest.parent == package_dir:
            continue
        try:
            other = read_scalar(manifest.read_text(encoding="utf-8", errors="replace"), "uuid")
        except OSError:
            continue
        if other is not None and _is_uuid(other, uuid):
            advice = "make a new one for the newer of the two, by `uuid.uuid4()` in Python"
            found.append(f"problem.yaml, uuid: {manifest.parent.name} has the same; {advice}")
    return found


def _is_uuid(text: str, uuid: UUID) -> bool:
    """Return whether a text is this uuid, in any way of writing it: without hyphens or in braces, for instance."""
    try:
        return UUID(text.strip()) == uuid
    except ValueError:
        return False
