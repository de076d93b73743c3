"""The concept map of all problems: it has no dead ends and no cycles, and docs/curriculum.md describes it."""

from __future__ import annotations

import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from app.domains.problems.tracks import TRACKS, rank_track
from grader.package.files import ProblemFile, read_package

ROOT = Path(__file__).parents[3]
SLUGS = sorted(path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml"))
ROW = re.compile(r"^\| \d+ \| `(?P<slug>\w+)` \|[^|]*\| (?P<teaches>[^|]*) \| (?P<requires>[^|]*) \|$", re.MULTILINE)
"""A problem in docs/curriculum.md: its number, slug and subject, and what it teaches and requires."""


def read_problem(slug: str) -> ProblemFile:
    return read_package(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug).problem


@pytest.fixture(scope="module")
def problems() -> dict[str, ProblemFile]:
    return {slug: read_problem(slug) for slug in SLUGS}


def find_sources(problems: dict[str, ProblemFile]) -> dict[str, set[str]]:
    """Return, for each problem, those that teach what it requires."""
    return {
        slug: {
            other for other, taught in problems.items() if set(taught.concepts.teaches) & set(problem.concepts.requires)
        }
        for slug, problem in problems.items()
    }


def test_every_required_concept_is_taught(problems: dict[str, ProblemFile]) -> None:
    taught = {concept for problem in problems.values() for concept in problem.concepts.teaches}
    missing = {slug: set(problem.concepts.requires) - taught for slug, problem in problems.items()}
    assert {slug: concepts for slug, concepts in missing.items() if concepts} == {}


def test_there_are_no_circles(problems: dict[str, ProblemFile]) -> None:
    """`static_order` raises `CycleError`, which names the cycle."""
    assert set(TopologicalSorter(find_sources(problems)).static_order()) == set(problems)


def test_no_problem_is_easier_than_one_that_it_builds_on(problems: dict[str, ProblemFile]) -> None:
    easier = [
        (slug, source)
        for slug, sources in find_sources(problems).items()
        for source in sources
        if problems[slug].difficulty < problems[source].difficulty
    ]
    assert easier == []


def test_one_problem_alone_needs_nothing(problems: dict[str, ProblemFile]) -> None:
    """The curriculum has one starting point."""
    assert [slug for slug, problem in problems.items() if not problem.concepts.requires] == ["array_updates"]


def test_each_concept_is_taught_once_and_each_place_taken_once(problems: dict[str, ProblemFile]) -> None:
    concepts = Counter(concept for problem in problems.values() for concept in problem.concepts.teaches)
    places = Counter((problem.track, problem.track_position) for problem in problems.values())
    identities = Counter(problem.uuid for problem in problems.values())
    assert [key for key, count in (concepts + places + identities).items() if count > 1] == []


def test_the_curriculum_lists_each_problem_with_its_concepts(problems: dict[str, ProblemFile]) -> None:
    text = (ROOT / "docs" / "curriculum.md").read_text(encoding="utf-8")
    listed = {
        row["slug"]: [[part for part in row[key].split(", ") if part != "nothing"] for key in ("teaches", "requires")]
        for row in ROW.finditer(text)
    }
    expected = {slug: [problem.concepts.teaches, problem.concepts.requires] for slug, problem in problems.items()}
    assert {slug: listed.get(slug) for slug in expected} == expected


def test_tracks_come_in_the_order_of_the_curriculum(problems: dict[str, ProblemFile]) -> None:
    text = (ROOT / "docs" / "curriculum.md").read_text(encoding="utf-8")
    tracks = list(dict.fromkeys(problems[row["slug"]].track for row in ROW.finditer(text)))
    assert tracks == list(TRACKS)
    assert sorted([*tracks[::-1], "a track of one's own", "Zebra"], key=rank_track) == [
        *tracks,
        "a track of one's own",
        "Zebra",
    ]
    mixed = ["Graphs", "graphs", "Graphs", "graphs"]
    assert sorted(mixed, key=rank_track) == sorted(mixed), "each is in one piece"
