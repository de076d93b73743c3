"""A problem's texts in the reader's language, or in English if the author hasn't translated them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.domains.problems.schemas import TranslatedTexts
from grader.package.translations import ORIGINAL

if TYPE_CHECKING:
    from app.domains.problems.schemas import ProblemDetail


@dataclass(frozen=True, slots=True)
class Text:
    """A text and its language."""

    words: str
    language: str


@dataclass(frozen=True, slots=True)
class NoteShown:
    """A note on a line of the solution, with the line's number and code."""

    line: int
    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class Texts:
    """The author's texts on a problem's page. A hint that isn't open is None. `notes` are on the shown solution."""

    name: Text
    statement: Text
    lesson: Text
    hints: list[Text | None]
    notes: list[NoteShown]


def choose_texts(problem: ProblemDetail, language: str) -> Texts:
    """Return a problem's texts in `language`, as far as they are translated."""
    found = problem.translations.get(language, TranslatedTexts(name=None, statement=None, lesson=None))

    def choose(translated: str | None, original: str) -> Text:
        return Text(original, ORIGINAL) if translated is None else Text(translated, language)

    opened, translated = problem.hints or [], found.hints or []
    hints = [
        choose(translated[number] if number < len(translated) else None, opened[number])
        if number < len(opened)
        else None
        for number in range(problem.hint_count)
    ]
    lines, notes = (problem.solution or "").splitlines(), problem.notes or []
    words: list[str | None] = [*(found.notes or [])] or [None] * len(notes)
    shown = [
        NoteShown(note.line, lines[note.line - 1].strip(), choose(one, note.text))
        for note, one in zip(notes, words, strict=True)
    ]
    return Texts(
        choose(found.name, problem.name),
        choose(found.statement, problem.statement),
        choose(found.lesson, problem.lesson),
        hints,
        shown,
    )
