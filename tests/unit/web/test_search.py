"""What a search finds in the shipped katas, with and without typos, and how fast it is with many katas."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from app.domains.problems.search import MAX_VOCABULARY, SearchIndex, is_nearly, is_within, split_words
from grader.package.files import Concepts
from tests.integration.app.security.hostile_texts import TEXTS, make_near_words

if TYPE_CHECKING:
    from app.domains.problems.schemas import ProblemDetail

PROBLEMS = Path(__file__).resolve().parents[3] / "problems"
MANY = 500


def make_detail(slug: str, **fields: object) -> ProblemDetail:
    usual: dict[str, object] = {
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
    return cast("ProblemDetail", SimpleNamespace(**(usual | fields)))


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


def test_problems_of_hostile_words_are_searched_quickly() -> None:
    many = [make_detail(f"hostile_{letters}", statement=make_near_words(letters)) for letters in "klmno"]
    index = SearchIndex([make_detail("kata", lesson="gradient"), *many])
    near = TEXTS["near words"]
    assert index.find(near)
    spent = []
    for _ in range(5):
        began = time.thread_time()
        index.find(near)
        spent.append(time.thread_time() - began)
    assert min(spent) < 0.02, "once, each of five such problems made it take seconds"
    assert index.find("gradeint") == {"kata": 0.4}, "others' words are still found"


def test_hostile_problems_leave_room_for_the_words_of_others() -> None:
    words = " ".join("gradien" + "".join(end) for end in product("abcdefghij", repeat=4))
    crowd = [make_detail(f"crowd_{number}", statement=words) for number in range(5)]
    assert "kata" in SearchIndex([*crowd, make_detail("kata", name="gradient")]).find("gradeint")


def test_a_problem_may_have_so_many_words_of_which_the_weightiest_count() -> None:
    index = SearchIndex([make_detail("long", name="Tracer", lesson=make_near_words(""))])
    assert len(index.vocabulary) == MAX_VOCABULARY
    assert index.find("tracer") == {"long": 10.0}


@given(st.text("abc", max_size=9), st.text("abc", max_size=9), st.integers(1, 2))
def test_distances_near_the_diagonal_are_all_that_count(one: str, other: str, allowed: int) -> None:
    assert is_within(one, other, allowed) == (measure_distance(one, other) <= allowed)


def measure_distance(one: str, other: str) -> int:
    """Return the edit distance of two words, counting a swap of neighbours as one, from all cells of the table."""
    cells = {(at, 0): at for at in range(len(one) + 1)} | {(0, to): to for to in range(len(other) + 1)}
    for at, to in product(range(1, len(one) + 1), range(1, len(other) + 1)):
        wrong = one[at - 1] != other[to - 1]
        cells[at, to] = min(cells[at - 1, to] + 1, cells[at, to - 1] + 1, cells[at - 1, to - 1] + wrong)
        if min(at, to) > 1 and one[at - 2 : at] == other[to - 2 : to][::-1]:
            cells[at, to] = min(cells[at, to], cells[at - 2, to - 2] + 1)
    return cells[len(one), len(other)]
