"""An installation of the previous version starts with this one, and users find everything that was theirs.

`earlier/` was written by that version itself, not by migrations: `database.sql` is a dump of its SQLite file, and
`files.json` contains the files of its data directory; `MORE` has rows for the tables that its users left empty.
Everybody's password is `PASSWORD`.
"""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pyotp
import pytest

from app.db.upgrade import HEAD, OLDEST_WAY_BACK, find_version, upgrade
from app.domains.vault.keys import Vault
from app.kit.settings import PREFIX, Settings
from app.services import make_services
from tests.integration.app.conftest import PASSWORD
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

EARLIER = Path(__file__).parent / "earlier"
TOTP = "XZ4AKQB4CLIMLZSE5NYLTDXWGVKSBONQ"
"""The secret of bob's second factor, which is on his phone."""
RECOVERY_CODE = "cuni-o6tq-7b7h-st6a"
TOKEN = "44cwLt18mZ6KTGXD7AFFg1bJ3ILoobzpb6SPvLeqSfM"  # noqa: S105 (of no other installation)
"""One of ada's API tokens."""
WEBHOOK_SECRET = "whsec_RippjQKnK2x79wFGW9VAQ40HGM5vx4sA10vxa0SqsK8="  # noqa: S105
SUBMISSION = "01k81ohbqke5raihm0tcu6dsp3"
START_S = 60.0
MORE = """
INSERT INTO bundle_programs VALUES (1, 'digest', 'machine', 'sha256', '2026-11-22 13:53:41.000000');
INSERT INTO device_grants VALUES (1, 'hash', 'ABCDEFGH', 'laptop', 'submit', 1, 0, NULL,
    '2026-11-22 13:53:41.000000', '2126-11-22 13:53:41.000000');
INSERT INTO idempotency_keys VALUES (1, 1, 'once', 'hash', '{"id": "01k81ohbqke5raihm0tcu6dsp3"}',
    '2026-11-22 13:53:41.000000');
INSERT INTO identities VALUES (1, 1, 'https://id.invalid', 'ada@id.invalid', '2026-11-22 13:53:41.000000');
INSERT INTO tickets VALUES (1, 'hash', 'reset', 1, '{"a": 1}', '2026-11-22 13:53:41.000000',
    '2126-11-22 13:53:41.000000');
INSERT INTO unlocks VALUES (1, 1, 1, 'hint', 1, '2026-11-22 13:53:41.000000');
INSERT INTO votes VALUES (1, 1, 3, '2026-11-22 13:53:41.000000');
INSERT INTO webhook_deliveries VALUES (1, '01k81ohd9lfl3benvdm4r7ciaa', 1, '{}', 'delivered', 1,
    '2026-11-22 13:53:41.000000', '204', '2026-11-22 13:53:41.000000');
"""


def lay_out(folder: Path) -> Settings:
    """Write the installation's original files to a folder."""
    for name, content in json.loads((EARLIER / "files.json").read_text(encoding="utf-8")).items():
        path = folder / "data" / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(content["text"].encode() if "text" in content else base64.b64decode(content["base64"]))
        path.chmod(0o600)
    (folder / "problems").mkdir()
    with closing(sqlite3.connect(folder / "data" / "jaxdojo.sqlite3")) as connection:
        connection.executescript((EARLIER / "database.sql").read_text(encoding="utf-8") + MORE)
    return Settings(data=folder / "data", problems=folder / "problems", _env_file=None)


def read_rows(settings: Settings) -> dict[str, list[dict[str, object]]]:
    """Return the rows of each table in the order of their primary keys."""
    with closing(sqlite3.connect(settings.data / "jaxdojo.sqlite3")) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        kept = [name for name in names if not name.startswith(("sqlite_", "alembic_"))]
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY 1")] for name in kept}  # noqa: S608 - names of our tables


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """Run `jaxdojo serve` on an installation for the duration of the block; yield its address."""
    port = find_free_port()
    told = {"DATA": settings.data, "PROBLEMS": settings.problems, "PORT": port, "RUNNER": "separate"}
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environment = others | {PREFIX + name: str(value) for name, value in told.items()}
    output = settings.data.parent / "output"
    with (
        output.open("wb") as stream,
        subprocess.Popen(
            [sys.executable, "-m", "app.cli.main", "serve"], env=environment, stdout=stream, stderr=stream
        ) as process,
    ):
        try:
            deadline = time.monotonic() + START_S
            while not _answers(port):
                assert process.poll() is None, output.read_text()
                assert time.monotonic() < deadline, output.read_text()
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return lay_out(tmp_path_factory.mktemp("earlier"))


@pytest.fixture(scope="module")
def address(settings: Settings) -> Iterator[str]:
    assert find_version(settings.database_url) == OLDEST_WAY_BACK, "what is kept here is of the version before"
    with served(settings) as url:
        yield url
    assert find_version(settings.database_url) == HEAD


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, headers={"sec-fetch-site": "same-origin"}, timeout=60) as client:
        yield client


def sign_in(http: httpx.Client, name: str, code: str = "") -> httpx.Response:
    return http.post("/api/v1/session", json={"name": name, "password": PASSWORD, "code": code})


def test_rows_of_every_table_are_there_after_an_upgrade(tmp_path: Path) -> None:
    settings = lay_out(tmp_path)
    before = read_rows(settings)
    assert [name for name, rows in before.items() if not rows] == []
    assert upgrade(settings.database_url)
    after = read_rows(settings)
    for name, rows in before.items():
        kept = [{column: row.get(column, "gone") for column in rows[0]} for row in after[name]]
        assert kept == rows, name


@pytest.mark.parametrize(
    ("name", "role"), [("ada", "learner"), ("iris", "instructor"), ("coco", "instructor"), ("root", "admin")]
)
def test_everybody_signs_in(http: httpx.Client, name: str, role: str) -> None:
    answer = sign_in(http, name)
    assert answer.status_code == 200, answer.text
    assert answer.json()["account"] == {"name": name, "role": role}
    for page in ("/", "/problems/double", "/account"):
        found = http.get(page)
        assert found.status_code == 200, (page, found.text)


def test_second_factor_is_asked_for_and_known(http: httpx.Client) -> None:
    """The secret is encrypted with the key in the data directory."""
    assert sign_in(http, "bob").status_code == 401
    assert sign_in(http, "bob", pyotp.TOTP(TOTP).now()).status_code == 200
    assert sign_in(http, "bob", RECOVERY_CODE).status_code == 200
    assert sign_in(http, "bob", RECOVERY_CODE).status_code == 401


def test_work_is_there(http: httpx.Client) -> None:
    sign_in(http, "ada")
    found = http.get(f"/api/v1/submissions/{SUBMISSION}").json()
    assert (found["problem"], found["verdict"], found["source"]) == ("shift", "accepted", "x = 1")
    assert "As told." in http.get(f"/submissions/{SUBMISSION}").text
    assert http.get("/api/v1/problems/double/draft").json()["source"] == "def double(x):\n    return x * 2\n"
    assert "Double `x`" in http.get("/api/v1/problems/double").text
    made = http.post("/api/v1/problems/double/submissions", json={"source": "y = 2", "mode": "submit"})
    assert made.status_code in {201, 202}, made.text


def test_what_one_has_done_is_there(http: httpx.Client) -> None:
    sign_in(http, "ada")
    assert "Add it to itself." in http.get("/problems/double").text, "the hint is open"
    found = http.get("/account/export").json()
    assert [row["subject"] for row in found["identities"]] == ["ada@id.invalid"]
    assert len(found["unlocks"]) == len(found["shared_solutions"]) == 1
    deliveries = http.get("/account/webhooks").text
    assert "https://hooks.invalid/ada" in deliveries
    sign_in(http, "bob", pyotp.TOTP(TOTP).at(time.time() + 30))
    assert len(http.get("/account/export").json()["votes"]) == 1


def test_tokens_are_known(address: str) -> None:
    answer = httpx.get(f"{address}/api/v1/session", headers={"authorization": f"Bearer {TOKEN}"}, timeout=60)
    assert answer.json()["account"]["name"] == "ada"


def test_working_copies_are_there(http: httpx.Client) -> None:
    sign_in(http, "iris")
    answer = http.get("/authoring/shift")
    assert answer.status_code == 200
    assert "Shift it" in answer.text


async def test_webhooks_are_signed_as_before(settings: Settings, address: str) -> None:
    assert address
    services = make_services(settings)
    try:
        hooks = await services.webhooks.list_webhooks(await services.accounts.find("ada"))
        assert [hook.url for hook in hooks] == ["https://hooks.invalid/", "https://hooks.invalid/ada"]
        with closing(sqlite3.connect(settings.data / "jaxdojo.sqlite3")) as connection:
            [(sealed,)] = connection.execute("SELECT secret FROM webhooks WHERE url LIKE '%/ada'")
    finally:
        await services.close()
    assert Vault(settings).open(sealed) == WEBHOOK_SECRET
