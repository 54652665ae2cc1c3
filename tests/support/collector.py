"""A small OpenTelemetry collector: takes spans over OTLP and keeps them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


@dataclass(frozen=True)
class SeenSpan:
    service: str
    name: str
    trace: str
    id: str
    parent: str
    attributes: dict[str, str]
    begin_ns: int
    end_ns: int


@dataclass
class Collector:
    spans: list[SeenSpan] = field(default_factory=list)

    def app(self) -> Starlette:
        async def take(request: Request) -> Response:
            body = ExportTraceServiceRequest.FromString(await _plain(request))
            self.spans += _spans(body)
            return Response(b"", media_type="application/x-protobuf")

        return Starlette(routes=[Route("/v1/traces", take, methods=["POST"])])

    def of(self, trace: str) -> list[SeenSpan]:
        return sorted((span for span in self.spans if span.trace == trace), key=lambda span: span.begin_ns)


async def _plain(request: Request) -> bytes:
    import gzip

    body = await request.body()
    return gzip.decompress(body) if request.headers.get("content-encoding") == "gzip" else body


def _spans(body: ExportTraceServiceRequest) -> Iterator[SeenSpan]:
    for resource in body.resource_spans:
        service = next(a.value.string_value for a in resource.resource.attributes if a.key == "service.name")
        for scope in resource.scope_spans:
            for span in scope.spans:
                attributes = {a.key: _value(a.value) for a in span.attributes}
                yield SeenSpan(
                    service,
                    span.name,
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    attributes,
                    span.start_time_unix_nano,
                    span.end_time_unix_nano,
                )


def _value(value: object) -> str:
    which = value.WhichOneof("value")  # type: ignore[attr-defined]
    return str(getattr(value, which)) if which else ""
