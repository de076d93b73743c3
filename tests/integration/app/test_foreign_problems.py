"""Problems from other platforms, sent in the browser and over HTTP: their sender's drafts, whatever is in the file."""

from __future__ import annotations

import io
import stat
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.package.importers.folders import MAX_ENTRIES
from tests.integration.app.conftest import AUTHORING
from tests.unit.grader.test_imported_exercises import EXERCISE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.integration.app.conftest import Person

IMPORT = f"{AUTHORING}/import"
TESTS = b"""\
def halve(x):
    return x / 2


def test_halves():
    assert halve(4.0) == 2.0
    assert halve(1.0) == 0.5


def test_of_a_file(tmp_path):
    assert halve(0.0) == 0.0
"""


def make_zip(files: Mapping[str, bytes | str], *, mode: int = 0) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            member = zipfile.ZipInfo(path)
            member.external_attr, member.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return buffer.getvalue()


def list_scratch() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("jaxdojo-import-*"))


async def test_a_file_of_tests_becomes_a_draft(iris: Person) -> None:
    answer = await iris.http.post(IMPORT, params={"name": "test_halving.py", "slug": "halving"}, content=TESTS)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert answer.headers["Location"] == f"{AUTHORING}/halving"
    assert (made["slug"], made["owner"], made["version"]) == ("halving", "iris", None)
    assert {"problem.yaml", "solutions/reference.py"} <= {file["path"] for file in made["files"]}
    assert any("halve" in line for line in made["taken"])
    assert any("test_halving.py:" in line for line in made["left"])
    assert not [line for line in (*made["taken"], *made["left"]) if tempfile.gettempdir() in line]
    again = await iris.http.post(IMPORT, params={"name": "test_halving.py", "slug": "halving"}, content=TESTS)
    assert (again.status_code, again.json()["code"]) == (409, "conflict")


async def test_a_folder_becomes_a_draft_in_the_browser(iris: Person) -> None:
    folder = make_zip({f"halving-numbers/{path}": text for path, text in EXERCISE.items()})
    sent = {"file": ("halving-numbers.zip", folder, "application/zip")}
    answer = await iris.http.post("/authoring/import", files=sent, data={"slug": "", "function": ""})
    assert answer.status_code == 200
    assert "is a draft now" in answer.text
    assert "Left out, or made up" in answer.text
    assert 'href="/authoring/halving_numbers"' in answer.text
    assert (await iris.http.get("/authoring/halving_numbers")).status_code == 200


async def test_the_page_tells_what_is_wrong(iris: Person) -> None:
    sent = {"file": ("notes.txt", b"nothing", "text/plain")}
    answer = await iris.http.post("/authoring/import", files=sent)
    assert answer.status_code == 422
    assert "Send a zip file of a folder" in answer.text


WRONG: dict[str, tuple[str, bytes, str]] = {
    "another kind": ("notes.txt", b"x", "Send a zip file"),
    "no name": ("", b"x", "Send a zip file"),
    "no zip": ("a.zip", b"PK\x03\x04 nothing", "can't be read"),
    "an empty zip": ("a.zip", make_zip({}), "not a problem in a format"),
    "nothing known": ("a.zip", make_zip({"a/readme.md": "x"}), "not a problem in a format"),
    "a way out": ("a.zip", make_zip({"../../evil.py": "x"}), "leads out of the archive"),
    "an absolute path": ("a.zip", make_zip({"/evil.py": "x"}), "leads out of the archive"),
    "a link": ("a.zip", make_zip({"a/task.yml": "/etc/passwd"}, mode=stat.S_IFLNK | 0o777), "no plain file"),
    "too many": ("a.zip", make_zip({f"a/{n}": "" for n in range(MAX_ENTRIES + 1)}), "more than the 2000 allowed"),
    "a bomb": ("a.zip", make_zip({f"a/{n}": bytes(2**18) for n in range(140)}), "allowed together"),
    "no Python": ("test_a.py", b"def (", "test_a.py"),
    "no JSON": ("a.json", b"[" * 50_000, "a.json"),
    "no notebook": ("a.ipynb", b'{"cells": 3}', "a.ipynb"),
    "a file where a folder was": ("a.zip", make_zip({"a": "x", "a/b": "y"}), "can't be read"),
    "a name of a folder": ("../../etc/.py", TESTS, ""),
}


@pytest.mark.parametrize("what", WRONG)
async def test_whatever_is_sent_is_refused_in_words(iris: Person, what: str) -> None:
    name, data, told = WRONG[what]
    before = list_scratch()
    answer = await iris.http.post(IMPORT, params={"name": name, "slug": "evil"}, content=data)
    if told:
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input"), answer.text
        assert told in answer.json()["detail"]
    assert tempfile.gettempdir() not in answer.text
    assert list_scratch() <= before, "nothing is left"


async def test_a_slug_is_a_slug(iris: Person) -> None:
    answer = await iris.http.post(IMPORT, params={"name": "test_a.py", "slug": "../a"}, content=TESTS)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "slug")
