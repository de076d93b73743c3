"""A problem's texts are in the reader's language, or in English if they aren't translated."""

from __future__ import annotations

from app.domains.problems.catalogue import make_public_detail
from app.domains.problems.schemas import TranslatedTexts
from app.web.drawing.texts import Text, choose_texts
from grader.bundle.contents import Bundle
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
