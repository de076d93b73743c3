"""Reads and writes message files: GNU gettext's text format (`.po`), which every translation editor supports.

It supports only the parts that our files use: comments, `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]` and `msgstr[1]`.
The service reads the text format, so nothing has to be compiled.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LINE: Final = re.compile(r'(?:(?P<key>msgid|msgid_plural|msgstr|msgstr\[[01]\])\s+)?(?P<text>"(?:[^"\\]|\\.)*")')


@dataclass(frozen=True)
class Translated:
    """One message: its English text, its plural if it counts something, and its translations, one for each form."""

    text: str
    plural: str = ""
    translations: tuple[str, ...] = ()
    where: str = ""
    """The places that use the text, for translators."""


def read_messages(text: str) -> list[Translated]:
    """Return the messages in a file's text, without its header; raises `ValueError` for a line that can't be read."""
    return [
        Translated(
            fields["msgid"],
            fields.get("msgid_plural", ""),
            tuple(fields[key] for key in ("msgstr", "msgstr[0]", "msgstr[1]") if key in fields),
        )
        for fields in _read_entries(text)
        if fields.get("msgid")
    ]


def _read_entries(text: str) -> Iterator[dict[str, str]]:
    entry: dict[str, str] = {}
    key = ""
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if entry:
                yield entry
            entry, key = {}, ""
            continue
        found = LINE.fullmatch(line.strip())
        key = found["key"] or key if found else ""
        if found is None or not key:
            raise ValueError(f"line {number} is not valid in a message file: {line}")
        entry[key] = entry.get(key, "") + str(json.loads(found["text"]))


def write_messages(messages: Iterable[Translated], language: str) -> str:
    """Return the text of a file with these messages."""
    header = [
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
    ]
    return "\n\n".join(["\n".join(header), *map(_write, messages)]) + "\n"


def _write(message: Translated) -> str:
    lines = [f"#: {message.where}"] if message.where else []
    lines.append(f"msgid {_quote(message.text)}")
    if message.plural:
        one, many = message.translations or ("", "")
        lines += [f"msgid_plural {_quote(message.plural)}", f"msgstr[0] {_quote(one)}", f"msgstr[1] {_quote(many)}"]
    else:
        lines.append(f"msgstr {_quote(message.translations[0] if message.translations else '')}")
    return "\n".join(lines)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
