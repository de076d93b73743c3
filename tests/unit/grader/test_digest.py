"""The digests of a problem's files: one covers every byte, the other only what a proof is about."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from grader.package.files import read_package
from grader.package.scaffold import write_package
from grader.publishing.publish import proof_digest, source_digest

if TYPE_CHECKING:
    from pathlib import Path

RUN = "\n```python run\nassert 1 + 1 == 2\n```\n"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return the folders of a problem and of its solutions."""
    write_package("twice", tmp_path / "p", tmp_path / "r", name="Twice", credits_="Ada")
    return tmp_path / "p" / "twice", tmp_path / "r" / "twice"


def add(path: Path, text: str) -> None:
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(before + text, encoding="utf-8")


@pytest.mark.parametrize(
    "name",
    ["statement.md", "lesson.md", "hints.md", "statement.de.md", "lesson.pt-BR.md", "hints.de.md", "solution.md"],
)
def test_prose_changes_the_files_but_not_what_was_proven(folders: tuple[Path, Path], name: str) -> None:
    plain, proven = source_digest(*folders), proof_digest(*folders)
    add(folders[0] / name, "\nAnother sentence, and `code` that doesn't run:\n\n```python\nx = 1\n```\n")
    assert source_digest(*folders) != plain
    assert proof_digest(*folders) == proven


@pytest.mark.parametrize("name", ["statement.md", "lesson.md", "statement.de.md", "lesson.pt-BR.md"])
@pytest.mark.parametrize(
    "text",
    [
        RUN,
        RUN.replace("\n", "\r\n"),
        "\n~~~python run\nx = 1\n",
        "\n   ```python run\n   x = 1\n   ```\n",
        "\n- In a list:\n\n  ```python run\n  x = 1\n  ```\n",
    ],
)
def test_what_runs_in_a_text_is_proven(folders: tuple[Path, Path], name: str, text: str) -> None:
    proven = proof_digest(*folders)
    add(folders[0] / name, text)
    assert proof_digest(*folders) != proven


def test_a_sentence_can_turn_a_block_into_another_one(folders: tuple[Path, Path]) -> None:
    """What runs is found in the whole text, so an edit of a sentence that hides a block or shows one is seen."""
    lesson = folders[0] / "lesson.md"
    add(lesson, RUN)
    proven, text = proof_digest(*folders), lesson.read_text(encoding="utf-8")
    for before, after in (("\n```python run", "\n> ```python run"), (RUN, f"\n~~~\n{RUN}\n~~~\n")):
        lesson.write_text(text.replace(before, after), encoding="utf-8")
        assert proof_digest(*folders) != proven, after


def test_files_that_are_no_texts_are_proven(folders: tuple[Path, Path]) -> None:
    seen = {proof_digest(*folders)}
    for folder, name in ((0, "solution.txt"), (0, "starter.py"), (1, "accepted/canonical.py")):
        add(folders[folder] / name, "\n# x\n")
        seen.add(proof_digest(*folders))
    (folders[1] / "statement.md").write_text("a text of another folder", encoding="utf-8")
    seen.add(proof_digest(*folders))
    (folders[0] / "lesson.md").write_bytes(b"\xff")
    seen.add(proof_digest(*folders))
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("old", "new", "proven"),
    [
        ('name: "Twice"', "name: {en: Twofold, de: Zweifach}", True),
        ("difficulty: 1", "difficulty: 2", True),
        ('credits: "Ada"', "credits: {authors: [Ada, Grace]}", True),
        ("about: the rows, each less its mean", "about: the rows", True),
        ("checks: # `jaxdojo check list` shows all that can be checked", "checks: # a comment", True),
        ("entry_point: twice", "entry_point: thrice", False),
        ("{name: x,", "{name: y,", False),
        ("checks:", "limits: {time_limit: 5}\nchecks:", False),
        ("checks:", "checks: [", False),
        ("format_version: 1", "- 1", False),
        ("returns:", "gives:", False),
    ],
)
def test_descriptions_are_prose(folders: tuple[Path, Path], old: str, new: str, *, proven: bool) -> None:
    manifest, before = folders[0] / "problem.yaml", proof_digest(*folders)
    text = manifest.read_text(encoding="utf-8")
    assert old in text
    manifest.write_text(text.replace(old, new), encoding="utf-8")
    assert (proof_digest(*folders) == before) is proven


def test_a_manifest_that_grows_when_it_is_read_is_taken_as_it_is(folders: tuple[Path, Path]) -> None:
    doubled = "\n".join(f"a{at + 1}: &a{at + 1} [*a{at}, *a{at}]" for at in range(60))
    add(folders[0] / "problem.yaml", f"\na0: &a0 [x]\n{doubled}\n")
    began = time.thread_time()
    assert len(proof_digest(*folders)) == 64
    assert time.thread_time() - began < 1.0


def test_a_package_knows_both(folders: tuple[Path, Path]) -> None:
    before = read_package(*folders)
    add(folders[0] / "lesson.md", "\nMore.\n")
    after = read_package(*folders)
    assert before.digest != after.digest
    assert before.judged_digest == after.judged_digest
