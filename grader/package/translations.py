"""A problem's texts in other languages: `statement.de.md`, `lesson.de.md`, `hints.de.md`, and names in `problem.yaml`.

Texts missing in a language are shown in English. Code, labels of cases and messages of checks are not translated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from grader.errors import PackageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

ORIGINAL = "en"
"""The language of files whose names contain none."""
_LANGUAGE = r"[a-z]{2,3}(?:-(?:[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3}))?"
Language = Annotated[str, StringConstraints(pattern=rf"^{_LANGUAGE}$")]
"""A language tag as in BCP 47: `de`, `pt-BR`, `zh-Hant`."""
_FILE = re.compile(r"(statement|lesson|hints)\.(.+)\.md")


class Translation(BaseModel):
    """A problem's texts in one other language; null or empty if missing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str | None = None
    statement: str | None = None
    lesson: str | None = None
    hints: list[str] = []


def read_translations(
    package_dir: Path,
    names: Mapping[str, str],
    hint_count: int,
    read_text: Callable[[Path], str],
    split_hints: Callable[[str, Path], list[str]],
) -> dict[str, Translation]:
    """Return the translations in a package's folder, by language, with the `names` of its manifest.

    Raises `PackageError` for a file whose name has no valid language, and if the number of hints differs from English.
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
        texts = found.setdefault(language, {})
        texts[kind] = split_hints(text, path) if kind == "hints" else text
        if kind == "hints" and len(split_hints(text, path)) != hint_count:
            message = f"it has {len(split_hints(text, path))} hints, and hints.md has {hint_count}"
            raise PackageError(message, file=str(path), suggestion="translate each hint, in the same order")
    found.pop(ORIGINAL, None)
    return {language: Translation.model_validate(texts) for language, texts in sorted(found.items())}
