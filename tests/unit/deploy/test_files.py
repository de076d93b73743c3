"""`deploy/`, the Dockerfile and compose.yaml are correct: settings, paths, ports and units exist and match."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.kit.settings import PREFIX, Settings
from scripts.try_dockerfile import Instruction, read_dockerfile
from tests.unit.deploy.compose import Compose

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
DOCKERFILE = ROOT / "Dockerfile"
COMPOSE = ROOT / "compose.yaml"
FILES = [DOCKERFILE, COMPOSE, *sorted(path for path in DEPLOY.rglob("*") if path.is_file())]
JSON = dict[str, Any]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_settings_that_are_set_exist(path: Path) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    assert set(re.findall(r"\bJAXDOJO_[A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8"))) <= known


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
            assert base in made or re.fullmatch(r"[a-z/]+:\d+\.\d+\.\d+-[a-z-]+(@sha256:[0-9a-f]{64})?", base), base


def test_image_is_an_ordinary_users_and_watched(instructions: list[Instruction]) -> None:
    stages = {one.value.split()[-1] for one in instructions if one.word == "FROM"}
    assert {"cpu", "cuda"} <= stages
    assert [one.value for one in instructions if one.word == "FROM"][-1] == "base AS cpu", "the default is the last"
    users = [one.value for one in instructions if one.word == "USER"]
    assert users == ["10001:10001"]
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


def test_compose_gives_away_nothing_but_what_the_sandbox_needs(compose: Compose) -> None:
    for name in ("server", "runner", "publish"):
        service = compose.services[name]
        assert service.cap_drop == ["ALL"]
        assert service.read_only
        assert "no-new-privileges:true" in service.security_opt
        assert (len(service.security_opt) > 1) == (name != "server"), "only what starts sandboxes gets more"
    for option in compose.services["runner"].security_opt:
        kind, _, path = option.partition("=")
        if kind == "seccomp":
            assert (ROOT / path).is_file()


OF_RUNNERS = {"DATA", "DATABASE_URL", "BUNDLES_URL", "RUNNER", "RUNNER_PORT", "WORKERS", "STOP_GRACE_S", "METRICS"}
"""The settings, without their prefix, of a runner in the shipped files, apart from those for its logs."""


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
    assert f":{'${RUNNER_PASSWORD'}" in runner.environment["JAXDOJO_DATABASE_URL"]


# Kubernetes --------------------------------------------------------------------------------------------------


def read_manifests() -> list[JSON]:
    return [
        manifest
        for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
        for manifest in yaml.safe_load_all(path.read_text(encoding="utf-8"))
    ]


def read_kind(*kinds: str) -> list[JSON]:
    return [manifest for manifest in read_manifests() if manifest["kind"] in kinds]


def test_manifests_are_listed_and_named() -> None:
    folder = DEPLOY / "kubernetes"
    listed = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))["resources"]
    others = {path.name for path in folder.glob("*.yaml") if ".example." not in path.name} - {"kustomization.yaml"}
    assert set(listed) == others
    for manifest in read_manifests():
        assert manifest["apiVersion"]
        assert manifest["kind"] == "Kustomization" or manifest["metadata"]["name"]


def test_selectors_find_pods() -> None:
    pods = [manifest["spec"]["template"]["metadata"]["labels"] for manifest in read_kind("Deployment")]
    for manifest in read_kind("Deployment", "PodDisruptionBudget"):
        assert manifest["spec"]["selector"]["matchLabels"] in pods
    for manifest in read_kind("Service"):
        assert manifest["spec"]["selector"] in pods


@pytest.mark.parametrize("manifest", read_kind("Deployment", "Job"), ids=lambda manifest: manifest["metadata"]["name"])
def test_pods_refer_to_what_is_there_and_have_no_rights(manifest: JSON) -> None:
    pod = manifest["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    ports = {port["name"] for port in container.get("ports", [])}
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        if manifest["kind"] == "Deployment":
            assert container[probe]["httpGet"]["port"] in ports
    made = {(one["kind"], one["metadata"]["name"]) for one in read_manifests() if one["kind"] != "Kustomization"}
    for source in container["envFrom"]:
        kind = "ConfigMap" if "configMapRef" in source else "Secret"
        assert (kind, next(iter(source.values()))["name"]) in made
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
    claims = {one["persistentVolumeClaim"]["claimName"] for one in pod["volumes"] if "persistentVolumeClaim" in one}
    assert {("PersistentVolumeClaim", claim) for claim in claims} <= made
    assert pod["securityContext"]["runAsNonRoot"]
    rights = container["securityContext"]
    assert (rights["allowPrivilegeEscalation"], rights["capabilities"]) == (False, {"drop": ["ALL"]})
    assert "privileged" not in rights
    sandboxed = container["args"] != ["serve"]
    assert (rights.get("procMount") == "Unmasked") == sandboxed
    assert (pod.get("hostUsers") is False) == sandboxed, "an unmasked /proc needs it"
    assert pod["securityContext"]["seccompProfile"]["type"] == ("Localhost" if sandboxed else "RuntimeDefault")


def test_runners_of_kubernetes_have_no_secret_of_the_servers() -> None:
    [runner] = [one for one in read_kind("Deployment") if one["metadata"]["name"] == "jaxdojo-runner"]
    [container] = runner["spec"]["template"]["spec"]["containers"]
    sources = {next(iter(source.values()))["name"] for source in container["envFrom"]}
    assert sources == {"jaxdojo-runner"}
    given = {one["name"] for one in container["env"]}
    for one in read_kind("ConfigMap", "Secret"):
        if one["metadata"]["name"] in sources:
            given |= set(one.get("data") or one["stringData"])
    told = {name.removeprefix(PREFIX) for name in given if name.startswith(PREFIX)}
    assert told <= OF_RUNNERS | {"LOG_FORMAT"}
    [secret] = [one for one in read_kind("Secret") if one["metadata"]["name"] == "jaxdojo-runner"]
    assert "//jaxdojo_runner:" in secret["stringData"]["JAXDOJO_DATABASE_URL"]


def test_policies_say_who_reaches_whom() -> None:
    """Servers are reachable only from named namespaces; what starts sandboxes can connect only where it must."""
    policies = {one["metadata"]["name"]: one["spec"] for one in read_kind("NetworkPolicy")}
    pods = [one["spec"]["template"]["metadata"]["labels"] for one in read_kind("Deployment", "Job")]
    assert sorted(str(one["podSelector"]["matchLabels"]) for one in policies.values()) == sorted(map(str, pods))
    for rule in policies["jaxdojo-server"]["ingress"]:
        assert all("namespaceSelector" in peer for peer in rule["from"])
    for name in ("jaxdojo-runner", "jaxdojo-publish"):
        assert "Egress" in policies[name]["policyTypes"]
        assert {port["port"] for rule in policies[name]["egress"] for port in rule["ports"]} == {53, 5432, 443}
    assert "ingress" not in policies["jaxdojo-publish"]


def test_services_have_ports_and_ingresses_services() -> None:
    services = {one["metadata"]["name"]: one for one in read_kind("Service")}
    for service in services.values():
        pods = [one["spec"]["template"]["spec"] for one in read_kind("Deployment")]
        named = {port["name"] for pod in pods for one in pod["containers"] for port in one.get("ports", [])}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= named
    for ingress in read_kind("Ingress"):
        for rule in ingress["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                ports = {port["port"] for port in services[backend["name"]]["spec"]["ports"]}
                assert backend["port"]["number"] in ports


# Stopping ----------------------------------------------------------------------------------------------------

MARGIN_S = 15.0
"""The maximum time of a stop beyond its grace period, in seconds, as docs/scaling.md says."""
GRACE_S: float = Settings.model_fields["stop_grace_s"].default


def _read_unit(unit: str) -> tuple[float, float]:
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    told = re.search(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
    grace = re.search(r"^Environment=JAXDOJO_STOP_GRACE_S=(\d+)$", text, re.MULTILINE)
    assert told is not None
    return float(told[1]), float(grace[1]) if grace is not None else GRACE_S


@pytest.mark.parametrize("unit", ["jaxdojo.service", "jaxdojo-runner@.service"])
def test_systemd_waits_for_a_stop(unit: str) -> None:
    waits, grace = _read_unit(unit)
    assert waits >= grace + MARGIN_S


@pytest.mark.parametrize("manifest", read_kind("Deployment"), ids=lambda manifest: manifest["metadata"]["name"])
def test_kubernetes_waits_for_a_stop(manifest: JSON) -> None:
    pod = manifest["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    told = {one["name"]: one["value"] for one in container.get("env", [])}
    grace = float(told.get("JAXDOJO_STOP_GRACE_S", 0 if container["args"] == ["serve"] else GRACE_S))
    before = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    assert pod["terminationGracePeriodSeconds"] >= before + grace + MARGIN_S


def test_compose_waits_for_a_stop() -> None:
    services = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    for name in ("server", "runner"):
        grace = float(services[name]["environment"].get("JAXDOJO_STOP_GRACE_S", 0))
        assert float(services[name]["stop_grace_period"].removesuffix("s")) >= grace + MARGIN_S


# systemd -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["jaxdojo.service", "jaxdojo-runner@.service"])
def test_units_are_what_systemd_takes(unit: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here: install the package `systemd`")
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    copy = tmp_path / unit.replace("@.", "@1.")
    copy.write_text(text.replace("/opt/jaxdojo/bin/jaxdojo", shutil.which("true") or ""), encoding="utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_runner_unit_shares_nothing_with_the_server() -> None:
    def read(unit: str, key: str) -> set[str]:
        text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
        return set(re.findall(rf"^{key}=-?(.+)$", text, re.MULTILINE))

    for key in ("User", "Group", "StateDirectory", "WorkingDirectory", "EnvironmentFile"):
        assert not read("jaxdojo.service", key) & read("jaxdojo-runner@.service", key), key
    assert read("jaxdojo-runner@.service", "IPAddressDeny") == {"any"}
    [hidden] = read("jaxdojo-runner@.service", "InaccessiblePaths")
    server = read("jaxdojo.service", "EnvironmentFile") | {
        f"/var/lib/{name}" for name in read("jaxdojo.service", "StateDirectory")
    }
    assert server == {path.removeprefix("-") for path in hidden.split()}


@pytest.mark.parametrize("unit", ["jaxdojo.service", "jaxdojo-runner@.service"])
def test_units_forbid_nothing_that_the_sandbox_needs(unit: str) -> None:
    lines = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8").splitlines()
    told = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    assert told["NoNewPrivileges"] == "yes"
    assert told["CapabilityBoundingSet"] == ""
    assert told["Delegate"] == "yes"
    fatal = {"RestrictNamespaces", "ProtectKernelTunables", "ProtectKernelLogs", "ProtectProc", "ProcSubset"}
    fatal |= {"ProtectHostname", "SystemCallFilter", "MemoryDenyWriteExecute", "ProtectControlGroups"}
    assert not fatal & told.keys()


HARDENING = {
    *("LockPersonality", "MemoryDenyWriteExecute", "NoNewPrivileges", "PrivateDevices", "PrivateNetwork", "PrivateTmp"),
    *("PrivateUsers", "ProcSubset", "ProtectClock", "ProtectControlGroups", "ProtectHome", "ProtectHostname"),
    *("ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables", "ProtectProc", "ProtectSystem"),
    *("RestrictAddressFamilies", "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "RemoveIPC"),
    *("SystemCallArchitectures", "SystemCallFilter", "CapabilityBoundingSet", "KeyringMode", "UMask"),
}
"""The options that `systemd-analyze security` recommends and that an ordinary user's service can have."""


@pytest.mark.parametrize("unit", ["jaxdojo.service", "jaxdojo-runner@.service"])
def test_units_have_each_hardening_or_say_why_not(unit: str) -> None:
    lines = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8").splitlines()
    chosen = {line.partition("=")[0] for line in lines if "=" in line and not line.startswith("#")}
    text = (DEPLOY / "systemd" / "jaxdojo.service").read_text(encoding="utf-8")
    left_out = set(re.findall(r"\w+", " ".join(line for line in text.splitlines() if line.startswith("#"))))
    assert HARDENING - chosen - left_out == set()
    assert not HARDENING & chosen & left_out
