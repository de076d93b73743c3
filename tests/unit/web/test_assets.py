"""Built files are found by their plain names, and browsers may cache them."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from app.web.assets import STATIC, Assets, HashedFiles

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Message, Scope


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "site-ABC.css").write_text("body{}", "utf-8")
    (tmp_path / "site-ABC.css.gz").write_bytes(gzip.compress(b"body{}"))
    (tmp_path / "manifest.json").write_text(json.dumps({"site.css": "site-ABC.css"}), "utf-8")
    return tmp_path


def get(folder: Path, path: str, encoding: str = "") -> tuple[dict[str, str], bytes]:
    """Return the headers and body of the file at `path`."""
    sent: list[Any] = []
    scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"accept-encoding", encoding.encode())]}

    async def receive() -> Message:
        await asyncio.sleep(0)
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        await asyncio.sleep(0)
        sent.append(message)

    asyncio.run(HashedFiles(directory=folder)(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return headers, b"".join(message.get("body", b"") for message in sent[1:])


def test_names_come_from_the_manifest(folder: Path) -> None:
    assets = Assets(folder)
    assert assets.built
    assert assets.find("site.css") == "/static/site-ABC.css"
    assert assets.find("other.css") is None


def test_pages_work_without_a_build(tmp_path: Path) -> None:
    assets = Assets(tmp_path)
    assert not assets.built
    assert assets.find("site.css") is None


def test_files_may_be_kept_for_ever(folder: Path) -> None:
    headers, body = get(folder, "/site-ABC.css")
    assert "immutable" in headers["cache-control"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-encoding" not in headers
    assert body == b"body{}"


def test_the_smallest_twin_is_sent_that_is_understood(folder: Path) -> None:
    headers, body = get(folder, "/site-ABC.css", "br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["content-type"].startswith("text/css")
    assert headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(body) == b"body{}"
    (folder / "site-ABC.css.br").write_bytes(b"brotli's")
    headers, body = get(folder, "/site-ABC.css", "gzip, deflate, br")
    assert (headers["content-encoding"], body) == ("br", b"brotli's")
    assert get(folder, "/site-ABC.css", "gzip")[0]["content-encoding"] == "gzip"


@pytest.mark.skipif(not Assets().built, reason="the front end isn't built: run `make setup`")
def test_a_problem_page_loads_less_than_200_kb() -> None:
    """Its scripts with what they load at once, and its styles; the page itself adds about 20 kB."""
    assets = Assets()
    found = [assets.find(name) for name in ("early.js", "problem.js", "site.js", "site.css", "icon.svg")]
    assert all(found)
    waiting = [str(name).rpartition("/")[2] for name in found]
    loaded: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded.add(name)
            waiting += re.findall(r'(?:from|import)\s*"\./([^"]+)"', (STATIC / name).read_text("utf-8"))
    assert len(loaded) > len(found)
    assert sum((STATIC / f"{name}.gz").stat().st_size for name in loaded) < 180_000
