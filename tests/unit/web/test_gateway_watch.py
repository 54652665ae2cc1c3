"""That scans can't be read is said by health and page, as the gateway puts it."""

import contextlib
from collections.abc import AsyncIterator

import pytest

from fakturo.http.gateway_calls import GatewayCalls
from fakturo.web.gateway_watch import GatewayWatch
from fakturo.web.health import Health
from fakturo.web.page.banners import banner_of
from fakturo.web.page.languages import language
from tests.support.gateways import PlainGateway, plain_gateway, xml

MISSING = "Text recognition is not installed here."
WELL = {"database": "ok", "storage": "ok"}


@contextlib.asynccontextmanager
async def watching(url: str) -> AsyncIterator[GatewayWatch]:
    async with (
        contextlib.aclosing(GatewayCalls([url], timeout_seconds=5)) as calls,
        contextlib.aclosing(GatewayWatch(calls)) as watch,
    ):
        yield watch


async def told_by(gateway: PlainGateway) -> str | None:
    async with watching(gateway.url) as watch:
        assert watch.missing() is None  # nobody waits
        await watch.answered()
        for _ in range(3):
            watch.missing()
        assert gateway.probes == 1
        return watch.missing()


@pytest.mark.parametrize("missing", [MISSING, None])
async def test_what_the_gateway_says_is_passed_on(missing: str | None) -> None:
    async with plain_gateway(lambda _: xml()) as gateway:  # type: ignore[arg-type,return-value]
        gateway.says = {"ocr_missing": missing}
        assert await told_by(gateway) == missing


async def test_a_gateway_that_does_not_answer_is_not_said_to_miss_anything() -> None:
    async with watching("http://127.0.0.1:9") as watch:
        watch.missing()
        await watch.answered()
        assert watch.missing() is None


def test_health_and_page_say_it_and_stay_well() -> None:
    health = Health(WELL, scans_unread=MISSING)
    assert (health.status, health.warnings) == ("ok", [MISSING])
    banner = banner_of(health, language("en"))
    assert banner
    assert banner.text == MISSING
