"""A problem's texts in other languages, and names in `problem.yaml`.

The files are `statement.de.md`, `lesson.de.md`, `hints.de.md` and `solution.de.md`, which has notes on the solution.

Texts missing in a language are shown in English. Code, labels of cases and messages of checks are not translated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from grader.errors import PackageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

ORIGINAL = "en"
"""The language of files whose names contain none."""
_LANGUAGE = r"[a-z]{2,3}(?:-(?:[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3}))?"
Language = Annotated[str, StringConstraints(pattern=rf"^{_LANGUAGE}$")]
"""A language tag as in BCP 47: `de`, `pt-BR`, `zh-Hant`."""
_FILE = re.compile(r"(statement|lesson|hints|solution)\.(.+)\.md")
_FIELDS = {"solution": "notes"}
"""The fields that aren't named as their files."""


class Translation(BaseModel):
    """A problem's texts in one other language; null or empty if missing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str | None = None
    statement: str | None = None
    lesson: str | None = None
    hints: list[str] = []
    notes: list[str] = Field(default=[], exclude_if=lambda notes: not notes)
    """Omitted from the file if there are none, so that older bundles keep their digests."""


def read_translations(
    package_dir: Path,
    names: Mapping[str, str],
    read_text: Callable[[Path], str],
    splitters: Mapping[str, Callable[[str, Path], list[str]]],
) -> dict[str, Translation]:
    """Return the translations in a package's folder, by language, with the `names` of its manifest.

    `splitters`, by field, split a text into hints or notes; they raise `PackageError` if it doesn't fit the English
    one. Also raises `PackageError` for a file whose name has no valid language.
    """
    found: dict[str, dict[str, object]] = {language: {"name": name} for language, name in names.items()}
    for path in sorted(package_dir.glob("*.*.md")):
        match = _FILE.fullmatch(path.name)
        if match is None:
            continue
        kind, language = match.groups()
        if not re.fullmatch(_LANGUAGE, language) or language == ORIGINAL:
            message = f"{language!r} doesn't name a language other than English"
            advice = "name the file after a language, as in statement.de.md or statement.pt-BR.md"
            raise PackageError(message, file=str(path), suggestion=advice)
        text = read_text(path)
        field = _FIELDS.get(kind, kind)
        split = splitters.get(field)
        found.setdefault(language, {})[field] = text if split is None else split(text, path)
    found.pop(ORIGINAL, None)
    return {language: Translation.model_validate(texts) for language, texts in sorted(found.items())}
