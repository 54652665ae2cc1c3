"""What lets operators look into a process: metrics on a port of their own, figures of the database, traces."""

import contextlib
from collections.abc import AsyncIterator, Iterator

from prometheus_client import start_http_server

from fakturo.http.server import PortTaken
from fakturo.ops import metrics, trace
from fakturo.settings import Settings
from fakturo.store.figures import Figures, pool_figures
from fakturo.store.pool import Pool


@contextlib.contextmanager
def observed(settings: Settings, *, service: str) -> Iterator[None]:
    """While it lasts, somebody may look: at metrics, and, where a collector is named, at traces."""
    with contextlib.ExitStack() as stack:
        if settings.otel_exporter_otlp_endpoint:
            trace.collect(settings.otel_exporter_otlp_endpoint, service=service, share=settings.traces_share)
            stack.callback(trace.finish)
        if settings.metrics_enabled:
            metrics.with_process_figures()
            if settings.metrics_port:
                stack.enter_context(_served(settings.metrics_host, settings.metrics_port))
        yield


@contextlib.contextmanager
def _served(host: str, port: int) -> Iterator[None]:
    """By a thread of its own: a process that is busy or stuck can still be looked at."""
    try:
        server, thread = start_http_server(port, host, registry=metrics.REGISTRY)
    except OSError as error:
        raise PortTaken(
            f"Metrics cannot be served on {host}, port {port}: {error.strerror}. Choose another with METRICS_PORT."
        ) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.asynccontextmanager
async def database_observed(settings: Settings, pool: Pool) -> AsyncIterator[None]:
    """Figures of the database and of this process's connections to it."""
    if not settings.metrics_enabled:
        yield
        return
    figures = Figures(pool)
    told = (
        metrics.Told(metrics.FIGURES, lambda: figures.known),
        metrics.Told(metrics.POOL, lambda: pool_figures(pool)),
    )
    for each in told:
        metrics.REGISTRY.register(each)
    try:
        async with figures.followed():
            yield
    finally:
        for each in told:
            metrics.REGISTRY.unregister(each)


def metrics_token(settings: Settings) -> str | None:
    """With it, /metrics is answered on a process's own port, too."""
    return settings.metrics_token if settings.metrics_enabled else None
