"""Made-up invoices of many layouts and languages, drawn as text: every field that they print must be read."""

from typing import NamedTuple

import pytest

from fakturo.convert.header import Header, read_header
from tests.support.drawn import drawn


class Layout(NamedTuple):
    name: str
    pages: tuple[str, ...]
    expected: dict[str, str | None]
    issues: frozenset[str] = frozenset()
    """Codes of the doubts that the page really leaves."""


LAYOUTS = [
    Layout(
        "uk plain",
        (
            """
            Brightwater Joinery Ltd                                  INVOICE
            14 Mill Lane
            Leeds LS1 4AB                                            Invoice No:     BJ-2291
            Tel: 0113 496 0000                                       Date:           03/05/2024
            VAT No: GB 123 4567 89                                   Due Date:       02/06/2024

            Bill To:                                                 PO Number: 77812
            Northgate Developments plc
            1 Castle Street
            York YO1 9RS

            Description                    Qty      Unit Price      Amount
            Oak door                       2        £150.00         £300.00
            Total                                                   £300.00
            """,
        ),
        {
            "number": "BJ-2291",
            "date": "2024-05-03",
            "due": "2024-06-02",
            "po": "77812",
            "currency": "GBP",
            "seller": "Brightwater Joinery Ltd",
            "buyer": "Northgate Developments plc",
            "seller_tax": "GB123456789",
        },
    ),
    Layout(
        "us header table",
        (
            """
                                                         INVOICE
            Sunrise Supply Inc.
            400 Main St
            Austin, TX 78701

            Invoice Number      Invoice Date      Terms       Due Date
            100234              03/04/2024        Net 30      04/03/2024

            Bill To                               Ship To
            Hilltop Bakery LLC                    Hilltop Bakery LLC
            22 Elm Ave                            Dock 4
            Dallas, TX 75201                      Dallas, TX 75201

            Item        Description          Qty       Rate       Amount
            A1          Flour                10        5.00       50.00
            Total                                                 $50.00
            """,
        ),
        {
            "number": "100234",
            "date": "2024-03-04",
            "due": "2024-04-03",
            "currency": "USD",
            "seller": "Sunrise Supply Inc.",
            "buyer": "Hilltop Bakery LLC",
        },
    ),
    Layout(
        "german letter",
        (
            """
            Holzbau Krämer GmbH · Waldweg 3 · 34117 Kassel

            Herrn
            Peter Lustig
            Sonnenallee 5
            10961 Berlin
                                                                     Kassel, den 05.03.2024

            Rechnung Nr. 2024-0815
            Kundennummer: 4711

            Pos   Bezeichnung               Menge      Einzelpreis      Gesamtpreis
            1     Regal                     1          100,00           100,00
            Gesamtbetrag                                                119,00 EUR

            Holzbau Krämer GmbH       Sparkasse Kassel            USt-IdNr.: DE123456789
            Waldweg 3                 IBAN DE12 5205 0353 0000 1234 56    HRB 1234
            34117 Kassel              BIC HELADEF1KAS             www.holzbau-kraemer.de
            """,
        ),
        {
            "number": "2024-0815",
            "date": "2024-03-05",
            "currency": "EUR",
            "seller": "Holzbau Krämer GmbH",
            "buyer": "Peter Lustig",
            "seller_tax": "DE123456789",
        },
    ),
    Layout(
        "sentence title",
        (
            """
            Muster & Sohn OHG
            Hauptstr. 1
            80331 München
                                                Firma
                                                Beispiel AG
                                                Ringstraße 12
                                                1010 Wien
                                                Österreich

            Handelsrechnung Nr. 471102 vom 05.03.2018

            Menge   Bezeichnung      Preis    Betrag
            1       Ding             5,00     5,00
            Zahlbar bis 04.04.2018 ohne Abzug
            """,
        ),
        {
            "number": "471102",
            "date": "2018-03-05",
            "due": "2018-04-04",
            "seller": "Muster & Sohn OHG",
            "buyer": "Beispiel AG",
        },
    ),
    Layout(
        "french",
        (
            """
            SARL Dupont Menuiserie
            12 rue des Lilas
            69003 LYON
            SIRET 123 456 789 00012
                                                         Mairie de Bron
                                                         Place de Weingarten
                                                         69500 BRON

            Facture n° F2024-118 du 5 mars 2024
            Echéance : 04/04/2024
            Désignation                Quantité    P.U. HT    Montant HT
            Porte                      1           500,00     500,00
            Total TTC                                         600,00 €
            N° TVA intracommunautaire : FR 12 123456789
            """,
        ),
        {
            "number": "F2024-118",
            "date": "2024-03-05",
            "due": "2024-04-04",
            "currency": "EUR",
            "seller": "SARL Dupont Menuiserie",
            "buyer": "Mairie de Bron",
            "seller_tax": "FR12123456789",
        },
    ),
    Layout(
        "dutch",
        (
            """
            Van Dijk Techniek B.V.
            Industrieweg 10
            3542 AD Utrecht
            KvK 12345678
            BTW NL123456789B01

            Factuuradres
            Bakkerij De Molen
            T.a.v. mevr. Jansen
            Dorpsstraat 1
            1234 AB Ons Dorp

            FACTUUR
            Factuurnummer      : 20240012
            Factuurdatum       : 5-3-2024
            Vervaldatum        : 4-4-2024
            Uw referentie      : PO-998

            Omschrijving      Aantal    Prijs     Bedrag
            Werk              2         50,00     100,00
            Totaal te betalen                     € 121,00
            """,
        ),
        {
            "number": "20240012",
            "date": "2024-03-05",
            "due": "2024-04-04",
            "po": "PO-998",
            "currency": "EUR",
            "seller": "Van Dijk Techniek B.V.",
            "buyer": "Bakkerij De Molen",
            "seller_tax": "NL123456789B01",
        },
    ),
    Layout(
        "italian",
        (
            """
            ROSSI FORNITURE S.R.L.
            Via Garibaldi 12 - 20121 Milano (MI)
            P.IVA 01234567890

                                                       Spett.le
                                                       Bianchi S.p.A.
                                                       Corso Italia 5
                                                       10121 Torino
                                                       P.IVA 09876543210
            Fattura n. 125/2024 del 15/03/2024
            Descrizione                 Quantità   Prezzo    Importo
            Viti                        100        0,10      10,00
            Totale documento                                 12,20 €
            """,
        ),
        {
            "number": "125/2024",
            "date": "2024-03-15",
            "currency": "EUR",
            "seller": "ROSSI FORNITURE S.R.L.",
            "buyer": "Bianchi S.p.A.",
            "seller_tax": "01234567890",
            "buyer_tax": "09876543210",
        },
    ),
    Layout(
        "spanish",
        (
            """
            Talleres García, S.L.                                   FACTURA
            C/ Mayor, 15                                            Nº Factura:   A-2024/033
            28013 Madrid                                            Fecha:        15/03/2024
            CIF: B12345678                                          Vencimiento:  14/04/2024

            Cliente
            Construcciones Norte, S.A.
            Avda. de la Paz, 3
            48001 Bilbao
            NIF: A87654321

            Concepto                 Cantidad     Precio     Importe
            Mano de obra             3            40,00      120,00
            Total factura                                    145,20 €
            """,
        ),
        {
            "number": "A-2024/033",
            "date": "2024-03-15",
            "due": "2024-04-14",
            "currency": "EUR",
            "seller": "Talleres García, S.L.",
            "buyer": "Construcciones Norte, S.A.",
            "seller_tax": "B12345678",
            "buyer_tax": "A87654321",
        },
    ),
    Layout(
        "indonesian",
        (
            """
            PT MAJU JAYA ABADI
            Jl. Gatot Subroto No. 45, Jakarta Selatan 12930
            NPWP : 01.234.567.8-901.000
            Telp. (021) 5551234

                                      INVOICE

            Kepada Yth.                                  No. Invoice   : 012/MJA/III/2025
            PT Sinar Terang                              Tanggal       : 18 Maret 2025
            Jl. Asia Afrika No. 8                        No. PO        : 4500012345
            Bandung 40111                                Jatuh Tempo   : 17 April 2025

            No   Nama Barang       Qty    Harga Satuan      Jumlah
            1    Baut              10     5.000             50.000
            Total                                           Rp 55.500
            """,
        ),
        {
            "number": "012/MJA/III/2025",
            "date": "2025-03-18",
            "due": "2025-04-17",
            "po": "4500012345",
            "currency": "IDR",
            "seller": "PT MAJU JAYA ABADI",
            "buyer": "PT Sinar Terang",
            "seller_tax": "012345678901000",
        },
    ),
    Layout(
        "indian gst",
        (
            """
            TAX INVOICE
            Sharma Electricals Pvt Ltd                 Invoice No.            Dated
            12 MG Road                                 SE/23-24/0456          12-Mar-2024
            Pune - 411001                              Delivery Note          Mode/Terms of Payment
            GSTIN/UIN: 27ABCDE1234F1Z5                 DN-88                  30 Days
            State Name : Maharashtra                   Buyer's Order No.      Dated
                                                       PO/7781                01-Mar-2024
            Buyer (Bill to)
            Verma Traders
            45 Ring Road
            Nagpur - 440001
            GSTIN/UIN: 27PQRSX5678K1Z2

            Sl No   Description of Goods    Quantity    Rate     Amount
            1       Cable                   10          100.00   1,000.00
            Total                                                ₹ 1,180.00
            """,
        ),
        {
            "number": "SE/23-24/0456",
            "date": "2024-03-12",
            "currency": "INR",
            "po": "PO/7781",
            "seller": "Sharma Electricals Pvt Ltd",
            "buyer": "Verma Traders",
            "seller_tax": "27ABCDE1234F1Z5",
            "buyer_tax": "27PQRSX5678K1Z2",
        },
    ),
    Layout(
        "numbered cells",
        (
            """
            PT CONTOH ELEKTRIK
            Jl. Raya 1, Jakarta 10110
                                      INVOICE
            1)SELLER      PT CONTOH ELEKTRIK           3)INVOICE NO.          4)INVOICE DATE
                          Jl. Raya 1                   70CH-250618-0001       2025-06-18
                          Jakarta 10110                5)CONTRACT NO.         6)CONTRACT DATE
                                                       C-9981                 2025-05-01
            2)BUYER       cust.code: C2-0001           7)PO REFERENCE         8)PAYMENT TERMS
                          PT PEMBELI JAYA              PO-77120               30 DAYS
                          Jl. Pahlawan 5
                          Surabaya 60175
            9)NO.    HS Code    10)DESCRIPTION OF GOODS    11)QTY. (PCS)    12)UNIT PRICE IDR    13)AMOUNT IDR
            10       8536       SW-1  Switch               40               25,000.50            1,000,020.00
            """,
        ),
        {
            "number": "70CH-250618-0001",
            "date": "2025-06-18",
            "po": "PO-77120",
            "currency": "IDR",
            "seller": "PT CONTOH ELEKTRIK",
            "buyer": "PT PEMBELI JAYA",
        },
    ),
    Layout(
        "credit note",
        (
            """
            Green Garden Supplies Ltd
            5 Park Road, Bristol BS1 5TR

            CREDIT NOTE

            Credit Note No: CN-0042          Date: 12 April 2024
            Original Invoice No: INV-0911    Original invoice date: 1 April 2024
            Customer: Rose Cottage Ltd

            Description     Qty    Price    Amount
            Pots            -1     10.00    -10.00
            Total                           £-12.00
            """,
        ),
        {
            "number": "CN-0042",
            "date": "2024-04-12",
            "kind": "credit_note",
            "currency": "GBP",
            "seller": "Green Garden Supplies Ltd",
            "buyer": "Rose Cottage Ltd",
        },
    ),
    Layout(
        "credit note with invoice no",
        (
            """
            Alpha Tools GmbH, Werkstr. 4, 70173 Stuttgart

            Beta Bau KG
            Am Markt 1
            72070 Tübingen

            Gutschrift
            Belegnummer: GS-2024-7          Belegdatum: 02.05.2024
            Rechnungsnummer: RE-2024-100    Rechnungsdatum: 02.04.2024
            """,
        ),
        {
            "number": "GS-2024-7",
            "date": "2024-05-02",
            "kind": "credit_note",
            "seller": "Alpha Tools GmbH",
            "buyer": "Beta Bau KG",
        },
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "title number only",
        (
            """
            Studio Nord
            Lange Reihe 3
            20099 Hamburg
            mail@studio-nord.de

            Kaffeehaus Elbe GmbH
            Elbchaussee 10
            22765 Hamburg

            Rechnung 2024-001                         12.01.2024

            Leistung       Stunden     Satz      Betrag
            Entwurf        10          80,00     800,00
            Summe netto                          800,00 €
            """,
        ),
        {
            "number": "2024-001",
            "date": "2024-01-12",
            "currency": "EUR",
            "seller": "Studio Nord",
            "buyer": "Kaffeehaus Elbe GmbH",
        },
    ),
    Layout(
        "rivals",
        (
            """
            Hafen Logistik AG
            Kai 7, 28195 Bremen

            Kunde                              Kundennummer          104577
            Import Weber e.K.                  Auftragsnummer        AU-88123
            Ostweg 2                           Lieferscheinnummer    LS-99121
            28199 Bremen                       Rechnungsnummer       RG-55001
                                               Lieferdatum           01.02.2024
                                               Rechnungsdatum        03.02.2024
                                               Bestellnummer         B-4711
            Pos   Artikel    Menge    Preis     Betrag
            1     Fracht     1        100,00    100,00
            Rechnungsbetrag                     119,00 EUR
            """,
        ),
        {
            "number": "RG-55001",
            "date": "2024-02-03",
            "po": "B-4711",
            "seller": "Hafen Logistik AG",
            "buyer": "Import Weber e.K.",
            "currency": "EUR",
        },
    ),
    Layout(
        "ambiguous english",
        (
            """
            Global Parts Co
            100 Harbour Way
            Invoice No. 5521                 Invoice Date 03/04/2024
            Bill to: Smith Trading
            Description    Qty    Price    Amount
            Gear           1      10.00    10.00
            Total                          EUR 10.00
            """,
        ),
        {"number": "5521", "currency": "EUR", "buyer": "Smith Trading"},
        frozenset({"DATE_AMBIGUOUS"}),
    ),
    Layout(
        "english by day over 12",
        (
            """
            Global Parts Co
            Invoice No. 5521                 Invoice Date 03/04/2024
            Bill to: Smith Trading           Delivery date 25/03/2024
            """,
        ),
        {"number": "5521", "date": "2024-04-03"},
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "wrapped labels",
        (
            """
            Canal Freight BV

            Invoice        Invoice        Customer       Due
            number         date           number         date
            88012          2024-03-05     C-100          2024-04-04
            """,
        ),
        {"number": "88012", "date": "2024-03-05", "due": "2024-04-04"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "stripe style",
        (
            """
            Invoice

            Invoice number   8F2B1C0D-0003
            Date of issue    March 5, 2024
            Date due         March 5, 2024

            Cloudly Inc.                       Bill to
            548 Market Street                  Jane Roe
            San Francisco, CA 94104            jane@example.com
            United States                      10 Downing Road
            billing@cloudly.example            London W1A 1AA
                                               United Kingdom

            $20.00 due March 5, 2024
            Description       Qty     Unit price    Amount
            Plan              1       $20.00        $20.00
            Total                                   $20.00
            """,
        ),
        {
            "number": "8F2B1C0D-0003",
            "date": "2024-03-05",
            "due": "2024-03-05",
            "currency": "USD",
            "seller": "Cloudly Inc.",
            "buyer": "Jane Roe",
        },
    ),
    Layout(
        "amazon like",
        (
            """
            Paid
            Payment reference number 7Q2XKDJ2
            Sold by Kabel Fritz GmbH
            VAT # DE123456789

            Invoice date / Delivery date    05 March 2024
            Invoice #                       DE41ABCD2I
            Total payable                   29,99 €

            Billing Address         Delivery Address        Sold by
            Erika Muster            Erika Muster            Kabel Fritz GmbH
            Gasse 4                 Gasse 4                 Werkweg 5
            50667 Köln              50667 Köln              10115 Berlin
            DE                      DE                      DE
            """,
        ),
        {
            "number": "DE41ABCD2I",
            "date": "2024-03-05",
            "currency": "EUR",
            "seller": "Kabel Fritz GmbH",
            "buyer": "Erika Muster",
            "seller_tax": "DE123456789",
        },
    ),
    Layout(
        "hash below title",
        (
            """
            Lone Pine Design
                                                                INVOICE
                                                                # 1042

            From:                      To:                      Date: Apr 3, 2024
            Lone Pine Design           Acme Rockets             Due: Apr 17, 2024
            12 Oak Dr                  1 Canyon Rd
            Denver, CO 80202           Tucson, AZ 85701
            """,
        ),
        {
            "number": "1042",
            "date": "2024-04-03",
            "due": "2024-04-17",
            "seller": "Lone Pine Design",
            "buyer": "Acme Rockets",
        },
    ),
    Layout(
        "australian",
        (
            """
            TAX INVOICE
            Outback Plumbing Pty Ltd
            ABN 51 824 753 556
            PO Box 12, Alice Springs NT 0870

            To: Desert Inn
                3 Todd Street
                Alice Springs NT 0870
            Invoice: 00231
            Date: 7/03/2024
            Payment due: 21/03/2024
            Description        Qty     Unit Price     Amount
            Tap                1       $80.00         $80.00
            Total AUD                                 $88.00
            """,
        ),
        {
            "number": "00231",
            "date": "2024-03-07",
            "due": "2024-03-21",
            "currency": "AUD",
            "seller": "Outback Plumbing Pty Ltd",
            "seller_tax": "51824753556",
            "buyer": "Desert Inn",
        },
    ),
    Layout(
        "swiss",
        (
            """
            Berghof Käserei AG
            Dorfstrasse 12
            6060 Sarnen
            CHE-123.456.789 MWST

                                                   Hotel Krone
                                                   Bahnhofplatz 1
                                                   8001 Zürich

            Rechnung                               Sarnen, 5. März 2024
            Rechnungs-Nr.: 24-1187
            Zahlbar bis: 4.4.2024
            Artikel            Menge     Preis     Total
            Käse               2         20.00     40.00
            Total CHF                              40.00
            """,
        ),
        {
            "number": "24-1187",
            "date": "2024-03-05",
            "due": "2024-04-04",
            "currency": "CHF",
            "seller": "Berghof Käserei AG",
            "buyer": "Hotel Krone",
            "seller_tax": "CHE123456789",
        },
    ),
    Layout(
        "polish-ish english",
        (
            """
            Invoice FV/12/03/2024
            Seller: Drewno Sp. z o.o.                      Buyer: Holz Import GmbH
            ul. Lesna 5, 00-950 Warszawa                   Kieler Str. 9, 24103 Kiel
            VAT ID: PL1234567890                           VAT ID: DE987654321
            Date of issue: 2024-03-15
            Date of sale: 2024-03-12
            Payment date: 2024-03-29
            """,
        ),
        {
            "number": "FV/12/03/2024",
            "date": "2024-03-15",
            "due": "2024-03-29",
            "seller": "Drewno Sp. z o.o.",
            "buyer": "Holz Import GmbH",
            "seller_tax": "PL1234567890",
            "buyer_tax": "DE987654321",
        },
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "colon columns off baseline",
        (
            """
            ORION LABS LTD

            Invoice No      :  OL/24/77
            Invoice Date    :  15-Apr-24
            Customer Code   :  K-221
            Your Order No   :  4711
            """,
        ),
        {"number": "OL/24/77", "date": "2024-04-15", "po": "4711"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "freelancer",
        (
            """
            Maria Lopez
            Traductora
            c/ Sol 4, 2º
            46001 Valencia
            NIF 12345678Z

            Factura núm. 7/2024                        Valencia, 15 de marzo de 2024

            Datos del cliente:
            Editorial Luna S.L.
            C/ Mar 8
            08003 Barcelona
            CIF B11223344

            Descripción       Horas    Precio     Importe
            Traducción        10       30         300
            Total                                 300,00 €
            """,
        ),
        {
            "number": "7/2024",
            "date": "2024-03-15",
            "currency": "EUR",
            "seller": "Maria Lopez",
            "buyer": "Editorial Luna S.L.",
            "seller_tax": "12345678Z",
            "buyer_tax": "B11223344",
        },
    ),
    Layout(
        "proforma like utility",
        (
            """
            Stadtwerke Neustadt GmbH, Postfach 11 22, 67433 Neustadt
                                                                 Kundennummer      1002003004
            Frau                                                 Vertragskonto     700800900
            Anna Berg                                            Rechnungsnummer   VR-2024-556677
            Weinstr. 8                                           Datum             12.02.2024
            67434 Neustadt                                       Zählernummer      1EMH0012345678

            Ihre Stromrechnung
            Abrechnungszeitraum 01.01.2023 - 31.12.2023
            Der Betrag wird am 26.02.2024 von Ihrem Konto abgebucht.
            """,
        ),
        {
            "number": "VR-2024-556677",
            "date": "2024-02-12",
            "due": "2024-02-26",
            "seller": "Stadtwerke Neustadt GmbH",
            "buyer": "Anna Berg",
        },
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "hotel",
        (
            """
            Grand Plaza Hotel
            Kaiserplatz 1, 60311 Frankfurt
            Guest: Mr John Doe                      Room: 412
            Arrival: 01.03.2024                     Departure: 03.03.2024
            Folio/Invoice No.: 77120                Date: 03.03.2024
            Company: Doe Consulting Ltd
            """,
        ),
        {"number": "77120", "date": "2024-03-03", "seller": "Grand Plaza Hotel"},
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "two pages head",
        (
            """
            Kontor Süd GmbH
            Rechnung 90011 vom 03.03.2024                 Seite 1/2
            """,
        ),
        {"number": "90011", "date": "2024-03-03"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "chinese exporter",
        (
            """
            SHENZHEN BRIGHT LED CO., LTD.
            Building 5, Bao'an District, Shenzhen, China
            COMMERCIAL INVOICE
            TO: LUMEN IMPORTS INC.                     INVOICE NO.: SBL20240315A
                55 WATER ST                            DATE: MAR. 15, 2024
                NEW YORK, NY 10041                     S/C NO.: SC-8812
            FROM: SHENZHEN, CHINA   TO: NEW YORK, USA
            DESCRIPTION       QTY      UNIT PRICE     AMOUNT
            LED               100      USD1.20        USD120.00
            TOTAL                                     USD120.00
            """,
        ),
        {
            "number": "SBL20240315A",
            "date": "2024-03-15",
            "currency": "USD",
            "seller": "SHENZHEN BRIGHT LED CO., LTD.",
            "buyer": "LUMEN IMPORTS INC.",
        },
    ),
    Layout(
        "buyer left seller right",
        (
            """
                                                                    Küster Elektro
                                                                    Inh. Jens Küster
                                                                    Am Deich 4
                                                                    26122 Oldenburg
                                                                    Tel. 0441 55667
            Küster Elektro, Am Deich 4, 26122 Oldenburg             info@kuester-elektro.de
            Hausverwaltung Blum GmbH                                St.-Nr. 64/123/45678
            Postfach 12 34
            26123 Oldenburg
                                                                    Datum: 04.06.2024
            RECHNUNG Nr. 24/118
            """,
        ),
        {
            "number": "24/118",
            "date": "2024-06-04",
            "seller": "Küster Elektro",
            "buyer": "Hausverwaltung Blum GmbH",
            "seller_tax": "64/123/45678",
        },
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "invoice hash same phrase",
        (
            """
            Rapid Couriers Ltd                          Tax Invoice
            Unit 4, Dock Road
            Auckland 1010
            New Zealand
            GST No: 123-456-789
            Invoice #: INV-10077   Date: 14 Feb 2024   Due: 20 Mar 2024
            Bill to
            Kiwi Fruit Co Ltd
            9 Orchard Rd
            Tauranga 3110
            Description   Quantity  Unit Price  Amount NZD
            Delivery      1         12.00       12.00
            TOTAL NZD                           13.80
            """,
        ),
        {
            "number": "INV-10077",
            "date": "2024-02-14",
            "due": "2024-03-20",
            "currency": "NZD",
            "seller": "Rapid Couriers Ltd",
            "buyer": "Kiwi Fruit Co Ltd",
        },
    ),
    Layout(
        "xero style",
        (
            """
            TAX INVOICE                          Invoice Date          Bluebird Cafe Pty Ltd
                                                 14 Feb 2024           2 Beach Rd
            Surf Shop Pty Ltd                                          Manly NSW 2095
            PO Box 99                            Invoice Number        AUSTRALIA
            Bondi NSW 2026                       INV-0042
                                                                       ABN: 51 824 753 556
                                                 Reference
                                                 PO 5567

            Description          Quantity     Unit Price     GST      Amount AUD
            Coffee               10           4.00           10%      40.00
            TOTAL AUD                                                 44.00
            Due Date: 28 Feb 2024
            """,
        ),
        {
            "number": "INV-0042",
            "date": "2024-02-14",
            "due": "2024-02-28",
            "currency": "AUD",
            "seller": "Bluebird Cafe Pty Ltd",
            "buyer": "Surf Shop Pty Ltd",
        },
        frozenset({"BUYER_DOUBTFUL"}),
    ),
    Layout(
        "quickbooks",
        (
            """
            Fern & Field                                             INVOICE
            7 Market Sq
            Portland, OR 97201
            hello@fernandfield.com

            BILL TO                     SHIP TO                      INVOICE     1187
            Willow Spa                  Willow Spa                   DATE        02/29/2024
            88 River Rd                 88 River Rd                  TERMS       Net 15
            Salem, OR 97301             Salem, OR 97301              DUE DATE    03/15/2024

            ACTIVITY            QTY        RATE       AMOUNT
            Plants              4          25.00      100.00
            BALANCE DUE                               $100.00
            """,
        ),
        {
            "number": "1187",
            "date": "2024-02-29",
            "due": "2024-03-15",
            "currency": "USD",
            "seller": "Fern & Field",
            "buyer": "Willow Spa",
        },
    ),
    Layout(
        "sap style german",
        (
            """
            Chemie Nord AG, Hafenstr. 20, 20457 Hamburg

            Firma                                             Rechnung
            Lacke Müller GmbH & Co. KG                        Nummer/Datum
            Industriestr. 7                                   90012345 / 15.04.2024
            21035 Hamburg                                     Bestellnummer/Datum
                                                              4500998877 / 02.04.2024
                                                              Kundennummer
                                                              100456
            Pos.  Material    Bezeichnung    Menge    Preis    Wert
            10    4711        Lösemittel     5 KG     10,00    50,00
            Rechnungsbetrag                                    EUR 59,50
            """,
        ),
        {
            "number": "90012345",
            "date": "2024-04-15",
            "po": "4500998877",
            "currency": "EUR",
            "seller": "Chemie Nord AG",
            "buyer": "Lacke Müller GmbH & Co. KG",
        },
    ),
    Layout(
        "free invoice above value",
        (
            """
            ACME EXPORTS PTE LTD
            10 Anson Road, Singapore 079903

            INVOICE

            Bill To : LOTUS TRADING SDN BHD          Invoice No : AE-5512
                      22 Jalan Ampang                Date       : 01/11/2023
                      50450 Kuala Lumpur             Terms      : 30 days
                      Malaysia                       Due Date   : 01/12/2023
            Item     Description    Qty    U/Price    Amount
            1        Valve          2      50.00      100.00
            Total                                     SGD 108.00
            """,
        ),
        {
            "number": "AE-5512",
            "date": "2023-11-01",
            "due": "2023-12-01",
            "currency": "SGD",
            "seller": "ACME EXPORTS PTE LTD",
            "buyer": "LOTUS TRADING SDN BHD",
        },
    ),
    Layout(
        "fr table head",
        (
            """
                                          FACTURE
            Numéro          Date            Code client      Echéance
            FC004512        31/01/2024      C00123           29/02/2024

            ATELIER MOREAU SAS                        BOULANGERIE PETIT
            ZA des Prés                               4 place de l'Eglise
            35000 RENNES                              35760 SAINT-GREGOIRE
            Tél. 02 99 00 00 00
            TVA FR45123456789
            Référence    Désignation      Qté     PU HT     Montant HT
            A1           Four             1       900,00    900,00
            Net à payer                                     1 080,00 €
            """,
        ),
        {
            "number": "FC004512",
            "date": "2024-01-31",
            "due": "2024-02-29",
            "currency": "EUR",
            "seller": "ATELIER MOREAU SAS",
            "seller_tax": "FR45123456789",
            "buyer": "BOULANGERIE PETIT",
        },
    ),
    Layout(
        "it grid",
        (
            """
            FERRAMENTA VERDI SNC
            Via Roma 1 37121 VERONA VR
            Partita IVA 03123456789
            Tipo documento      Numero documento      Data documento      Cod. cliente
            FATTURA             000231/A              30/04/2024          C0045
            Destinatario
            EDIL BLU SRL
            VIA MILANO 20
            37135 VERONA
            Codice    Descrizione     Q.tà    Prezzo    Importo
            X1        Martello        2       10,00     20,00
            Totale fattura                              24,40 EUR
            """,
        ),
        {
            "number": "000231/A",
            "date": "2024-04-30",
            "currency": "EUR",
            "seller": "FERRAMENTA VERDI SNC",
            "buyer": "EDIL BLU SRL",
            "seller_tax": "03123456789",
        },
    ),
    Layout(
        "id faktur",
        (
            """
            CV. BERKAH MANDIRI                                FAKTUR PENJUALAN
            Ruko Mega Blok A No. 5, Surabaya
            HP 0812-3456-7890
            No. Faktur : BM-2403-0021          Kepada :
            Tgl. Faktur : 21/03/2024           TOKO SUMBER REJEKI
            Jatuh Tempo : 20/04/2024           Jl. Pasar Baru 12, Malang
            No  Nama Barang      Banyaknya   Harga Satuan   Jumlah
            1   Semen            10 sak      60.000         600.000
            Total                                           Rp. 600.000,-
            """,
        ),
        {
            "number": "BM-2403-0021",
            "date": "2024-03-21",
            "due": "2024-04-20",
            "currency": "IDR",
            "seller": "CV. BERKAH MANDIRI",
            "buyer": "TOKO SUMBER REJEKI",
        },
    ),
    Layout(
        "no of pages trap",
        (
            """
            Tiny Print Ltd
            3 Ink St, Oxford OX1 1AA
            Invoice                                       Page No. 1 of 2
            Account No: 99812345
            Invoice No: 42
            Date: 1st March 2024
            To: Reader's Digest Club
            Number of items: 12
            """,
        ),
        {"number": "42", "date": "2024-03-01", "seller": "Tiny Print Ltd"},
    ),
    Layout(
        "date range and period",
        (
            """
            Nimbus Hosting GmbH
            Serverweg 1
            60313 Frankfurt
            Rechnung R-8891
            Rechnungsdatum 01.06.2024
            Leistungszeitraum 01.05.2024 - 31.05.2024
            Kunde: Petra Kahn
            """,
        ),
        {"number": "R-8891", "date": "2024-06-01", "seller": "Nimbus Hosting GmbH", "buyer": "Petra Kahn"},
    ),
    Layout(
        "number in filename style",
        (
            """
            Quick Fix Oy
            INVOICE   INV_2024_0031
            Issued: 2024-05-06    Due: 2024-05-20
            """,
        ),
        {"number": "INV_2024_0031", "date": "2024-05-06", "due": "2024-05-20"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "space in number",
        (
            """
            Papier Union KG
            Rechnungs-Nr.: RE 2024 0117
            Datum: 7. Juni 2024
            """,
        ),
        {"number": "RE 2024 0117", "date": "2024-06-07"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "label above far",
        (
            """
            INVOICE
            Bolt & Nut Works LLC
            Invoice no.
            7781-B

            Date
            June 7, 2024

            Amount due
            $1,200.00
            """,
        ),
        {"number": "7781-B", "date": "2024-06-07", "currency": "USD"},
        frozenset({"BUYER_MISSING"}),
    ),
    Layout(
        "no number at all",
        (
            """
            Garden Help
            Invoice
            Date 12 May 2024
            For: Mrs Bloom
            Phone 555-1234
            Total $40
            """,
        ),
        {"number": None, "date": "2024-05-12"},
        frozenset({"BUYER_MISSING", "NUMBER_MISSING"}),
    ),
    Layout(
        "only order number",
        (
            """
            Web Shop Ltd
            5 High Rd, London N1 9GU
            Order number 100200300
            Order date 12/05/2024
            """,
        ),
        {},
        frozenset({"BUYER_MISSING", "DATE_MISSING", "NUMBER_DOUBTFUL"}),
    ),
    Layout(
        "dutch zin",
        (
            """
            Schilder Piet
            Kerkweg 2, 1111 AA Diemen
            Factuur 2024-17 d.d. 3 juni 2024
            Gelieve het bedrag voor 3 juli 2024 over te maken (betaling).
            Aan: VvE De Linden
            """,
        ),
        {"number": "2024-17", "date": "2024-06-03", "due": "2024-07-03"},
    ),
    Layout(
        "running head two pages",
        (
            """
            Delta Chemie GmbH                          Rechnung 70001         Seite 1 von 2
            Rechnungsdatum: 04.07.2024
            Summe                  100,00 EUR
            """,
            """
            Delta Chemie GmbH                          Rechnung 70001         Seite 2 von 2
            Gesamtbetrag           200,00 EUR
            """,
        ),
        {"number": "70001", "date": "2024-07-04", "currency": "EUR", "seller": "Delta Chemie GmbH"},
        frozenset({"BUYER_MISSING"}),
    ),
    Layout(
        "us dates no country, day over 12 due",
        (
            """
            Ridge Roofing
            Invoice # 3391
            Invoice Date: 02/03/2024
            Due Date: 02/17/2024
            Bill To: Anne Field
            Total: $900.00
            """,
        ),
        {"number": "3391", "date": "2024-02-03", "due": "2024-02-17", "currency": "USD", "buyer": "Anne Field"},
        frozenset({"SELLER_DOUBTFUL"}),
    ),
    Layout(
        "foreign currency idr line",
        (
            """
            PT EKSPOR RAYA
            Jl. Pelabuhan 3, Jakarta 14110
            Commercial Invoice No. ER-556/2024
            Date : 10 January 2024
            Buyer : NORDIC TRADE AB
            Description    Qty   Unit Price (USD)   Amount (USD)
            Coffee         10    100.00             1,000.00
            Total USD                               1,000.00
            DPP Rp 15.500.000 (kurs Rp 15.500)
            """,
        ),
        {
            "number": "ER-556/2024",
            "date": "2024-01-10",
            "currency": "USD",
            "seller": "PT EKSPOR RAYA",
            "buyer": "NORDIC TRADE AB",
        },
    ),
]


def fields_of(header: Header) -> dict[str, str | None]:
    readings = {
        "number": header.number,
        "date": header.date,
        "due": header.due_date,
        "po": header.po,
        "currency": header.currency,
        "kind": header.kind,
        "seller": header.seller.name,
        "seller_tax": header.seller.tax_id,
        "buyer": header.buyer.name,
        "buyer_tax": header.buyer.tax_id,
    }
    return {field: str(reading.value) if reading else None for field, reading in readings.items()}


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_printed_field_is_read_and_only_real_doubts_are_told(layout: Layout) -> None:
    header = read_header(drawn(*layout.pages))
    got = fields_of(header)
    assert {field: got[field] for field in layout.expected} == layout.expected
    assert {issue.code for issue in header.issues} == layout.issues
