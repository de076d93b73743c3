"""Metrics for monitoring systems at `/metrics`: counts and times of this process, in Prometheus's text format.

No metric names a person, a problem or a source. `JAXDOJO_METRICS` says who may read them. A proxied request is neither
local nor direct, whatever its address.
"""

from __future__ import annotations

import ipaddress
import math
import platform
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from app.db.statuses import Status
from app.kit.last_backup import find_last_backup
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from starlette.requests import Request

    from app.db.session import Database
    from app.domains.fleet.schemas import FleetState
    from app.domains.submissions.schemas import Backlog
    from grader.grading.counts import SandboxCounts
    from grader.report import Report

CONTENT_TYPE = CONTENT_TYPE_LATEST
_GRADE_STEPS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
_LAG_STEPS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)
_HTTP_STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
MAX_CODES: Final = 500
"""Maximum number of distinct reason codes; a problem's own checker can add codes."""


@dataclass(frozen=True)
class Machine:
    """The resources of this process and its machine: in bytes, and seconds since 1970."""

    connections: Mapping[str, int]
    disk_free: int
    disk_size: int
    last_backup: float


@dataclass(frozen=True)
class Stored:
    """Measurements from the database, which are the same for all processes. `mails` is None where mails aren't read."""

    backlog: Mapping[Status, Backlog]
    fleet: FleetState
    webhooks: Backlog
    mails: Backlog | None = None


def measure_machine(data: Path, database: Database) -> Machine:
    """Return the current measurements. A disk that can't be read has no size, so that it raises no alert."""
    try:
        disk = shutil.disk_usage(data)
        free, size = disk.free, disk.total
    except OSError:
        free = size = 0
    return Machine(database.count_connections(), free, size, find_last_backup(data))


class Metrics:
    """All metrics of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._codes: set[str] = set()
        self._ends = _SandboxEnds()
        self._registry.register(self._ends)
        self._verdicts = self._counter("verdicts", "Submissions judged by this process.", "verdict", "mode")
        self._reasons = self._counter("verdict_codes", "The same by the code of the reason.", "code")
        self._seconds = self._histogram("grade", "Time from taking a submission to its verdict.", _GRADE_STEPS)
        self._stages = self._histogram(
            "grade_stage", "Its parts: a sandbox was prepared, it ran, outputs were judged.", _GRADE_STEPS, "stage"
        )
        self._retries = self._counter("retries", "Grades that failed on our side.")
        self._submissions = self._gauge("submissions_pending", "Submissions without a verdict.", "status")
        self._oldest = self._gauge(
            "submissions_oldest_seconds", "Age of the oldest submission without a verdict; 0 for none.", "status"
        )
        self._runners = self._gauge("runners", "Runners of the installation, wherever they are.", "status")
        self._stranded = self._gauge(
            "submissions_stranded", "Submissions waiting for a kind of runner of which none claims jobs."
        )
        self._sandbox = self._gauge("sandbox", "1 for the sandbox's current tier, or `unavailable`.", "state")
        self._spares = self._gauge("spares", "Sandboxes that are ready, for a problem or for any.", "kind")
        self._webhooks = self._gauge("webhooks_pending", "Messages to webhooks that wait to be sent, or sent again.")
        self._webhooks_oldest = self._gauge("webhooks_oldest_seconds", "Age of the oldest of them; 0 for none.")
        self._mails = self._gauge("mails_pending", "Mails that wait to be sent, or sent again; servers know.")
        self._mails_oldest = self._gauge("mails_oldest_seconds", "Age of the oldest of them; 0 for none.")
        self._database_up = self._gauge("database_up", "1 if the database answered this process just now, or 0.")
        self._connections = self._gauge("database_connections", "Connections of this process's pool.", "state")
        self._disk_free = self._gauge("disk_free_bytes", "Free space of the data directory's disk.")
        self._disk_size = self._gauge("disk_size_bytes", "Its size.")
        self._backup = self._gauge("last_backup_timestamp_seconds", "When the last backup was made; 0: never.")
        self._gauge("build_info", "1, with the version.", "version", "python").labels(
            find_version(), platform.python_version()
        ).set(1)
        ProcessCollector(registry=self._registry)
        self._requests = self._counter("http_requests", "Requests that were served.", "method", "route", "status")
        self._lag = self._histogram("loop_lag", "How late the event loop was, measured all the time.", _LAG_STEPS)
        self._worst_lag = self._gauge("loop_lag_worst_seconds", "The longest delay of the event loop in a minute.")
        self._latency = self._histogram("http_request", "Time until an answer begins.", _HTTP_STEPS, "route")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"jaxdojo_{name}", about, labels, registry=self._registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"jaxdojo_{name}", about, labels, registry=self._registry)

    def _histogram(self, name: str, about: str, steps: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"jaxdojo_{name}_seconds", about, labels, buckets=steps, registry=self._registry)

    def count_verdict(self, report: Report) -> None:
        """Count a stored verdict."""
        self._verdicts.labels(report.verdict.value, report.mode.value).inc()
        if len(self._codes) < MAX_CODES:
            self._codes.add(report.code)
        self._reasons.labels(report.code if report.code in self._codes else "other").inc()
        timing = report.timing
        self._seconds.observe(timing.total_ms / 1e3)
        for stage, ms in (("prepare", timing.prepare_ms), ("run", timing.run_ms), ("judge", timing.judge_ms)):
            self._stages.labels(stage).observe(ms / 1e3)

    def count_retry(self) -> None:
        """Count a grading attempt that failed with an internal error."""
        self._retries.inc()

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request by its route's template, and the `seconds` until its response began."""
        self._requests.labels(method, route, str(status)).inc()
        self._latency.labels(route).observe(seconds)

    def observe_lag(self, seconds: float) -> None:
        """Record the event loop's lag, in seconds."""
        self._lag.observe(seconds)

    def set_current(
        self,
        *,
        sandbox: str,
        counts: SandboxCounts | None,
        machine: Machine,
        stored: Stored | None,
        worst_lag_s: float = 0.0,
    ) -> None:
        """Set the metrics that are read rather than counted.

        `counts` is None if other processes grade, and `stored` if the database doesn't answer.
        """
        self._worst_lag.set(worst_lag_s)
        for state, number in machine.connections.items():
            self._connections.labels(state).set(number)
        self._disk_free.set(machine.disk_free)
        self._disk_size.set(machine.disk_size)
        self._backup.set(machine.last_backup)
        self._sandbox.clear()
        self._sandbox.labels(sandbox.partition(":")[0]).set(1)
        if counts is not None:
            for kind, ready in counts.spares.items():
                self._spares.labels(kind).set(ready)
            self._ends.counts = counts.ends
        self._set_stored(stored)

    def _set_stored(self, stored: Stored | None) -> None:
        """Set what the database says. In an outage it says nothing: the last values would look like current ones."""
        self._database_up.set(stored is not None)
        _set_backlog(self._webhooks, self._webhooks_oldest, None if stored is None else stored.webhooks)
        _set_backlog(self._mails, self._mails_oldest, None if stored is None else stored.mails)
        if stored is None:
            for gauge in (self._runners, self._submissions, self._oldest):
                gauge.clear()
            self._stranded.set(math.nan)
            return
        for state, number in stored.fleet.counts.items():
            self._runners.labels(state).set(number)
        self._stranded.set(sum(row.count for row in stored.fleet.stranded))
        for status in (Status.QUEUED, Status.RUNNING):
            found = stored.backlog.get(status)
            self._submissions.labels(status.value).set(found.count if found is not None else 0)
            self._oldest.labels(status.value).set(found.oldest_s if found is not None else 0)

    def render(self) -> bytes:
        """Return all metrics as text, which takes 0.1 s once every route has been asked: call it in a thread."""
        return generate_latest(self._registry)


def _set_backlog(count: Gauge, oldest: Gauge, backlog: Backlog | None) -> None:
    """Set the two metrics of what waits to be sent; `NaN` if that is unknown."""
    count.set(math.nan if backlog is None else backlog.count)
    oldest.set(math.nan if backlog is None else backlog.oldest_s)


class _SandboxEnds(Collector):
    """A collector of the grader's counts of sandboxes that ended early."""

    def __init__(self) -> None:
        self.counts: Mapping[str, int] = {}

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Return the one metric."""
        about = "Sandboxes that ended, or were killed, before their submission was finished."
        family = CounterMetricFamily("jaxdojo_sandbox_kills", about, labels=["reason"])
        for reason, count in sorted(self.counts.items()):
            family.add_metric([reason], count)
        return [family]


def may_read(request: Request, allowed: Literal["local", "direct", "open", "off"]) -> bool:
    """Return whether `JAXDOJO_METRICS` lets a request read the metrics."""
    if allowed in {"open", "off"}:
        return allowed == "open"
    if any(name in request.headers for name in ("forwarded", "x-forwarded-for")):
        return False
    return allowed == "direct" or is_local(request)


def is_local(request: Request) -> bool:
    """Return whether a request comes directly from this machine; a proxied one doesn't."""
    if request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
