"""The sample workflow in docs/publish-workflow.yml: its commands, word for word, against a server with sandboxes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from tests.acceptance.conftest import PASSWORD, ROOT, Site
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(900)]

STEP: Final[dict[str, Any]] = yaml.safe_load((ROOT / "docs" / "publish-workflow.yml").read_text("utf-8"))["jobs"][
    "publish"
]["steps"][1]
PROGRAMS: Final = ("bwrap", "git", "curl", "zip")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Yield a server without problems."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    (tmp_path / "none").mkdir()
    site = Site(tmp_path / "data", find_free_port())
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JAXDOJO_")}
    site.environment = kept | {
        "JAXDOJO_DATA": str(site.data),
        "JAXDOJO_PROBLEMS": str(tmp_path / "none"),
        "JAXDOJO_PORT": str(site.port),
        "NO_COLOR": "1",
    }
    site.start()
    yield site
    site.stop()


def run(site: Site, *arguments: str, given: str = "", **variables: str) -> str:
    """Run a command of `jaxdojo` and return what it prints."""
    command = [sys.executable, "-m", "app.cli.main", *arguments]
    environment = site.environment | variables
    done = subprocess.run(command, cwd=ROOT, env=environment, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def push(repository: Path, secrets: dict[str, str], before: str) -> subprocess.CompletedProcess[str]:
    """Commit all files and run the workflow's step as CI would."""
    git = ["git", "-c", "user.name=Iris", "-c", "user.email=iris@example.org"]
    for command in (["add", "."], ["commit", "-qm", "Change"]):
        subprocess.run([*git, *command], cwd=repository, check=True)
    values = secrets | {"github.event.before": before}
    filled = {
        name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: values[found[1]], text)
        for name, text in STEP["env"].items()
    }
    return subprocess.run(
        ["bash", "-e", "-c", STEP["run"]],
        cwd=repository,
        env={"PATH": os.environ["PATH"], "HOME": str(repository)} | filled,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_repository_publishes_what_changed_and_hears_what_does_not_hold(site: Site, tmp_path: Path) -> None:
    run(site, "user", "add", "iris", "--role", "instructor", "--password-stdin", given=f"{PASSWORD}\n")
    token = run(site, "user", "token", "iris", "--label", "course CI").strip()
    secrets = {"vars.DOJO_URL": site.url, "secrets.DOJO_TOKEN": token}
    repository = tmp_path / "course"
    repository.mkdir()
    run(site, "problem", "new", "centre_rows", JAXDOJO_PROBLEMS=str(repository / "problems"))
    (repository / ".gitignore").write_text("curl.conf\nevents.txt\n*.zip\n", "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)

    done = push(repository, secrets, "0" * 40)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "== centre_rows" in done.stdout
    assert published(site) == 1

    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repository, capture_output=True, text=True, check=True)
    with (repository / "problems" / "centre_rows" / "lesson.md").open("a", encoding="utf-8") as lesson:
        lesson.write("\n```python run\nassert 1 == 2\n```\n")
    done = push(repository, secrets, head.stdout.strip())
    assert done.returncode != 0
    last = json.loads([line for line in done.stdout.splitlines() if line.startswith("data:")][-1].removeprefix("data:"))
    assert last["status"] == "refused"
    assert [finding["file"] for finding in last["findings"]] == ["lesson.md"]
    assert published(site) == 1
    assert token not in done.stdout + done.stderr


def published(site: Site) -> int:
    """Return the number of the problem's version that learners get."""
    with urllib.request.urlopen(f"{site.url}/api/v1/problems/centre_rows", timeout=30) as answer:  # noqa: S310 - our own
        return int(json.load(answer)["version"])
