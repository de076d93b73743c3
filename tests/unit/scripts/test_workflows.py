"""The workflows that publish, which can't run here: their schema, their pins, and their permissions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from scripts.setup.system import list_missing

ROOT: Final = Path(__file__).resolve().parents[3]
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASE: Final = ROOT / ".github" / "workflows" / "release.yml"
CONTAINERS: Final = ROOT / ".github" / "workflows" / "containers.yml"


@pytest.fixture
def jobs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(RELEASE.read_text(encoding="utf-8"))["jobs"]
    return found


def check_schema(path: Path) -> subprocess.CompletedProcess[str]:
    """Check a workflow against the schema that comes with check-jsonschema."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_have_the_form_of_workflows(path: Path) -> None:
    done = check_schema(path)
    assert done.returncode == 0, done.stdout


def test_another_form_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(RELEASE.read_text(encoding="utf-8").replace("runs-on:", "runs:"), encoding="utf-8")
    assert check_schema(wrong).returncode == 1


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_their_commit_and_name_its_version(path: Path) -> None:
    used = re.findall(r"uses: *(.+)", path.read_text(encoding="utf-8"))
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_shell_lines_hold_no_expression(path: Path) -> None:
    """An expression's value would be run as code, so it is passed in the environment."""
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        assert [step["run"] for step in job["steps"] if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_what_is_installed_from_an_index_is_locked(path: Path) -> None:
    """With the right to publish close by, nothing newer than what was tested is run."""
    installs = [line for line in path.read_text(encoding="utf-8").splitlines() if "pip install" in line]
    assert [line.strip() for line in installs if "--require-hashes" not in line] == []


def test_only_what_was_used_is_published_and_only_there_may_one_publish(jobs: dict[str, Any]) -> None:
    assert jobs["use"]["needs"] == "build"
    assert jobs["publish"]["needs"] == "use"
    may = {name for name, job in jobs.items() if job["permissions"].get("id-token") == "write"}
    assert may == {"publish"}
    assert all("checkout" not in step.get("uses", "") for step in jobs["publish"]["steps"])
    assert all(job["timeout-minutes"] <= 30 for job in jobs.values())


def test_each_project_is_published_from_its_own_environment(jobs: dict[str, Any], tmp_path: Path) -> None:
    """Before a project exists, an index takes only one for each workflow and environment; its token covers no other."""
    publish = jobs["publish"]
    assert publish["environment"] == "release-${{ matrix.project }}"
    [chosen] = [step for step in publish["steps"] if "mkdir upload" in step.get("run", "")]
    assert chosen["env"] == {"PROJECT": "${{ matrix.project }}"}
    own = {
        "jaxdojo": {"jaxdojo-1.0-py3-none-any.whl", "jaxdojo-1.0.tar.gz"},
        "jaxdojo-client": {"jaxdojo_client-1.0-py3-none-any.whl"},
    }
    assert publish["strategy"]["matrix"]["project"] == list(own)
    for project, files in own.items():
        (tmp_path / project / "dist").mkdir(parents=True)
        for name in {"SHA256SUMS", "jaxdojo-1.0.cdx.json"}.union(*own.values()):
            (tmp_path / project / "dist" / name).touch()
        environment = {"PATH": os.environ["PATH"], "PROJECT": project}
        subprocess.run(["bash", "-ec", chosen["run"]], cwd=tmp_path / project, env=environment, check=True)
        assert {path.name for path in (tmp_path / project / "upload").iterdir()} == files


def test_what_set_up_asks_for_is_there_before_it(jobs: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Set-up ends at once if a system package is missing that it may not install, and its machine has none of these."""
    monkeypatch.setattr("scripts.setup.system.shutil.which", lambda _name: None)
    monkeypatch.setattr("scripts.setup.system.has_seccomp", lambda: False)
    asked = [package for package in list_missing() if not package.startswith("python3")]
    assert asked
    for job in jobs.values():
        before = ""
        for step in job["steps"]:
            if re.search(r"^\s*make ", step.get("run", ""), re.MULTILINE):
                assert [package for package in asked if package not in before] == []
            before += step.get("run", "")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_each_workflow_of_a_tag_builds_only_what_was_tried_everywhere(path: Path) -> None:
    """Otherwise images would be published of a release whose wheels are refused."""
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    builds = [
        step
        for job in found["jobs"].values()
        for step in job["steps"]
        if "make dist" in step.get("run", "") or "build-push-action" in step.get("uses", "")
    ]
    assert builds
    for step in builds:
        told = f"STRICT_PROOFS={step.get('env', {}).get('STRICT_PROOFS')} {step.get('with', {}).get('build-args')}"
        assert "STRICT_PROOFS=1" in told.split()
    assert re.search(r"^ARG STRICT_PROOFS=\nRUN make dist$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def test_what_it_calls_exists(jobs: dict[str, Any]) -> None:
    lines = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    for path in re.findall(r"(?:scripts|requirements)/[\w./]+", lines):
        assert (ROOT / path).is_file(), path
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert set(re.findall(r"make (\w+)", lines)) <= set(targets)
    supported = re.search(r'requires-python = ">=3\.(\d+),<3\.(\d+)"', (ROOT / "pyproject.toml").read_text())
    assert supported is not None
    versions = [f"3.{minor}" for minor in range(int(supported[1]), int(supported[2]))]
    assert jobs["use"]["strategy"]["matrix"]["python"] == versions


def test_images_are_used_before_they_get_a_name_and_only_then_attested() -> None:
    workflow = yaml.safe_load(CONTAINERS.read_text(encoding="utf-8"))
    jobs = workflow["jobs"]
    assert workflow["permissions"] == {}
    assert (jobs["use"]["needs"], jobs["name"]["needs"]) == ("build", "use")
    assert jobs["name"]["environment"] == "release"
    assert {name for name, job in jobs.items() if "id-token" in job["permissions"]} == {"name"}
    assert all("checkout" not in step.get("uses", "") for step in jobs["name"]["steps"])
    [build] = [step["with"] for step in jobs["build"]["steps"] if "build-push-action" in step.get("uses", "")]
    assert (build["sbom"], build["provenance"]) == (True, "mode=max")
    assert "push-by-digest=true" in build["outputs"]
    architectures = [one["architecture"] for one in jobs["build"]["strategy"]["matrix"]["machine"]]
    assert architectures == ["amd64", "arm64"]
    stages = re.findall(r"^FROM .* AS (\w+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    targets = [jobs[name]["strategy"]["matrix"]["target"] for name in ("build", "use", "name")]
    assert targets[0] == targets[1] == targets[2], "what gets a name was used"
    assert set(targets[0]) <= set(stages)


def test_images_are_used_with_the_rights_that_compose_gives() -> None:
    jobs = yaml.safe_load(CONTAINERS.read_text(encoding="utf-8"))["jobs"]
    lines = "\n".join(step["run"] for step in jobs["use"]["steps"] if "/solutions" in step.get("run", ""))
    runner = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["runner"]
    assert re.findall(r"--security-opt (\S+)", lines) == runner["security_opt"]
    for path in re.findall(r"/solutions/(\S+)", lines):
        assert (ROOT / "reference_solutions" / path).is_file()
