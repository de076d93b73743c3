"""Pages are in their reader's language: nothing is left untranslated, and values keep their places."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kit.language import (
    LANGUAGES,
    LOCALES,
    choose_language,
    find_language,
    format_moment,
    format_number,
    plural,
    translate,
    use_language,
)
from app.kit.message_file import Translated, read_messages, write_messages
from app.web.drawing.words import list_words
from scripts.messages import collect_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[3]
TEMPLATES: Final = ROOT / "app" / "web" / "templates"
VALUE: Final = re.compile(r"%\(\w+\)s|\{\w+\}|`[^`]*`")
SAME_EVERYWHERE: Final = {
    "Admin",
    *("JAX", "Dojo", "API", "Vim", "Emacs", "UTC", "Python", "jax", "flax", "Ctrl"),
    *("jit", "pytree", "scan", "solution.py", "bodies.py", "problems", "reference_solutions"),
}
"""Names, which aren't translated into any language."""
SPOKEN_ATTRIBUTES: Final = {"aria-label", "title", "placeholder", "alt"}


@pytest.fixture(autouse=True)
def _speak_english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize("language", list(LANGUAGES)[1:])
def test_each_sentence_is_translated_and_none_is_stale(language: str) -> None:
    messages = read_messages((LOCALES / f"{language}.po").read_text("utf-8"))
    wanted = {(one.text, one.plural) for one in collect_messages()}
    assert {(one.text, one.plural) for one in messages} == wanted, "run python -m scripts.messages"
    assert [one.text for one in messages if not one.translations or not all(one.translations)] == []


@pytest.mark.parametrize("language", list(LANGUAGES)[1:])
def test_translations_keep_values_and_code(language: str) -> None:
    for message in read_messages((LOCALES / f"{language}.po").read_text("utf-8")):
        sources = [message.text, message.plural] if message.plural else [message.text]
        for source, text in zip(sources, message.translations, strict=True):
            assert sorted(VALUE.findall(source)) == sorted(VALUE.findall(text)), source


class Texts(HTMLParser):
    """Collects the texts for people in a template."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attributes if name in SPOKEN_ATTRIBUTES]


def find_texts(template: str) -> list[str]:
    """Return a template's texts that aren't translated."""
    parser = Texts()
    own = re.sub(r"\{% block body_attributes %\}.*?\{% endblock %\}", "", template)
    parser.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", own, flags=re.DOTALL))
    words = [word for text in parser.found for word in re.findall(r"[A-Za-z][\w.]*", text)]
    return [word for word in words if word not in SAME_EVERYWHERE]


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=str)
def test_templates_say_nothing_by_themselves(path: Path) -> None:
    assert find_texts(path.read_text("utf-8")) == []


def test_untranslated_words_are_found() -> None:
    assert find_texts('<p title="Hello">{{ x }} there</p>') == ["Hello", "there"]


def test_scripts_and_pages_know_the_same_sentences() -> None:
    source = (ROOT / "web" / "src" / "words.ts").read_text("utf-8")
    assert set(re.findall(r'^  \| "(\w+)"', source, flags=re.MULTILINE)) == set(list_words())
    used = "".join(path.read_text("utf-8") for path in (ROOT / "web" / "src").glob("*.ts"))
    assert [name for name in list_words() if used.count(f'"{name}"') < 2] == []


@pytest.mark.parametrize(
    ("wish", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "de", "de"),
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "en;q=0.5, de;q=0.7", "de"),
        (None, "fr, it;q=0.9", "en"),
        (None, "de;q=0, en", "en"),
        (None, "de;q=much", "en"),
        (None, "de; q=0.9, en; q=0.8", "de"),
        (None, "de ;Q=0.8 ,en;q = 0.9", "en"),
        (None, "de-AT;q=0.1,en;q=0.5,de;q=0.9", "de"),
        (None, "de-AT,en;q=0.5,de;q=0.1", "de"),
        (None, "de;q=nan, en;q=0.1", "en"),
        ("de", "en", "de"),
        ("en", "de", "en"),
        ("tlh", "de", "de"),
    ],
)
def test_the_language_is_the_readers(wish: str | None, accepted: str, language: str) -> None:
    assert choose_language(wish, accepted) == language


@given(st.text(max_size=40))
def test_any_header_gives_some_language(accepted: str) -> None:
    assert choose_language(None, accepted) in LANGUAGES


def test_sentences_numbers_and_moments_follow_the_language() -> None:
    moment = datetime(2030, 3, 2, 16, 5, tzinfo=UTC)
    assert translate("Place %(place)s in the queue.", place=3) == "Place 3 in the queue."
    assert (format_number("1,234.5 ms"), format_moment(moment)) == ("1,234.5 ms", "2 Mar 2030, 16:05")
    use_language("de")
    assert find_language() == "de"
    assert translate("Place %(place)s in the queue.", place=3) == "Platz 3 in der Warteschlange."
    assert translate("100% of nothing known") == "100% of nothing known"
    assert [plural("%(num)s kata", "%(num)s katas", number) for number in (1, 2)] == ["1 Kata", "2 Katas"]
    assert (format_number("1,234.5 ms"), format_moment(moment)) == ("1.234,5 ms", "2. März 2030, 16:05")


def test_files_are_read_as_they_are_written() -> None:
    messages = [
        Translated('a "b"\n\\', translations=("c\tö",)),
        Translated("one", "many", ("eins", "viele")),
    ]
    assert read_messages(write_messages(messages, "de")) == messages


@pytest.mark.parametrize("text", ["msgid nothing", 'msgid "a\n', '"alone"', 'msgid "a" "b"'])
def test_damaged_files_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        read_messages(text)
