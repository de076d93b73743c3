"""Set-up's installer accepts only packages with the locked hash, both with uv and with pip, and says which it used."""

from __future__ import annotations

import hashlib
import subprocess
import venv
import zipfile
from typing import TYPE_CHECKING

import pytest

from scripts.setup import installer
from scripts.setup.commands import SetupError

if TYPE_CHECKING:
    from pathlib import Path

WHEEL = "tiny-1.0-py3-none-any.whl"
FILES = {
    "tiny.py": "ANSWER = 42\n",
    "tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    "tiny-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.0.dist-info/RECORD": "tiny.py,,\ntiny-1.0.dist-info/METADATA,,\ntiny-1.0.dist-info/WHEEL,,\n"
    "tiny-1.0.dist-info/RECORD,,\n",
}
FALLBACK = "setup: uv can't be used here"


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the Python of a new environment; pip is configured to use a folder with one wheel, and no index."""
    with zipfile.ZipFile(tmp_path / WHEEL, "w") as wheel:
        for name, text in FILES.items():
            wheel.writestr(name, text)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    venv.create(tmp_path / "environment", symlinks=True)
    return tmp_path / "environment" / "bin" / "python"


@pytest.fixture
def uv() -> Path:
    """Return the uv that set-up installed."""
    found = installer.FOLDER / "bin" / "uv"
    if not found.is_file():
        pytest.skip("set-up installed with pip here, not with uv")
    return found


def write_lock(folder: Path, *, right: bool) -> Path:
    """Write a lock for the wheel, with its hash or a different one."""
    content = (folder / WHEEL).read_bytes() if right else b"another file"
    lock = folder / "lock.txt"
    lock.write_text(f"tiny==1.0 --hash=sha256:{hashlib.sha256(content).hexdigest()}\n")
    return lock


def import_tiny(python: Path) -> str:
    """Return what the package prints when it is imported."""
    command = [str(python), "-I", "-c", "import tiny; print(tiny.ANSWER)"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def break_uv(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace uv with a program for a different machine, which the system refuses to start."""
    broken = folder / "installer" / "bin" / "uv"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"\x7fELF of another machine")
    broken.chmod(0o755)
    monkeypatch.setattr(installer, "provide_uv", lambda _: broken)


def test_uv_installs_what_is_locked(python: Path, uv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installer.install(python, [write_lock(tmp_path, right=True)])
    assert import_tiny(python) == "42"
    assert capsys.readouterr().out == ""
    assert not list(tmp_path.glob("environment/lib/*/site-packages/pip")), "nothing needed pip there"


def test_pip_installs_where_uv_does_not_run(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    break_uv(tmp_path, monkeypatch)
    installer.install(python, [write_lock(tmp_path, right=True)])
    assert import_tiny(python) == "42"
    told = capsys.readouterr().out
    assert told.startswith(FALLBACK)
    assert "Exec format error" in told


def test_neither_takes_another_file(python: Path, uv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = write_lock(tmp_path, right=False)
    with pytest.raises(SetupError, match="DO NOT MATCH THE HASHES"):
        installer.install(python, [lock])
    assert "Hash mismatch" in capsys.readouterr().out, "uv refused it first"
    assert import_tiny(python) == ""


def test_nothing_comes_without_a_hash(python: Path, uv: Path, tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("tiny==1.0\n")
    with pytest.raises(SetupError, match="Hashes are required"):
        installer.install(python, [lock])
    assert import_tiny(python) == ""


def test_an_interrupted_installation_of_uv_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "installer"
    monkeypatch.setattr(installer, "FOLDER", made)
    monkeypatch.setattr(installer, "STAMP", tmp_path / "installer.stamp")
    pip = tmp_path / "pip"
    pip.write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\nmkdir -p {made}/bin\ncp /bin/true {made}/bin/uv\n")
    pip.chmod(0o755)
    (made / "bin").mkdir(parents=True)
    (made / "bin" / "uv").write_text("half of it")
    assert installer.provide_uv([str(pip)]) == made / "bin" / "uv"
    assert installer.provide_uv([str(pip)]) == made / "bin" / "uv"
    assert (tmp_path / "asked").read_text().count("asked") == 1
