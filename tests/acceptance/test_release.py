"""The wheel in its own environment: it contains everything, works from any folder, and is hidden from learners.

The environment sees the libraries of the one that runs the tests, except JAX Dojo itself, so nothing is downloaded.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
import zipfile
from dataclasses import dataclass
from email import message_from_bytes
from typing import TYPE_CHECKING, Final

import pytest

from app.web.assets import Assets
from tests.acceptance.conftest import ROOT
from tests.help_site import provide_site
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.timeout(900)

CODE: Final = "jaxdojo/_code"
SOURCES: Final = {
    "jaxdojo": "jaxdojo",
    "app": f"{CODE}/app",
    "grader": f"{CODE}/grader",
    "problems": f"{CODE}/app/_data/problems",
    "reference_solutions": f"{CODE}/app/_data/reference_solutions",
}
"""The folders of the repository that a wheel contains, and their paths in it."""
NEEDED: Final = (*SOURCES, "scripts")
FILES: Final = ("CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py")
KATA: Final = "soft_update"
"""A kata with few accepted solutions: it is published when the first of its submissions is graded."""
LIBRARIES: Final = sysconfig.get_path("purelib")
BESIDE: Final = """\
import site, sys
theirs = {libraries!r}
sys.path.append(theirs)
own = site.getsitepackages()
site.getsitepackages = lambda: [*own, theirs]
"""
"""The environment's `sitecustomize`: another environment's libraries count as its own, in the sandbox, too."""
SPY: Final = """\
import os
import re
FOUND = [path for root in {packages!r} for path, _, files in os.walk(root) if files]
raise RuntimeError(f"readable: {{FOUND}}")
"""


@dataclass(frozen=True)
class Installation:
    """An environment with the wheel, and an empty folder to work in."""

    wheel: Path
    environment: Path
    folder: Path

    @property
    def packages(self) -> Path:
        """The folder with the wheel's files."""
        return self.environment / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables: none of ours but the data directory."""
        own = {name: value for name, value in os.environ.items() if not name.startswith(("JAXDOJO_", "PYTHON"))}
        return own | {"JAXDOJO_DATA": str(self.folder / "data")}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of `jaxdojo` to its end."""
        command = [str(self.environment / "bin" / "jaxdojo"), *words]
        return subprocess.run(
            command, cwd=self.folder, env=self.variables, capture_output=True, text=True, check=False, timeout=400
        )


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Build the wheel from a copy of the checkout and install it."""
    if not Assets().built:
        pytest.skip("the front end isn't built: run `make setup`")
    provide_site()
    top = tmp_path_factory.mktemp("release")
    for path in (*top.parents[:2], top):  # a worker's folder is inside the run's folder
        path.chmod(0o755)  # The sandbox runs as another user and reads the libraries.
    copy = top / "copy"
    for name in NEEDED:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(top), str(copy)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = top.glob("*.whl")
    made = Installation(wheel, top / "environment", top / "folder")
    venv.create(made.environment, symlinks=True)
    made.folder.mkdir()
    python = str(made.environment / "bin" / "python")
    (made.packages / "sitecustomize.py").write_text(BESIDE.format(libraries=LIBRARIES), encoding="utf-8")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True)
    yield made
    made.run("stop")


def test_wheel_holds_everything(installation: Installation) -> None:
    wanted = {
        f"{place}/{path.relative_to(ROOT / root)}"
        for root, place in SOURCES.items()
        for path in (ROOT / root).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    names = set(zipfile.ZipFile(installation.wheel).namelist())
    metadata = {name for name in names if ".dist-info/" in name}
    assert names - metadata == wanted
    site = ("index.html", "searchindex.js", "codes/jit.rewrapped.html")
    assert {f"{CODE}/app/web/help/{page}" for page in site} <= names
    assert any(name.endswith("/licenses/LICENSE") for name in metadata)


def test_server_works_from_an_empty_folder(installation: Installation) -> None:
    port = find_free_port()
    variables = installation.variables | {"JAXDOJO_PORT": str(port), "JAXDOJO_RUNNER": "separate"}
    command = [str(installation.environment / "bin" / "jaxdojo"), "serve"]
    process = subprocess.Popen(command, cwd=installation.folder, env=variables)
    try:
        page = read(f"http://127.0.0.1:{port}/", process)
        script = page.partition('src="')[2].partition('"')[0]
        assert script.startswith("/static/")
        assert read(f"http://127.0.0.1:{port}{script}", process)
        assert "What to do" in read(f"http://127.0.0.1:{port}/help/codes/jit.rewrapped", process)
    finally:
        process.terminate()
        process.wait(timeout=60)
    assert [path.name for path in installation.folder.iterdir()] == ["data"]


def read(address: str, process: subprocess.Popen[bytes]) -> str:
    """Return what an address serves, once it responds."""
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and process.poll() is None:
        with (
            contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError),
            urllib.request.urlopen(address, timeout=30) as answer,  # noqa: S310 - our own address
        ):
            return str(answer.read().decode("utf-8"))
        time.sleep(0.1)
    pytest.fail(f"{address} wasn't served")


@pytest.mark.sandbox
def test_submission_is_graded_and_reads_nothing_of_ours(installation: Installation) -> None:
    """A right solution is accepted; one that searches the libraries for our files finds none."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    solution = ROOT / "reference_solutions" / KATA / "accepted" / "canonical.py"
    done = installation.run("grade", "--json", KATA, str(solution))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert (installation.packages / CODE / "app" / "_data" / "reference_solutions" / KATA).is_dir()
    own = [str(path) for path in installation.packages.glob("*") if path.name.startswith(("app", "grader", "jaxdojo"))]
    spy = installation.folder.parent / "spy.py"
    spy.write_text(SPY.format(packages=own), encoding="utf-8")
    done = installation.run("grade", "--json", KATA, str(spy))
    report = json.loads(done.stdout)
    assert report["verdict"] == "runtime_error", report
    assert report["error"]["message"] == "readable: []"


def test_only_one_name_is_taken_at_the_top(installation: Installation) -> None:
    """Anybody may use the names `app` and `grader`: no other program in the environment imports ours by mistake."""
    names = {name.partition("/")[0] for name in zipfile.ZipFile(installation.wheel).namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"jaxdojo"}
    program = "import importlib.util as u; print([u.find_spec(name) for name in ('app', 'grader')])"
    python = str(installation.environment / "bin" / "python")
    done = subprocess.run(
        [python, "-c", program], cwd=installation.folder, env=installation.variables, capture_output=True, check=True
    )
    assert done.stdout == b"[None, None]\n"


def test_others_of_the_same_name_are_not_in_the_way(installation: Installation) -> None:
    """Neither in the user's working folder nor among the libraries."""
    for folder in (installation.folder, installation.packages):
        (folder / "app.py").write_text("raise SystemExit('the wrong one')\n", encoding="utf-8")
    try:
        done = installation.run("check", "list")
        assert done.returncode == 0, done.stderr
        assert "traces" in done.stdout
    finally:
        for folder in (installation.folder, installation.packages):
            (folder / "app.py").unlink()


def test_the_metadata_is_whole(installation: Installation) -> None:
    """It is what package indexes and type checkers read; every link in the description leads somewhere."""
    with zipfile.ZipFile(installation.wheel) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(wheel.read(name))
    assert metadata["Author"]
    assert metadata["Keywords"]
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert re.findall(r"\]\((?!https://)", str(metadata.get_payload())) == []
    for tool in (
        ["twine", "--no-color", "check", "--strict"],
        ["check_wheel_contents", "--config", ROOT / "pyproject.toml"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *map(str, tool), str(installation.wheel)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
