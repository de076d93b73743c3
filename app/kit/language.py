"""The reader's language: chosen for each request, for sentences, numbers and dates.

The code and the templates contain English sentences. `_` and `plural` return them in the language of the request;
`scripts/messages.py` collects them into `app/kit/locales/*.po`. The grader's messages about a submission stay English,
like JAX's own messages.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.message_file import read_messages

if TYPE_CHECKING:
    from datetime import date, datetime

LOCALES: Final = Path(__file__).parent / "locales"
LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
"""The languages of the pages, with their native names. The first one needs no file."""
COOKIE: Final = "jaxdojo_language"
_DEFAULT: Final = next(iter(LANGUAGES))
_current: ContextVar[str] = ContextVar("language", default=_DEFAULT)


def choose_language(wish: str | None, accepted: str) -> str:
    """Return the language to use: the reader's `wish` if it is available, otherwise the best of the `accepted` ones.

    `accepted` is an Accept-Language header.
    """
    if wish in LANGUAGES:
        return str(wish)
    weights: dict[str, float] = {}
    for part in accepted.split(","):
        tag, _, parameter = part.partition(";")
        language = tag.split("-")[0].strip().lower()
        weight = parameter.partition("=")[2].strip()
        try:
            weights[language] = max(weights.get(language, 0), float(weight or 1))
        except ValueError:
            continue
    known = [language for language in weights if language in LANGUAGES and weights[language] > 0]
    return max(known, key=lambda language: weights[language], default=_DEFAULT)


def use_language(language: str) -> None:
    """Use this language for the rest of the request."""
    _current.set(language)


def find_language() -> str:
    """Return the language of the request."""
    return _current.get()


@cache
def read_catalogue(language: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return a language's translations by text and plural, without missing or empty ones."""
    path = LOCALES / f"{language}.po"
    if language == _DEFAULT:
        return {}
    return {
        (message.text, message.plural): message.translations
        for message in read_messages(path.read_text("utf-8"))
        if all(message.translations)
    }


def lookup(text: str, language: str | None = None) -> str:
    """Return `text` in a language, by default that of the request, with its placeholders."""
    return read_catalogue(language or _current.get()).get((text, ""), (text,))[0]


def lookup_plural(one: str, many: str, number: int) -> str:
    """Return the form that fits `number`, with its placeholders."""
    return read_catalogue(_current.get()).get((one, many), (one, many))[number != 1]


def translate(text: str, **values: object) -> str:
    """Return `text` in the language of the request, with `%(name)s` replaced by the values."""
    return lookup(text) % values if values else lookup(text)


def plural(one: str, many: str, num: int, **values: object) -> str:
    """Return the form that fits `num`, which is also the value `%(num)s`."""
    return lookup_plural(one, many, num) % {"num": num, **values}


def format_number(text: str) -> str:
    """Convert a number in English notation to the notation of the request's language."""
    return text.translate(str.maketrans(".,", ",.")) if _current.get() == "de" else text


def name_months() -> list[str]:
    """Return the short names of the months."""
    words = "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."
    return (words if _current.get() == "de" else "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()


def format_day(day: date) -> str:
    """Return a day, such as `21 Nov 2030` or `21. Nov. 2030`."""
    return f"{day.day}{'.' if _current.get() == 'de' else ''} {name_months()[day.month - 1]} {day.year}"


def format_moment(moment: datetime) -> str:
    """Return a time, in UTC, such as `21 Nov 2030, 16:02`."""
    return f"{format_day(moment.date())}, {moment:%H:%M}"
