"""The problems in docs/cookbook.md, published from the page's own text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from grader.bundle.store import BundleStore
from grader.package.scaffold import write_package

if TYPE_CHECKING:
    from tests.integration.grader.conftest import Publisher

pytestmark = pytest.mark.sandbox

PAGE: Final = Path(__file__).parents[3] / "docs" / "cookbook.md"
SECTION: Final = re.compile(r"^## (?P<title>.+): `(?P<slug>\w+)`$", re.MULTILINE)
FILE: Final = re.compile(r"^`(?P<path>[\w./]+)`:\n\n```\w+\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
SOLUTIONS: Final = "solutions/"


def read_recipes() -> dict[str, dict[str, str]]:
    """Return the files of each problem on the page, by slug and path."""
    _, *parts = SECTION.split(PAGE.read_text(encoding="utf-8"))
    return {
        slug: {found["path"]: found["text"] for found in FILE.finditer(text)}
        for slug, text in zip(parts[1::3], parts[2::3], strict=True)
    }


RECIPES: Final = read_recipes()


def test_each_kind_has_its_problem() -> None:
    needed = {"problem.yaml", "cases.py", "starter.py", "solutions/reference.py", "solutions/accepted/canonical.py"}
    assert len(RECIPES) == 9
    assert all(needed <= set(files) for files in RECIPES.values())


@pytest.mark.parametrize("slug", RECIPES)
def test_a_recipe_is_published_as_it_stands(publisher: Publisher, tmp_path: Path, slug: str, *, whole: bool) -> None:
    package, references = tmp_path / "problems" / slug, tmp_path / "reference_solutions" / slug
    write_package(slug, package.parent, references.parent, name="A recipe", credits_="me")
    (references / "accepted" / "new_axis.py").unlink()
    (references / "rejected" / "mean_of_all.py").unlink()
    for path, text in RECIPES[slug].items():
        inner = path.removeprefix(SOLUTIONS)
        file = references / inner if inner != path else package / inner
        kept = file.read_text(encoding="utf-8").split("entry_point:")[0] if path == "problem.yaml" else ""
        file.write_text(kept + text, encoding="utf-8")
    store = BundleStore(tmp_path / "bundles")
    report = replace(publisher, store=store).publish(package, references, mutants=whole)
    assert (report.samples, report.pool, report.accepted, report.rejected) == (1, 2, 1, 1)
