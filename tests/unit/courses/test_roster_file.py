"""Roster files, as spreadsheets write them, and malformed ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domains.courses.roster_file import MAX_MISTAKES, RosterFile, read_roster


def read(text: str | bytes) -> RosterFile:
    return read_roster(text.encode() if isinstance(text, str) else text)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_separators_and_encodings(separator: str, encoding: str) -> None:
    lines = [["E-Mail", "Vorname", "Nachname", "Matrikelnummer"], ["Ada@Example.org", "Änne", "Größe", "007"]]
    found = read("\r\n".join(separator.join(line) for line in lines).encode(encoding))
    [row] = found.rows
    assert (row.email, row.name, row.number, row.labels) == ("ada@example.org", "Änne Größe", "007", None)


def test_empty_cells_behind_the_last_column_are_nothing() -> None:
    found = read("email,name\na@example.org,Ada,,\n")
    assert [row.name for row in found.rows] == ["Ada"]


def test_labels_are_split_and_quotes_are_understood() -> None:
    found = read('account,name,labels\nada,"Lovelace, Ada","A; B|A"\n')
    assert [(row.name, row.labels) for row in found.rows] == [("Lovelace, Ada", ["A", "B"])]


@pytest.mark.parametrize(
    ("text", "row", "word"),
    [
        ("name,points\nA,1\n", 1, "columns"),
        ("email\n\nnowhere\n", 3, "address"),
        ("account,email\n,\nx,\n", 2, ""),
        ("account\nada\nADA\n", 3, "already"),
        ("account,name\nada,\x1b[31m\n", 2, "shown"),
        ("account,name\nada," + "x" * 301 + "\n", 2, "longer"),
        ("account,labels\nada," + "x" * 41 + "\n", 2, "label"),
        ("account\n" + "x" * 33 + "\n", 2, "long"),
        ("", 1, "no students"),
        ("account\n", 1, "no students"),
        ("account\n\0\n", 1, "text file"),
        ("email,E-Mail\na@example.org,b@example.org\n", 1, "`email`, `E-Mail`"),
        ("email,name\nä@example.org,A\n", 2, "address"),
        ("email,name,label\na@example.org,Ada,A\nb@example.org,Lovelace, Ada,A\n", 3, "more cells"),
        ('email,name\na@example.org,"Ada\nb@example.org,Bob\n', 2, "shown"),
        ("sep=;\nemail;name\na@example.org;Ada\n", 1, "columns"),
        ('email,name\na@example.org,"Ada\n' + "x" * 140_000, 2, "field larger"),
        ('email,note\na@example.org,"two\nlines"\n\nb@example.org,' + "x" * 140_000, 4, "field larger"),
    ],
)
def test_a_mistake_is_told_with_its_row(text: str, row: int, word: str) -> None:
    found = read(text)
    assert found.rows == [] or word == ""
    if word:
        assert found.mistakes[0][0] == row
        assert word in found.mistakes[0][1]


@pytest.mark.parametrize(
    ("data", "row"),
    [
        (b"email,name\r\na@example.org,Ada\r\nb@example.org,J\x81rg\r\n", 3),
        ("email,name\na@example.org,Ä\n".encode("utf-16")[:-1], 2),
        (b"\xff\xfee\x00m\x00a\x00i\x00l\x00\n\x00\x00\xd8", 2),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_row(data: bytes, row: int) -> None:
    found = read(data)
    assert (found.rows, found.mistakes[0][0], "can't be read" in found.mistakes[0][1]) == ([], row, True)


def test_two_people_of_one_name_are_two_students() -> None:
    found = read("email,name\na@example.org,Kim Lee\nb@example.org,Kim Lee\n")
    assert [row.name for row in found.rows] == ["Kim Lee", "Kim Lee"]


@given(
    st.binary(max_size=400) | st.text(max_size=400).map(lambda text: f"account,labels\n{text}".encode(errors="replace"))
)
def test_whatever_is_in_a_file_it_is_read_or_refused(data: bytes) -> None:
    found = read_roster(data)
    assert bool(found.rows) is not bool(found.mistakes)
    assert len(found.mistakes) <= MAX_MISTAKES + 1
    assert len({row.account or row.email for row in found.rows}) == len(found.rows)
