"""The pages about programs, and the README's examples: commands are run, code is called, and JSON looks as shown."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.db.statuses import Role
from app.domains.webhooks.schemas import GradeMessage, Message
from app.domains.webhooks.signing import make_headers, make_secret
from app.http.problem_details import ProblemDetails
from tests.integration.app.conftest import PASSWORD

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress
    from tests.integration.app.site import Site

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def find_commands(page: str) -> str:
    """Return all commands on a page."""
    return "\n".join(re.findall(r"^ {4}(.*)$", re.sub(r"```.*?```", "", page, flags=re.DOTALL), flags=re.MULTILINE))


def run_commands(commands: str, site: Site, settings: Settings, folder: Path) -> str:
    """Run a page's commands in a folder, against this server; return what they print."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JAXDOJO_")}
    environment |= {
        "JAXDOJO_DATA": str(settings.data),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    script = "set -eu\n" + commands.replace("http://127.0.0.1:8000", site.url)
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def find_blocks(language: str) -> list[str]:
    """Return the page's blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


NEEDS_CURL = pytest.mark.skipif(shutil.which("curl") is None, reason="the pages' commands need curl")


@NEEDS_CURL
def test_the_commands_for_programs(site: Site, settings: Settings, tmp_path: Path) -> None:
    printed = run_commands(find_commands(PAGE), site, settings, tmp_path)
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
        assert said in printed, said


@NEEDS_CURL
def test_the_commands_for_authors(press: StandInPress, site: Site, settings: Settings, tmp_path: Path) -> None:
    site.do(site.application.state.services.accounts.add_user("iris", PASSWORD, Role.INSTRUCTOR))
    commands = find_commands((ROOT / "docs" / "authoring-api.md").read_text("utf-8"))
    commands = commands.replace("jaxdojo user add iris --role instructor", "# It would ask for a password.")
    zip_again = 'zip() { curl -sf -H "$H" -o "$2" $A/shift/archive; }\n'
    printed = run_commands(zip_again + commands, site, settings, tmp_path)
    for said in ('"slug":"shift"', '"path":"statement.md"', "event: task", '"status":"done"', '"kind":"stage"'):
        assert said in printed, said
    assert press.seen, "it was checked"


@NEEDS_CURL
def test_the_commands_of_the_readme(site: Site, settings: Settings, tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    [commands] = re.findall(r"    jaxdojo user add ada\n(.*?)\n\n", readme, flags=re.DOTALL)
    (tmp_path / "my.py").write_text("def double(x): return 2 * x\n")
    printed = run_commands(textwrap.dedent(commands).replace("jit_forward", "double"), site, settings, tmp_path)
    assert '"status":"queued"' in printed


def test_the_json_is_what_comes() -> None:
    error, *messages = find_blocks("json")
    ProblemDetails.model_validate_json(error)
    judged, changed = messages
    data = Message.model_validate_json(judged).data, GradeMessage.model_validate_json(changed).data
    for message, told in zip(messages, data, strict=True):
        assert set(json.loads(message)["data"]) == set(told.model_dump())


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
