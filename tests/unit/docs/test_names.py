"""Every command, setting, verdict and make target that the documentation names exists, and vice versa."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.kit.settings import PREFIX, Settings
from grader.report import Verdict
from scripts import document

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TEXT = {page: page.read_text(encoding="utf-8") for page in PAGES}


def find_make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))


def find_code(text: str) -> list[str]:
    """Return the code in a page: indented lines, fenced lines and inline code."""
    fenced = re.findall(r"^```.*?\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    indented = re.findall(r"^ {4}(.*)$", text, flags=re.MULTILINE)
    inline = re.findall(r"`([^`\n]+)`", text)
    return [line for block in [*fenced, *indented, *inline] for line in block.splitlines()]


def test_each_verdict_has_its_row_in_the_readme() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \|", README, flags=re.MULTILINE)
    assert rows == [verdict.value for verdict in Verdict]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_that_are_named_exist(page: Path) -> None:
    named = {
        word
        for line in find_code(TEXT[page])
        for match in re.finditer(r"(?:^|\s)make ((?:[a-z][a-z-]*)(?: [a-z-]+)*)", line.split("  ")[0])
        for word in match.group(1).split()[:1]
    }
    assert named <= find_make_targets()


def test_each_make_target_is_documented() -> None:
    shown = {target for target in find_make_targets() if f"make {target}" in README + TEXT[ROOT / "CONTRIBUTING.md"]}
    assert find_make_targets() - shown == {"help"}


def test_pages_made_from_the_code_are_current() -> None:
    for page, rendered in [
        (document.SETTINGS, document.render_settings()),
        (document.COMMANDS, document.render_commands()),
        (document.CHECKS, document.render_checks()),
        (document.CASES, document.render_cases()),
    ]:
        assert page.read_text(encoding="utf-8") == rendered, f"{page.name} is stale: run python scripts/document.py"


@pytest.mark.parametrize("name", ["problems", "references", "mail_ca"])
def test_a_default_that_is_no_value_isnt_shown_as_one(name: str) -> None:
    """`problems` as a value would be a folder in the working directory."""
    assert document.render_default(Settings.model_fields[name]) == ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_that_are_named_exist(page: Path) -> None:
    known = set(document.list_commands())
    groups = {words.rsplit(" ", 1)[0] for words in known}
    for line in find_code(TEXT[page]):
        for match in re.finditer(r"(?:^|[\s/(])jaxdojo ([a-z]+)(?: ([a-z][a-z-]*))?", line):
            first, second = f"jaxdojo {match.group(1)}", f"jaxdojo {match.group(1)} {match.group(2)}"
            is_known = second in known or (first in known and (first not in groups or not match.group(2)))
            assert is_known, f"{page.name} names `{match.group(0)}`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_settings_that_are_named_exist(page: Path) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    named = set(re.findall(r"\bJAXDOJO_[A-Z_]*[A-Z]\b", TEXT[page]))
    assert named <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_that_are_named_exist(page: Path) -> None:
    """Paths in the repository's own folders, in inline code. Placeholders are ignored."""
    own = ("app/", "grader/", "scripts/", "tests/", "docs/", "requirements/", "web/", "bench/")
    made = ("web/node_modules", "app/web/static")
    for code in re.findall(r"`([^`\s]+)`", TEXT[page]):
        if code.startswith(own) and not code.startswith(made) and "<" not in code:
            assert list(ROOT.glob(code.rstrip("/"))), f"{page.name} names `{code}`"
