"""`deploy/kubernetes`: its objects refer to what is there, fit the schemas, and allow nothing that isn't needed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING

import pytest
import yaml

from app.kit.settings import PREFIX
from tests.unit.deploy.shared import DEPLOY, GRACE_S, JSON, MARGIN_S, OF_RUNNERS, ROOT

if TYPE_CHECKING:
    from pathlib import Path


def read_manifests() -> list[JSON]:
    return [
        manifest
        for path in sorted((DEPLOY / "kubernetes").rglob("*.yaml"))
        for manifest in yaml.safe_load_all(path.read_text(encoding="utf-8"))
    ]


def read_kind(*kinds: str) -> list[JSON]:
    return [manifest for manifest in read_manifests() if manifest["kind"] in kinds]


KUBERNETES = DEPLOY / "kubernetes"
COMPONENTS = ("autoscaling", "monitoring")


def read_kustomization(folder: str = ".") -> JSON:
    found: JSON = yaml.safe_load((KUBERNETES / folder / "kustomization.yaml").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("folder", [".", "publish", *COMPONENTS])
def test_manifests_are_listed_and_named(folder: str) -> None:
    paths = {path.name for path in (KUBERNETES / folder).glob("*.yaml") if ".example." not in path.name}
    others = paths - {"kustomization.yaml"} | ({"publish"} if folder == "." else set())
    kustomization = read_kustomization(folder)
    assert set(kustomization["resources"]) == others
    assert kustomization["kind"] == ("Component" if folder in COMPONENTS else "Kustomization")
    for manifest in read_manifests():
        assert manifest["apiVersion"]
        assert manifest["kind"] in {"Kustomization", "Component"} or manifest["metadata"]["name"]


def test_the_job_of_each_version_has_its_own_name_and_goes_by_itself() -> None:
    """A Job can't be changed: an upgrade makes another one, and nobody has to delete the earlier one."""
    [image] = read_kustomization()["images"]
    assert read_kustomization("publish")["nameSuffix"] == "-" + image["newTag"].replace(".", "-")
    [job] = read_kind("Job")
    assert job["spec"]["ttlSecondsAfterFinished"] > 0


@pytest.mark.parametrize("manifest", read_kind("Deployment"), ids=lambda manifest: manifest["metadata"]["name"])
def test_pods_are_spread_over_machines_and_zones(manifest: JSON) -> None:
    spreads = manifest["spec"]["template"]["spec"]["topologySpreadConstraints"]
    assert [one["topologyKey"] for one in spreads] == ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]
    for one in spreads:
        assert one["labelSelector"]["matchLabels"] == manifest["spec"]["selector"]["matchLabels"]
        assert one["whenUnsatisfiable"] == "ScheduleAnyway"


def test_monitors_find_ports_that_answer() -> None:
    deployments = {one["metadata"]["name"]: one["spec"] for one in read_kind("Deployment")}
    for monitor in read_kind("PodMonitor", "ServiceMonitor"):
        [endpoint] = monitor["spec"].get("podMetricsEndpoints") or monitor["spec"]["endpoints"]
        pods = deployments[monitor["metadata"]["name"]]
        assert monitor["spec"]["selector"] == pods["selector"]
        [container] = pods["template"]["spec"]["containers"]
        assert endpoint["port"] in {port["name"] for port in container["ports"]}
        assert endpoint["path"] == "/metrics"
    [service] = read_kind("Service")
    [monitor] = read_kind("ServiceMonitor")
    assert monitor["spec"]["selector"]["matchLabels"] == service["metadata"]["labels"]


def test_what_scales_runners_leaves_their_number_to_nobody_else() -> None:
    [scaled] = read_kind("ScaledObject")
    assert scaled["spec"]["scaleTargetRef"]["name"] in {one["metadata"]["name"] for one in read_kind("Deployment")}
    [patch] = read_kustomization("autoscaling")["patches"]
    assert patch["target"] == {"kind": "Deployment", "name": scaled["spec"]["scaleTargetRef"]["name"]}
    assert yaml.safe_load(patch["patch"]) == [{"op": "remove", "path": "/spec/replicas"}]
    assert scaled["spec"]["minReplicaCount"] >= 2


def build_kustomization(folder: Path) -> str:
    """Return what kustomize makes of a folder; skip the test where kubectl isn't there."""
    if shutil.which("kubectl") is None:
        pytest.skip("kubectl, which knows kustomize, isn't installed here")
    done = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_kustomize_builds_it_with_and_without_components(tmp_path: Path) -> None:
    plain = list(yaml.safe_load_all(build_kustomization(KUBERNETES)))
    suffix = read_kustomization("publish")["nameSuffix"]
    assert f"jaxdojo-publish{suffix}" in {one["metadata"]["name"] for one in plain if one["kind"] == "Job"}
    assert {one["metadata"]["namespace"] for one in plain if one["kind"] != "Namespace"} == {"jaxdojo"}
    copy = tmp_path / "kubernetes"
    shutil.copytree(KUBERNETES, copy)
    text = (copy / "kustomization.yaml").read_text(encoding="utf-8")
    assert "\n# components: [monitoring, autoscaling]" in text
    (copy / "kustomization.yaml").write_text(text.replace("# components:", "components:"), encoding="utf-8")
    whole = list(yaml.safe_load_all(build_kustomization(copy)))
    assert {one["kind"] for one in whole} - {one["kind"] for one in plain} == {
        *("PodMonitor", "ServiceMonitor", "ScaledObject"),
    }
    deployments = {one["metadata"]["name"]: one["spec"] for one in whole if one["kind"] == "Deployment"}
    assert "replicas" not in deployments["jaxdojo-runner"]
    assert "annotations" not in deployments["jaxdojo-server"]["template"]["metadata"]


@pytest.mark.parametrize("version", ["1.33", "1.37"])
def test_manifests_fit_the_schemas_of_kubernetes(version: str, tmp_path: Path) -> None:
    """The oldest version that docs/deployment.md names, and the newest that the package knows."""
    pytest.importorskip("kubernetes_validate", reason="kubernetes-validate isn't installed: run make setup")
    own = {"Kustomization", "Component", "PodMonitor", "ServiceMonitor", "ScaledObject"}
    path = tmp_path / "all.yaml"
    path.write_text(yaml.safe_dump_all([one for one in read_manifests() if one["kind"] not in own]), encoding="utf-8")
    command = [sys.executable, "-m", "kubernetes_validate", "-k", version, "--strict", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_commands_make_the_namespace_before_anything_in_it() -> None:
    """Otherwise the very first command fails. `my-secret.yaml` is a copy of the example."""
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    [block] = [one for one in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "kubectl apply" in one]
    made: set[str] = set()
    applied = re.findall(r"^kubectl apply --filename (\S+)$", block, re.MULTILINE)
    assert len(applied) == 2
    for name in applied:
        path = KUBERNETES / "secret.example.yaml" if name == "my-secret.yaml" else ROOT / name
        for manifest in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            assert {manifest["metadata"].get("namespace")} - {None} <= made, name
            if manifest["kind"] == "Namespace":
                made.add(manifest["metadata"]["name"])
    [server] = [one for one in read_kind("Deployment") if one["metadata"]["name"] in block]
    assert f"exec --namespace=jaxdojo --stdin --tty deployment/{server['metadata']['name']} -- jaxdojo" in block


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
    made = {(one["kind"], one["metadata"]["name"]) for one in read_manifests() if "metadata" in one}
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
    assert told <= OF_RUNNERS
    [secret] = [one for one in read_kind("Secret") if one["metadata"]["name"] == "jaxdojo-runner"]
    assert "//jaxdojo_runner:" in secret["stringData"]["JAXDOJO_DATABASE_URL"]


INNER = (
    *("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"),
    *("fc00::/7", "fe80::/10"),
)
"""Networks that aren't the public Internet: those of clusters and machines, and the addresses of clouds' metadata."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""The prefix by which IPv6 reaches all of IPv4 where there is a NAT64 (RFC 6052); RFC 8215 has one for local use."""
EXAMPLES = IPv4Network("192.0.2.0/24")
"""Addresses that nobody has (RFC 5737)."""


def translate(network: str) -> str:
    """Return the IPv6 addresses by which a NAT64 reaches an IPv4 network."""
    inner = IPv4Network(network)
    first = int(TRANSLATED.network_address) + int(inner.network_address)
    return str(IPv6Network((first, TRANSLATED.prefixlen + inner.prefixlen)))


def test_policies_say_who_reaches_whom() -> None:
    """Each port of servers is reachable only from its namespace; what starts sandboxes connects only where it must."""
    policies = {one["metadata"]["name"]: one["spec"] for one in read_kind("NetworkPolicy")}
    pods = [one["spec"]["template"]["metadata"]["labels"] for one in read_kind("Deployment", "Job")]
    assert sorted(str(one["podSelector"]["matchLabels"]) for one in policies.values()) == sorted(map(str, pods))
    assert all(set(one["policyTypes"]) == {"Ingress", "Egress"} for one in policies.values())
    reachable = {
        (name, peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"], port["port"])
        for name, policy in policies.items()
        for rule in policy.get("ingress", [])
        for peer in rule["from"]
        for port in rule["ports"]
    }
    assert reachable == {
        ("jaxdojo-server", "ingress-nginx", "http"),
        ("jaxdojo-server", "monitoring", "watch"),
        ("jaxdojo-runner", "monitoring", "watch"),
    }
    for name in ("jaxdojo-runner", "jaxdojo-publish"):
        assert {port["port"] for rule in policies[name]["egress"] for port in rule["ports"]} == {53, 5432, 443}


@pytest.mark.parametrize("manifest", read_kind("NetworkPolicy"), ids=lambda manifest: manifest["metadata"]["name"])
def test_policies_name_all_that_is_reached(manifest: JSON) -> None:
    """What an operator names is nowhere before that; only servers reach the Internet, and nothing inside."""
    for rule in manifest["spec"]["egress"]:
        assert rule["to"]
        blocks = [peer["ipBlock"] for peer in rule["to"] if "ipBlock" in peer]
        assert blocks or {port["port"] for port in rule["ports"]} == {53}
        for block in blocks:
            network = ip_network(block["cidr"])
            if isinstance(network, IPv4Network) and network.subnet_of(EXAMPLES):
                continue
            assert (manifest["metadata"]["name"], network.prefixlen) == ("jaxdojo-server", 0)
            inner = {one for one in INNER if ip_network(one).version == network.version}
            if network.version == 6:
                inner |= {"64:ff9b:1::/48", *(translate(one) for one in INNER if ip_network(one).version == 4)}
            assert set(block["except"]) == inner


def test_servers_answer_prometheus_at_a_port_of_its_own() -> None:
    """It doesn't reach the port on which servers believe what a proxy says of a client."""
    [server] = [one for one in read_kind("Deployment") if one["metadata"]["name"] == "jaxdojo-server"]
    template = server["spec"]["template"]
    [container] = template["spec"]["containers"]
    ports = {port["name"]: str(port["containerPort"]) for port in container["ports"]}
    [told] = [one["value"] for one in container["env"] if one["name"] == "JAXDOJO_MONITORING_PORT"]
    assert template["metadata"]["annotations"]["prometheus.io/port"] == told == ports["watch"]
    [monitor] = read_kind("ServiceMonitor")
    assert [one["port"] for one in monitor["spec"]["endpoints"]] == ["watch"]
    [service] = read_kind("Service")
    assert "watch" in {port["name"] for port in service["spec"]["ports"]}


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


@pytest.mark.parametrize("manifest", read_kind("Deployment"), ids=lambda manifest: manifest["metadata"]["name"])
def test_kubernetes_waits_for_a_stop(manifest: JSON) -> None:
    pod = manifest["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    told = {one["name"]: one["value"] for one in container.get("env", [])}
    grace = float(told.get("JAXDOJO_STOP_GRACE_S", 0 if container["args"] == ["serve"] else GRACE_S))
    before = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    assert pod["terminationGracePeriodSeconds"] >= before + grace + MARGIN_S
