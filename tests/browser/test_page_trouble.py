"""The queue page when things take long, fail, or go away; over a gateway that does as a test wants."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect
from starlette.responses import Response

from tests.support.databases import Rows, TestServer
from tests.support.gateways import PlainGateway, plain_gateway, xml
from tests.support.inspector import NARROW_FIRST, Inspector, looks
from tests.support.page import queue_page
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack, open_directory, until

pytestmark = pytest.mark.asyncio(loop_scope="session")
SETTINGS = {"uploads_burst": 3, "uploads_per_minute": 120}
PACE = re.compile(
    r"\d files? waits? to be sent: the server takes 90 a minute. "
    r"(It is|All are) sent by about \d\d:\d\d, if this page stays open."
)
WORKER = {"retry_max_attempts": 1, "circuit_fail_threshold": 1.0, "circuit_cooldown_ms": 1000, "circuit_trials": 1}


def pdfs(*names: str) -> list[tuple[str, bytes]]:
    return [(f"{name}.pdf", make_pdf([f"This is {name}"])) for name in names]


class Desk:
    """A stack whose gateway answers at once, until a test holds it or makes it fail."""

    def __init__(self, stack: Stack, gateway: PlainGateway, rows: Rows) -> None:
        self.stack, self.gateway, self.rows = stack, gateway, rows
        self.free = asyncio.Event()
        self.free.set()
        self.broken = False

    async def answer(self, _: int) -> Response:
        await self.free.wait()
        return Response(status_code=502) if self.broken else xml()

    async def open_breaker(self) -> None:
        await self.rows.all(
            """UPDATE breakers
               SET state = 'open', version = version + 1, due_at = queue_now() + interval '1 s'
               WHERE pipeline = 'gateway'"""
        )
        await self.rows.all(
            """INSERT INTO pauses (what, reason, pipeline, who, why)
               VALUES ('claims', 'breaker', 'gateway', 'x', 'It failed.')"""
        )

    @property
    def url(self) -> str:
        return self.stack.web_url


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def desk(server: TestServer) -> AsyncIterator[Desk]:
    answers: list[Callable[[int], Awaitable[Response]]] = []

    async def answer(number: int) -> Response:
        return await answers[0](number)

    with open_directory() as directory:
        async with (
            server.database() as database_url,
            plain_gateway(answer) as gateway,
            Stack(database_url, directory, gateway_url=gateway.url) as stack,
        ):
            desk = Desk(stack, gateway, Rows(database_url))
            answers.append(desk.answer)
            await stack.start_web(**SETTINGS)
            await stack.start("worker", **WORKER)
            yield desk


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def free_again(desk: Desk) -> AsyncIterator[None]:
    yield
    desk.free.set()
    desk.broken = False
    desk.gateway.health = lambda: True


async def test_five_at_once_are_converted_three_at_a_time(browser: Browser, desk: Desk) -> None:
    """And sent three at once, then as the server's limit allows."""
    desk.free.clear()
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await shown.drop(pdfs(*(f"five-{number}" for number in range(5))))
        await expect(shown.page.locator("#rows .word", has_text="Converting…")).to_have_count(3)
        await expect(shown.page.locator("#rows .word", has_text="Waiting")).to_have_count(2)
        await expect(shown.page.locator("#rows .sub", has_text="Next in line")).to_have_count(1)
        await expect(shown.page.locator("#rows .sub", has_text="In line, 1 before it")).to_have_count(1)
        desk.free.set()
        await expect(shown.page.locator("#rows .state.ok")).to_have_count(5)
        shown.complaints.clear()  # of the limit's answers


async def test_a_server_that_asks_for_a_pause_gets_it_and_loses_nothing(browser: Browser, desk: Desk) -> None:
    async with queue_page(browser, desk.url) as shown:
        answers: list[int] = []
        shown.page.on(
            "response", lambda answer: answers.append(answer.status) if answer.url.endswith("/api/upload") else None
        )
        await shown.open()
        await shown.drop(pdfs(*(f"paced-{number}" for number in range(7))))
        pace = shown.page.locator("#pace")
        await expect(pace).to_have_text(PACE)
        await expect(shown.page.locator("#said")).to_have_text(PACE)
        await expect(shown.page.locator("#rows .state.ok")).to_have_count(7)
        assert answers.count(200) == 7
        assert 0 < answers.count(429) < 7, "it asked for a pause, and was not asked again at once"
        await expect(pace).to_be_hidden()
        shown.complaints.clear()


async def test_a_failed_file_says_why_and_is_ready_after_another_try(browser: Browser, desk: Desk) -> None:
    desk.broken = True
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await shown.drop(pdfs("fails"))
        row = shown.row("fails.pdf")
        await shown.expect_state("fails.pdf", "Failed")
        await expect(row).to_contain_text("Converter service is having an issue. Try again, or ask your administrator.")
        desk.broken = False
        await row.get_by_role("button", name="Retry").click()
        await shown.expect_state("fails.pdf", "Ready")
        await expect(row.get_by_role("link", name="Download")).to_be_visible()


async def test_a_file_that_is_being_converted_can_be_cancelled(browser: Browser, desk: Desk) -> None:
    desk.free.clear()
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await shown.drop(pdfs("cancelled"))
        await shown.expect_state("cancelled.pdf", "Converting…")
        await shown.row("cancelled.pdf").get_by_role("button", name="Cancel").click()
        await expect(shown.rows()).to_have_count(0)

        async def stopped() -> bool:
            return desk.gateway.under_way == 0

        await until(stopped, what="the end of the work")


async def test_an_interrupted_upload_goes_on_and_is_one_job(browser: Browser, desk: Desk) -> None:
    async with queue_page(browser, desk.url) as shown:
        keys: list[str] = []

        async def break_off(route: Route) -> None:
            keys.append(route.request.headers["idempotency-key"])
            await (route.abort("connectionreset") if len(keys) == 1 else route.continue_())

        await shown.page.route("**/api/upload", break_off)
        await shown.open()
        await shown.drop(pdfs("interrupted"))
        await shown.expect_state("interrupted.pdf", "Ready")
        await expect(shown.rows()).to_have_count(1)
        assert len(keys) == 2
        assert keys[0] == keys[1]
        shown.complaints.clear()  # of the connection


async def test_while_the_converter_is_out_a_banner_says_so_and_goes(browser: Browser, desk: Desk) -> None:
    desk.free.clear()
    desk.gateway.health = desk.free.is_set
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await desk.open_breaker()
        await shown.drop(pdfs("patient"))
        await expect(shown.page.locator("#banner")).to_contain_text("Converter busy. Jobs will resume automatically.")
        desk.free.set()
        await shown.expect_state("patient.pdf", "Ready")
        await expect(shown.page.locator("#banner .note")).to_have_count(0)


async def test_a_server_that_goes_away_is_told_and_work_goes_on_when_it_is_back(browser: Browser, desk: Desk) -> None:
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await shown.drop(pdfs("before"))
        await shown.expect_state("before.pdf", "Ready")
        web = desk.stack.started[0]
        await desk.stack.stop(web)
        alert = shown.page.locator("#connection")
        await expect(alert).to_contain_text("The server does not answer.")
        await expect(shown.rows()).to_have_count(1)
        await shown.drop(pdfs("meanwhile"))
        await desk.stack.start_web(**SETTINGS)
        desk.stack.started[0] = desk.stack.started.pop()
        await expect(alert).to_be_hidden()
        await shown.expect_state("meanwhile.pdf", "Ready")
        await expect(shown.rows()).to_have_count(2)
        shown.complaints.clear()  # of the connection


async def test_who_is_offline_or_has_lost_the_session_is_told(browser: Browser, desk: Desk) -> None:
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await shown.drop(pdfs("kept"))
        await shown.expect_state("kept.pdf", "Ready")
        note = shown.page.locator("#connection")
        await shown.page.context.set_offline(True)
        await expect(note).to_contain_text("You are offline.")
        await shown.page.context.set_offline(False)
        await expect(note).to_be_hidden()

        async def begins_anew() -> bool:
            """Again, if an answer that was on its way has brought the cookie back."""
            await shown.page.context.clear_cookies()
            await shown.page.reload()
            return await shown.page.get_by_text("No files yet.").is_visible()

        await until(begins_anew, what="an empty queue")
        shown.complaints.clear()


async def test_a_browser_without_a_network_goes_on_with_a_server_that_it_reaches(browser: Browser, desk: Desk) -> None:
    """Both on one machine, on a train: the browser says that it is offline, and is wrong about us."""
    async with queue_page(browser, desk.url) as shown:
        await shown.page.add_init_script("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
        await shown.open()
        await shown.drop(pdfs("on a train"))
        await shown.expect_state("on a train.pdf", "Ready")
        await expect(shown.page.locator("#connection")).to_be_hidden()


async def test_a_lost_session_is_told_and_what_is_shown_stays(browser: Browser, desk: Desk) -> None:
    async with queue_page(browser, desk.url) as shown:
        await shown.open()
        await shown.drop(pdfs("left-behind"))
        await shown.expect_state("left-behind.pdf", "Ready")
        note = shown.page.locator("#connection")

        async def loses_its_session() -> bool:
            """Again, if an answer that was on its way has brought the cookie back."""
            await shown.page.context.clear_cookies()
            await shown.page.evaluate("dispatchEvent(new Event('online'))")
            return await note.is_visible()

        await until(loses_its_session, what="a word about it")
        await expect(note).to_contain_text("This browser has lost its session.")
        await expect(shown.rows()).to_have_count(1)
        await note.get_by_role("link", name="Begin a new queue").click()
        await expect(shown.page.get_by_text("No files yet.")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), NARROW_FIRST)
async def test_axe_finds_nothing_while_things_take_long_or_fail(
    scheme: str, width: int, browser: Browser, desk: Desk, screenshots: Path | None
) -> None:
    async with queue_page(browser, desk.url, **looks(scheme, width)) as shown:
        page, inspector = shown.page, Inspector(shown, screenshots, f"{scheme}-{width}")
        held = asyncio.Event()

        async def hold(route: Route) -> None:
            await held.wait()
            await route.continue_()

        await page.route("**/api/upload", hold)
        await shown.open()
        desk.broken = True
        await shown.drop(pdfs("fails"))
        await expect(page.get_by_role("progressbar", name="Upload of fails.pdf")).to_be_visible()
        await inspector.look("uploading")
        held.set()
        await shown.expect_state("fails.pdf", "Failed")
        desk.broken = False
        desk.free.clear()
        await shown.drop(pdfs("first", "second"))
        await expect(page.locator("#rows .word", has_text="Converting…")).to_have_count(2)
        await inspector.look("busy")
        desk.gateway.health = desk.free.is_set
        await desk.open_breaker()
        await shown.drop(pdfs("waits"))
        await expect(page.locator("#banner .note")).to_be_visible()
        await expect(shown.rows()).to_have_count(4)
        await inspector.look("banner")
        desk.free.set()
        await expect(page.locator("#rows .state.ok")).to_have_count(3)
        async with desk.rows.closed():
            await page.goto(f"{desk.url}/queue")
            await expect(page.get_by_role("heading", name="Fakturo can't reach its database")).to_be_visible()
            await inspector.look("no-database")
        shown.complaints.clear()  # of the limit and of the database
    assert inspector.violations == []
