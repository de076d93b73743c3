"""Importers, which convert problems of other platforms to packages of this one, as far as possible.

The result is a draft: it parses, and `jaxdojo problem check` lists what its author has to add. An importer reports
omitted and invented parts. Folders are untrusted, and nothing in them is run.

- `icpc`: a package of the ICPC problem format, 2025-09 or legacy (`problem.yaml`, `data/`, `submissions/`).
- `kernelbot`: a task folder of KernelBot (`task.yml`, `reference.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.importers import icpc, kernelbot

if TYPE_CHECKING:
    from pathlib import Path

    from grader.package.importers.draft import PackageDraft


def import_folder(folder: Path, slug: str | None = None) -> PackageDraft:
    """Return a draft of the problem in `folder`, called `slug`, by default after the folder.

    Raises `PackageError` if the folder has no known format, or is malformed.
    """
    if (folder / kernelbot.MANIFEST).is_file():
        return kernelbot.import_task(folder, slug)
    if (folder / icpc.MANIFEST).is_file():
        return icpc.import_package(folder, slug)
    advice = (
        "it has neither task.yml (KernelBot) nor problem.yaml (ICPC); otherwise give a zip file written by `export`"
    )
    raise PackageError("this is not a problem in a format that can be imported", file=str(folder), suggestion=advice)
