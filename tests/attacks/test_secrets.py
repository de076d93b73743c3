"""The service's secrets never enter a sandbox: code there that searches everything it can read finds none."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.domains.vault.keys import FILE

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(280)]
ROOT = Path(__file__).resolve().parents[2]

Found = dict[str, dict[str, list[str]]]
ENVIRONMENT = {
    "oidc": ("JAXDOJO_OIDC_CLIENT_SECRET", "{}"),
    "mail": ("JAXDOJO_MAIL_URL", "smtp://dojo:{}@mail.example:587"),
    "database": ("JAXDOJO_DATABASE_URL", "postgresql://dojo:{}@db.example/dojo"),
    "encryption": ("JAXDOJO_ENCRYPTION_KEYS", "{}"),
    "bucket": ("AWS_SECRET_ACCESS_KEY", "{}"),
}
FILES = {"key": FILE, "pool": "secret", "held": "held"}
PLACES = {"environment", "environments", "command lines", "descriptors", "memory", "files"}


def make_canary(name: str) -> str:
    return f"canary-{name}-{secrets.token_hex(8)}"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Return the secrets found, by process and place, with a runner that knows all of them."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    data = tmp_path_factory.mktemp("data")
    for name, file in FILES.items():
        (data / file).write_text(make_canary(name), encoding="utf-8")
    with closing(sqlite3.connect(data / "jaxdojo.sqlite3")) as connection:
        connection.execute("CREATE TABLE webhooks (secret TEXT)")
        connection.execute("INSERT INTO webhooks VALUES (?)", [make_canary("webhook")])
        connection.commit()
    # Anybody may read these files: a sandbox must be kept out by more than a file's mode.
    for path in (data, *data.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    environment = {variable: text.format(make_canary(name)) for name, (variable, text) in ENVIRONMENT.items()}
    words = [sys.executable, "-m", "tests.attacks.canaries", str(data), make_canary("argument")]
    ran = subprocess.run(
        [*words, str(tmp_path_factory.mktemp("native"))],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=270,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told: Found = json.loads(ran.stdout)
    return told


def test_the_search_finds_what_is_there(found: Found) -> None:
    """Otherwise the other tests would prove nothing."""
    stored = sorted([*FILES, "webhook"])
    assert found["runner"]["environment"] == found["runner"]["environments"] == sorted(ENVIRONMENT)
    assert found["runner"]["command lines"] == ["argument"]
    assert found["runner"]["descriptors"] == ["held"]
    assert found["runner"]["files"] == stored
    assert found["runner"]["memory"] == sorted([*ENVIRONMENT, *stored, "argument", "own"])


@pytest.mark.parametrize("who", ["worker", "problem's worker", "public code"])
def test_no_secret_is_in_a_sandbox(found: Found, who: str) -> None:
    assert found[who] == {place: [] for place in PLACES} | {"memory": ["own"]}
