"""`deploy/`, the Dockerfile and compose.yaml are correct: settings, paths, ports and units exist and match."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

from app.kit.settings import PREFIX, Settings
from scripts.try_dockerfile import Instruction, read_dockerfile
from tests.unit.deploy.compose import Compose
from tests.unit.deploy.shared import DEPLOY, MARGIN_S, OF_RUNNERS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

DOCKERFILE = ROOT / "Dockerfile"
COMPOSE = ROOT / "compose.yaml"
FILES = [DOCKERFILE, COMPOSE, *sorted(path for path in DEPLOY.rglob("*") if path.is_file())]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_settings_that_are_set_exist(path: Path) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    assert set(re.findall(r"\bJAXDOJO_[A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8"))) <= known


def test_proxies_are_told_of_all_streams() -> None:
    """What a proxy holds back arrives only with the verdict."""
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    routes = re.findall(r'@router\.get\(\s*"([^"]+)",\s*response_class=EventSourceResponse', source)
    assert len(routes) == source.count("response_class=EventSourceResponse")
    endings = {route.rpartition("/")[2] for route in routes}
    told = re.search(
        r"addresses that end in (.*?), and keep them", (ROOT / "docs" / "deployment.md").read_text("utf-8")
    )
    assert told is not None
    assert set(re.findall(r"`/(\w+)`", told[1])) == endings
    nginx = re.search(
        r"location ~ /\((.*)\)\$ \{\s+proxy_buffering off;", (DEPLOY / "proxy" / "nginx.conf").read_text("utf-8")
    )
    assert nginx is not None
    assert set(nginx[1].split("|")) == endings


# The Dockerfile ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def instructions() -> list[Instruction]:
    return read_dockerfile(DOCKERFILE.read_text(encoding="utf-8"))


def test_base_images_are_pinned(instructions: list[Instruction]) -> None:
    made = {one.value.split()[-1] for one in instructions if one.word == "FROM"}
    arguments = dict(one.value.split("=", 1) for one in instructions if one.word == "ARG")
    for one in instructions:
        if one.word == "FROM":
            base = one.value.split()[0]
            base = arguments.get(base.strip("${}"), base)
            assert base in made or re.fullmatch(r"[a-z/]+:\d+(\.\d+){1,2}-[a-z-]+(@sha256:[0-9a-f]{64})?", base), base


def test_image_is_an_ordinary_users_and_watched(instructions: list[Instruction]) -> None:
    stages = {one.value.split()[-1] for one in instructions if one.word == "FROM"}
    assert {"cpu", "cuda"} <= stages
    assert [one.value for one in instructions if one.word == "FROM"][-1] == "base AS cpu", "the default is the last"
    users = [one.value for one in instructions if one.word == "USER"]
    assert users == ["10001:10001"] * 2, "the service's and the backup's"
    assert [one.word for one in instructions].count("HEALTHCHECK") == 1


def test_what_is_copied_exists(instructions: list[Instruction]) -> None:
    for one in instructions:
        if one.word == "COPY" and not one.value.startswith("--from="):
            *sources, _ = one.value.split()
            assert [source for source in sources if not (ROOT / source).exists()] == []


# compose.yaml ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compose() -> Compose:
    return Compose.model_validate(yaml.safe_load(COMPOSE.read_text(encoding="utf-8")))


def test_compose_fits_the_schema_of_compose_files() -> None:
    """The schema that comes with check-jsonschema; `Compose` is stricter about the parts that are used."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_compose_fits_together(compose: Compose, instructions: list[Instruction]) -> None:
    assert compose.strangers == []
    stages = {one.value.split()[-1] for one in instructions if one.word == "FROM"}
    for name, service in compose.services.items():
        assert set(service.depends_on) <= compose.services.keys(), name
        named = {volume.partition(":")[0] for volume in service.volumes}
        assert {one for one in named if not one.startswith("./")} <= compose.volumes.keys(), name
        assert all((ROOT / one).is_file() for one in named if one.startswith("./")), name
        assert set(service.networks) <= compose.networks.keys(), name
        if service.build is not None:
            assert service.build.target in stages
    ports = compose.services["runner"].environment
    assert ports["JAXDOJO_RUNNER_PORT"] == ports["HEALTH_PORT"]
    pinned = next(one.value for one in instructions if one.value.startswith("POSTGRES_IMAGE="))
    default = compose.services["db"].image.removeprefix("${POSTGRES_IMAGE:-").removesuffix("}")
    assert pinned == f"POSTGRES_IMAGE={default}", "pg_dump must be as new as the database"
    build = compose.services["backup"].build
    assert build is not None
    assert build.args == {"POSTGRES_IMAGE": compose.services["db"].image}
    folder = compose.services["backup"].environment["JAXDOJO_BUNDLES_URL"]
    told = [one.value for one in instructions if one.word == "ENV"]
    assert f"JAXDOJO_BUNDLES_URL={folder}" in told, "who keeps an earlier compose.yaml still has the problems saved"


def test_volumes_of_compose_belong_to_the_images_user(compose: Compose, instructions: list[Instruction]) -> None:
    """A new volume belongs to whom the image's folder belongs to, and to root where the image has no such folder."""
    owned = {
        path
        for one in instructions
        for step in one.value.split("&&")
        if re.match(r"install --directory --owner=(jaxdojo|10001) ", step.strip())
        for path in step.split()
        if path.startswith("/")
    }
    for name in ("server", "runner", "publish", "backup"):
        for volume in compose.services[name].volumes:
            _, path, *mode = volume.split(":")
            assert mode == ["ro"] or path in owned or name == "backup", volume
    assert "/var/lib/jaxdojo-backups" in owned


def test_compose_rotates_logs_and_leaves_the_processor_to_the_pages(compose: Compose) -> None:
    """The schema demands a rotating log and limits for each service."""
    shares = {name: service.cpu_shares for name, service in compose.services.items()}
    assert max(shares["runner"], shares["publish"], shares["backup"]) < min(shares["server"], shares["db"])
    for name in ("max-size", "max-file"):
        assert f"{name}:" in COMPOSE.read_text(encoding="utf-8")


FIXED = {"DATA", "HOST", "PORT", "DATABASE_URL", "BUNDLES_URL", "RUNNER", "RUNNER_ROLE"}
"""The settings, without their prefix, that compose.yaml decides for the server."""


def test_settings_are_reachable_by_the_environment_file(compose: Compose) -> None:
    """Servers get all of `.env`; runners what concerns them, each by its name, and no secret."""
    for name in ("server", "publish"):
        service = compose.services[name]
        assert service.env_file == ".env"
        for variable, value in service.environment.items():
            setting = variable.removeprefix(PREFIX)
            assert setting in FIXED or (value or "").startswith("${" + variable + ":-"), variable
    runner = compose.services["runner"]
    assert runner.env_file is None
    told = {name.removeprefix(PREFIX) for name in runner.environment if name.startswith(PREFIX)}
    grading = {name.upper() for name in Settings.model_fields if name.startswith("sandbox_")} - {"SANDBOX_UID"}
    grading |= {"WORKERS", "SPARES", "DEVICE", "CGROUPS", "MINIMUM_TIER", "LOG_FORMAT", "LOG_LEVEL", "TELEMETRY"}
    assert grading <= told
    for variable, value in runner.environment.items():  # what isn't decided here has the value of `.env`, if any
        setting = variable.removeprefix(PREFIX)
        fixed = setting in {*FIXED, "RUNNER_PORT", "HEALTH_PORT"}
        assert fixed or value is None or value.startswith("${" + variable + ":-"), variable


def test_compose_removes_nothing_that_the_image_sets(compose: Compose, instructions: list[Instruction]) -> None:
    """A variable without a value is removed from the container where `.env` lacks it, even if the image sets it."""
    set_by_image = {name for one in instructions if one.word == "ENV" for name in re.findall(r"(\w+)=", one.value)}
    assert {"JAXDOJO_DEVICE", "JAXDOJO_LOG_FORMAT"} <= set_by_image
    for name, service in compose.services.items():
        assert {key for key, value in service.environment.items() if value is None} & set_by_image == set(), name


def test_compose_gives_away_nothing_but_what_the_sandbox_needs(compose: Compose) -> None:
    for name in ("server", "runner", "publish", "backup"):
        service = compose.services[name]
        assert service.cap_drop == ["ALL"]
        assert service.read_only
        assert "no-new-privileges:true" in service.security_opt
        assert (len(service.security_opt) > 1) == (name in {"runner", "publish"}), (
            "only what starts sandboxes gets more"
        )
    for option in compose.services["runner"].security_opt:
        kind, _, path = option.partition("=")
        if kind == "seccomp":
            assert (ROOT / path).is_file()


def test_compose_gives_runners_no_secret_and_no_way_out(compose: Compose) -> None:
    runner = compose.services["runner"]
    told = {name.removeprefix(PREFIX) for name in runner.environment if name.startswith(PREFIX)}
    assert told <= OF_RUNNERS
    assert "POSTGRES_PASSWORD" not in str(runner.environment)
    assert runner.networks == ["database"]
    network = compose.networks["database"]
    assert network is not None
    assert network.internal
    shared = {volume for volume in runner.volumes if volume.partition(":")[0] != "runner"}
    assert shared == {"bundles:/var/lib/jaxdojo-bundles:ro"}
    assert f":{'${RUNNER_PASSWORD'}" in str(runner.environment["JAXDOJO_DATABASE_URL"])


def test_the_guide_gives_commands_a_container_in_which_they_work(compose: Compose) -> None:
    """The server's has no sandbox, and nothing runs in a container that is stopped."""
    guide = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(jaxdojo [^`]+)`[^|]* \| `(docker compose [^`]+)` \|$", guide, re.MULTILINE))
    needs_sandbox = ("jaxdojo doctor", "jaxdojo problem publish --all --quick", "jaxdojo problem check SLUG")
    for command in needs_sandbox:
        [name] = re.findall(r"(?:exec|run --rm) (\w+)", told[command])
        assert len(compose.services[name].security_opt) > 1, command
    assert told[needs_sandbox[1]] == "docker compose run --rm publish"
    assert " ".join(compose.services["publish"].command) == needs_sandbox[1].removeprefix("jaxdojo ")
    assert told[needs_sandbox[1]] in guide.partition("\n## Upgrade\n")[2].partition("\n## ")[0]
    for command in ("jaxdojo db downgrade VERSION", "jaxdojo keys discard"):  # No server runs then.
        assert " run --rm server " in told[command]
    of_kubernetes = guide.partition("\n## Several machines, with Kubernetes\n")[2].partition("\n## ")[0]
    for row in re.findall(r"^\| (`jaxdojo .*?) \| `docker compose run --rm (?:publish|server) ", guide, re.MULTILINE):
        for command in re.findall(r"`([^`]+?)(?: [A-Z]+)?`", row):
            assert f"`{command}`" in of_kubernetes, command


def test_compose_waits_for_a_stop() -> None:
    services = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    for name in ("server", "runner"):
        grace = float(find_default(services[name]["environment"].get("JAXDOJO_STOP_GRACE_S", "0")))
        assert float(find_default(services[name]["stop_grace_period"]).removesuffix("s")) >= grace + MARGIN_S


def find_default(value: str) -> str:
    """Return what a value of compose.yaml is unless `.env` says otherwise."""
    return re.sub(r"\$\{\w+:-(.*)\}", r"\1", value)
