"""From files to one XML for the tax office, as somebody does it who has nothing but the page."""

import re
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import pytest
from lxml import etree
from playwright.async_api import Browser, Locator, expect
from stdnum import luhn

from fakturo.convert.targets.coretax.schema import schema_findings
from fakturo.convert.validate.report import validate
from tests.generator.registry import Drawn
from tests.generator.vendor import draw_of_vendor
from tests.integration.up.test_up import running
from tests.support.page import QueuePage, queue_page
from tests.support.review_page import ReviewPage, handed_in
from tests.support.stack import Stack, open_directory

pytestmark = pytest.mark.asyncio(loop_scope="session")

DEFAULT = "pt_simon_invoice_v1"
SHORT = (3, 5, 6, 11, 12, 15, 19, 20, 21, 22)
"""Papers of the default vendor with four lines each."""
SELLER_TIN, ADDRESS = "0012345674012000", "Jl. Pembeli 2, Surabaya"
UNKNOWN = ("CV Cendana Kencana", "PT. Wahana Teratai", "CV Mitra Anggrek Makmur")
"""Buyers that the directory does not have at first."""
MOST_TABS = 200
NO_MOUSE = "addEventListener('pointerdown', () => console.error('somebody used a mouse'), true)"
"""What the browser complains of ends a test."""


def papers(numbers: Sequence[int]) -> list[Drawn]:
    return [draw_of_vendor("numbered-grid", 1, number) for number in numbers]


def tin(place: int) -> str:
    """With the check digit that it must have."""
    core = f"098765{place:02}"
    return f"0{core}{luhn.calc_check_digit(core)}109000"


async def tab_to(shown: QueuePage, target: Locator, *, key: str = "Tab") -> None:
    """By keyboard, as somebody without a mouse."""
    for _ in range(MOST_TABS):
        if await target.evaluate("(element) => element === document.activeElement"):
            return
        await shown.page.keyboard.press(key)
    raise AssertionError(f"{target} can't be reached by {key}")


async def without_mouse(shown: QueuePage) -> None:
    """From here on, and on every page that follows."""
    await shown.page.add_init_script(NO_MOUSE)
    await shown.page.evaluate(NO_MOUSE)


async def enter_seller(shown: QueuePage, name: str) -> None:
    await shown.open()
    await shown.page.get_by_label("Convert to").select_option(DEFAULT)
    who = shown.page.locator("#who")
    await who.get_by_label("Name").fill(name)
    await who.get_by_label("NPWP").fill(SELLER_TIN)
    await who.get_by_role("button", name="Save").click()
    await expect(who).to_have_count(0)


async def enter_buyer(review: ReviewPage, number: str) -> None:
    """Into the directory, from the document that misses it, by keyboard."""
    shown = review.shown
    await tab_to(shown, review.field("buyer.tax_id"))
    await shown.page.keyboard.type(number)
    await tab_to(shown, review.field("buyer.address"))
    await review.press("Control+A")
    await shown.page.keyboard.type(ADDRESS)
    keep = shown.page.locator("[data-slot=buyer]").get_by_text("Save to the directory")
    await tab_to(shown, keep, key="Shift+Tab")
    await review.press("Enter")
    await expect(shown.page.locator("#said")).to_contain_text("Saved to the directory")


async def merged(shown: QueuePage, target: Path) -> bytes:
    """From the queue, to which the last approval leads."""
    await shown.ready()
    await tab_to(shown, shown.page.locator("#all"))
    await shown.page.keyboard.press("Space")
    button = shown.page.get_by_role("button", name="One merged XML")
    await expect(button).to_be_visible()
    await tab_to(shown, button)
    async with shown.page.expect_download() as waiting:
        await shown.page.keyboard.press("Enter")
    await (await waiting.value).save_as(target)
    return target.read_bytes()


def check(xml: bytes, drawn: Sequence[Drawn]) -> None:
    """The schema of the tax office, its rules, and every invoice once."""
    root = etree.fromstring(xml)
    assert schema_findings(root) == []
    report = validate(xml).as_document()
    assert report["valid"], report
    numbers = {str(each.text) for each in root.iter("RefDesc")}
    assert numbers == {one.truths[0]["invoice"]["number"] for one in drawn}


async def approve_all(review: ReviewPage, buyers: dict[str, str]) -> None:
    """From the queue to its first document in doubt, and on to each other, until there is none."""
    shown = review.shown
    await tab_to(shown, shown.rows().get_by_role("link", name="Review").first)
    await review.press("Enter")
    await expect(shown.page).to_have_url(re.compile("/review/"))
    while "/review/" in shown.page.url:
        await review.ready()
        if await review.issues().count():  # the same buyer may be known since the document before
            await enter_buyer(review, buyers[await review.field("buyer.name").input_value()])
        await expect(shown.page.locator("#summary")).to_have_text("Ready to approve")
        here = shown.page.url
        await review.press("Control+Enter")
        await review.go_on()
        await expect(shown.page).not_to_have_url(here)


def buyers_of(drawn: Sequence[Drawn]) -> dict[str, str]:
    return {one.truths[0]["buyer"]["name"]: tin(n) for n, one in enumerate(drawn)}


async def test_ten_files_of_which_three_need_review_become_one_checked_xml_by_keyboard(
    browser: Browser, shared_stack: Stack, tmp_path: Path
) -> None:
    """Dropped once; from then on by keyboard alone."""
    drawn = papers(SHORT)
    async with queue_page(browser, shared_stack.web_url) as shown:
        await enter_seller(shown, drawn[0].truths[0]["seller"]["name"])
        known = {name: number for name, number in buyers_of(drawn).items() if name not in UNKNOWN}
        for name, number in known.items():
            values = {"name": name, "role": "buyer", "tin": number, "address": ADDRESS}
            await shown.page.request.post(f"{shown.url}/api/parties", data={"values": values})
        await without_mouse(shown)
        await handed_in(shown, *((f"{n}.pdf", one.pdf) for n, one in enumerate(drawn)), mapping=DEFAULT)
        await expect(shown.page.locator("#filters [data-show=review] .count")).to_have_text(str(len(UNKNOWN)))
        await approve_all(ReviewPage(shown), buyers_of(drawn))
        check(await merged(shown, tmp_path / "merged.xml"), drawn)


@pytest.mark.long
async def test_ten_files_of_the_default_vendor_become_one_coretax_file_in_minutes(
    browser: Browser, tmp_path: Path
) -> None:
    """On a fresh installation: `fakturo up` over an empty folder, and nothing but the page."""
    drawn = papers(SHORT)
    with open_directory() as empty:
        async with running(empty) as up:
            await up.until_says("Ready")
            begun = monotonic()
            async with queue_page(browser, up.url) as shown:
                await enter_seller(shown, drawn[0].truths[0]["seller"]["name"])
                await handed_in(shown, *((f"{n}.pdf", one.pdf) for n, one in enumerate(drawn)), mapping=DEFAULT)
                await approve_all(ReviewPage(shown), buyers_of(drawn))
                check(await merged(shown, tmp_path / "merged.xml"), drawn)
            seconds = monotonic() - begun
    print(f"ten files to one: {seconds:.0f} s")  # noqa: T201
    assert seconds < 240
