"""Traces for OpenTelemetry, if `JAXDOJO_TELEMETRY` enables them: a span for each request and each grade.

A submission stores the trace of the request that made it (a W3C `traceparent`), so its grade, perhaps in another
process and after a restart, is a child of that request's span. While traces are off, nothing is imported.
OpenTelemetry's own variables, such as `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_TRACES_SAMPLER`, say where traces are
sent, and how many. A client's trace is not continued, because clients could then choose which traces are kept.
"""

# ruff: noqa: PLC0415 (OpenTelemetry is imported only where it is used)

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from app.kit.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

    from app.kit.settings import Settings


class Telemetry:
    """Makes spans; without a provider, it does nothing."""

    def __init__(self, provider: TracerProvider | None = None) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("jaxdojo") if provider is not None else None

    @contextmanager
    def span(
        self, name: str, *, kind: Literal["server", "consumer"], trace: str | None = None, **attributes: str | int
    ) -> Iterator[Span | None]:
        """Yield a span for the duration of the block, as a child of `trace` if given; None if traces are off."""
        if self._tracer is None:
            yield None
            return
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        parent = TraceContextTextMapPropagator().extract({"traceparent": trace}) if trace is not None else None
        kinds = {"server": SpanKind.SERVER, "consumer": SpanKind.CONSUMER}
        named = {f"jaxdojo.{key}" if "." not in key else key: value for key, value in attributes.items()}
        with self._tracer.start_as_current_span(name, parent, kinds[kind], named) as span:
            yield span

    def close(self) -> None:
        """Send the remaining spans."""
        if self._provider is not None:
            self._provider.shutdown()


def name_trace(span: Span | None) -> str | None:
    """Return the `traceparent` that makes a later span this one's child."""
    if span is None:
        return None
    from opentelemetry.trace import set_span_in_context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier, set_span_in_context(span))
    return carrier.get("traceparent")


def make_telemetry(settings: Settings) -> Telemetry:
    """Return telemetry as the settings specify; raise `SettingsError` if its packages are missing."""
    if settings.telemetry == "off":
        return Telemetry()
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        message = "JAXDOJO_TELEMETRY=otlp needs OpenTelemetry: pip install 'jaxdojo[telemetry]', or make setup"
        raise SettingsError(message) from error
    from app.kit.version import find_version

    resource = Resource.create({SERVICE_NAME: "jaxdojo", SERVICE_VERSION: find_version()})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Telemetry(provider)
