"""What `jaxdojo problem new` writes can be published unchanged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.bundle.store import BundleStore
from grader.errors import PackageError
from grader.package.scaffold import write_package

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.grader.conftest import Publisher


def test_a_new_problem_can_be_published(publisher: Publisher, tmp_path: Path) -> None:
    name, author = 'Rows: "centred" \\ #1', "Ada {Lovelace}"
    paths = write_package("centre_rows", tmp_path / "p", tmp_path / "r", name=name, credits_=author)
    assert all(path.is_file() for path in paths)
    store = BundleStore(tmp_path / "bundles")
    report = replace(publisher, store=store).publish(
        tmp_path / "p" / "centre_rows", tmp_path / "r" / "centre_rows", mutants=True
    )
    assert report.mutants is not None
    assert len(report.mutants) > 15
    manifest = store.load(report.digest).manifest
    assert (manifest.name, manifest.credits, report.accepted, report.rejected) == (name, author, 2, 1)
    assert manifest.limits.time_s == report.time_s == 10.0


@pytest.mark.parametrize("slug", ["", "Upper", "../up", "a b", "1st"])
def test_what_is_no_name_is_refused(tmp_path: Path, slug: str) -> None:
    with pytest.raises(PackageError, match="lower case letters"):
        write_package(slug, tmp_path / "p", tmp_path / "r", name="n", credits_="c")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "r" / "taken").mkdir(parents=True)
    with pytest.raises(PackageError, match="exists already"):
        write_package("taken", tmp_path / "p", tmp_path / "r", name="n", credits_="c")
    assert not (tmp_path / "p").exists()
