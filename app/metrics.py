"""What a monitoring system reads at `/metrics`: counts and times of this process, in Prometheus's text format.

Nothing here tells of a person, a problem or a source. `JAXDOJO_METRICS` says who may read it. What a proxy passes on is
never local, whatever address it came from.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from app.db.statuses import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from grader.report import Report

CONTENT_TYPE = CONTENT_TYPE_LATEST
_STEPS = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """All metrics of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._verdicts = Counter(
            "jaxdojo_verdicts", "Submissions judged by this process.", ["verdict", "mode"], registry=self._registry
        )
        self._seconds = Histogram(
            "jaxdojo_grade_seconds",
            "Time from taking a submission to its verdict.",
            buckets=_STEPS,
            registry=self._registry,
        )
        self._retries = Counter("jaxdojo_retries", "Grades that failed on our side.", registry=self._registry)
        self._submissions = Gauge(
            "jaxdojo_submissions_pending", "Submissions without a verdict.", ["status"], registry=self._registry
        )
        self._sandbox = Gauge(
            "jaxdojo_sandbox",
            "1 for what the sandbox is now, a tier or why it is none.",
            ["state"],
            registry=self._registry,
        )

    def count_verdict(self, report: Report) -> None:
        """Count a verdict that was stored."""
        self._verdicts.labels(report.verdict.value, report.mode.value).inc()
        self._seconds.observe(report.timing.total_ms / 1e3)

    def count_retry(self) -> None:
        """Count a grade that failed on our side."""
        self._retries.inc()

    def render(self, *, sandbox: str, pending: Mapping[Status, int]) -> bytes:
        """Return everything as text; `sandbox` and the number of `pending` submissions are as of now."""
        self._sandbox.clear()
        self._sandbox.labels(sandbox.partition(":")[0]).set(1)
        for status in (Status.QUEUED, Status.RUNNING):
            self._submissions.labels(status.value).set(pending.get(status, 0))
        return generate_latest(self._registry)


def is_local(request: Request) -> bool:
    """Say whether a request comes from this machine itself."""
    if request.client is None or any(name in request.headers for name in ("forwarded", "x-forwarded-for")):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
