"""The dashboard and the alerts use metrics and labels that the service exports, and no others."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from app.db.statuses import Status
from app.domains.fleet.schemas import FleetState
from app.domains.monitoring.metrics import Machine, Metrics, Stored
from app.domains.submissions.schemas import Backlog
from app.server.health import EXAMPLE
from grader.grading.counts import SandboxCounts
from grader.report import Mode, Report, Verdict

MONITORING = Path(__file__).resolve().parents[3] / "deploy" / "monitoring"
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))
ALERTS: dict[str, Any] = yaml.safe_load((MONITORING / "alerts.yaml").read_text(encoding="utf-8"))
RULES: list[dict[str, Any]] = [rule for group in ALERTS["groups"] for rule in group["rules"]]
KUBERNETES = MONITORING.parent / "kubernetes"
SCALED: dict[str, Any] = yaml.safe_load((KUBERNETES / "autoscaling" / "scaledobject.yaml").read_text(encoding="utf-8"))
PROMETHEUS = {"up": {"job", "instance"}, "process_resident_memory_bytes": {"job", "instance"}}
"""Series that Prometheus itself exports, or to which it adds labels."""
MACHINE = Machine({"in_use": 1, "idle": 2}, 10, 100, 1.0)
WORDS = {
    "absent", "and", "by", "code", "count", "histogram_quantile", "increase", "instance", "job", "kind", "le", "max",
    "min", "namespace", "or", "rate", "reason", "route", "stage", "state", "status", "sum", "time", "topk", "unless",
    "verdict",
}  # fmt: skip
"""The words in expressions that aren't metrics: operators, functions and labels."""


def list_expressions() -> list[str]:
    panels = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    scaling = [trigger["metadata"]["query"] for trigger in SCALED["spec"]["triggers"]]
    return [*panels, *(rule["expr"] for rule in RULES), *scaling]


@pytest.fixture(scope="module")
def exported() -> dict[str, set[str]]:
    """Return the names of all series with their labels, from a service that has done everything once."""
    metrics = Metrics()
    metrics.count_retry()
    metrics.count_request("GET", "/", 200, 0.1)
    metrics.count_verdict(
        Report(problem="p", version="1", mode=Mode.RUN, verdict=Verdict.ACCEPTED, code="accepted", message="", score=1)
    )
    stored = Stored({Status.QUEUED: Backlog(1, 2.0)}, FleetState([], []), webhooks=Backlog(1, 2.0))
    counts = SandboxCounts({"any": 1}, {"timed_out": 1})
    metrics.set_current(sandbox="tier A", counts=counts, machine=MACHINE, stored=stored)
    text = metrics.render()
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text.decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found | PROMETHEUS


@pytest.mark.parametrize("expression", list_expressions())
def test_series_and_labels_exist(expression: str, exported: dict[str, set[str]]) -> None:
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', '""', expression)
    series = re.findall(r"\b(jaxdojo_\w+|process_\w+|up)\b(?:\{([^}]*)\})?", plain)
    assert series
    for name, selector in series:
        assert name in exported, name
        assert set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", selector)) <= exported[name] | {
            "namespace"
        }  # a label of the operator's
    labels = {label for _, labels in re.findall(r"\b(by|without) \(([^)]*)\)", plain) for label in labels.split(", ")}
    assert labels <= {"instance", "job"}.union(*(exported[name] for name, _ in series))


@pytest.mark.parametrize("expression", list_expressions())
def test_expressions_are_whole(expression: str) -> None:
    """A check of the syntax, in the absence of Prometheus's own: brackets are closed, and every word is known."""
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', "", expression)
    plain = re.sub(r"\[(?:\d+[smhd]|\$__rate_interval)\]", "", plain)
    open_brackets: list[str] = []
    for character in plain:
        if character in "({":
            open_brackets.append(character)
        elif character in ")}":
            assert open_brackets.pop() + character in {"()", "{}"}
    assert open_brackets == []
    assert {word for word in re.findall(r"[a-z_]+", plain) if not word.startswith(("jaxdojo_", "process_"))} - {
        "up"
    } <= WORDS


def test_the_example_of_the_interface_is_a_series_that_exists(exported: dict[str, set[str]]) -> None:
    [family] = text_string_to_metric_families(EXAMPLE)
    [sample] = family.samples
    assert set(sample.labels) == exported[sample.name]


def test_the_documented_search_finds_a_line_among_those_that_people_read() -> None:
    """A unit's journal also has lines of systemd, and what the service says on its terminal."""
    if shutil.which("jq") is None:
        pytest.skip("jq isn't installed here")
    guide = (MONITORING.parents[1] / "docs" / "operations.md").read_text(encoding="utf-8")
    found = re.search(r"^ +(jq .*select.*)$", guide, re.MULTILINE)
    assert found is not None
    wanted = re.findall(r'request_id == "(\w+)"', found[1])[0]
    lines = ["Started jaxdojo.service - JAX Dojo.", "5", '{"request_id": "other"}', '{"event": "ended"}']
    lines.append(f'{{"event":"graded","request_id":"{wanted}"}}')
    command = ["sh", "-ec", found[1]]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    assert (done.stdout.splitlines(), done.stderr) == (lines[-1:], "")


def test_rules_have_all_that_prometheus_asks_for() -> None:
    names = [rule["alert"] for rule in RULES]
    assert len(set(names)) == len(names)
    for rule in RULES:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in {"critical", "warning", "info"}
        assert rule["annotations"].keys() == {"summary", "description"}
        assert re.fullmatch(r"\d+[smhd]", rule.get("for", "0s"))


def test_panels_have_their_own_place() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24
        taken |= cells
