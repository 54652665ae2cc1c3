"""The default mapping end to end: a PDF of the default vendor and a directory in, what the portal takes out."""

import csv
import io
import json
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from lxml import etree

from tests.generator.registry import draw
from tests.support.databases import Rows
from tests.support.stack import Stack, until

SELLER_TIN, BUYER_TIN, OTHER_TIN = "0012345674012000", "0098765432109000", "0034567891013000"
NONE_SET = ""
"""A setting that is set to nothing is not set: the default holds."""
TOKEN = "made-up-token"  # noqa: S105
"""Without it, a gateway tells nobody what its directory knows."""


def cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)


def expected_lines(truth: dict[str, Any]) -> list[dict[str, Decimal]]:
    """By the tax office's rules, from the printed values alone."""
    lines = []
    for item in truth["items"]:
        base = cents(Decimal(item["unit_price"]) * Decimal(item["qty"]))
        other = cents(base * 11 / 12)
        lines.append(
            {
                "Price": Decimal(item["unit_price"]),
                "Qty": Decimal(item["qty"]),
                "TotalDiscount": Decimal(0),
                "TaxBase": base,
                "OtherTaxBase": other,
                "VATRate": Decimal(12),
                "VAT": cents(other * 12 / 100),
                "STLG": Decimal(0),
            }
        )
    return lines


def parties(known: dict[str, Any], other: dict[str, Any]) -> str:
    """Both sellers; of the buyers, just the one."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["name", "role", "tin", "address"])
    rows.writerow([known["seller"]["name"], "seller", SELLER_TIN, "Jl. Penjual 1, Bandung"])
    rows.writerow([known["buyer"]["name"].upper(), "buyer", BUYER_TIN, "Jl. Pembeli 2, Surabaya"])
    rows.writerow([other["seller"]["name"], "seller", OTHER_TIN, "Jl. Lain 3, Medan"])
    return out.getvalue()


async def start(stack: Stack, directory: str) -> None:
    file = stack.directory / "parties.csv"
    file.write_text(directory)
    status, said = await stack.run("parties", "import", str(file))
    assert status == 0, said
    await stack.start_gateway(default_mapping=NONE_SET, gateway_children=1, gateway_token=TOKEN)
    await stack.start_web(default_mapping=NONE_SET)
    await stack.start("worker", default_mapping=NONE_SET, gateway_token=TOKEN)


async def converted(stack: Stack, pdf: bytes, rows: Rows) -> tuple[dict[str, Any], bytes, dict[str, Any]]:
    """The job, its XML and its invoice."""
    async with stack.client() as client:
        answer = await client.post("/api/upload", files={"file": ("a.pdf", pdf, "application/pdf")})
        job = answer.json()["job"]
        address = f"/api/jobs/{job['id']}"

        async def is_done() -> bool:
            return (await client.get(address)).json()["job"]["status"] in {"complete", "failed"}

        await until(is_done, seconds=60, what="the conversion")
        job = (await client.get(address)).json()["job"]
        xml = (await client.get(f"{address}/download")).content
    row = await rows.one("SELECT document_path FROM jobs WHERE id = %s", job["id"])
    document = b"".join([chunk async for chunk in await stack.storage.blobs.read(row["document_path"])])
    return job, xml, json.loads(document)


async def test_what_the_directory_knows_becomes_what_the_portal_takes_and_the_rest_a_draft(
    stack: Stack, rows: Rows
) -> None:
    known, unknown = draw("numbered-grid", 1), draw("numbered-grid", 2)
    await start(stack, parties(known.truths[0], unknown.truths[0]))
    check_clean(known.truths[0], *await converted(stack, known.pdf, rows))
    check_draft(*await converted(stack, unknown.pdf, rows))


def check_clean(truth: dict[str, Any], job: dict[str, Any], xml: bytes, document: dict[str, Any]) -> None:
    told = [(issue["code"], issue["message"]) for issue in document["issues"]]
    assert (job["status"], job["mapping"], job["review"]) == ("complete", "pt_simon_invoice_v1", "clean"), told
    root = etree.fromstring(xml)
    invoice = root.find("ListOfTaxInvoice/TaxInvoice")
    assert invoice is not None
    assert root.findtext("TIN") == SELLER_TIN
    expected = {
        "TaxInvoiceDate": truth["invoice"]["date"],
        "TrxCode": "04",
        "RefDesc": truth["invoice"]["number"],
        "SellerIDTKU": f"{SELLER_TIN}000000",
        "BuyerTin": BUYER_TIN,
        "BuyerName": truth["buyer"]["name"].upper(),
        "BuyerAdress": "Jl. Pembeli 2, Surabaya",
        "BuyerIDTKU": f"{BUYER_TIN}000000",
    }
    assert {name: invoice.findtext(name) for name in expected} == expected
    lines = invoice.findall("ListOfGoodService/GoodService")
    made = [{name: Decimal(line.findtext(name) or "") for name in expected_lines(truth)[0]} for line in lines]
    assert made == expected_lines(truth)
    assert b"draft" not in xml
    assert xml.count(b"\n") > 15 * len(lines)  # one element per line: the portal names lines


def check_draft(job: dict[str, Any], xml: bytes, document: dict[str, Any]) -> None:
    assert (job["status"], job["review"]) == ("complete", "needed")
    assert xml.splitlines()[1].startswith(b"<!-- draft: ")
    buyer = next(issue for issue in document["issues"] if issue["code"].startswith("BUYER_"))
    assert (buyer["field"], buyer["page"]) == ("buyer.name", 1)
    assert buyer["bbox"] == document["fields"]["buyer.name"]["bbox"]
