"""Traces: a span for each request and each grade, linked by an id stored with the submission. And ids in the logs."""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
import structlog
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from app.kit.errors import SettingsError
from app.kit.telemetry import Telemetry, make_telemetry
from app.work.runner import Runner
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI
    from opentelemetry.proto.trace.v1.trace_pb2 import Span
    from structlog.typing import EventDict

    from app.kit.settings import Settings


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def telemetry(exporter: InMemorySpanExporter) -> Iterator[Telemetry]:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    made = Telemetry(provider)
    yield made
    made.close()


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[EventDict]:
    """Return a list that receives the log's lines, with their bound values."""
    found: list[EventDict] = []

    def keep(_: object, __: str, event: EventDict) -> EventDict:
        found.append(dict(event))
        raise structlog.DropEvent

    structlog.configure(processors=[structlog.contextvars.merge_contextvars, keep], cache_logger_on_first_use=False)
    return found


async def test_grade_is_a_child_of_the_request(
    application: FastAPI, grader: StandInGrader, telemetry: Telemetry, exporter: InMemorySpanExporter
) -> None:
    """The runner knows only what is in the database, like one in another process."""
    services = dataclasses.replace(application.state.services, telemetry=telemetry)
    await application.state.runner.stop()
    application.state.services = services
    person = make_person(application)
    async with person.http:
        await person.sign_up()
        made = await person.submit()
        runner = Runner(services, grader, poll_s=0.05)
        await runner.start()
        await person.http.get(f"/api/v1/submissions/{made['id']}/events")
        await runner.stop()
    spans = {span.name: span for span in exporter.get_finished_spans()}
    request, grade = spans["POST /api/v1/problems/{slug}/submissions"], spans["grade"]
    assert (request.kind, grade.kind) == (SpanKind.SERVER, SpanKind.CONSUMER)
    assert grade.parent is not None
    assert grade.parent.span_id == request.context.span_id
    assert grade.context.trace_id == request.context.trace_id
    assert request.attributes is not None
    assert request.attributes["http.response.status_code"] == 202
    assert request.attributes["jaxdojo.request_id"]
    assert grade.attributes is not None
    assert grade.attributes["jaxdojo.submission"] == made["id"]
    assert grade.attributes["jaxdojo.verdict"] == "accepted"
    assert "jaxdojo.run_ms" in grade.attributes


async def test_logs_name_request_and_submission_until_the_verdict(ada: Person, lines: list[EventDict]) -> None:
    answer = await ada.http.post("/api/v1/problems/double/submissions", json={"source": "x = 1", "mode": "submit"})
    made, request_id = answer.json()["id"], answer.headers["x-request-id"]
    await ada.http.get(f"/api/v1/submissions/{made}/events")
    await ada.application.state.runner.stop()  # it logs a verdict after publishing it
    events = {line["event"]: line for line in lines if line.get("submission") == made}
    assert {"submission_queued", "graded"} <= events.keys()
    assert {line["request_id"] for line in events.values()} == {request_id}


async def test_logs_of_the_grader_name_the_submission(
    ada: Person, grader: StandInGrader, lines: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The grade runs in a thread, which has the bound values."""
    grade = grader.grade

    def log_and_grade(*arguments: object, **named: object) -> object:
        structlog.get_logger().info("within")
        return grade(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(grader, "grade", log_and_grade)
    made = await ada.solve()
    assert [line["submission"] for line in lines if line["event"] == "within"] == [made]


def test_off_imports_nothing() -> None:
    """FastAPI itself may import the interface, such as `opentelemetry.trace`."""
    ours = ("opentelemetry.sdk", "opentelemetry.exporter")
    program = f"import sys, app.server.application; print([name for name in sys.modules if name.startswith({ours})])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_on_makes_an_exporter(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    made = make_telemetry(settings.model_copy(update={"telemetry": "otlp"}))
    made.close()
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(SettingsError, match=r"jaxdojo\[telemetry\]"):
        make_telemetry(settings.model_copy(update={"telemetry": "otlp"}))


class Collector(ThreadingHTTPServer):
    """Imitates an OpenTelemetry collector: it accepts spans over HTTP."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), CollectorHandler)
        self.spans: list[tuple[str, Span]] = []
        """Each span, with the name of the service that sent it."""

    def take(self, body: bytes) -> None:
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            facts = {fact.key: fact.value.string_value for fact in resource.resource.attributes}
            for scope in resource.scope_spans:
                self.spans += [(facts["service.name"], span) for span in scope.spans]


class CollectorHandler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.take(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
        self.send_response(200 if self.path == "/v1/traces" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Yield a collector that receives all telemetry."""
    made = Collector()
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{made.server_port}")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


@EACH_DATABASE
async def test_server_and_runner_send_one_trace(
    application: FastAPI, grader: StandInGrader, collector: Collector
) -> None:
    """Each with its own exporter, like two processes; only the queue connects them."""
    server = application.state.services
    settings = server.settings.model_copy(update={"telemetry": "otlp"})
    await application.state.runner.stop()
    server = dataclasses.replace(server, telemetry=make_telemetry(settings))
    elsewhere = dataclasses.replace(server, telemetry=make_telemetry(settings))
    application.state.services = server
    person = make_person(application)
    async with person.http:
        await person.sign_up()
        made = await person.submit()
        runner = Runner(elsewhere, grader, poll_s=0.05)
        await runner.start()
        await person.http.get(f"/api/v1/submissions/{made['id']}/events")
        await runner.stop()
    for services in (server, elsewhere):
        await asyncio.to_thread(services.telemetry.close)
    spans = {span.name: span for service, span in collector.spans if service == "jaxdojo"}
    request, grade = spans["POST /api/v1/problems/{slug}/submissions"], spans["grade"]
    assert grade.trace_id == request.trace_id
    assert grade.parent_span_id == request.span_id
    told = {fact.key: fact.value.string_value for fact in grade.attributes}
    assert (told["jaxdojo.submission"], told["jaxdojo.verdict"]) == (made["id"], "accepted")
    assert not any(b"def double" in span.SerializeToString() for _, span in collector.spans), "no source is told"
