"""What a search finds in the shipped katas, with and without typos, and how fast it is with many katas."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import yaml

from app.domains.problems.search import SearchIndex, is_nearly, split_words
from grader.package.files import Concepts

if TYPE_CHECKING:
    from app.domains.problems.schemas import ProblemDetail

PROBLEMS = Path(__file__).resolve().parents[3] / "problems"
MANY = 500


def make_detail(slug: str, **fields: object) -> ProblemDetail:
    given: dict[str, object] = {
        "slug": slug,
        "name": slug.replace("_", " "),
        "track": "",
        "concepts": Concepts(teaches=["nothing"]),
        "keywords": [],
        "entry_point": slug,
        "statement": "",
        "starter": "",
        "lesson": "",
        "bodies": "",
        "translations": {},
    }
    return cast("ProblemDetail", SimpleNamespace(**(given | fields)))


def read_katas() -> list[ProblemDetail]:
    """Return the shipped katas' public texts."""
    found = []
    for folder in sorted(path.parent for path in PROBLEMS.glob("*/problem.yaml")):
        told: Any = yaml.safe_load((folder / "problem.yaml").read_text(encoding="utf-8"))
        name = told["name"]
        found.append(
            make_detail(
                folder.name,
                name=name if isinstance(name, str) else name["en"],
                track=told["track"],
                concepts=Concepts.model_validate(told["concepts"]),
                keywords=told.get("keywords") or [],
                statement=(folder / "statement.md").read_text(encoding="utf-8"),
                lesson=(folder / "lesson.md").read_text(encoding="utf-8"),
                starter=(folder / "starter.py").read_text(encoding="utf-8"),
            )
        )
    return found


@pytest.fixture(scope="module")
def katas() -> SearchIndex:
    return SearchIndex(read_katas())


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("gradient", {"clipped_gradient", "safe_distances", "jacobian_mode"}),
        ("tracer", {"stale_global"}),
        ("static_argnames", {"weak_types"}),
        ("fori_loop", {"trajectory"}),
        ("leak", {"stale_global"}),
        ("vmap distance", {"row_distances"}),
        ("gradeint", {"clipped_gradient", "safe_distances"}),
        ("pytre", {"pytree_cache"}),
        ("Sharding", {"sharded_center"}),
        ("donat", {"donated_update"}),
    ],
)
def test_the_katas_that_are_meant_are_found(katas: SearchIndex, query: str, wanted: set[str]) -> None:
    found = katas.find(query)
    assert wanted <= set(found), (query, sorted(found))


def test_what_has_a_word_in_its_name_comes_before_what_only_mentions_it(katas: SearchIndex) -> None:
    found = katas.find("gradient")
    assert max(found, key=lambda slug: found[slug]) in {"clipped_gradient", "safe_distances"}


@pytest.mark.parametrize("query", ["", "   ", "zzzz", "gradient zzzz", "'; --", "%", "9" * 300, "q" * 10_000])
def test_what_nothing_fits_finds_nothing(katas: SearchIndex, query: str) -> None:
    assert katas.find(query) == {}


@pytest.mark.parametrize(
    ("typed", "meant", "fits"),
    [
        ("gradeint", "gradient", True),
        ("gradint", "gradient", True),
        ("graddient", "gradient", True),
        ("scna", "scan", True),
        ("jti", "jit", False),  # too short for a guess
        ("vmap", "pmap", True),
        ("tracing", "trading", True),
        ("static_argname", "static_argnames", True),
        ("gradient", "sharding", False),
    ],
)
def test_slips_of_the_finger(typed: str, meant: str, fits: bool) -> None:  # noqa: FBT001 - a column of the table
    allowed = 2 if len(typed) >= 8 else 1 if len(typed) >= 4 else 0
    assert is_nearly(typed, meant, allowed) is fits


def test_words() -> None:
    assert split_words("`jax.lax.fori_loop(0, n)`") == ["jax", "lax", "fori_loop", "fori", "loop", "n"]
    assert split_words("__init__ Größe", parts=False) == ["init", "größe"]
    assert len(split_words("x" * 10_000)[0]) == 40


def test_no_query_is_searched_for_without_end_in_five_hundred_problems() -> None:
    texts = [(kata.slug, kata.statement, kata.lesson) for kata in read_katas()]
    many = [
        make_detail(f"{slug}_{number}", statement=statement, lesson=lesson + f" word{number} " * 3)
        for number in range(MANY // len(texts))
        for slug, statement, lesson in texts
    ]
    index = SearchIndex(many)
    for query in ("gradient", "gradeint", "static_argnames fori_loop", "abcdefghij klmnopqrst uvwxyzabcd " * 9):
        began = time.thread_time()
        index.find(query)
        assert time.thread_time() - began < 2.0, "some hundredths of a second are usual"
