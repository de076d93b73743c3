"""Notes on the shown solution quote its lines, and a change of them leaves the proof of publication valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import PackageError
from grader.package.files import read_package
from grader.package.notes import LineNote, parse_notes, parse_translated_notes
from grader.package.scaffold import write_package
from grader.publishing.publish import manifest_of

SOLUTION = "import jax\n\n\ndef twice(x):\n    y = x\n    y = y + x\n    y = x\n    return y\n"
PATH = Path("solution.md")


def test_a_note_is_on_the_line_that_it_quotes() -> None:
    text = (
        "\n## `def twice(x):`\n\nOne.\n\nStill one.\n\n## `y = x` \n\nTwo.\n\n## `y = x`\n\nThree.\n\n### Not a note\n"
    )
    assert parse_notes(text, SOLUTION, PATH) == [
        LineNote(line=4, text="One.\n\nStill one."),
        LineNote(line=5, text="Two."),
        LineNote(line=7, text="Three.\n\n### Not a note"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## `return x`\n\nIt ends.\n", "has no line `return x`"),
        ("## `return`\n\nIt ends.\n", "has no line `return`"),
        ("## `return y`\n\nIt ends.\n\n## `y = x`\n\nLate.\n", "no line `y = x` below the line of the note before it"),
        ("## `return y`\n\n## `return y`\n\nIt ends.\n", "the note on `return y` is empty"),
        ("Begin.\n\n## `return y`\n\nIt ends.\n", "isn't below a heading"),
        ("## `return y`\n\nIt ends.\n\n## The end\n\nMore.\n", "isn't below a heading"),
    ],
)
def test_mistakes_are_named(text: str, said: str) -> None:
    with pytest.raises(PackageError, match=r"^solution\.md: ") as caught:
        parse_notes(text, SOLUTION, PATH)
    assert said in caught.value.message


def test_a_translation_explains_the_same_lines() -> None:
    original = [LineNote(line=8, text="It ends.")]
    assert parse_translated_notes(original, SOLUTION, "## `return y`\n\nEs endet.\n", PATH) == ["Es endet."]
    with pytest.raises(PackageError, match="it explains other lines than"):
        parse_translated_notes(original, SOLUTION, "## `y = x`\n\nEine Zuweisung.\n", PATH)


def test_notes_are_part_of_the_manifest(tmp_path: Path) -> None:
    write_package("twice", tmp_path / "p", tmp_path / "r", name="Twice", credits_="Ada")
    folders = (tmp_path / "p" / "twice", tmp_path / "r" / "twice")
    line = read_package(*folders).accepted["canonical.py"].splitlines()[-1].strip()
    for name, words in (("solution.md", "It ends."), ("solution.de.md", "Es endet.")):
        (folders[0] / name).write_text(f"## `{line}`\n\n{words}\n", encoding="utf-8")
    manifest = manifest_of(read_package(*folders))
    assert [note.text for note in manifest.notes] == ["It ends."]
    assert manifest.translations["de"].notes == ["Es endet."]


def test_bundles_without_notes_keep_their_digests(tmp_path: Path) -> None:
    write_package("twice", tmp_path / "p", tmp_path / "r", name="Twice", credits_="Ada")
    package = read_package(tmp_path / "p" / "twice", tmp_path / "r" / "twice")
    written = manifest_of(package).model_dump(mode="json")
    assert "notes" not in written
    assert all("notes" not in texts for texts in written["translations"].values())
