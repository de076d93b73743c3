"""Release notes are a version's section of the changelog."""

from __future__ import annotations

import pytest

from scripts.release_notes import find_notes

EXAMPLE = "# Changelog\n\n## Unreleased\n\n### Added\n- Two.\n\n## 0.1.0 (2030-01-31)\n\n- One.\n\n## 0.0.9\n"


@pytest.mark.parametrize(
    ("version", "notes"),
    [
        ("0.2.0.dev0", "# JAX Dojo 0.2.0.dev0\n\n### Added\n- Two."),
        ("0.1.0", "# JAX Dojo 0.1.0\n\n- One."),
    ],
)
def test_notes_are_the_section_of_a_version(version: str, notes: str) -> None:
    assert find_notes(EXAMPLE, version) == notes


@pytest.mark.parametrize("version", ["0.3.0", "0.0.9"])
def test_version_without_notes_is_refused(version: str) -> None:
    with pytest.raises(LookupError, match=version):
        find_notes(EXAMPLE, version)
