"""Settings: defaults, sources, and messages about invalid ones."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from app.kit.environment import find_unknown_variables, list_server_secrets
from app.kit.errors import DataDirectoryError, SettingsError
from app.kit.settings import Settings, count_cores, load_settings, prepare_data_directory
from app.work.grading import make_limits
from grader.settings import GraderSettings

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("JAXDOJO_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_defaults_suit_one_machine() -> None:
    settings = load_settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.database_url == f"sqlite:///{settings.data}/jaxdojo.sqlite3"
    assert settings.references == settings.problems.parent / "reference_solutions"
    assert settings.workers == count_cores()


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAXDOJO_DATA", str(tmp_path / "d"))
    monkeypatch.setenv("JAXDOJO_PORT", "9000")
    settings = load_settings()
    assert settings.port == 9000
    assert settings.bundles == tmp_path / "d" / "bundles"
    assert "/d/jaxdojo.sqlite3" in settings.database_url


def test_a_dotenv_file_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("JAXDOJO_WORKERS=3\nOTHER=1\n")
    assert load_settings().workers == 3


UNREADABLE = """
import os, pathlib, sys
from app.kit.settings import SettingsError, load_settings
pathlib.Path(sys.argv[1]).chmod(0)  # This process is in it already.
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    load_settings()
except SettingsError as error:
    print(error.message)
"""


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """As when root runs a command as the service's user in root's own folder."""
    (tmp_path / "private").mkdir()
    try:
        done = subprocess.run(
            [sys.executable, "-c", UNREADABLE, tmp_path / "private"],
            cwd=tmp_path / "private",
            env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
    finally:
        (tmp_path / "private").chmod(0o700)
    assert done.stdout.startswith(f"{tmp_path / 'private'}/.env can't be read: Permission denied. ")


def test_a_dotenv_file_in_another_encoding_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_bytes("NAME=Größe\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError, match=r"\.env can't be read: it isn't text in UTF-8"):
        load_settings()


def test_an_argument_is_stronger_than_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAXDOJO_PORT", "9000")
    assert load_settings(port=9001, host=None).port == 9001


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "70000"),
        ("WORKERS", "0"),
        ("REGISTRATION", "maybe"),
        ("DATABASE_URL", ""),
        ("SANDBOX_MEMORY_MB", "100"),
        ("SANDBOX_THREADS", "1"),
        ("SANDBOX_OUTPUT_KIB", "0"),
        ("SANDBOX_UID", "0"),
        ("CGROUPS", "yes"),
        ("MINIMUM_TIER", "C"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"JAXDOJO_{name}", value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert f"JAXDOJO_{name}" in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.exit_code == 2


def test_settings_are_frozen() -> None:
    settings = load_settings()
    with pytest.raises(ValidationError):
        settings.port = 1  # type: ignore[misc]


def test_every_setting_is_described() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_a_misspelt_variable_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAXDOJO_PROT", "9000")
    assert find_unknown_variables() == {"JAXDOJO_PROT": "JAXDOJO_PORT"}


def test_the_data_directory_is_for_its_owner(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path / "new" / "data")
    prepare_data_directory(settings)
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700


def test_a_data_directory_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataDirectoryError, match="JAXDOJO_DATA"):
        prepare_data_directory(load_settings(data=tmp_path / "file" / "data"))


def test_the_grader_is_told_the_operators_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    default = load_settings(data=tmp_path)
    assert make_limits(default) == GraderSettings(compile_cache=tmp_path / "compile_cache")
    chosen = {
        "SANDBOX_MEMORY_MB": "512",
        "SANDBOX_THREADS": "32",
        "SANDBOX_OUTPUT_KIB": "64",
        "SANDBOX_UID": "5000",
        "CGROUPS": "require",
        "MINIMUM_TIER": "A",
    }
    for name, value in chosen.items():
        monkeypatch.setenv(f"JAXDOJO_{name}", value)
    limits = make_limits(load_settings())
    assert (limits.memory_mb, limits.threads, limits.output_cap) == (512, 32, 65536)
    assert (limits.sandbox_uid, limits.cgroups, limits.minimum_tier) == (5000, "require", "A")


def test_secrets_of_servers_are_known() -> None:
    """Each secret setting counts, except with its default value."""
    assert list_server_secrets(Settings(_env_file=None)) == []
    given = {name: "x" for name, field in Settings.model_fields.items() if field.annotation is SecretStr}
    assert set(given) >= {"mail_url", "oidc_client_secret", "encryption_keys"}
    found = list_server_secrets(Settings(**given, _env_file=None))  # type: ignore[arg-type]
    assert found == [f"JAXDOJO_{name.upper()}" for name in given]
