"""The version is in pyproject.toml: what has to repeat it agrees, and nothing else does."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Final

import pytest
import yaml
from packaging.version import Version

from scripts.release_notes import CHANGELOG, find_notes
from tests.unit.docs.test_hygiene import ROOT, find

if TYPE_CHECKING:
    from pathlib import Path

VERSION: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
MAX_WORDS: Final = 600
"""What somebody reads in two minutes and a half."""


def test_it_is_written_as_packages_write_it() -> None:
    assert str(Version(VERSION)) == VERSION


def test_only_files_that_have_to_repeat_it_do() -> None:
    repeats = re.compile(rf"(?<![\w.]){re.escape(VERSION)}(?![\w.]*\d)")
    assert {place.partition(":")[0] for place in find(repeats, but=("requirements/", "web/package-lock.json"))} <= {
        "CHANGELOG.md",
        "deploy/kubernetes/kustomization.yaml",
        "docs/stability.md",
        "docs/upgrading.md",
        "pyproject.toml",
    }


def test_kubernetes_takes_the_image_of_this_version() -> None:
    read = yaml.safe_load((ROOT / "deploy" / "kubernetes" / "kustomization.yaml").read_text(encoding="utf-8"))
    assert [image["newTag"] for image in read["images"]] == [VERSION]


def test_the_front_end_has_none_of_its_own() -> None:
    for name in ("package.json", "package-lock.json"):
        assert "version" not in json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [CHANGELOG, ROOT / "docs" / "upgrading.md"], ids=lambda page: page.name)
def test_notes_begin_with_it(page: Path) -> None:
    [newest, *_] = re.findall(r"^## (\S+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert newest == ("Unreleased" if Version(VERSION).is_devrelease else VERSION)


def test_its_release_notes_are_read_in_two_minutes() -> None:
    notes = find_notes(CHANGELOG.read_text(encoding="utf-8"), VERSION)
    assert len(notes.split()) <= MAX_WORDS
