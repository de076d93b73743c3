"""The accepted and refused parts of YAML; `test_package` covers mistakes in a problem's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PackageError
from grader.package.files import EquivalentFile
from grader.package.specs.base import Strict
from grader.package.strict_yaml import line_of, parse_yaml, read_scalar

if TYPE_CHECKING:
    from pathlib import Path


class Note(Strict):
    """A minimal file."""

    words: list[str]
    number: int = 1


def test_a_file_is_read(tmp_path: Path) -> None:
    text = "number: 2\nwords:\n  - a & b\n  - '*c'\n"
    assert parse_yaml(Note, text, tmp_path) == Note(words=["a & b", "*c"], number=2)
    (tmp_path / "note.yaml").write_text(text, encoding="utf-8")
    assert line_of(tmp_path / "note.yaml", ("words", 1)) == 4


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("words: &a [b]\n", 1, "anchors (&) and aliases (*) are not allowed"),
        ("words:\n- &a b\n- *a\n", 2, "anchors"),
        ("words: " + "[" * 5000 + "]" * 5000, 1, "nested more than 20 deep"),
        ("\n" * 3 + "words: " + "{a: " * 5000 + "}" * 5000, 4, "nested more than 20 deep"),
        ('words: ["\\ud800"]\n', 1, "half of a surrogate pair"),
        ('"\\udfff": 1\n', 1, "half of a surrogate pair"),
        ("words: []\nnumber: 2026-13-45\n", None, "not valid YAML: month"),
        ("words: []\nnumber: " + "9" * 5000, None, "not valid YAML: Exceeds the limit"),
        ("words: []\nwords: []\n", 2, "the key is given twice"),
        ("words: !!python/object/apply:os.getcwd []", 1, "not valid YAML: could not determine a constructor"),
        ("words: []\n--- {}\n", 2, "not valid YAML: but found another document"),
    ],
)
def test_tricks_are_refused(tmp_path: Path, text: str, line: int | None, said: str) -> None:
    with pytest.raises(PackageError) as caught:
        parse_yaml(Note, text, tmp_path / "note.yaml")
    assert said in caught.value.message
    assert caught.value.line == line


def test_many_keys_are_looked_at_in_no_time(tmp_path: Path) -> None:
    """Each key is checked once: comparing all pairs would take minutes."""
    text = "words: []\n" + "".join(f"k{n}: 1\n" for n in range(15_000))
    with pytest.raises(PackageError, match="unknown key"):
        parse_yaml(Note, text, tmp_path / "note.yaml")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('"canonical:negate.1": No.\n', "at least 20 characters"),
        ("negate: It makes no difference here.\n", "should match pattern"),
        ("- a list\n", "valid dictionary"),
    ],
)
def test_what_is_no_list_of_equivalent_mutants_is_refused(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(PackageError) as caught:
        parse_yaml(EquivalentFile, line, tmp_path / "equivalent.yaml")
    assert said in caught.value.message
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("uuid: 1\nname: 'A sum'  # so far\ntrack: [\n", "A sum"),
        ("concepts: {name: inner}\nname: Outer\n", "Outer"),
        ("keywords: [name, other]\nname: Outer\n", "Outer"),
        ("track: name\nname: Outer\n", "Outer"),
        ("name: {en: A sum}\n", None),
        ("track: [\nname: Outer\n", None),
        ('name: "\\ud800"\n', None),
        ("track: one\n", None),
        ("", None),
        ("\x00", None),
    ],
)
def test_a_value_is_read_from_an_unfinished_file(text: str, value: str | None) -> None:
    assert read_scalar(text, "name") == value
