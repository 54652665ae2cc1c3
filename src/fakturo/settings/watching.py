"""Who looks at it, and from where: the command line as a client, logs, metrics, traces."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from pydantic_settings import NoDecode


class Watching(BaseModel):
    fakturo_server: str | None = Field(
        None,
        description="For `submit`, `jobs`, `retry` and `download`: address of the server. Default: the one that "
        "`fakturo up` runs here, or `WEB_PORT` on this machine.",
    )
    fakturo_key: str | None = Field(
        None, description="For the same: the API key that they show to it (docs/client.md). Never logged.", repr=False
    )

    log_level: Annotated[Literal["debug", "info", "warning", "error"], NoDecode] = Field(
        "info", description="Least level that is logged."
    )

    log_format: Literal["auto", "json", "text"] = Field(
        "auto", description="Log lines as JSON or as text for people; auto: text on a terminal, JSON elsewhere."
    )
    metrics_enabled: bool = Field(
        default=True, description="Count and serve metrics (docs/metrics.md); false switches them off."
    )
    metrics_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        description="Port that a process serves its metrics on. Under `fakturo up` that is web's; the worker's is the "
        "next one, the gateway's the one after that. Default: none.",
    )
    metrics_host: str = Field("127.0.0.1", description="Address of that port.")
    metrics_token: str | None = Field(
        None,
        min_length=16,
        description="Whoever shows it as a bearer token reads `/metrics` on the ports of web and gateway, too. "
        "Without it, there is no such path. Never logged.",
        repr=False,
    )
    otel_exporter_otlp_endpoint: str | None = Field(
        None,
        description="Address of an OpenTelemetry collector (OTLP over HTTP), like http://127.0.0.1:4318: traces go "
        "there. Needs fakturo[tracing].",
    )
    traces_share: float = Field(1.0, ge=0, le=1, description="Share of traces that are sent, of those that begin here.")
