"""A Brazilian city's note for services: one text, one sum, many taxes kept back."""

from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, price_of
from tests.generator.forms import cell_row
from tests.generator.ink import number_text
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

SERVICES = (
    "CONSULTORIA EM SEGURANÇA DO TRABALHO CONFORME PROPOSTA",
    "DESENVOLVIMENTO DE SISTEMA SOB MEDIDA - PARCELA",
    "LIMPEZA E CONSERVAÇÃO PREDIAL",
    "MANUTENÇÃO PREVENTIVA DE ELEVADORES",
)


@family("brazilian-service-note")
def brazilian_service_note(rng: Random) -> Drawn:
    """A city's service note: provider and taker in boxes, one text for the service, ISS inside, federal taxes kept."""
    bill = Bill(rng, "BR", rng.choice(("0000####", "########", "{y}00000000###")))
    text = f"{rng.choice(SERVICES)} - REF. {bill.date:%m/%Y}"
    bill.add(text, None, price_of(rng, 800, 90000))
    bill.included = True
    bill.reckon(taxed=False)
    iss = Decimal(rng.choice((2, 3, 5)))
    bill.taxes = [TaxLine("", iss, bill.subtotal, bill.money(bill.subtotal * iss / 100))]
    held = rng.random() < 0.6
    rates = {"INSS (R$)": "0", "IRRF (R$)": "1.5", "CSLL (R$)": "1", "COFINS (R$)": "3", "PIS/PASEP (R$)": "0.65"}
    kept = [(name, bill.money(bill.subtotal * Decimal(share) / 100) if held else ZERO) for name, share in rates.items()]
    bill.withheld = sum((value for _, value in kept), ZERO)
    sheet = Sheet()
    sheet.box(30, 30, 565, 100)
    sheet.box(38, 38, 88, 92)
    city = rng.choice(("CURITIBANOS", "CAMPINÓPOLIS", "RECIFENSE"))
    sheet.lines(
        255,
        52,
        [
            f"PREFEITURA DO MUNICÍPIO DE {city}",
            "SECRETARIA MUNICIPAL DA FAZENDA",
            "NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e",
        ],
        size=10,
        align="centre",
        leading=1.5,
        bold_first=True,
    )
    hour = f"{rng.randint(8, 19):02}:{rng.randint(10, 59)}:{rng.randint(10, 59)}"
    y = 30.0
    for label, value in (
        ("Número da Nota", bill.number),
        ("Data e Hora de Emissão", f"{bill.d(bill.date)} {hour}"),
        ("Código de Verificação", bill.shape("@@##-@#@@")),
    ):
        y = cell_row(sheet, y, 70 / 3, (425, 565), [(label, value)], size=9)
    y = _party_box(sheet, 100, "PRESTADOR DE SERVIÇOS", bill, seller=True)
    y = _party_box(sheet, y, "TOMADOR DE SERVIÇOS", bill, seller=False)
    sheet.box(30, y, 565, y + 250)
    sheet.text(297, y + 12, "DISCRIMINAÇÃO DOS SERVIÇOS", size=8.5, bold=True, align="centre")
    late = rng.random() < 0.6
    said = [
        bill.rows[0].text,
        "",
        *([f"VENCIMENTO: {bill.d(bill.due)}"] if late else []),
        f"DADOS BANCÁRIOS: BANCO {bill.shape('###')} AG {bill.shape('####')} C/C {bill.shape('#####-#')}",
    ]
    said += [f"VALOR LÍQUIDO A PAGAR: R$ {bill.m(bill.payable)}"] if bill.withheld else []
    said += ["EMPRESA OPTANTE PELO LUCRO PRESUMIDO" if held else "EMPRESA OPTANTE PELO SIMPLES NACIONAL"]
    sheet.lines(38, y + 30, said, size=8.5, leading=1.5)
    y += 250
    sheet.box(30, y, 565, y + 20)
    sheet.text(297, y + 14, f"VALOR TOTAL DO SERVIÇO = R$ {bill.m(bill.total)}", size=11, bold=True, align="centre")
    y = cell_row(
        sheet, y + 20, 24, (30, 137, 244, 351, 458, 565), [(a, bill.m(b) if b else "-") for a, b in kept], side=">"
    )
    y = cell_row(
        sheet,
        y,
        24,
        (30, 565),
        [("Código do Serviço", bill.shape("0#### - Serviços prestados conforme lista municipal"))],
    )
    tax = bill.taxes[0]
    cells = [
        ("Valor Total das Deduções (R$)", bill.m(ZERO)),
        ("Base de Cálculo (R$)", bill.m(tax.base)),
        ("Alíquota (%)", f"{bill.m(iss)}%"),
        ("Valor do ISS (R$)", bill.m(tax.amount)),
        ("Crédito (R$)", bill.m(ZERO)),
    ]
    y = cell_row(sheet, y, 24, (30, 150, 257, 340, 450, 565), cells, side=">")
    sheet.box(30, y, 565, y + 60)
    sheet.text(297, y + 12, "OUTRAS INFORMAÇÕES", size=8.5, bold=True, align="centre")
    sheet.lines(
        38,
        y + 26,
        [
            "(1) Esta NFS-e foi emitida com respaldo na Lei Municipal nº 14.097.",
            f"(2) Data de vencimento do ISS desta NFS-e: {bill.d(bill.date, 35)}",
        ],
        size=7.5,
    )
    shown = f"{'due' if late else ''} seller_id buyer_id {'payable' if bill.withheld else ''}"
    truth = bill.truth(sheet, shown, "service-note", "tax-inside", "withheld", "form")
    truth["totals"] |= {"tax": [number_text(bill.tax), "0", None], "withheld": [number_text(bill.withheld)]}
    return Drawn(sheet.finish(), ({**truth, "expect": "any" if truth["expect"] == "accept" else truth["expect"]},))


def _party_box(sheet: Sheet, y: float, title: str, bill: Bill, *, seller: bool) -> float:
    firm = bill.seller if seller else bill.buyer
    sheet.box(30, y, 565, y + 74)
    sheet.text(297, y + 11, title, size=8.5, bold=True, align="centre")
    x = 110 if seller else 38
    ids = f"CPF/CNPJ: {firm.tax_id}          Inscrição Municipal: {bill.shape('#.###.###-#') if seller else '----'}"
    town, _, code = firm.city.partition("  ")
    lines = [ids, f"Nome/Razão Social: {firm.name}", f"Endereço: {firm.street} - CEP: {code}", f"Município: {town}"]
    sheet.lines(x, y + 25, lines, size=8.5, leading=1.4)
    if seller:
        sheet.box(38, y + 18, 100, y + 66)
        sheet.text(69, y + 46, firm.name.split()[0][:9], size=10, bold=True, align="centre")
    return y + 74
