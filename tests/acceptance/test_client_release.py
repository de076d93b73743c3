"""jaxdojo-client as learners install it: downloaded from a server, into an environment with only httpx.

The dependencies of httpx are copied from the environment that runs the tests, so nothing is downloaded from elsewhere.
"""

from __future__ import annotations

import compileall
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
import venv
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Final

import pytest

from app.client.distribution import NEEDS
from tests.acceptance.conftest import PASSWORD, ROOT, SLUG

if TYPE_CHECKING:
    from pathlib import Path

    from tests.acceptance.conftest import Site

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]

MOST: Final = 5_000_000
"""The maximum size of the client in bytes, including its dependencies and all bytecode."""
CANONICAL: Final = ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py"


@dataclass(frozen=True)
class Client:
    """An environment with the client, signed in to a server."""

    environment: Path
    folder: Path
    site: Site

    @property
    def packages(self) -> Path:
        return self.environment / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"

    @property
    def variables(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("JAXDOJO_", "PYTHON", "XDG_"))}
        return own | {"HOME": str(self.folder), "PYTHONUNBUFFERED": "1"}

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command of `jaxdojo`."""
        # Where this process ignores an interrupt, since it runs in the background, the command would, too.
        command = ["env", "--default-signal=INT", str(self.environment / "bin" / "jaxdojo"), *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=self.folder, env=self.variables, stdout=pipe, stderr=pipe, text=True)

    def run(self, *words: str, status: int = 0) -> str:
        """Run a command of `jaxdojo` to its end, and return what it printed."""
        process = self.start(*words)
        printed, told = process.communicate(timeout=200)
        assert process.returncode == status, printed + told
        return printed


def list_needed(names: tuple[str, ...]) -> set[str]:
    """Return distributions and all their dependencies in this environment."""
    found: set[str] = set()
    waiting = [re.split(r"[<>=!~;\[ ]", name)[0] for name in names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            needed = [text for text in metadata.requires(name) or [] if ";" not in text]
            waiting += [re.split(r"[<>=!~;\[ (]", text)[0] for text in needed]
            if name == "anyio":
                waiting.append("typing_extensions")  # needed for Python 3.11 and 3.12, and installed for 3.13, too
    return found


@pytest.fixture(scope="module")
def client(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Client:
    """Install the wheel that the server's page of tokens links to, and sign in."""
    top = tmp_path_factory.mktemp("client")
    made = Client(top / "environment", top / "folder", site)
    made.folder.mkdir()
    venv.create(made.environment, symlinks=True)
    for name in list_needed(NEEDS):
        distribution = metadata.distribution(name)
        for file in distribution.files or []:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (made.packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(distribution.locate_file(file)), made.packages / file)
    name = "jaxdojo_client-0.dev0-py3-none-any.whl"
    with urllib.request.urlopen(f"{site.url}/client/{name}") as answer:  # noqa: S310 (our own address)
        (top / name).write_bytes(answer.read())
    install = [sys.executable, "-m", "pip", "--python", str(made.environment / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*install, "--no-index", str(top / name)], check=True)
    accounts = [sys.executable, "-m", "app.cli.main", "user"]
    given = subprocess.run(
        [*accounts, "add", "clio", "--password-stdin"],
        cwd=ROOT, env=site.environment, input=f"{PASSWORD}\n", text=True, check=True, capture_output=True,
    )  # fmt: skip
    assert "clio" in given.stdout
    token = subprocess.run(
        [*accounts, "token", "clio"], cwd=ROOT, env=site.environment, text=True, check=True, capture_output=True
    ).stdout.strip()
    assert "Signed in" in made.run("login", site.url, "--token", token)
    return made


def test_it_is_small_and_brings_no_jax(client: Client) -> None:
    compileall.compile_dir(client.packages, quiet=2)
    size = sum(path.stat().st_size for path in client.packages.rglob("*") if path.is_file())
    assert size < MOST
    tops = {path.name for path in client.packages.iterdir()}
    assert not tops & {"jax", "jaxlib", "numpy", "pydantic", "rich", "typer", "app", "grader", "jaxdojo"}


def test_a_kata_is_downloaded_submitted_and_shown(client: Client) -> None:
    assert SLUG in client.run("download")
    client.run("download", SLUG)
    assert (client.folder / f"{SLUG}.md").read_text(encoding="utf-8").startswith("# ")
    client.run("submit", SLUG, f"{SLUG}.py", status=1)
    shutil.copy(CANONICAL, client.folder / "mine.py")
    printed = client.run("submit", SLUG, "mine.py")
    assert "✓ Accepted" in printed
    assert "20 hidden cases" in printed or "hidden cases" in printed
    report = json.loads(client.run("submit", SLUG, "mine.py", "--json"))
    assert report["verdict"] == "accepted"
    newest = client.run("status").splitlines()[1].split()
    assert newest[-1] == "accepted"
    assert "✓ Accepted" in client.run("status", newest[0])
    assert "already exists" in client.start("download", SLUG).communicate()[1]


def test_a_saved_file_is_graded_again(client: Client) -> None:
    file = client.folder / "watched.py"
    file.write_text("def forward(:\n", encoding="utf-8")
    with client.start("watch", "--remote", SLUG, "watched.py") as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            assert "sent: " in process.stderr.readline()
            shutil.copy(CANONICAL, file)
            while "sent: " not in process.stderr.readline():
                assert process.poll() is None
            while "✓ Accepted" not in process.stdout.readline():
                assert process.poll() is None
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0


def test_a_cell_is_graded(client: Client) -> None:
    program = (
        "import jaxdojo_client, pathlib\n"
        "from jaxdojo_client.notebook import kata\n"
        "graded = kata('jit_forward --samples', pathlib.Path('mine.py').read_text())\n"
        "print(graded._repr_html_()[:44], 'Accepted' in repr(graded))\n"
    )
    shutil.copy(CANONICAL, client.folder / "mine.py")
    python = str(client.environment / "bin" / "python")
    done = subprocess.run(
        [python, "-c", program], cwd=client.folder, env=client.variables, capture_output=True, text=True, check=True
    )
    assert done.stdout == '<pre style="white-space:pre-wrap">✓ Accepted True\n'


def test_another_version_is_not_to_be_had(client: Client) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{client.site.url}/client/jaxdojo_client-9.9-py3-none-any.whl")  # noqa: S310 (likewise)


def test_it_says_how_to_sign_in_and_gives_way_to_the_whole(client: Client) -> None:
    """If jaxdojo is installed, too, the command is the full one, whichever package wrote it last."""
    assert client.run("--version").startswith("jaxdojo-client ")
    whole = client.packages / "jaxdojo"
    whole.mkdir()
    (whole / "__init__.py").write_text("", encoding="utf-8")
    (whole / "__main__.py").write_text("def main():\n    print('the whole')\n", encoding="utf-8")
    try:
        assert client.run("--version") == "the whole\n"
    finally:
        shutil.rmtree(whole)
