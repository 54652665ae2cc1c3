"""That scans can't be read is said by health and page, as the gateway puts it."""

import pytest

from fakturo.web.gateway_watch import GatewayWatch
from fakturo.web.health import Health
from fakturo.web.page.banners import banner_of
from fakturo.web.page.languages import language
from tests.support.gateways import PlainGateway, plain_gateway, xml

MISSING = "Text recognition is not installed here."
WELL = {"database": "ok", "storage": "ok"}


async def told_by(gateway: PlainGateway) -> str | None:
    watch = GatewayWatch([gateway.url])
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
    watch = GatewayWatch(["http://127.0.0.1:9"])
    watch.missing()
    await watch.answered()
    assert watch.missing() is None


def test_health_and_page_say_it_and_stay_well() -> None:
    health = Health(WELL, scans_unread=MISSING)
    assert (health.status, health.warnings) == ("ok", [MISSING])
    banner = banner_of(health, language("en"))
    assert banner
    assert banner.text == MISSING
