"""Compiles and checks the package of a problem, with the hidden cases of this installation."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.errors import DataDirectoryError
from app.kit.private_files import make_private_file
from grader.bundle.store import BundleStore
from grader.publishing.checked import note_checked
from grader.publishing.context import ignore
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.publish import publish

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from grader.grading.client import Grader
    from grader.publishing.checked import Proof
    from grader.publishing.context import Known, Progress
    from grader.publishing.publish import PublishReport

CHECKS: Final = "checks"
"""The folder in the data directory with the results of checks of problems."""
SECRET_BYTES: Final = 32


def read_secret(data: Path) -> bytes:
    """Return the secret that seeds this installation's hidden cases, which is created when first needed."""
    path = data / "secret"
    try:
        if not path.exists():
            make_private_file(path, secrets.token_bytes(SECRET_BYTES))
        return path.read_bytes()
    except OSError as error:
        raise DataDirectoryError(data, error.strerror or str(error)) from error


def compile_package(
    folders: tuple[Path, Path],
    store: BundleStore,
    grader: Grader,
    progress: Progress,
    *,
    settings: Settings,
    proof: Proof | None = None,
    compiled: bool = True,
    draw: int = 0,
    earlier: EarlierChecks | None = None,
    known: Known = ignore,
) -> PublishReport:
    """Make a bundle in `store`, with this installation's hidden cases; raises the errors of `publish`, and blocks."""
    return publish(
        *folders,
        store,
        read_secret(settings.data),
        grader,
        progress,
        workers=settings.workers,
        quick=proof is not None,
        proof=proof,
        compiled=compiled,
        draw=draw,
        earlier=earlier,
        known=known,
    )


def check(
    settings: Settings,
    folders: tuple[Path, Path],
    grader: Grader,
    progress: Progress,
    *,
    draw: int = 0,
    known: Known = ignore,
) -> PublishReport:
    """Run every step of publishing; record that the package passed, and what the next check can skip.

    `known` gets each finding at once. Raises the errors of `publish`, and blocks.
    """
    earlier = EarlierChecks(settings.data / CHECKS)
    with tempfile.TemporaryDirectory(prefix="jaxdojo-check-") as folder:
        store = BundleStore(Path(folder))
        report = compile_package(
            folders, store, grader, progress, settings=settings, draw=draw, earlier=earlier, known=known
        )
    earlier.drop_old()
    remember_check(settings, folders[0].name, report)
    return report


def remember_check(settings: Settings, slug: str, report: PublishReport) -> None:
    """Record that a package passed a full check and may be published quickly. Raises `DataDirectoryError`."""
    if report.proof is None:
        return
    try:
        note_checked(settings.data, slug, report.proof)
    except OSError as error:
        raise DataDirectoryError(settings.data, error.strerror or str(error)) from error
