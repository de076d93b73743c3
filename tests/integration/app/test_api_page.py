"""docs/api.md: its commands are run against a server, one by one, its code is called, its JSON is what comes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.problem_details import ProblemDetails
from app.webhooks.schemas import Message
from app.webhooks.signing import make_headers, make_secret

if TYPE_CHECKING:
    from app.settings import Settings
    from tests.integration.app.site import Site

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def find_commands() -> str:
    """Return all that the page shows as commands."""
    return "\n".join(re.findall(r"^ {4}(.*)$", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL), flags=re.MULTILINE))


def find_blocks(language: str) -> list[str]:
    """Return the page's blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page's commands need curl")
def test_the_commands_do_what_the_page_says(site: Site, settings: Settings, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JAXDOJO_")}
    environment |= {
        "JAXDOJO_DATA": str(settings.data),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    script = "set -eu\n" + find_commands().replace("http://127.0.0.1:8000", site.url)
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr
    for said in (
        '"name":"ada"',  # The token is known.
        '"next":null',
        "304",
        "event: verdict",
        '"status":202',
        '"status":404',
        "Did you mean `double`?",
        '"user_code":',
        '"secret":"whsec_',
    ):
        assert said in done.stdout, said


def test_the_json_is_what_comes() -> None:
    error, message = find_blocks("json")
    ProblemDetails.model_validate_json(error)
    told = Message.model_validate_json(message)
    assert set(json.loads(message)["data"]) == set(told.data.model_dump())


def test_the_code_tells_ours_from_others() -> None:
    names: dict[str, Any] = {}
    [code] = find_blocks("python")
    exec(code, names)  # noqa: S102 - the page's own code
    secret, body = make_secret(), '{"ü": 1}'
    headers = make_headers(secret, "id", int(time.time()), body)
    assert names["is_ours"](secret, headers, body.encode())
    assert not names["is_ours"](secret, headers, b"{}")
    assert not names["is_ours"](make_secret(), headers, body.encode())
    for wrong in ({}, {"webhook-timestamp": "²"}, headers | {"webhook-signature": "v1,ü"}):
        assert not names["is_ours"](secret, wrong, body.encode())
    old = make_headers(secret, "id", int(time.time()) - 600, body)
    assert not names["is_ours"](secret, old, body.encode())
