from contextlib import aclosing

from fakturo.ops.metrics import REGISTRY
from fakturo.worker.gateway_client import COUNTED_FROM_ZERO, GatewayClient


async def test_failures_of_the_gateway_are_counted_from_zero() -> None:
    """Before the first: so that Prometheus sees the count rise, however quickly the breaker opens."""
    async with aclosing(GatewayClient(["http://127.0.0.1:9"], timeout_seconds=1)):
        counts = [REGISTRY.get_sample_value("gateway_latency_seconds_count", {"status": s}) for s in COUNTED_FROM_ZERO]
    assert None not in counts
