"""Publishes the problems of the corpus, with only the reference and one right solution."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from grader.bundle.store import BundleStore
from grader.publishing.mutation import Target
from grader.report import Mode
from tests.truth.corpus import HERE, Entry, by_hand, corpus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader
    from grader.report import Report
    from tests.publications import Publications

ROOT = Path(__file__).resolve().parents[2]
SECRET = b"a secret of these tests, 32 bytes"
HIDDEN = 2
"""The number of hidden cases for each solution, which are always the same."""
LIMITS = {"time_limit": 300}
"""The time limit in seconds, far more than any solution needs, so that a busy machine doesn't matter."""
TEXTS = {"statement.md": "A kata.\n", "lesson.md": "A kata.\n", "hints.md": "## Hint\n\nNone.\n"}
DEFAULTS: dict[str, Any] = {
    "format_version": 1,
    "uuid": "00000000-0000-4000-8000-000000000001",
    "track": "Tests",
    "track_position": 1,
    "difficulty": 1,
    "concepts": {"teaches": ["nothing"]},
    "credits": "JAX Dojo",
    "license": "Apache-2.0",
}


@dataclass(frozen=True)
class Problem:
    """A published problem of the corpus."""

    slug: str
    grader: Grader
    bundle: Bundle

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The problem's part of the corpus."""
        return corpus(self.slug, target_of(self.slug))

    def grade(self, entry: Entry, grader: Grader | None = None) -> Report:
        """Grade a solution on the samples, and on the same hidden cases each time."""
        hidden = self.bundle.pool[:HIDDEN]
        return (grader or self.grader).grade(self.bundle, entry.source.encode(), mode=Mode.SUBMIT, hidden=hidden)


def publish_kata(slug: str, root: Path, grader: Grader, publications: Publications) -> Problem:
    """Publish a problem of the corpus under `root`; raise `PublishRefusedError` if it doesn't pass."""
    package, references = root / "problems" / slug, root / "reference_solutions" / slug
    own, shipped = HERE / "problems" / slug, ROOT / "problems" / slug
    right = next(entry.source for entry in by_hand(slug) if entry.right)
    if shipped.exists():
        shutil.copytree(shipped, package, ignore=shutil.ignore_patterns("solution*.md"))  # about another solution
        sources = ROOT / "reference_solutions" / slug
    else:
        sources = own
        for name, text in TEXTS.items():
            _write(package / name, text)
        _write(package / "starter.py", right)
        for name in ("cases.py", "bodies.py"):
            if (own / name).exists():
                shutil.copy(own / name, package)
    _write(package / "problem.yaml", yaml.safe_dump(manifest_of(slug) | {"limits": LIMITS}))
    for name in ("reference.py", "checker.py"):
        if (sources / name).exists():
            _write(references / name, (sources / name).read_text(encoding="utf-8"))
    _write(references / "accepted" / "canonical.py", right)
    _write(references / "submissions.yaml", yaml.safe_dump({"accepted": {"canonical.py": "-"}, "rejected": {}}))
    store = BundleStore(root / "bundles")
    report = publications.publish(package, references, store, SECRET, grader, quick=True)
    return Problem(slug, grader, store.load(report.digest))


def manifest_of(slug: str) -> dict[str, Any]:
    """Return the problem's `problem.yaml`, with defaults for what a small problem may omit."""
    folders: Iterable[Path] = (HERE / "problems" / slug, ROOT / "problems" / slug)
    path = next(folder / "problem.yaml" for folder in folders if (folder / "problem.yaml").exists())
    own: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return DEFAULTS | own


def target_of(slug: str) -> Target:
    """Return the data about a problem that mutation operators need."""
    manifest = manifest_of(slug)
    tolerance = ((manifest["checks"].get("values") or {}).get("tolerance")) or 8.0
    names = tuple(parameter["name"] for parameter in manifest["parameters"])
    return Target(manifest["entry_point"], names, float(tolerance))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
