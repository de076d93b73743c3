"""The lists of packages that passed a full check: their storage, and that the shipped list matches the problems."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.publishing.checked import NAME, Proof, find_proof, name_stack, note_checked, read_checked
from grader.publishing.publish import proof_digest
from grader.report import Stack

ROOT = Path(__file__).parents[3]


def test_shipped_problems_are_listed_as_they_are() -> None:
    """Shipped problems are published quickly at the first start, so these files must have passed a full check."""
    slugs = [path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml")]
    found = {slug: proof_digest(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug) for slug in slugs}
    listed = {slug: proof.digest for slug, proof in read_checked(ROOT / "problems").items()}
    stale = " ".join(sorted({slug for slug, _ in found.items() ^ listed.items()}))
    assert not stale, f"problems/{NAME} is not of these problems as they are: run `python -m bench.katas {stale}`"


STACK = Stack(python="3.13.1", jax="0.12.3", flax="0.12.0")
NEWER = Stack(python="3.13.9", jax="0.13.0", flax="0.12.0")


def prove(digest: str, *stacks: Stack, time_s: float = 10.0, memory_mib: int | None = 1536) -> Proof:
    return Proof(digest, time_s, memory_mib, tuple(name_stack(stack, "cpu") for stack in stacks or [STACK]))


def test_a_line_is_kept_until_a_file_changes(tmp_path: Path) -> None:
    first, second = tmp_path / "shipped", tmp_path / "data"
    first.mkdir()
    second.mkdir()
    note_checked(first, "one", prove("a"))
    note_checked(first, "two", prove("b"))
    note_checked(second, "one", prove("c"))
    for slug, digest, listed in [("one", "a", True), ("one", "c", True), ("two", "b", True), ("two", "a", False)]:
        assert (find_proof((first, second), slug, digest) is not None) is listed
    note_checked(first, "one", prove("d", time_s=12.5, memory_mib=None))
    assert (first / NAME).read_text("ascii") == "one d 12.5 - cpu/3.13/0.12/0.12\ntwo b 10 1536 cpu/3.13/0.12/0.12\n"
    assert find_proof((first,), "one", "a") is None, "the files are others now"
    assert find_proof((first,), "three", "a") is None


def test_a_proof_fits_corrections_of_the_versions_with_which_it_was_made_and_no_others(tmp_path: Path) -> None:
    note_checked(tmp_path, "one", prove("a", memory_mib=None))
    [proof] = read_checked(tmp_path).values()
    assert proof.fits(STACK, "cpu")
    assert proof.fits(STACK.model_copy(update={"jax": "0.12.9"}), "cpu")
    assert not proof.fits(NEWER, "cpu")
    assert not proof.fits(STACK, "gpu")


def test_checks_with_other_versions_are_joined_with_the_larger_limits(tmp_path: Path) -> None:
    note_checked(tmp_path, "one", prove("a", time_s=10.0, memory_mib=2048))
    note_checked(tmp_path, "one", prove("a", NEWER, time_s=15.0, memory_mib=1536))
    assert read_checked(tmp_path)["one"] == prove("a", STACK, NEWER, time_s=15.0, memory_mib=2048)
    note_checked(tmp_path, "one", prove("b", NEWER))
    assert read_checked(tmp_path)["one"] == prove("b", NEWER), "nothing is known of these files with other versions"


def test_lines_of_earlier_versions_say_that_a_check_passed_and_not_with_what(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("one a\ntwo b\n", encoding="ascii")
    proof = find_proof((tmp_path,), "one", "a")
    assert proof is not None
    assert not proof.fits(STACK, "cpu")
    note_checked(tmp_path, "two", prove("b"))
    assert (tmp_path / NAME).read_text("ascii") == "one a\ntwo b 10 1536 cpu/3.13/0.12/0.12\n"


def test_notes_of_several_at_once_are_all_kept(tmp_path: Path) -> None:
    def note(number: int) -> None:
        note_checked(tmp_path, f"problem-{number}", prove("digest"))

    with ThreadPoolExecutor(8) as several:
        list(several.map(note, range(200)))
    assert len(read_checked(tmp_path)) == 200


@pytest.mark.parametrize("text", [b"", b"one", b"one a b\n", b"one a 1 x y\n", b"\xff\xfe", b"\n\none\n a\n"])
def test_damaged_lists_list_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / NAME).write_bytes(text)
    assert find_proof((tmp_path, tmp_path / "missing"), "one", "a") is None
