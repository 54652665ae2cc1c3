"""French papers: a builder's monthly situation, a baker's supplier with a draft, a plumber below the VAT limit."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, price_of, spread
from tests.generator.english_folk import shown
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.forms import cell_row, table
from tests.generator.listing import pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

NORMAL, REDUCED = Decimal(20), Decimal("5.5")
WORKS = (
    "Installation de chantier|Terrassement en pleine masse|Fondations béton armé|Dallage 12 cm sur hérisson|Élévation "
)
WORKS += (
    "parpaings 20 cm|Chaînages et linteaux|Enduit monocouche gratté|Réseaux EU/EP sous dallage|Seuils et appuis|DOE"
)


@family("french-works-situation")
def french_works_situation(rng: Random) -> Drawn:
    """BTP: a 'situation de travaux' with contract sum, progress in percent, former and present month; 5 % kept back."""
    bill = Bill(rng, "FR", rng.choice(("S{y}-0##", "FA{y}{m}##", "{y}-{m}-###", "FC00####")))
    bill.day_format = "%d/%m/%Y"
    settle(bill, ("SARL {} Maçonnerie", "{} BTP", "Entreprise {} & Fils", "SAS {} Construction"),
           ("SCI {}", "Commune de {}", "SCCV Les Jardins de {}", "{} Promotion SAS"))  # fmt: skip
    subcontract = bill.buyer.name.endswith("SAS") and rng.random() < 0.6
    rate = ZERO if subcontract else NORMAL
    for n, text in enumerate(rng.sample(WORKS.split("|"), rng.randint(1, 10)), 1):
        worth = Decimal(rng.randint(8, 420) * 100)
        before = rng.choice((0, 0, 20, 40, 50))
        now = before + rng.choice((10, 25, 30, 50))
        sums = [bill.money(worth * part / 100) for part in (now, before)]
        more = (bill.m(worth), f"{now} %", bill.m(sums[0]), bill.m(sums[1]))
        bill.add(text, None, sums[0] - sums[1], rate=rate, no=f"1.{n}", more=more)
    bill.reckon(at=rate, taxed=not subcontract)
    held = rng.random() < 0.7
    bill.withheld = bill.money(bill.total * 5 / 100) if held else ZERO
    sheet, late, no = Sheet(), rng.random() < 0.6, rng.randint(1, 7)
    if not late:
        due_in(bill, 30)
    market = bill.shape("M2#-###")
    _situation_head(sheet, bill, no, market)
    _situation_rows(sheet, bill)
    _situation_sums(sheet, bill, late=late)
    words = shown("seller_id subtotal", due=late, tax=not subcontract, buyer_id=subcontract, payable=held)
    truth = bill.truth(sheet, words, "progress", "retention" if held else "plain")
    truth["invoice"]["po"] = [market, None]
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _situation_head(sheet: Sheet, bill: Bill, no: int, market: str) -> None:
    seller = bill.seller
    sheet.text(40, 50, seller.name, size=15, bold=True)
    sheet.lines(40, 64, [*seller.address, f"Tél : {seller.phone}", seller.mail], size=8.5)
    whom = addressee(bill, care="À l'attention de {}")
    whom += [f"TVA : {bill.buyer.tax_id}"] if not bill.taxes else []
    sheet.lines(330, 92, whom, size=10)
    sheet.box(40, 165, 555, 205)
    sheet.text(297, 181, f"FACTURE N° {bill.number}", size=13, bold=True, align="centre")
    sheet.text(297, 197, f"Situation de travaux n° {no}", size=10, align="centre")
    facts = [("Date :", bill.d(bill.date)), ("Marché n° :", market)]
    facts += [("Chantier :", f"{bill.ship_to.street}, {bill.ship_to.city}"), ("Lot :", "02 - GROS ŒUVRE")]
    pairs(sheet, 222, "<40 <95", facts, size=9)
    ids = f"Capital social 10 000 € - SIRET {bill.shape('### ### ### 000##')} - APE 4399C - TVA {seller.tax_id}"
    sheet.text(297, 812, ids, size=7, align="centre", colour=GREY)
    decennial = (
        "Assurance décennale : Mutuelle du Bâtiment Rhodanien, contrat n° 7741-882, couverture France métropolitaine"
    )
    sheet.text(297, 822, decennial, size=6.5, align="centre", colour=GREY)


def _situation_rows(sheet: Sheet, bill: Bill) -> None:
    sheet.y = 280
    heads = "32<N°|163<Désignation|72>Montant\nmarché HT|42>Avanc.|72>Cumul HT|66>Situations\nantérieures|68>Mois HT"
    rows = [
        (r.no or "", r.text, r.more[0], r.more[1], r.more[2], r.more[3], bill.m(r.amount)) for r in bill.rows
    ]  # fmt: skip
    heads = heads.replace("\n", " ")
    table(sheet, 40, heads, rows, Look("grid", size=8, header_fill=(0.88, 0.9, 0.93)))


def _situation_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 140, 790)
    sums = [("Montant HT de la situation", bill.subtotal)]
    sums += [("TVA 20,00 %", bill.tax), ("Montant TTC", bill.total)] if bill.taxes else [("Montant total", bill.total)]
    if bill.withheld:
        sums += [("Retenue de garantie 5 %", -bill.withheld), ("NET À PAYER", bill.payable)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = pairs(sheet, sheet.y + 20, "<340 >552", texts, size=9.5, step=15, bold=("NET", "Montant T", "Montant t"))
    said = [] if bill.taxes else ["Autoliquidation - Article 283-2 nonies du CGI"]
    said += [f"Échéance : {bill.d(bill.due)}" if late else "Règlement à 30 jours date de facture par virement."]
    said += [f"IBAN {bill.shape('FR76 #### #### #### #### #### ###')}"]
    said += ["Pénalités de retard : 3 fois le taux d'intérêt légal. Indemnité forfaitaire de recouvrement : 40 €."]
    sheet.lines(40, y + 10, said, size=8.5)


BAKERY = (
    ("FARINE T65 TRADITION SAC 25KG", "SAC", REDUCED),
    ("LEVURE FRAICHE PAIN 500G", "PCE", REDUCED),
    ("BEURRE TOURAGE 82% PLAQUE 2KG", "KG", REDUCED),
    ("OEUFS ENTIERS LIQ. BIDON 2L", "BID", REDUCED),
    ("CHOCOLAT NOIR 64% PISTOLES 5KG", "SAC", NORMAL),
    ("SUCRE SEMOULE 25KG", "SAC", REDUCED),
    ("BOITE PATISSIERE 20X20 X50", "COL", NORMAL),
    ("SACHET CROISSANT KRAFT N°4 X1000", "COL", NORMAL),
    ("PRALINE NOISETTE 50% SEAU 5KG", "SEAU", NORMAL),
    ("GANT NITRILE BLEU T.8 X100", "BTE", NORMAL),
)


@family("french-baker-supplier-draft")
def french_baker_supplier_draft(rng: Random) -> Drawn:
    """A wholesaler in capitals: BL as headings, VAT codes, boxes of VAT and sums, a lettre de change to tear off."""
    bill = Bill(rng, "FR", rng.choice(("FC1#####", "4######", "F2#-######", "FA 0#####")))
    bill.day_format = rng.choice(("%d/%m/%Y", "%d/%m/%y"))
    stem = settle(bill, ("{} DISTRIBUTION SAS", "ETS {}", "{} MATIERES PREMIERES"),
                  ("BOULANGERIE {}", "SARL AU FOURNIL DE {}", "{} TRAITEUR", "LE PETRIN DE {}"))  # fmt: skip
    for name in ("seller", "buyer", "ship_to"):
        party = getattr(bill, name)
        setattr(bill, name, replace(party, name=party.name.upper()))
    note, day = "", bill.date
    for n, (text, unit, rate) in enumerate(rng.choices(BAKERY, k=some(rng, 44))):
        if n % 6 == 0:
            note, day = bill.shape("BL######"), bill.date - dt.timedelta(days=max(1, 12 - n))
        qty = Decimal(rng.randint(1, 20)) if unit != "KG" else Decimal(rng.randint(4, 40)) / 2
        less = rng.choice((0, 0, 0, 5, 10))
        more = (f"{note} du {bill.d(day)}", str(less))
        bill.add(
            text, qty, price_of(rng, 2, 74), discount=less, rate=rate, sku=bill.shape("0####"), uom=unit, more=more
        )
    bill.reckon(charges=rng.choice((ZERO, ZERO, Decimal("12.00"))), at=NORMAL, slips="total amount")
    sheet = Sheet()
    _baker_head(sheet, bill, stem)
    _baker_rows(sheet, bill)
    room(sheet, 260, 830)
    _baker_sums(sheet, bill)
    _baker_draft(sheet, bill)
    words = "due seller_id buyer_id subtotal tax_base tax qty price"
    return Drawn(sheet.finish(), (bill.charge_as_line(bill.truth(sheet, words, "draft", "capitals")),))


def _baker_head(sheet: Sheet, bill: Bill, stem: str) -> None:
    seller = bill.seller
    sheet.text(36, 50, stem.upper(), size=22, bold=True, colour=(0.55, 0.3, 0.1))
    sheet.lines(36, 64, [seller.name, *seller.address, f"TEL {seller.phone}"], size=7.5)
    sheet.lines(325, 100, [bill.buyer.name, *bill.buyer.address], size=10)
    sheet.text(36, 128, "FACTURE", size=16, bold=True)
    edges = (36, 105, 165, 225, 320)
    cells = [("N° FACTURE", bill.number), ("DATE", bill.d(bill.date)), ("CLIENT", bill.shape("C0####"))]
    cell_row(sheet, 136, 26, edges, [*cells, ("N° TVA INTRACOM.", bill.buyer.tax_id)], size=8)
    rcs = f"{seller.name} - RCS VILLEFONT {bill.shape('### ### ###')} - TVA {seller.tax_id} - NAF 4638B"
    sheet.text(297, 834, rcs, size=6, align="centre")


def _baker_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<38 <75 >305 <310 >390 >425 >510 ^545"

    def begin() -> None:
        top = 185 if sheet.page == 1 else 60
        sheet.box(36, top - 11, 560, top + 4)
        heads = ["CODE", "DESIGNATION", "QTE", "U.", "P.U. H.T.", "REM%", "MONTANT H.T.", "TVA"]
        spread(sheet, top, stops, heads, size=7.5, bold=True)
        sheet.y = top + 18

    begin()
    last = ""
    for row in bill.rows:
        if sheet.y > 770:
            turned(sheet, begin)()
        if row.more[0] != last:
            last = row.more[0]
            sheet.y = spread(sheet, sheet.y, "<75", [f"*** {last} ***"], size=7.5) + 2
        less = "" if row.more[1] == "0" else f"{row.more[1]},00"
        texts = [row.sku or "", row.text, bill.q(row.qty, 2), row.uom or "", bill.p(row.price), less]
        code = "1" if row.rate == REDUCED else "2"
        sheet.y = spread(sheet, sheet.y, stops, [*texts, bill.m(row.amount), code], size=8) + 2


def _baker_sums(sheet: Sheet, bill: Bill) -> None:
    top = max(sheet.y + 6, 585)
    rows = [("CODE", "BASE H.T.", "TAUX", "MT TVA")]
    codes = {REDUCED: "1", NORMAL: "2"}
    rows += [(codes[tax.rate], bill.m(tax.base), bill.m(tax.rate), bill.m(tax.amount)) for tax in bill.taxes]
    sheet.box(36, top, 250, top + 48)
    pairs(sheet, top + 11, "<40 >130 >180 >246", rows, size=7.5, step=11)
    edges = (258, 330, 385, 450, 500, 560)
    cells = [("TOTAL H.T.", bill.m(bill.subtotal)), ("PORT", bill.m(bill.charges)), ("NET H.T.", bill.m(bill.tax_base))]
    cell_row(sheet, top, 24, edges, [*cells, ("TVA", bill.m(bill.tax)), ("TOTAL T.T.C.", bill.m(bill.total))], side=">")
    sheet.box(385, top + 24, 560, top + 48)
    spread(sheet, top + 40, "<390 >556", ["NET A PAYER EUR", bill.m(bill.total)], size=9.5, bold=True)
    pay = f"REGLEMENT : L.C.R. SANS ACCEPTATION AU {bill.d(bill.due)} - ESCOMPTE POUR PAIEMENT ANTICIPE : NEANT"
    sheet.text(36, top + 60, pay, size=7.5)
    sheet.y = top + 70


def _baker_draft(sheet: Sheet, bill: Bill) -> None:
    """The lettre de change relevé at the foot, with the sum once more."""
    y = sheet.y
    sheet.text(36, y + 2, "- " * 105, size=7, colour=GREY)
    said = (
        "Contre cette LETTRE DE CHANGE stipulée SANS FRAIS veuillez payer la somme indiquée ci-dessous à l'ordre de : "
    )
    sheet.text(36, y + 16, said + bill.seller.name, size=7)
    cells = [("MONTANT POUR CONTROLE", f"**{bill.m(bill.total)}"), ("DATE DE CREATION", bill.d(bill.date))]
    cells += [("ECHEANCE", bill.d(bill.due)), ("L.C.R. SEULEMENT", ""), ("MONTANT", f"{bill.m(bill.total)} EUR")]
    y = cell_row(sheet, y + 24, 28, (36, 150, 240, 330, 430, 560), cells)
    rib = bill.shape("#####  #####  ###########  ##")
    cell_row(sheet, y, 28, (36, 330, 560), [("R.I.B. DU TIRE", rib), ("REF. TIRE", bill.number)])
    whom = [bill.buyer.name, *bill.buyer.address]
    sheet.text(36, y + 40, "NOM ET ADRESSE DU TIRE", size=6)
    sheet.lines(36, y + 51, whom, size=8)
    sheet.text(430, y + 45, "SIGNATURE DU TIREUR", size=6)


PLUMBING = "Recherche de fuite|Remplacement groupe de sécurité chauffe-eau|Débouchage canalisation|Pose mitigeur évier"
PLUMBING += (
    "|Main d'œuvre|Fournitures diverses (joints, raccords)|Forfait déplacement|Chauffe-eau électrique 200 L vertical"
)


@family("french-micro-plumber")
def french_micro_plumber(rng: Random) -> Drawn:
    """A one-man plumber from a word processor: no VAT (293 B), SIRET, devis accepted, acompte taken off."""
    bill = Bill(rng, "FR", rng.choice(("{y}-##", "F{y}-0##", "0##", "{y}{m}-#")))
    settle(bill, ("{}",), ("M. et Mme {}", "Mme {}", "Cabinet {}", "Syndicat des copropriétaires Résidence {}"))
    owner, siret = full_name(bill), bill.shape("8## ### ### 000##")
    bill.seller = replace(bill.seller, name=f"{owner} {rng.choice(('EI', 'Plomberie', 'Plomberie Chauffage'))}")
    for text in rng.sample(PLUMBING.split("|"), rng.randint(1, 6)):
        unit = "h" if text.startswith("Main") else "forf." if text.startswith("Forf") else "u"
        qty = Decimal(rng.randint(2, 18)) / 2 if unit == "h" else Decimal(1)
        low, high = (38, 55) if unit == "h" else (25, 420)
        bill.add(text, qty, price_of(rng, low, high, step="0.5"), uom=unit)
    bill.reckon(taxed=False, slips="total qty")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total * 3 / 10)))
    sheet = Sheet(face=TIMES)
    sheet.lines(
        60, 62, [bill.seller.name, *bill.seller.address, f"Port. {bill.seller.phone}"], size=11, bold_first=True
    )
    sheet.text(60, 120, f"Siret : {siret}", size=10)
    sheet.lines(340, 130, [bill.buyer.name, *bill.buyer.address], size=11)
    sheet.text(60, 214, f"{bill.seller.city.split(' ', 1)[1].title()}, le {bill.d(bill.date)}", size=11)
    sheet.text(297, 248, f"FACTURE n° {bill.number}", size=14, bold=True, align="centre")
    if rng.random() < 0.5:
        sheet.text(60, 270, f"Suivant devis n° {bill.shape('D-##')} accepté le {bill.d(bill.date, -20)}", size=10)
    sheet.y = 286
    rows = [(r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    table(sheet, 60, "245<Désignation|40^Qté|40^Unité|75>P.U. (€)|80>Total (€)", rows, Look("grid", size=10))
    sums = [("Total", bill.total)]
    sums += [("Acompte versé", -bill.prepaid), ("Reste à payer", bill.payable)] if bill.prepaid else []
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = pairs(sheet, sheet.y + 20, "<385 >537", texts, size=11, step=16, bold=("Total", "Reste"))
    late = rng.random() < 0.4
    due_in(bill, (bill.due - bill.date).days if late else 0)
    said = ["TVA non applicable, art. 293 B du CGI", ""]
    said += [
        f"À régler avant le {bill.d(bill.due)} par chèque ou virement" if late else "Payable à réception de facture"
    ]
    said += [f"IBAN : {bill.shape('FR76 #### #### #### #### #### ###')}", "", "Membre d'un centre de gestion agréé, "]
    said[-1] += "acceptant à ce titre le règlement des sommes dues par chèques libellés à son nom."
    sheet.lines(60, y + 18, said, size=9.5)
    truth = bill.truth(sheet, shown("qty price", due=late, payable=bill.prepaid), "no-tax", "word-processor")
    truth["seller"]["tax_id"] = [siret, None]
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))
