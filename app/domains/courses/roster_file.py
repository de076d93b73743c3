"""Reads a roster file: CSV as spreadsheets write it, in their encodings and with their separators.

Each mistake is reported with its row. The file is untrusted and may be long, so a worker reads it.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from typing import Final
from unicodedata import normalize

from pydantic import BaseModel

from app.kit.language import translate as _
from app.kit.mail import EMAIL
from app.kit.workers.tasks import task

MAX_ROWS: Final = 10_000
MAX_CELL: Final = 300
MAX_MISTAKES: Final = 20
"""Maximum number of mistakes reported; reading stops there."""
COLUMNS: Final = {
    "account": ("account", "username", "user name", "login", "benutzername", "benutzer", "konto", "kennung"),
    "email": ("email", "e-mail", "mail", "address", "e-mail-adresse", "e-mail address", "email address"),
    "name": ("name", "full name", "student", "vollständiger name"),
    "first": ("first name", "given name", "vorname"),
    "last": ("last name", "surname", "family name", "nachname", "familienname"),
    "number": ("number", "student number", "student id", "id", "id number", "matrikelnummer", "nummer"),
    "labels": ("labels", "label", "section", "sections", "group", "groups", "gruppe", "gruppen", "übung"),
}
"""The accepted headings of each column, in lower case."""
LENGTHS: Final = {"account": 32, "email": 254, "name": 120, "number": 40}
MAX_LABEL: Final = 40
MAX_LABELS: Final = 20
UNREADABLE: Final = "\ufffd"
"""What takes the place of bytes that aren't text in the file's encoding."""
BOM_16: Final = (b"\xff\xfe", b"\xfe\xff")


class RosterRow(BaseModel):
    """A student in a file. `labels` is None if the file has no such column."""

    row: int
    account: str
    email: str
    name: str
    number: str
    labels: list[str] | None


class RosterFile(BaseModel):
    """The content of a file; if it has mistakes, each a row and a sentence, none of it is used."""

    rows: list[RosterRow]
    mistakes: list[tuple[int, str]]


@dataclass
class _Reader:
    """Reads row by row, and collects mistakes."""

    columns: dict[str, int] = field(default_factory=dict)
    width: int = 0
    rows: list[RosterRow] = field(default_factory=list)
    mistakes: list[tuple[int, str]] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether there are too many mistakes, or too many rows, to read on."""
        return len(self.mistakes) >= MAX_MISTAKES or len(self.rows) > MAX_ROWS

    def read(self, number: int, cells: list[str]) -> None:
        """Read a row; the first one has the headings."""
        if not self.columns:
            self.columns, self.width = find_columns(cells), len(cells)
            twice = find_doubled(cells)
            if twice:
                sentence = _("Two columns mean the same: %(names)s. Delete one of them.", names=", ".join(twice))
                self.mistakes += [(number, sentence)] * MAX_MISTAKES
            if not {"account", "email"} & self.columns.keys():
                sentence = _("The first row must name the columns, and one of them must be `account` or `email`.")
                self.mistakes += [(number, sentence)] * MAX_MISTAKES
            return
        # Some programs write an accent as a letter of its own: labels would look alike and be different ones.
        composed = [normalize("NFC", cell).strip() for cell in cells]
        found = {name: composed[index] if index < len(cells) else "" for name, index in self.columns.items()}
        mistake = _find_mistake(cells, found)
        if mistake is None and any(cell.strip() for cell in cells[self.width :]):
            mistake = _("The row has more cells than the first row. Put a text with a separator in double quotes.")
        if mistake is not None:
            self.mistakes.append((number, mistake))
            return
        row = _make_row(number, found)
        for key in filter(None, (row.account, row.email)):
            if key in self.seen:
                sentence = _("`%(value)s` is already in row %(row)s.", value=key[:60], row=self.seen[key])
                self.mistakes.append((number, sentence))
            self.seen.setdefault(key, number)
        self.rows.append(row)
        if len(self.rows) > MAX_ROWS:
            self.mistakes.append((number, _("A file can have at most %(most)s students.", most=MAX_ROWS)))


def _make_row(number: int, found: dict[str, str]) -> RosterRow:
    """Return the student in a row's cells."""
    name = found.get("name") or " ".join(filter(None, (found.get("first", ""), found.get("last", ""))))
    return RosterRow(
        row=number,
        account=found.get("account", "").lower(),
        email=found.get("email", "").lower(),
        name=name,
        number=found.get("number", ""),
        labels=_split_labels(found["labels"]) if "labels" in found else None,
    )


def _split_labels(cell: str) -> list[str]:
    return list(dict.fromkeys(filter(None, (one.strip() for one in re.split(r"[;|,]", cell)))))


def _find_mistake(cells: list[str], found: dict[str, str]) -> str | None:
    """Return the mistake in a row, if any."""
    if any(UNREADABLE in cell for cell in cells):
        return _("A cell has characters that can't be read. Save the table as CSV in UTF-8.")
    if any(len(cell) > MAX_CELL for cell in cells):
        return _("A cell is longer than %(most)s characters.", most=MAX_CELL)
    if not all(cell.isprintable() for cell in found.values()):
        return _("A cell has characters that can't be shown.")
    row = _make_row(0, found)
    if not row.account and not row.email:
        return _("The row has neither an account nor an e-mail address.")
    if row.email and not EMAIL.fullmatch(row.email):
        return _("`%(value)s` isn't an e-mail address.", value=row.email[:60])
    for name, most in LENGTHS.items():
        if len(getattr(row, name)) > most:
            return _("`%(value)s` is too long.", value=getattr(row, name)[:60])
    if len(row.labels or []) > MAX_LABELS or any(len(label) > MAX_LABEL for label in row.labels or []):
        return _("The row has too many labels, or one that is too long.")
    return None


@task
def read_roster(data: bytes) -> RosterFile:
    """Return the students of a file; rows are numbered as in a spreadsheet, from 1."""
    text = decode(data)
    if "\0" in text:
        return RosterFile(rows=[], mistakes=[(1, _("This isn't a text file. Save the table as CSV."))])
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=find_separator(text))
    reader, number = _Reader(), 0
    try:
        for number, cells in enumerate(lines, start=1):
            if any(cell.strip() for cell in cells):
                reader.read(number, cells)
            if reader.is_over:
                break
    except csv.Error as error:
        reader.mistakes.append((number + 1, _("The row can't be read: %(why)s.", why=error)))
    if not reader.rows and not reader.mistakes:
        reader.mistakes.append((1, _("The file has no students.")))
    mistakes = list(dict.fromkeys(reader.mistakes))
    return RosterFile(rows=[] if mistakes else reader.rows, mistakes=mistakes)


def decode(data: bytes) -> str:
    """Return a file's text: UTF-8 or UTF-16 if it is marked or valid as such, else Windows' Western code page."""
    if data.startswith(BOM_16):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def find_separator(text: str) -> str:
    """Return the separator of cells: the one that is most frequent in the first line that isn't blank."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def find_doubled(cells: list[str]) -> list[str]:
    """Return the headings of the first known column that is there twice; none if there is no such column."""
    headings = [(cell.strip(), _normalise(cell)) for cell in cells]
    for known in COLUMNS.values():
        same = [cell[:60] for cell, heading in headings if heading in known]
        if len(same) > 1:
            return [f"`{cell}`" for cell in same]
    return []


def _normalise(cell: str) -> str:
    return cell.strip().strip("\ufeff").lower().replace("_", " ")


def find_columns(cells: list[str]) -> dict[str, int]:
    """Return the positions of the known columns, by name."""
    headings = [_normalise(cell) for cell in cells]
    found = {}
    for name, known in COLUMNS.items():
        index = next((index for index, heading in enumerate(headings) if heading in known), None)
        if index is not None:
            found[name] = index
    return found
