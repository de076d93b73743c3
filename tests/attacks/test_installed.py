"""Attacks on a JAX Dojo installed from its wheel, whose files are among the libraries that a submission may read."""

from __future__ import annotations

import errno
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.errors import SandboxStartError
from grader.protocol import Frame, FrameKind
from grader.sandbox.jail import Jail
from grader.sandbox.zygote import Zygote

if TYPE_CHECKING:
    from pathlib import Path

    from grader.settings import GraderSettings
    from tests.attacks.conftest import Attack

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(120)]

ABSENT = f"failed FileNotFoundError {errno.ENOENT}"
SECRETS = (
    "jaxdojo/_code/app/_data/reference_solutions/trajectory/reference.py",
    "jaxdojo/_code/app/_data/reference_solutions/trajectory/accepted/canonical.py",
    "jaxdojo/_code/app/_data/problems/trajectory/cases.py",
    "jaxdojo/_code/app/kit/settings.py",
    "jaxdojo/_code/grader/judge/compare.py",
    "jaxdojo-1.0.dist-info/RECORD",
)
LIBRARY = "neighbour/__init__.py"
"""Another package's file, which a submission may read: without it, these attacks would prove nothing."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of packages as a wheel installs it, which anybody may read."""
    root = tmp_path_factory.mktemp("packages")
    for name in (*SECRETS, LIBRARY):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("ANSWER = 42\n", encoding="utf-8")
    for path in (root, *root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return root


@pytest.fixture(scope="module")
def jail(jail: Jail, installed: Path) -> Jail:
    """Return the usual jail, whose Python also has these packages, one of which may be imported."""
    usual = jail.interpreter
    libraries = (*usual.libraries, installed / "neighbour")
    return replace(jail, interpreter=replace(usual, packages=(*usual.packages, installed), libraries=libraries))


@pytest.fixture(scope="module")
def shown(jail: Jail, installed: Path) -> Path:
    """Return the path of these packages inside, which is different if the tests' folder is below /tmp."""
    return jail.place(installed)


@pytest.mark.parametrize("name", SECRETS)
def test_own_files_are_absent(attack: Attack, shown: Path, name: str) -> None:
    words, _ = attack(f"open({str(shown / name)!r})")
    assert words == ABSENT


def test_nothing_else_is_there(attack: Attack, shown: Path) -> None:
    words, _ = attack(f"import os; result = os.listdir({str(shown)!r})")
    assert words == "done ['neighbour']"


def test_own_files_cannot_be_imported(attack: Attack) -> None:
    words, _ = attack("import app.kit.settings")
    assert words == "failed ModuleNotFoundError"


def test_other_libraries_can_be_read(attack: Attack, shown: Path) -> None:
    words, _ = attack(f"result = open({str(shown / LIBRARY)!r}).read()")
    assert words == "done 'ANSWER = 42\\n'"


PUBLIC_CODE = """
import ctypes, os
options = b"lowerdir=%b:/dojo" % os.fsencode(ROOT)
ctypes.CDLL(None).mount(b"overlay", b"/scratch", b"overlay", 14, options)
"""


def test_public_code_cannot_lay_them_open(
    jail: Jail, shown: Path, settings: GraderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An overlay would expose what is below other mounts."""
    usual = Jail.from_settings

    def from_settings(*args: object, **kwargs: object) -> Jail:
        return replace(usual(*args, **kwargs), interpreter=jail.interpreter)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(Jail, "from_settings", from_settings)
    zygote = Zygote.start(settings, (), None)
    try:
        warm: dict[str, object] = {
            "entry_point": "probe",
            "defines": [],
            "parameters": [],
            "module": None,
            "roundtrip": None,
            "jaxpr": False,
        }
        source = PUBLIC_CODE.replace("ROOT", repr(str(shown)))
        with pytest.raises(SandboxStartError, match="SIGSYS"):
            zygote.fork_zygote(Frame(FrameKind.WARM, {**warm, "source": source, "cases": []}), time.monotonic() + 60)
    finally:
        zygote.close()
