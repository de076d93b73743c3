"""Each alert fires when it should, and is silent when it should be: tested with Prometheus's `promtool`."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from tests.unit.deploy.test_monitoring import MONITORING, RULES

if TYPE_CHECKING:
    from pathlib import Path

WHERE: Final = 'job="jaxdojo", instance="here:8000"'
ANY: Final = "1 1 1"
Case = tuple[dict[str, str], dict[str, str], dict[str, str]]
"""The series that make an alert fire and those that keep it silent, with a value per minute; the alert's labels."""


def _at(value: str) -> str:
    return f"{value}+0x40"


def _histogram(name: str, quick: int, slow: int, route: str = "") -> dict[str, str]:
    """Return a histogram with `quick` responses a minute within a bound and `slow` ones beyond it."""
    bound = "0.5" if route else "20"
    labels = f'{WHERE}, route="{route}"' if route else WHERE
    return {
        f'{name}_bucket{{{labels}, le="{bound}"}}': f"0+{quick}x40",
        f'{name}_bucket{{{labels}, le="60"}}': f"0+{quick + slow}x40",
        f'{name}_bucket{{{labels}, le="+Inf"}}': f"0+{quick + slow}x40",
    }


QUEUED: Final = f'jaxdojo_submissions_oldest_seconds{{{WHERE}, status="queued"}}'
VERDICTS: Final = f'jaxdojo_verdicts_total{{{WHERE}, verdict="accepted", mode="submit"}}'
HERE: Final = {"instance": "here:8000"}
WATCHED: Final = {"job": "jaxdojo", "instance": "here:8000"}
CASES: Final[dict[str, list[Case]]] = {
    "JaxDojoDown": [
        ({f"up{{{WHERE}}}": _at("0")}, {f"up{{{WHERE}}}": _at("1")}, WATCHED),
        ({'up{job="other"}': _at("1")}, {f"up{{{WHERE}}}": _at("1")}, {}),
    ],
    "JaxDojoDatabaseAway": [
        ({f"jaxdojo_database_up{{{WHERE}}}": _at("0")}, {f"jaxdojo_database_up{{{WHERE}}}": _at("1")}, HERE)
    ],
    "JaxDojoCannotGrade": [
        (
            {f'jaxdojo_sandbox{{{WHERE}, state="unavailable"}}': _at("1")},
            {f'jaxdojo_sandbox{{{WHERE}, state="tier A"}}': _at("1")},
            HERE,
        )
    ],
    "JaxDojoLoopHeld": [
        (
            {f"jaxdojo_loop_lag_worst_seconds{{{WHERE}}}": _at("2")},
            {f"jaxdojo_loop_lag_worst_seconds{{{WHERE}}}": _at("0.5")},
            HERE,
        )
    ],
    "JaxDojoNoRunner": [
        (
            {f'jaxdojo_runners{{{WHERE}, status="active"}}': _at("0")},
            {f'jaxdojo_runners{{{WHERE}, status="active"}}': _at("1")},
            {},
        )
    ],
    "JaxDojoSubmissionsStranded": [
        (
            {f"jaxdojo_submissions_stranded{{{WHERE}}}": _at("2")},
            {f"jaxdojo_submissions_stranded{{{WHERE}}}": _at("0")},
            {},
        )
    ],
    "JaxDojoRunnerSetAside": [
        (
            {f'jaxdojo_runners{{{WHERE}, status="set_aside"}}': _at("1")},
            {f'jaxdojo_runners{{{WHERE}, status="set_aside"}}': _at("0")},
            {},
        )
    ],
    "JaxDojoQueueWaits": [({QUEUED: _at("90")}, {QUEUED: _at("30")}, {})],
    "JaxDojoQueueStuck": [
        # Before the first verdict, there is no such series; after that, there is one that doesn't grow.
        ({QUEUED: _at("700")}, {QUEUED: _at("30")}, {}),
        ({QUEUED: _at("700"), VERDICTS: _at("5")}, {QUEUED: _at("700"), VERDICTS: "0+1x40"}, {}),
    ],
    "JaxDojoGradesFail": [
        ({f"jaxdojo_retries_total{{{WHERE}}}": "0+1x40"}, {f"jaxdojo_retries_total{{{WHERE}}}": _at("50")}, {})
    ],
    "JaxDojoGradesAreSlow": [
        (_histogram("jaxdojo_grade_seconds", 5, 5), _histogram("jaxdojo_grade_seconds", 100, 1), {})
    ],
    "JaxDojoNoSpares": [
        (
            {f'jaxdojo_spares{{{WHERE}, kind="any"}}': _at("0")},
            {f'jaxdojo_spares{{{WHERE}, kind="any"}}': _at("2")},
            HERE,
        )
    ],
    "JaxDojoServerErrors": [
        (
            {
                f'jaxdojo_http_requests_total{{{WHERE}, status="200"}}': "0+10x40",
                f'jaxdojo_http_requests_total{{{WHERE}, status="500"}}': "0+1x40",
            },
            {f'jaxdojo_http_requests_total{{{WHERE}, status="200"}}': "0+10x40"},
            {},
        )
    ],
    "JaxDojoPagesAreSlow": [
        (
            _histogram("jaxdojo_http_request_seconds", 5, 5, "/problems/{slug}"),
            _histogram("jaxdojo_http_request_seconds", 5, 5, "/api/v1/submissions/{id}/events"),
            {},
        )
    ],
    "JaxDojoTampering": [
        (
            {f'jaxdojo_verdicts_total{{{WHERE}, verdict="tampering", mode="submit"}}': "0+1x40"},
            {f'jaxdojo_verdicts_total{{{WHERE}, verdict="accepted", mode="submit"}}': "0+1x40"},
            {},
        )
    ],
    "JaxDojoWebhooksWait": [
        (
            {f"jaxdojo_webhooks_oldest_seconds{{{WHERE}}}": _at("90000")},
            {f"jaxdojo_webhooks_oldest_seconds{{{WHERE}}}": _at("3600")},
            {},
        )
    ],
    "JaxDojoMailsWait": [
        (
            {f"jaxdojo_mails_oldest_seconds{{{WHERE}}}": _at("1000")},
            {f"jaxdojo_mails_oldest_seconds{{{WHERE}}}": _at("60")},
            {},
        )
    ],
    "JaxDojoDiskFull": [
        (
            {f"jaxdojo_disk_free_bytes{{{WHERE}}}": _at("5"), f"jaxdojo_disk_size_bytes{{{WHERE}}}": _at("100")},
            {f"jaxdojo_disk_free_bytes{{{WHERE}}}": _at("50"), f"jaxdojo_disk_size_bytes{{{WHERE}}}": _at("100")},
            HERE,
        )
    ],
    "JaxDojoMemory": [
        (
            {f"process_resident_memory_bytes{{{WHERE}}}": _at("3000000000")},
            {f"process_resident_memory_bytes{{{WHERE}}}": _at("300000000")},
            WATCHED,
        )
    ],
    # Promtool's clock starts in 1970: a backup at 2000 s is in the future, and one three days earlier isn't.
    "JaxDojoBackupOld": [
        (
            {f"jaxdojo_last_backup_timestamp_seconds{{{WHERE}}}": _at("-259200")},
            {f"jaxdojo_last_backup_timestamp_seconds{{{WHERE}}}": _at("2000")},
            {},
        )
    ],
}
RULE_OF: Final[dict[str, dict[str, Any]]] = {rule["alert"]: rule for rule in RULES}


def make_tests(*, fires: bool) -> list[dict[str, Any]]:
    """Return promtool's tests: every case of every alert, either firing or silent."""
    tests = []
    for name, cases in CASES.items():
        rule = RULE_OF[name]
        for loud, silent, labels in cases:
            series = loud if fires else silent
            words = {
                key: re.sub(r"\{\{ \$labels\.(\w+) \}\}", lambda found: labels.get(found[1], ""), value)  # noqa: B023
                for key, value in rule["annotations"].items()
            }
            expected = [{"exp_labels": rule["labels"] | labels, "exp_annotations": words}] if fires else []
            tests.append(
                {
                    "interval": "1m",
                    "input_series": [{"series": one, "values": values} for one, values in series.items()],
                    "alert_rule_test": [{"eval_time": "39m", "alertname": name, "exp_alerts": expected}],
                }
            )
    return tests


def test_every_alert_is_tried() -> None:
    assert CASES.keys() == RULE_OF.keys()


@pytest.mark.parametrize("fires", [True, False])
def test_alerts_fire_and_are_silent(tmp_path: Path, *, fires: bool) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("there is no promtool here: install the package `prometheus`")
    rules = str(MONITORING / "alerts.yaml")
    told = {"rule_files": [rules], "evaluation_interval": "1m", "tests": make_tests(fires=fires)}
    path = tmp_path / "tests.yaml"
    path.write_text(yaml.safe_dump(told), encoding="utf-8")
    for command in (["check", "rules", rules], ["test", "rules", str(path)]):
        done = subprocess.run([promtool, *command], capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
