"""The documentation site's pages, before the generator renders them: each code, check and concept has one."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest
import yaml

from app.kit.help_links import find_code
from app.web.help_files import find_check
from grader.judge.advice import ADVICE
from grader.judge.checks import CHECKS
from grader.judge.codes import OTHER, list_codes
from scripts.site import build, codes, concepts, contents, interface, pages

ROOT: Final = Path(__file__).resolve().parents[3]
FOUND: Final = build.render_pages()
CODES: Final = list_codes()
FAMILIES: Final = ("source", "error", "limit", "tampering", "platform")
CODE: Final = re.compile(rf"({'|'.join([*FAMILIES, *{code.split('.')[0] for code in CODES if '.' in code}])})\.[a-z_]+")
FILES: Final = re.compile(r"\.(?:py|md|json|yaml|txt|lock|seconds|code|name|path)$")


def find_page(address: str) -> str:
    return address.removeprefix("/help/")


def list_constants() -> set[str]:
    """Return the string constants in the grader's code that look like reason codes."""
    found = set()
    for file in (ROOT / "grader").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.add(node.value)
    return {one for one in found if not FILES.search(one)}


@pytest.mark.parametrize("code", CODES)
def test_a_verdict_leads_to_the_page_of_its_code(code: str) -> None:
    address = find_code(code)
    assert (find_page(address) in FOUND) is (code != "ran")
    text = FOUND[f"codes/{code}"]
    assert text.startswith(f"# {code}\n")
    assert CODES[code].verdict.heading in text
    assert "## What to do" in text


def test_advice_is_of_codes_that_checks_give() -> None:
    assert set(ADVICE) == {code for check in CHECKS.values() for code in check.codes}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_has_a_page_with_its_codes(name: str) -> None:
    page = FOUND[find_page(find_check(name))]
    assert all(f"../codes/{code}.md" in page for code in CHECKS[name].codes)


def test_codes_of_problems_own_checkers_lead_to_that_check() -> None:
    assert find_code("checker.not_sorted") == "/help/checks/checker"


@pytest.mark.parametrize("code", ["", "ran", "x y", "<script>", "../../x", "a.b.c", "Ä.b", "a" * 100])
def test_what_is_no_code_has_no_page(code: str) -> None:
    assert find_code(code) == ""


def test_each_code_that_the_grader_gives_is_listed() -> None:
    known = {*CODES, *(f"{name}.ok" for name in CHECKS), "checker.found"}
    constants = {one for one in list_constants() if one.split(".")[0] in FAMILIES}
    assert constants - known == set()
    assert set(OTHER) - {"accepted", "ran", "tampering.introspection", "tampering.probes"} <= constants


def test_each_code_of_a_shipped_mistake_is_listed() -> None:
    assert set(codes.list_mistakes()) - set(CODES) == set()


def test_each_concept_of_a_shipped_kata_has_a_page() -> None:
    taught = set()
    for file in (ROOT / "problems").glob("*/problem.yaml"):
        taught |= set(yaml.safe_load(file.read_text(encoding="utf-8"))["concepts"]["teaches"])
    assert {f"concepts/{concepts.name_concept(one)}" for one in taught} <= set(FOUND)
    assert len(taught) > 20


def test_each_page_stands_somewhere() -> None:
    listed = {name for part in contents.PARTS for name in part.pages}
    assert listed - set(FOUND) == set()
    made = re.compile(r"(codes|checks|concepts|interface|decisions)/")
    assert {name for name in FOUND if not made.match(name)} - listed == {"index"}


def test_every_operation_of_the_interface_is_described() -> None:
    description = interface.read_description()
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            (tag, *_) = operation["tags"]
            assert f"## {method.upper()} {path}\n" in FOUND[f"interface/{tag}"]


def test_links_lead_to_pages_of_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    (tmp_path / "docs" / "decisions").mkdir(parents=True)
    for name in ("README.md", "docs/api.md", "docs/checks.md", "app.py", "docs/decisions/README.md"):
        (tmp_path / name).touch()
    page = tmp_path / "docs" / "decisions" / "0001-x.md"
    page.write_text(
        "[a](../api.md#b) [b](../checks.md#prng) [`c`](../../app.py) [d](../../README.md) `[e](gone.md)` [f](x:y)\n"
        "```\n[g](gone.md)\n```\n",
        encoding="utf-8",
    )
    assert pages.read_page(page) == (
        "[a](../api.md#b) [b](../checks/prng.md) `c` [d](../overview.md) `[e](gone.md)` [f](x:y)\n"
        "```\n[g](gone.md)\n```\n"
    )
    page.write_text("[a](gone.md)\n", encoding="utf-8")
    with pytest.raises(pages.LinkError, match=r"0001-x\.md: gone\.md leads nowhere"):
        pages.read_page(page)


@pytest.mark.parametrize(
    "page",
    ['<p style="x">', "<style>", "<script>1</script>", '<script type="module">', '<a onclick="x">', "<body onload=x>"],
)
def test_what_the_policy_refuses_is_in_no_page(page: str) -> None:
    assert build.REFUSED.search(page)


@pytest.mark.parametrize("page", ['<script src="a.js"></script>', "<code>style=</code>", '<p class="style">on = 1</p>'])
def test_what_the_policy_allows_may_be_in_a_page(page: str) -> None:
    assert build.REFUSED.search(page) is None


@pytest.mark.parametrize("page", ['<script src="//x.example/a.js">', '<link rel="icon" href="https://x.example">'])
def test_nothing_is_loaded_from_elsewhere(page: str) -> None:
    assert build.STRANGE.search(page)
    assert build.STRANGE.search('<a href="https://docs.jax.dev">') is None
