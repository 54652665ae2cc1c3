"""Which request and which trace something belongs to, from browser to gateway and back.

A trace's name goes with every request as W3C's `traceparent`, whether or not anybody collects spans: with it, log lines
of all processes belong together. Spans themselves are sent to a collector (OTLP) only where an operator names one; else
nothing of OpenTelemetry is imported, and a span costs a few instructions.
"""

import re
import secrets
import time
import uuid
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Self

from fakturo.domain.errors import CannotRun

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

NOT_INSTALLED = (
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, but what sends traces is not installed. Install fakturo[tracing], or unset it."
)
_TRACEPARENT = re.compile(r"00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
_REQUEST_ID = re.compile(r"[0-9a-f]{32}")
"""Digits alone: nobody can write words of his own into our logs."""
_current: ContextVar[str | None] = ContextVar("traceparent", default=None)
_request: ContextVar[str | None] = ContextVar("request_id", default=None)


def known_traceparent(text: str | None) -> str:
    """What came with a request, or the beginning of a trace of its own."""
    if text and _TRACEPARENT.fullmatch(text):
        return text
    return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01"


def known_request_id(text: str | None) -> str:
    return text if text and _REQUEST_ID.fullmatch(text) else uuid.uuid4().hex


def current_traceparent() -> str | None:
    return _current.get()


def headers() -> dict[str, str]:
    """For a request of ours to another process."""
    told = {"traceparent": _current.get(), "x-request-id": _request.get()}
    return {name: value for name, value in told.items() if value}


class _Collecting:
    """Set once, at the start of a process."""

    tracer: "Tracer | None" = None
    provider: "TracerProvider | None" = None


def collect(endpoint: str, *, service: str, share: float) -> None:
    """From now on spans are sent there: so large a share of the traces that begin here, and all that come marked."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
    except ImportError:
        raise CannotRun(NOT_INSTALLED) from None
    provider = TracerProvider(
        sampler=ParentBased(TraceIdRatioBased(share)),
        resource=Resource.create({"service.name": f"fakturo-{service}"}),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces")))
    _Collecting.provider, _Collecting.tracer = provider, provider.get_tracer("fakturo")


def finish() -> None:
    """Sends what is left."""
    if _Collecting.provider:
        _Collecting.provider.shutdown()
    _Collecting.provider = _Collecting.tracer = None


class Span:
    """A piece of work. What is learnt about it on the way is noted; nothing of a document's content. No generator:
    every request and job passes here often."""

    __slots__ = ("_meanwhile", "_opened", "traceparent")

    def __init__(self, traceparent: str | None, opened: Any = None) -> None:
        self.traceparent = traceparent
        self._opened = opened
        self._meanwhile = _Meanwhile(_current, traceparent)

    def __enter__(self) -> Self:
        self._meanwhile.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self._meanwhile.__exit__()
        if self._opened is not None:
            self._opened.__exit__(*raised)

    def note(self, **attributes: object) -> None:
        if self._opened is not None:
            self._opened.set_attributes({name: value for name, value in attributes.items() if value is not None})


def span(name: str, *, parent: str | None = None, kind: str = "internal", **attributes: str | float) -> Span:
    """Within the one around it, unless another parent is named."""
    parent = parent or _current.get()
    if _Collecting.tracer is None:
        return Span(parent)
    from opentelemetry.trace import SpanKind

    kinds = {"internal": SpanKind.INTERNAL, "server": SpanKind.SERVER, "client": SpanKind.CLIENT}
    opened = _Collecting.tracer.start_span(name, _context_of(parent), kind=kinds[kind], attributes=attributes)
    return Span(_written(opened.get_span_context()), opened)


def past(
    name: str, *, seconds: float, parent: str | None = None, ended_ago: float = 0.0, **attributes: str | float
) -> None:
    """A span that is over: one that nobody was at work in, like a wait, or whose end was seen only later."""
    if _Collecting.tracer is None:
        return
    end = time.time_ns() - int(ended_ago * 1e9)
    begin = end - int(seconds * 1e9)
    context = _context_of(parent or _current.get())
    _Collecting.tracer.start_span(name, context, attributes=attributes, start_time=begin).end(end)


def belonging_to(request_id: str | None) -> "_Meanwhile":
    return _Meanwhile(_request, request_id)


class _Meanwhile:
    """A variable with another value, as long as this lasts."""

    __slots__ = ("_before", "_value", "_variable")

    def __init__(self, variable: ContextVar[str | None], value: str | None) -> None:
        self._variable = variable
        self._value = value

    def __enter__(self) -> None:
        self._before = self._variable.set(self._value)

    def __exit__(self, *_: object) -> None:
        self._variable.reset(self._before)


def _context_of(traceparent: str | None) -> Any:
    from opentelemetry import trace

    if traceparent is None or not _TRACEPARENT.fullmatch(traceparent):
        return None
    _, trace_id, span_id, flags = traceparent.split("-")
    remote = trace.SpanContext(
        int(trace_id, 16), int(span_id, 16), is_remote=True, trace_flags=trace.TraceFlags(int(flags, 16) & 1)
    )
    return trace.set_span_in_context(trace.NonRecordingSpan(remote))


def _written(context: Any) -> str:
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-{int(context.trace_flags):02x}"
