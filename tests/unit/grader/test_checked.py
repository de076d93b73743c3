"""The lists of packages that passed a full check: their storage, and that the shipped list matches the problems."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.publishing.checked import NAME, is_checked, note_checked, read_checked
from grader.publishing.publish import source_digest

ROOT = Path(__file__).parents[3]


def test_shipped_problems_are_listed_as_they_are() -> None:
    """Shipped problems are published quickly at the first start, so these files must have passed a full check."""
    slugs = [path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml")]
    found = {slug: source_digest(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug) for slug in slugs}
    listed = read_checked(ROOT / "problems")
    stale = " ".join(sorted({slug for slug, _ in found.items() ^ listed.items()}))
    assert not stale, f"problems/{NAME} is not of these problems as they are: run `python -m bench.katas {stale}`"


def test_a_line_is_kept_until_a_file_changes(tmp_path: Path) -> None:
    first, second = tmp_path / "shipped", tmp_path / "data"
    first.mkdir()
    second.mkdir()
    note_checked(first, "one", "a")
    note_checked(first, "two", "b")
    note_checked(second, "one", "c")
    for slug, digest, listed in [("one", "a", True), ("one", "c", True), ("two", "b", True), ("two", "a", False)]:
        assert is_checked((first, second), slug, digest) is listed
    note_checked(first, "one", "d")
    assert (first / NAME).read_text("ascii") == "one d\ntwo b\n"
    assert not is_checked((first,), "one", "a"), "the files are others now"
    assert not is_checked((first,), "three", "a")


def test_notes_of_several_at_once_are_all_kept(tmp_path: Path) -> None:
    def note(number: int) -> None:
        note_checked(tmp_path, f"problem-{number}", "digest")

    with ThreadPoolExecutor(8) as several:
        list(several.map(note, range(200)))
    assert len(read_checked(tmp_path)) == 200


@pytest.mark.parametrize("text", [b"", b"one", b"one a b\n", b"\xff\xfe", b"\n\none\n a\n"])
def test_damaged_lists_list_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / NAME).write_bytes(text)
    assert not is_checked((tmp_path, tmp_path / "missing"), "one", "a")
