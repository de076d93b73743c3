"""`/help`: the site is built without warnings, served unchanged to everybody, and each of its links works."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

import pytest

from app.web import help_files
from app.web.pages import help as help_pages
from app.web.safety import PAGE_POLICY
from grader.judge.codes import list_codes
from tests.help_site import provide_site

if TYPE_CHECKING:
    from tests.integration.app.conftest import Person

ROOT: Final = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.timeout(900)  # The site may have to be built first.
LINK: Final = re.compile(r'<(?:a|link|script|img|use)\b[^>]*?\s(?:href|src)="([^"]*)"')


@pytest.fixture(scope="module", autouse=True)
def site() -> Path:
    return provide_site()


def test_each_link_leads_to_a_page_and_its_heading(site: Path) -> None:
    texts = {page.relative_to(site).as_posix(): page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    ids = {page: set(re.findall(r'\sid="([^"]+)"', text)) for page, text in texts.items()}
    slugs = {path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml")}
    broken = []
    for page, text in texts.items():
        for link in LINK.findall(text):
            path, _, anchor = unquote(link.partition("?")[0] if "#" not in link else link).partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            if path.startswith("/"):
                kata = re.fullmatch(r"/problems/(\w+)", path)
                if path not in ("/", "/map", "/openapi.json") and (kata is None or kata[1] not in slugs):
                    broken.append(f"{page}: {link}")
                continue
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(page), path.partition("?")[0])) if path else page
            )
            if not (site / target).is_file() or (anchor and target in ids and anchor not in ids[target]):
                broken.append(f"{page}: {link}")
    assert broken == []
    assert len(texts) > len(list_codes())


async def test_a_page_is_served_to_anybody_and_found_unchanged(nobody: Person) -> None:
    answer = await nobody.http.get("/help/codes/jit.rewrapped")
    assert answer.status_code == 200
    assert "jit.rewrapped" in answer.text
    assert answer.headers["Content-Security-Policy"] == PAGE_POLICY
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "Set-Cookie" not in answer.headers
    again = await nobody.http.get("/help/codes/jit.rewrapped", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert (await nobody.http.get("/help/codes/jit.rewrapped.html")).text == answer.text


async def test_the_first_page_has_its_address(site: Path, nobody: Person) -> None:
    answer = await nobody.http.get("/help")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/help/")
    assert (await nobody.http.get("/help/")).text == (site / "index.html").read_text(encoding="utf-8")
    assert (await nobody.http.get("/help/checks/")).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "nowhere",
        "codes/no.such",
        "../main.py",
        "..%2f..%2fmain.py",
        "%2e%2e/rendering.py",
        "%00",
        "/etc/passwd",
        "x" * 300,
    ],
)
async def test_what_is_no_page_is_not_found(nobody: Person, path: str) -> None:
    answer = await nobody.http.get(f"/help/{path}")
    assert answer.status_code == 404


async def test_a_checkout_without_the_site_says_how_to_build_it(
    nobody: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(help_pages, "FILES", help_files.HelpFiles(directory=tmp_path, check_dir=False))
    answer = await nobody.http.get("/help/codes/jit.rewrapped")
    assert answer.status_code == 404
    assert "make docs" in answer.text
    assert 'http-equiv="refresh"' in answer.text


def test_concepts_without_a_page_are_not_linked(site: Path) -> None:
    assert help_files.find_concept("jax.jit", site) == "/help/concepts/jax-jit"
    assert help_files.find_concept("a concept of one's own", site) == ""
    assert help_files.find_concept("../../etc", site) == ""
