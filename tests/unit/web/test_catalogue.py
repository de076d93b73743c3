"""What the home page shows: filters, the next step, the concept map."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domains.problems.schemas import ProblemState, ProblemSummary
from app.domains.problems.tracks import SAMPLE
from app.web.drawing.concept_map import Taught, draw_map, find_nearest_sources, find_sources
from app.web.drawing.tracks import (
    Filters,
    filter_problems,
    find_current,
    find_next,
    find_onward,
    group_by_track,
    list_beginnings,
    list_concepts,
)

NEW, STARTED, SOLVED = ProblemState


def make(
    slug: str,
    teaches: str = "",
    requires: str = "",
    *,
    track: str = "A",
    state: ProblemState | None = None,
    difficulty: int = 1,
    hour: int | None = None,
) -> ProblemSummary:
    return ProblemSummary(
        slug=slug,
        name=slug.replace("_", " "),
        track=track,
        position=1,
        difficulty=difficulty,
        version=1,
        teaches=teaches.split(),
        requires=requires.split(),
        state=state,
        solved=None if state is None else state is SOLVED,
        touched_at=None if hour is None else datetime(2030, 1, 1, hour, tzinfo=UTC),
    )


LIST = [
    make("jit_it", "jit cache", state=SOLVED, hour=1),
    make("a_pytree", "pytree", "cache", state=STARTED, hour=2, difficulty=2),
    make("a_scan", "scan", "pytree", state=STARTED, hour=3),
    make("a_key", "prng", track="B", state=NEW),
    make("a_mesh", "mesh", "scan", track="B", state=NEW),
]


def test_the_front_page_begins_with_the_sample_kata() -> None:
    tracks = group_by_track(
        [make("arrays"), make("keys"), make(SAMPLE, track="B"), make("scan", track="C"), make("mesh", track="D")]
    )
    assert [problem.slug for problem in list_beginnings(tracks, 3)] == [SAMPLE, "arrays", "scan"]
    assert [problem.slug for problem in list_beginnings(tracks, 1)] == ["arrays"], "one that isn't there is not made up"
    assert list_beginnings([], 3) == []


@pytest.mark.parametrize(
    ("filters", "slugs"),
    [
        ({}, "jit_it a_pytree a_scan a_key a_mesh"),
        ({"track": "B"}, "a_key a_mesh"),
        ({"level": "2"}, "a_pytree"),
        ({"concept": "cache"}, "jit_it a_pytree"),
        ({"state": "new"}, "a_key a_mesh"),
        ({"state": "nonsense"}, ""),
    ],
)
def test_filters(filters: dict[str, str], slugs: str) -> None:
    assert [problem.slug for problem in filter_problems(LIST, Filters(**filters))] == slugs.split()


def test_what_is_offered_first() -> None:
    current, following = find_current(LIST), find_next(LIST)
    assert current is not None
    assert current.slug == "a_scan", "the latest that isn't solved"
    assert following is not None
    assert following.slug == "a_key", "its requirements are met; a_mesh's aren't"
    assert find_current([]) is find_next([]) is None


def test_after_the_last_of_a_track_one_goes_on_with_another() -> None:
    listed = [
        make("a1", "x", state=SOLVED),
        make("a2", "y", "x", state=SOLVED),
        make("b1", "z", "w", track="B", state=NEW),
        make("c1", "v", "y", track="C", state=NEW, difficulty=5),
        make("c2", "w", track="C", state=NEW, difficulty=4),
    ]
    assert [one.slug for one in (find_next(listed), find_onward(listed)) if one] == ["c2", "c2"]
    begun = [make("a", state=SOLVED), make("b", state=STARTED, hour=1)]
    onward = find_onward(begun)
    assert onward is not None
    assert onward.slug == "b"
    assert find_onward(begun[:1]) is None


def test_somebody_new_begins_gently() -> None:
    first = find_next([make("b", requires="x", difficulty=1), make("a", "x", difficulty=1), make("c", difficulty=2)])
    assert first is not None
    assert first.slug == "a"


def test_groups_and_concepts() -> None:
    assert [(track.name, len(track.problems)) for track in group_by_track(LIST)] == [("A", 3), ("B", 2)]
    assert list_concepts(LIST) == ["cache", "jit", "mesh", "prng", "pytree", "scan"]


def test_what_a_search_found_comes_best_first() -> None:
    found = {"a_key": 1.0, "a_scan": 5.0, "a_mesh": 3.0}
    assert [problem.slug for problem in filter_problems(LIST, Filters(q="x"), found)] == ["a_scan", "a_mesh", "a_key"]
    assert [problem.slug for problem in filter_problems(LIST, Filters(track="B"), found)] == ["a_mesh", "a_key"]
    assert filter_problems(LIST, Filters(q="x"), {}) == []


def test_the_map_names_what_each_builds_on() -> None:
    drawn = draw_map(LIST)
    assert [(track.name, track.solved, track.percent) for track in drawn] == [("A", 1, 33), ("B", 0, 0)]
    after = {chip.problem.slug: [one.slug for one in chip.after] for track in drawn for chip in track.chips}
    assert after == {
        "jit_it": [],
        "a_pytree": ["jit_it"],
        "a_scan": ["a_pytree"],
        "a_key": [],
        "a_mesh": ["a_scan"],
    }
    assert [chip.open for track in drawn for chip in track.chips] == [True, True, False, True, False]


def test_circles_and_missing_teachers_do_no_harm() -> None:
    circle = [make("a", "x", "y"), make("b", "y", "x"), make("c", "z", "nowhere z")]
    assert find_sources(
        [Taught("a", ("x",), ("y",)), Taught("b", ("y",), ("x",)), Taught("c", ("z",), ("nowhere", "z"))]
    ) == {
        "a": ["b"],
        "b": ["a"],
        "c": [],
    }
    assert [len(track.chips) for track in draw_map(circle)] == [3]
    assert draw_map([]) == []


def test_the_map_shows_no_edge_beside_a_longer_way() -> None:
    ways = {"a": [], "b": ["a"], "c": ["a", "b"], "d": ["a", "c"], "e": ["a"]}
    assert find_nearest_sources(ways) == {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["a"]}
    circle = {"a": ["b"], "b": ["a"], "c": ["a", "b"]}
    assert find_nearest_sources(circle) == circle


@given(st.lists(st.lists(st.integers(0, 7), unique=True), min_size=8, max_size=8))
def test_the_shown_edges_are_those_without_a_longer_way(drawn: list[list[int]]) -> None:
    sources = {str(slug): [str(one) for one in own if one != slug] for slug, own in enumerate(drawn)}

    def find_ancestors(slug: str, seen: set[str]) -> set[str]:
        for source in set(sources[slug]) - seen:
            seen.add(source)
            find_ancestors(source, seen)
        return seen

    above = {slug: find_ancestors(slug, set()) for slug in sources}
    assert find_nearest_sources(sources) == {
        slug: [
            one
            for one in own
            if not any(one in above[other] and other not in above[one] for other in own if other != one)
        ]
        for slug, own in sources.items()
    }


def test_a_map_that_is_hostile_or_long_is_drawn_soon() -> None:
    before = time.process_time()
    [track] = draw_map([make(f"p{number:03}", "jit", "jit") for number in range(300)])
    assert time.process_time() - before < 2
    assert {(len(chip.after), chip.more) for chip in track.chips} == {(10, 289)}
    chain = {str(number): [str(number - 1)] if number else [] for number in range(1500)}
    assert find_nearest_sources(chain) == chain
