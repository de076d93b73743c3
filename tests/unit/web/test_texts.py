"""A problem's texts are in the reader's language, or in English if they aren't translated."""

from __future__ import annotations

from app.domains.problems.catalogue import make_public_detail
from app.domains.problems.schemas import TranslatedTexts
from app.web.drawing.texts import NoteShown, Text, choose_texts
from grader.bundle.contents import Bundle
from grader.package.notes import LineNote
from tests.integration.app.press import make_manifest


def test_what_is_not_translated_stays_english() -> None:
    problem = make_public_detail(Bundle("d", make_manifest(hints=["One.", "Two.", "Three."]), (), ()), 1)
    german = TranslatedTexts(name="Verdopple", statement="Verdopple `x`.", lesson=None, hints=["Eins."])
    problem = problem.model_copy(update={"translations": {"de": german}, "hints": ["One.", "Two."]})
    texts = choose_texts(problem, "de")
    assert texts.name == Text("Verdopple", "de")
    assert texts.statement == Text("Verdopple `x`.", "de")
    assert texts.lesson == Text("Twice is double.", "en")
    assert texts.hints == [Text("Eins.", "de"), Text("Two.", "en"), None]
    assert choose_texts(problem, "en").name == Text("Double it", "en")


def test_notes_are_shown_with_their_lines() -> None:
    problem = make_public_detail(Bundle("d", make_manifest(), (), ()), 1)
    assert choose_texts(problem, "en").notes == []
    german = TranslatedTexts(name=None, statement=None, lesson=None, notes=["Eins.", "Zwei."])
    notes = [LineNote(line=1, text="One."), LineNote(line=2, text="Two.")]
    opened = {"solution": "def f(x):\n    return x\n", "notes": notes, "translations": {"de": german}}
    problem = problem.model_copy(update=opened)
    assert choose_texts(problem, "de").notes == [
        NoteShown(1, "def f(x):", Text("Eins.", "de")),
        NoteShown(2, "return x", Text("Zwei.", "de")),
    ]
    untranslated = problem.model_copy(update={"translations": {"de": german.model_copy(update={"notes": []})}})
    assert choose_texts(untranslated, "de").notes[0].text == Text("One.", "en")
