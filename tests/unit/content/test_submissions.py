"""Each problem's `submissions.yaml` lists exactly its solutions, and each is a complete file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
SLUGS = sorted(path.name for path in (ROOT / "problems").iterdir() if (path / "problem.yaml").is_file())
CANONICAL = "canonical.py"


def read_listing(slug: str) -> dict[str, dict[str, object]]:
    """Return `submissions.yaml` of `slug`: file names under `accepted` and `rejected`."""
    text = (ROOT / "reference_solutions" / slug / "submissions.yaml").read_text(encoding="utf-8")
    listing: dict[str, dict[str, object]] = yaml.safe_load(text)
    return listing


@pytest.mark.parametrize("kind", ["accepted", "rejected"])
@pytest.mark.parametrize("slug", SLUGS)
def test_listing_names_exactly_the_files(slug: str, kind: str) -> None:
    """No file is unlisted, and no listed file is missing."""
    folder = ROOT / "reference_solutions" / slug / kind
    assert {path.name for path in folder.iterdir() if path.is_file()} == set(read_listing(slug)[kind])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_canonical_solution_is_accepted(slug: str) -> None:
    """The solution that is shown to learners exists."""
    assert CANONICAL in read_listing(slug)["accepted"]


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_enough_solutions(slug: str) -> None:
    """Each problem has right solutions in several styles, and the mistakes that people make."""
    listing = read_listing(slug)
    assert len(listing["accepted"]) >= 3
    assert len(listing["rejected"]) >= 8


@pytest.mark.parametrize("slug", SLUGS)
def test_no_solution_is_there_twice(slug: str) -> None:
    """Two files that differ only in comments and layout teach nothing."""
    paths = sorted((ROOT / "reference_solutions" / slug).glob("*/*.py"))
    trees: dict[str, Path] = {}
    for path in [*paths, ROOT / "problems" / slug / "starter.py"]:
        tree = ast.dump(ast.parse(path.read_text(encoding="utf-8")))
        assert tree not in trees, f"{path} is the same program as {trees.get(tree)}"
        trees[tree] = path
