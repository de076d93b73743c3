"""Proofs in a release: what was tried of each problem, on which stacks, and which proofs are missing."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.publishing.checked import Proof, read_checked
from grader.publishing.publish import PublishReport
from grader.publishing.trials import Trial
from scripts import proofs
from scripts.tried import TRIED, describe_trials, note_tried, read_tried

ROOT = Path(__file__).resolve().parents[3]
OLD, NEW = "cpu/3.11/0.10/0.12", "cpu/3.13/0.12/0.12"


def make_report(digest: str, stack: str) -> PublishReport:
    """Return the report of a publication with three mutants and a fake."""
    trials = [
        Trial("canonical:drop.1", "", "killed", "x"),
        Trial("canonical:drop.2", "", "equivalent", ""),
        Trial("canonical:drop.3", "", "killed", "x"),
    ]
    return PublishReport(
        digest="bundle",
        source_digest="source",
        samples=2,
        pool=3,
        solutions=[],
        time_s=10.0,
        memory_mib=None,
        mutants=trials,
        mutants_left=1,
        stacks=["x"],
        fakes=trials[:1],
        proof=Proof(digest, 10.0, None, (stack,)),
    )


def test_what_was_tried_is_noted_for_each_stack(tmp_path: Path) -> None:
    for slug, digest, stack in (("b", "1", NEW), ("a", "1", OLD), ("a", "1", NEW), ("a", "1", NEW)):
        note_tried(tmp_path, describe_trials(slug, make_report(digest, stack)))
    lines = read_tried(tmp_path)
    assert [(line["problem"], line["stack"]) for line in lines] == [("a", OLD), ("a", NEW), ("b", NEW)]
    assert lines[0]["mutants"] == {"equivalent": 1, "killed": 2}
    assert (lines[0]["mutants_left"], lines[0]["fakes"]) == (1, {"killed": 1})
    note_tried(tmp_path, describe_trials("a", make_report("2", OLD)))
    assert [(line["problem"], line["digest"]) for line in read_tried(tmp_path)] == [("a", "2"), ("b", "1")]


def test_processes_that_prove_side_by_side_lose_no_line(tmp_path: Path) -> None:
    """`make katas` may run several times at once, each with some of the problems."""

    def note(slug: str) -> None:
        note_tried(tmp_path, describe_trials(slug, make_report("1", NEW)))

    slugs = [f"problem_{number:02}" for number in range(24)]
    with ThreadPoolExecutor(8) as pool:  # Each thread opens the folder for itself, so the lock holds between them.
        list(pool.map(note, slugs))
    assert [line["problem"] for line in read_tried(tmp_path)] == slugs


def test_supported_stacks_are_those_that_are_locked() -> None:
    stacks = proofs.list_stacks()
    assert [stack.split("/")[1] for stack in stacks] == ["3.11", "3.12", "3.13"]
    assert stacks[0] == OLD
    assert {stack for proof in read_checked(ROOT / "problems").values() for stack in proof.stacks} <= set(stacks)


def test_each_line_is_about_a_proof() -> None:
    checked = read_checked(ROOT / "problems")
    for line in read_tried(ROOT / "problems"):
        proof = checked[str(line["problem"])]
        assert line["digest"] == proof.digest, f"run `make katas` for {line['problem']}"
        assert line["stack"] in proof.stacks


def test_missing_proofs_are_named() -> None:
    known = {
        "a": Proof("1", 1.0, None, (OLD, NEW)),
        "b": Proof("1", 1.0, None, (NEW,)),
        "c": Proof("0", 1.0, None, (OLD,)),
    }
    gaps = proofs.find_gaps({"a": "1", "b": "1", "c": "1", "d": "1"}, known, [OLD, NEW])
    assert gaps == {"b": [OLD], "c": [OLD, NEW], "d": [OLD, NEW]}
    assert list(proofs.tell_gaps(gaps, 4, [OLD, NEW])) == [
        f"proofs for {OLD}: 1 of 4 problems; none for b, c, d",
        f"proofs for {NEW}: 2 of 4 problems; none for c, d",
    ]


@pytest.mark.parametrize(
    ("gaps", "options", "status"),
    [
        ({}, ["--strict"], 0),
        ({"jit_once": [OLD]}, [], 0),
        ({"jit_once": [OLD]}, ["--strict"], 1),
        ({"jit_once": [OLD, NEW]}, [], 1),
    ],
)
def test_a_release_needs_all_proofs(
    gaps: dict[str, list[str]], options: list[str], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "list_stacks", lambda: [OLD, NEW])
    monkeypatch.setattr(proofs, "find_gaps", lambda *_: gaps)
    monkeypatch.setattr(sys, "argv", ["proofs", str(tmp_path / "proofs.jsonl"), *options])
    assert proofs.main() == status
    lines = (tmp_path / "proofs.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(read_tried(ROOT / "problems")), f"problems/{TRIED} has lines about other files"
