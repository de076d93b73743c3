"""The sample workflow in docs/publish-workflow.yml, with a server that a stand-in for curl plays."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).parents[3]
CHECKOUT, STEP = yaml.safe_load((ROOT / "docs" / "publish-workflow.yml").read_text("utf-8"))["jobs"]["publish"]["steps"]
CURL: Final = """\
#!/bin/sh
case "$*" in
  *mine/publish*) [ ! -e refuse ] || exit 22 ;;
  *task/events*) printf 'data: {"status": "done"}\\n' ;;
esac
echo "$*" >> calls.txt
"""


@pytest.fixture
def push(tmp_path: Path) -> Callable[[str], tuple[int, list[str]]]:
    """Return a function that commits all files, and runs the step; it returns the exit code and what was published."""
    if shutil.which("git") is None:
        pytest.skip("git isn't installed")
    tools, repository = tmp_path / "tools", tmp_path / "course"
    for folder in (tools, repository):
        folder.mkdir()
    for name, script in {"curl": CURL, "zip": "#!/bin/sh\n"}.items():
        (tools / name).write_text(script, "utf-8")
        (tools / name).chmod(0o755)
    (repository / ".gitignore").write_text("*.txt\ncurl.conf\nrefuse\n", "utf-8")
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(repository), "API": "https://x", "TOKEN": "t"}
    git = ["git", "-c", "user.name=Iris", "-c", "user.email=iris@example.org"]

    def run(before: str) -> tuple[int, list[str]]:
        for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "Change"]):
            subprocess.run([*git, *command], cwd=repository, check=True, env=environment)
        (repository / "calls.txt").write_text("", "utf-8")
        command = ["bash", "-e", "-c", STEP["run"]]
        given = environment | {"BEFORE": before}
        done = subprocess.run(command, cwd=repository, env=given, capture_output=True, text=True, check=False)
        calls = (repository / "calls.txt").read_text("utf-8").splitlines()
        return done.returncode, [call.split("/")[-2] for call in calls if call.endswith("/publish")]

    return run


def write(tmp_path: Path, *paths: str) -> None:
    for path in paths:
        place = tmp_path / "course" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{path}\n", "utf-8")


def test_a_problem_that_is_refused_stops_no_other(push: Callable[[str], tuple[int, list[str]]], tmp_path: Path) -> None:
    write(tmp_path, "problems/mine/problem.yaml", "problems/yours/problem.yaml")
    (tmp_path / "course" / "refuse").touch()
    code, published = push("0" * 40)
    assert (code, published) == (1, ["yours"])
    (tmp_path / "course" / "refuse").unlink()
    write(tmp_path, "problems/mine/lesson.md")
    assert push("HEAD~1") == (0, ["mine"])


def test_an_earlier_push_that_is_run_again_publishes_the_newest_files(
    push: Callable[[str], tuple[int, list[str]]], tmp_path: Path
) -> None:
    """GitHub runs it with the commit of that push, whose files are older than those published since."""
    assert CHECKOUT["with"]["ref"] == "${{ github.ref }}"
    write(tmp_path, "problems/first/problem.yaml")
    assert push("0" * 40) == (0, ["first"])
    write(tmp_path, "problems/mine/problem.yaml", "problems/yours/problem.yaml")
    (tmp_path / "course" / "refuse").touch()
    assert push("HEAD~1") == (1, ["yours"])
    (tmp_path / "course" / "refuse").unlink()
    write(tmp_path, "problems/yours/lesson.md")
    assert push("HEAD~1") == (0, ["yours"])
    write(tmp_path, "README.md")
    assert push("HEAD~3") == (0, ["mine", "yours"])


def test_a_file_that_moves_to_another_problem_changes_both(
    push: Callable[[str], tuple[int, list[str]]], tmp_path: Path
) -> None:
    write(tmp_path, "problems/mine/problem.yaml", "problems/mine/solution.md", "problems/yours/problem.yaml")
    assert push("0" * 40) == (0, ["mine", "yours"])
    course = tmp_path / "course" / "problems"
    (course / "mine" / "solution.md").rename(course / "yours" / "solution.md")
    assert push("HEAD~1") == (0, ["mine", "yours"])
