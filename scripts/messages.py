"""Update the message files in `app/kit/locales`: each sentence of the templates and the code, once.

    python -m scripts.messages        writes them; new sentences get an empty translation

A test checks that the files contain exactly these sentences, and that each is translated.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import Environment

from app.domains.authoring.repository import INTERRUPTED
from app.domains.authoring.statistics import OURS, THEIR_OWN
from app.domains.lti.errors import ServiceFailure
from app.domains.submissions.ledger import RETRYING
from app.domains.submissions.record import GAVE_UP
from app.domains.submissions.service import NOBODY
from app.kit.language import LANGUAGES, LOCALES
from app.kit.message_file import Translated, read_messages, write_messages
from app.web.rendering import LEVELS
from app.work.workshop import CANCELLED, FAILED, REFUSED
from grader.publishing.publish import STEPS
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
FUNCTIONS: Final = {"_", "plural", "gettext", "ngettext"}
TITLE: Final = re.compile(r'^    title\b.* = "(.+)"$', re.MULTILINE)
PLURALS: Final = {"plural", "ngettext"}


def collect_messages() -> list[Translated]:
    """Return each sentence once, without translations, with the first file that has it."""
    found: dict[tuple[str, str], Translated] = {}
    for message in (*_read_templates(), *_read_code(), *_list_names()):
        found.setdefault((message.text, message.plural), message)
    return list(found.values())


def _read_templates() -> Iterator[Translated]:
    environment = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True, autoescape=True)
    environment.policies["ext.i18n.trimmed"] = True
    for path in sorted((ROOT / "app" / "web" / "templates").rglob("*.html")):
        # The method belongs to the extension, so the environment's type doesn't know it.
        extract = environment.extract_translations  # type: ignore[attr-defined]
        for _line, _function, text in extract(path.read_text("utf-8")):
            if text is not None:  # A name that is defined elsewhere; see `_list_names`.
                yield _make(text, path)


def _make(text: str | tuple[str | None, ...], path: Path) -> Translated:
    texts = (text,) if isinstance(text, str) else tuple(part for part in text if part is not None)
    return Translated(texts[0], texts[1] if len(texts) > 1 else "", where=str(path.relative_to(ROOT)))


def _read_code() -> Iterator[Translated]:
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
                count = 2 if node.func.id in PLURALS else 1
                texts = [one.value for one in node.args[:count] if isinstance(one, ast.Constant)]
                if len(texts) == count:
                    yield _make(tuple(str(one) for one in texts), path)


def _list_names() -> Iterator[Translated]:
    """Yield the sentences and names whose English text is defined in other modules."""
    for verdict in Verdict:
        yield Translated(verdict.heading, where="grader/report.py")
    for sentence in (RETRYING, GAVE_UP, NOBODY):
        yield Translated(sentence, where="app/domains/submissions/ledger.py")
    for sentence in (INTERRUPTED, REFUSED, CANCELLED, FAILED):
        yield Translated(sentence, where="app/work/workshop.py")
    for step in STEPS:
        yield Translated(step, where="grader/publishing/publish.py")
    for whose in (THEIR_OWN, OURS):
        yield Translated(whose, where="app/domains/authoring/statistics.py")
    for failure in ServiceFailure:
        yield Translated(failure.value, where="app/domains/lti/errors.py")
    for level in LEVELS:
        yield Translated(level, where="app/web/rendering.py")
    for path in sorted((ROOT / "app").rglob("errors.py")):
        yield from (
            Translated(title, where=str(path.relative_to(ROOT))) for title in TITLE.findall(path.read_text("utf-8"))
        )


def update(text: str) -> list[Translated]:
    """Return all sentences, with their translations from a file's text."""
    known = {(message.text, message.plural): message.translations for message in read_messages(text)}
    return [
        Translated(one.text, one.plural, known.get((one.text, one.plural), ()), one.where) for one in collect_messages()
    ]


def main() -> None:
    """Write the file of each language except the first."""
    for language in list(LANGUAGES)[1:]:
        path = LOCALES / f"{language}.po"
        messages = update(path.read_text("utf-8") if path.exists() else "")
        path.write_text(write_messages(messages, language), "utf-8")
        missing = sum(not all(one.translations) or not one.translations for one in messages)
        print(f"{path.relative_to(ROOT)}: {len(messages)} messages, {missing} to translate")


if __name__ == "__main__":
    main()
