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
    Layout(
        "lexoffice",
        (
            """
            Fahrrad Specht e.K. · Torweg 9 · 37073 Göttingen

            Universität Beispielstadt                         Rechnungs-Nr.           RE0117
            Dezernat 4                                        Rechnungsdatum          06.05.2024
            Goßlerstr. 5                                      Lieferdatum             02.05.2024
            37073 Göttingen                                   Ihre Kundennummer       10045
                                                              Ihr Ansprechpartner     Udo Specht

            Rechnung Nr. RE0117

            Sehr geehrte Damen und Herren,
            vielen Dank für Ihren Auftrag vom 28.04.2024.

            Pos.   Bezeichnung     Menge     Einzelpreis     Gesamt
            1      Reparatur       1 Stk     50,00 €         50,00 €
            Gesamtbetrag                                     59,50 €
            Zahlungsbedingungen: Zahlung innerhalb von 14 Tagen ab Rechnungseingang ohne Abzüge.
            Fahrrad Specht e.K.      USt-IdNr. DE814512345      IBAN DE02 1203 0000 0000 2020 51
            """,
        ),
        {
            "number": "RE0117",
            "date": "2024-05-06",
            "due": None,
            "currency": "EUR",
            "seller": "Fahrrad Specht e.K.",
            "buyer": "Universität Beispielstadt",
            "seller_tax": "DE814512345",
        },
    ),
    Layout(
        "freshbooks",
        (
            """
            Pixel Forge LLC                                          12 Bay St
                                                                     Oakland, CA 94607
                                                                     (510) 555-0101

            Billed To            Date of Issue      Invoice Number      Amount Due (USD)
            Harbor Cafe          03/04/2024         0000131             $650.00
            5 Pier Ave           Due Date
            Alameda, CA 94501    04/03/2024

            Description              Rate        Qty      Line Total
            Logo                     $650.00     1        $650.00
            Amount Due (USD)                              $650.00
            """,
        ),
        {
            "number": "0000131",
            "date": "2024-03-04",
            "due": "2024-04-03",
            "currency": "USD",
            "seller": "Pixel Forge LLC",
            "buyer": "Harbor Cafe",
        },
    ),
    Layout(
        "wave blank po",
        (
            """
                                                                        INVOICE
                                                                        Hill Electric
                                                                        9 Ridge Rd
                                                                        Boise, ID 83702

            BILL TO                             Invoice Number: 12
            Bear Creek Lodge                    P.O./S.O. Number:
            1 Lodge Way                         Invoice Date: March 5, 2024
            McCall, ID 83638                    Payment Due: March 20, 2024
                                                Amount Due (USD): $400.00
            Items            Quantity      Price       Amount
            Wiring           4             $100.00     $400.00
            Total:                                     $400.00
            """,
        ),
        {
            "number": "12",
            "date": "2024-03-05",
            "due": "2024-03-20",
            "po": None,
            "currency": "USD",
            "seller": "Hill Electric",
            "buyer": "Bear Creek Lodge",
        },
    ),
    Layout(
        "tokopedia",
        (
            """
            tokoku                                         INVOICE
                                                           INV/20240305/MPL/3793812345
            DITERBITKAN ATAS NAMA                          UNTUK
            Penjual : Toko Laris                           Pembeli           : Budi Santoso
                                                           Tanggal Pembelian : 05 Maret 2024
                                                           Alamat Pengiriman : Budi Santoso (62812345678)
                                                                               Jl. Melati 5, Bogor, 16110
            INFO PRODUK              JUMLAH      HARGA SATUAN       TOTAL HARGA
            Sepatu                   1           Rp250.000          Rp250.000
            TOTAL TAGIHAN                                           Rp262.000
            """,
        ),
        {"number": "INV/20240305/MPL/3793812345", "currency": "IDR", "seller": "Toko Laris", "buyer": "Budi Santoso"},
        frozenset({"DATE_MISSING"}),
    ),
    Layout(
        "indonesian letter",
        (
            """
            PT. CIPTA KARYA NUSANTARA
            Gedung Graha Lt. 3, Jl. Sudirman Kav. 10, Jakarta 10220
            Telp. 021-5700000

                                                                  Jakarta, 5 Maret 2024
            Nomor    : 017/CKN/INV/III/2024
            Perihal  : Tagihan Jasa Konsultasi

            Kepada Yth.
            Direktur Keuangan
            PT Bumi Sentosa
            Jl. Diponegoro 12
            Semarang 50241

            Dengan hormat,
            No   Uraian             Jumlah
            1    Jasa               Rp 10.000.000
            Total                   Rp 11.100.000
            """,
        ),
        {
            "number": "017/CKN/INV/III/2024",
            "date": "2024-03-05",
            "currency": "IDR",
            "seller": "PT. CIPTA KARYA NUSANTARA",
        },
    ),
    Layout(
        "belgian bilingual",
        (
            """
            Brouwerij Zon NV                                     FACTUUR / FACTURE
            Stationsstraat 8
            9000 Gent
            BTW BE 0123.456.789

            Factuurnr. / N° facture      Datum / Date      Klantnr. / N° client      Vervaldag / Echéance
            2024/0123                    14/05/2024        40012                     13/06/2024

            Café Lune SPRL
            Rue Haute 3
            1000 Bruxelles

            Omschrijving      Aantal    Prijs     Bedrag
            Bier              10        2,00      20,00
            Totaal te betalen                     € 24,20
            """,
        ),
        {
            "number": "2024/0123",
            "date": "2024-05-14",
            "due": "2024-06-13",
            "currency": "EUR",
            "seller": "Brouwerij Zon NV",
            "buyer": "Café Lune SPRL",
            "seller_tax": "BE0123456789",
        },
    ),
    Layout(
        "uk tax point",
        (
            """
            Marsh & Daughters
            Furniture Restorers
            2 Chapel Row, Bath BA1 1HN                  INVOICE
            VAT Reg. No. 987 6543 21                    No. 3318
                                                        Date & tax point: 12/3/24
            To:
            The Royal Crescent Hotel Ltd
            16 Royal Crescent
            Bath BA1 2LS
                                                        Order No. RC/771
            Description                  Amount
            Chair                        £120.00
            VAT 20%                      £24.00
            Total                        £144.00
            """,
        ),
        {
            "number": "3318",
            "date": "2024-03-12",
            "currency": "GBP",
            "seller": "Marsh & Daughters",
            "buyer": "The Royal Crescent Hotel Ltd",
        },
    ),
    Layout(
        "sap english",
        (
            """
            GLOBAL STEEL CORP
            Invoice No./Date: 9001123/05.03.2024
            Customer No.: 5512
            PO No./Date: 4500112233/01.03.2024
            Sold-to party
            BRIDGE WORKS SA
            10 Quai du Port
            1201 Geneva
            Switzerland
            Currency: CHF
            """,
        ),
        {
            "number": "9001123",
            "date": "2024-03-05",
            "currency": "CHF",
            "seller": "GLOBAL STEEL CORP",
            "buyer": "BRIDGE WORKS SA",
        },
    ),
    Layout(
        "telekom",
        (
            """
            Fernmelde Nord GmbH, 53171 Bonn
                                                          Seite 1 von 3
            *123456789*                                   Datum                 03.02.2024
            Herrn                                         Kundennummer          123 456 7890
            Jan Petersen                                  Rechnungsnummer       80 1234 5678 9012
            Inselweg 3                                    Buchungskonto         5566778899
            25980 Sylt
            Ihre Rechnung für Februar 2024
            Der Rechnungsbetrag wird frühestens am 12.02.2024 von Ihrem Konto abgebucht.
            Zu zahlender Betrag                           39,95 €
            """,
        ),
        {
            "number": "80 1234 5678 9012",
            "date": "2024-02-03",
            "currency": "EUR",
            "seller": "Fernmelde Nord GmbH",
            "buyer": "Jan Petersen",
        },
    ),
    Layout(
        "google like",
        (
            """
            Cloud Search Ireland Limited                      Invoice
            Gordon House, Barrow Street                       Invoice number: 4712345678
            Dublin 4
            Ireland
            VAT number: IE6388047V

            Bill to                                           Details
            Anna Meier                                        Invoice number      4712345678
            Kontor AG                                         Invoice date        Feb 29, 2024
            Seestrasse 1                                      Billing ID          1234-5678-9012
            8002 Zürich                                       Account ID          ads-99
            Switzerland
            Total in CHF                                      CHF 12.00
            Due Mar 30, 2024
            """,
        ),
        {
            "number": "4712345678",
            "date": "2024-02-29",
            "due": "2024-03-30",
            "currency": "CHF",
            "seller": "Cloud Search Ireland Limited",
            "seller_tax": "IE6388047V",
        },
    ),
    Layout(
        "uber",
        (
            """
            Tax invoice issued by Ride Operator B.V. on behalf of:
            Ali Driver
            Invoice number: UBR-1-2024-0000123
            Invoice date: 05.03.2024
            Tax point date: 04.03.2024
            Maria Rider
            """,
        ),
        {"number": "UBR-1-2024-0000123", "date": "2024-03-05"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "spanish boxed",
        (
            """
            SUMINISTROS LEVANTE, S.A.
            Pol. Ind. Norte, parcela 4 - 03006 Alicante
            CIF A03123456   Tel. 965 00 00 00

            Nº de Factura     Fecha           Nº Cliente     Página
            2024/A/000123     05/03/2024      00871          1

                                                    HOTEL PLAYA SOL S.L.
                                                    Avda. del Mar, 22
                                                    03540 ALICANTE
                                                    CIF B53987654
            Artículo     Descripción      Cantidad     Precio     Importe
            X            Toallas          10           5,00       50,00
            TOTAL FACTURA                                         60,50 €
            """,
        ),
        {
            "number": "2024/A/000123",
            "date": "2024-03-05",
            "currency": "EUR",
            "seller": "SUMINISTROS LEVANTE, S.A.",
            "buyer": "HOTEL PLAYA SOL S.L.",
            "seller_tax": "A03123456",
            "buyer_tax": "B53987654",
        },
    ),
    Layout(
        "italian doc",
        (
            """
            OFFICINA BRUNO di Bruno Carlo
            Via Dante 4 - 16121 Genova
            C.F. BRNCRL70A01D969X   P.I. 01112223334
            Documento: FATTURA        Numero: 88        Data: 12/04/2024
            Cliente: COMUNE DI GENOVA
            Via Garibaldi 9
            16124 GENOVA GE
            Quantità   Descrizione      Prezzo     Importo
            1          Riparazione      100,00     100,00
            Totale                                 122,00 €
            Scadenza: 12/05/2024
            """,
        ),
        {"number": "88", "date": "2024-04-12", "due": "2024-05-12", "currency": "EUR", "buyer": "COMUNE DI GENOVA"},
    ),
    Layout(
        "french lone",
        (
            """
            Cabinet d'avocats Roche & Associés
            3 place Vendôme 75001 Paris

                                                    Société Lambert SAS
                                                    8 avenue Foch
                                                    75116 Paris

                                                    Paris, le 5 mars 2024

            NOTE D'HONORAIRES N° 2024-55
            Dossier : Lambert / Dupuis
            Nos honoraires                          1 000,00 €
            TVA 20 %                                200,00 €
            Total TTC                               1 200,00 €
            """,
        ),
        {"number": "2024-55", "date": "2024-03-05", "currency": "EUR", "buyer": "Société Lambert SAS"},
        frozenset({"SELLER_DOUBTFUL"}),
    ),
    Layout(
        "ovh",
        (
            """
            Nuage SAS                                         FACTURE
            2 rue Kellermann                                  Référence: FR58812345
            59100 Roubaix                                     Date d'émission : 1 févr. 2024
                                                              Date de paiement : 1 févr. 2024
            Client:
            Jeanne Petit
            1 rue du Lac
            74000 Annecy
            Total TTC 12,00 €
            """,
        ),
        {
            "number": "FR58812345",
            "date": "2024-02-01",
            "currency": "EUR",
            "seller": "Nuage SAS",
            "buyer": "Jeanne Petit",
        },
        frozenset({"NUMBER_DOUBTFUL"}),
    ),
    Layout(
        "us columns with stacked",
        (
            """
            MIDWEST PARTS, INC.                               INVOICE
            PO BOX 1200                                       DATE            INVOICE #
            CHICAGO, IL 60601                                 3/5/2024        A-10443

            BILL TO                                           SHIP TO
            RIVER AUTO                                        RIVER AUTO
            44 DOCK ST                                        44 DOCK ST
            PEORIA, IL 61602                                  PEORIA, IL 61602

            P.O. NUMBER     TERMS      REP     SHIP        VIA     F.O.B.
            77-221          Net 30     JK      3/4/2024    UPS     ORIGIN
            QUANTITY    ITEM CODE    DESCRIPTION    PRICE EACH    AMOUNT
            2           BRK          Brake          20.00         40.00
            Total                                                 $40.00
            """,
        ),
        {
            "number": "A-10443",
            "date": "2024-03-05",
            "po": "77-221",
            "currency": "USD",
            "seller": "MIDWEST PARTS, INC.",
            "buyer": "RIVER AUTO",
        },
    ),
    Layout(
        "swedish unknown",
        (
            """
            Nordisk Skog AB
            Storgatan 1
            111 22 Stockholm
            Org.nr 556677-8899
            Faktura
            Fakturanummer 10045
            Fakturadatum 2024-03-05
            Förfallodatum 2024-04-04
            Att betala 1 250,00 kr
            """,
        ),
        {"number": "10045", "date": "2024-03-05", "seller": "Nordisk Skog AB", "currency": "SEK"},
        frozenset({"BUYER_MISSING"}),
    ),
    Layout(
        "date words",
        (
            """
            Hill Farm Shop
            INVOICE NUMBER 771
            DATE 5th of March 2024
            CUSTOMER Mrs Potts
            """,
        ),
        {"number": "771", "date": "2024-03-05"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "two digit year",
        (
            """
            Bäckerei Voss
            Rechnung-Nr. 4455
            Datum 05.03.24
            """,
        ),
        {"number": "4455", "date": "2024-03-05"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "no spaces",
        (
            """
            Werbe Agentur Licht GmbH
            RechnungsNr:AG2024-9
            Rechnungsdatum:05.03.2024
            Fälligkeitsdatum:19.03.2024
            """,
        ),
        {"number": "AG2024-9", "date": "2024-03-05", "due": "2024-03-19"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "due in terms sentence with discount",
        (
            """
            Stahl Ost GmbH
            Rechnung 5567 vom 01.03.2024
            Zahlbar bis 11.03.2024 mit 2% Skonto, bis 31.03.2024 netto.
            """,
        ),
        {"number": "5567", "date": "2024-03-01"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "terms only",
        (
            """
            Stahl Ost GmbH
            Rechnung 5567 vom 01.03.2024
            Zahlbar innerhalb von 30 Tagen.
            """,
        ),
        {"number": "5567", "date": "2024-03-01", "due": None},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "contract dates",
        (
            """
            Mieten Mayer
            Rechnungsnummer 77
            Vertrag vom 01.01.2020
            Mietvertrag Nr. MV-2020-1
            Rechnungsdatum 01.03.2024
            """,
        ),
        {"number": "77", "date": "2024-03-01"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "reference to older invoice in text",
        (
            """
            Kranbau AG
            Rechnung Nr. 5001
            Datum: 10.04.2024
            Unter Bezug auf unsere Rechnung Nr. 4990 vom 01.03.2024
            """,
        ),
        {"number": "5001", "date": "2024-04-10"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "payment slip repeats",
        (
            """
            Solar Plus GmbH
            Rechnungsnummer: SP-771
            Rechnungsdatum: 10.04.2024
            Bitte bei Zahlung angeben: SP-771
            Verwendungszweck: SP-771 / K-100
            """,
        ),
        {"number": "SP-771", "date": "2024-04-10"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "malaysia",
        (
            """
            KL HARDWARE SDN. BHD. (123456-X)
            No. 5, Jalan Ipoh, 51200 Kuala Lumpur
            Tel : 03-40411111   SST ID: W10-1808-32000001
            TAX INVOICE
            M/S : ABC BUILDERS SDN BHD             Invoice No. : IV-24030117
                  Lot 9, Jalan Klang               Date        : 05/03/2024
                  41200 Klang                      Terms       : 30 DAYS
            Attn: Mr Tan                           Page        : 1 of 1
            No.  Description     Qty    U/Price    Amount (RM)
            1    Nails           10     2.00       20.00
            Total                                  RM 20.00
            """,
        ),
        {
            "number": "IV-24030117",
            "date": "2024-03-05",
            "currency": "MYR",
            "seller": "KL HARDWARE SDN. BHD.",
            "buyer": "ABC BUILDERS SDN BHD",
        },
    ),
    Layout(
        "uae",
        (
            """
            DESERT ROSE TRADING LLC
            P.O. Box 5555, Dubai, UAE
            TRN: 100123456700003
            Tax Invoice
            Invoice Number: DR-24-0099        Invoice Date: 05-Mar-2024
            Customer Name: Palm Resorts FZE
            Customer TRN: 100765432100003
            Total AED 1,050.00
            """,
        ),
        {
            "number": "DR-24-0099",
            "date": "2024-03-05",
            "currency": "AED",
            "seller": "DESERT ROSE TRADING LLC",
            "buyer": "Palm Resorts FZE",
            "seller_tax": "100123456700003",
            "buyer_tax": "100765432100003",
        },
    ),
    Layout(
        "canada",
        (
            """
            Maple Print Ltd.
            100 King St W, Toronto, ON M5X 1A9
            GST/HST: 12345 6789 RT0001
            Invoice # 20240077
            Date: 2024-03-05
            Sold To: Lakeview School
            Total: $113.00
            """,
        ),
        {
            "number": "20240077",
            "date": "2024-03-05",
            "currency": "CAD",
            "seller": "Maple Print Ltd.",
            "buyer": "Lakeview School",
        },
    ),
    Layout(
        "dutch zzp",
        (
            """
            Jansen Advies
            Keizersgracht 100
            1015 AA Amsterdam
            KVK: 12345678
            BTW-id: NL001234567B89
            IBAN: NL12 RABO 0123 4567 89

            Gemeente Utrecht
            t.a.v. Crediteurenadministratie
            Stadsplateau 1
            3521 AZ Utrecht

            Factuur
            Factuurnummer: 2024-08       Factuurdatum: 05-03-2024       Vervaldatum: 04-04-2024
            Omschrijving          Uren      Tarief      Bedrag
            Advies                10        € 100,00    € 1.000,00
            Totaal                                      € 1.210,00
            """,
        ),
        {
            "number": "2024-08",
            "date": "2024-03-05",
            "due": "2024-04-04",
            "currency": "EUR",
            "seller": "Jansen Advies",
            "buyer": "Gemeente Utrecht",
            "seller_tax": "NL001234567B89",
        },
    ),
    Layout(
        "footer only seller",
        (
            """
            Frau Erika Musterfrau
            Rosenweg 2
            10178 Berlin

            RECHNUNG
            Rechnungsnr.: 8812             Datum: 05.03.2024
            Artikel     Menge     Preis     Betrag
            Tee         2         5,00      10,00
            Summe                           10,00 EUR





            Teehaus Morgenstern GmbH | Spreeufer 5 | 10178 Berlin | Geschäftsführer: Max Tee | HRB 9876 | USt-ID DE111222333
            """,
        ),
        {
            "number": "8812",
            "date": "2024-03-05",
            "seller": "Teehaus Morgenstern GmbH",
            "buyer": "Erika Musterfrau",
            "seller_tax": "DE111222333",
        },
    ),
    Layout(
        "receipt-ish with bill no",
        (
            """
            Spice Garden Restaurant
            45 Park Street, Kolkata 700016
            GSTIN 19ABCDE1234F1Z5
            Bill No: 2217    Table: 5    Date: 05/03/24 20:15
            Total Rs. 850.00
            """,
        ),
        {
            "number": "2217",
            "date": "2024-03-05",
            "currency": "INR",
            "seller": "Spice Garden Restaurant",
            "seller_tax": "19ABCDE1234F1Z5",
        },
        frozenset({"BUYER_MISSING"}),
    ),
    Layout(
        "pt",
        (
            """
            MADEIRAS DO SUL LDA
            Rua Nova 5
            4000-123 Porto
            NIF PT501234567
            Fatura FT 2024/77
            Data: 2024-06-11
            Vencimento: 2024-07-11
            Exmo. Sr.
            Casa Azul Lda
            Rua Velha 9
            1100-200 Lisboa
            Total 100,00 €
            """,
        ),
        {
            "number": "FT 2024/77",
            "date": "2024-06-11",
            "due": "2024-07-11",
            "seller": "MADEIRAS DO SUL LDA",
            "seller_tax": "PT501234567",
            "currency": "EUR",
        },
    ),
    Layout(
        "pl",
        (
            """
            Faktura VAT nr FV/12/03/2024
            Data wystawienia: 15.03.2024, Warszawa
            Data sprzedaży: 12.03.2024
            Termin płatności: 29.03.2024
            Sprzedawca                               Nabywca
            Drewno Sp. z o.o.                        Biuro Plus S.A.
            ul. Leśna 5                              ul. Długa 9
            00-950 Warszawa                          30-001 Kraków
            NIP: 1234567890                          NIP: 9876543210
            Razem do zapłaty 123,00 zł
            """,
        ),
        {
            "number": "FV/12/03/2024",
            "date": "2024-03-15",
            "due": "2024-03-29",
            "seller": "Drewno Sp. z o.o.",
            "buyer": "Biuro Plus S.A.",
            "currency": "PLN",
        },
    ),
    Layout(
        "da",
        (
            """
            Fjord Byg ApS                                   FAKTURA
            Havnegade 3
            8000 Aarhus C
            CVR-nr. 12345678

            Kunde A/S                                       Fakturanr.      10221
            Vej 4                                           Fakturadato     05-03-2024
            2100 København Ø                                Forfaldsdato    19-03-2024
                                                            Kundenr.        771
            Total DKK                                       1.250,00
            """,
        ),
        {
            "number": "10221",
            "date": "2024-03-05",
            "due": "2024-03-19",
            "currency": "DKK",
            "seller": "Fjord Byg ApS",
            "buyer": "Kunde A/S",
        },
    ),
    Layout(
        "cs",
        (
            """
            FAKTURA - daňový doklad č. 2024000123
            Dodavatel:                               Odběratel:
            Strojírny Brno s.r.o.                    Obchod Praha a.s.
            Tovární 5                                Dlouhá 1
            602 00 Brno                              110 00 Praha
            IČO: 12345678   DIČ: CZ12345678          IČO: 87654321   DIČ: CZ87654321
            Datum vystavení: 5.3.2024
            Datum splatnosti: 19.3.2024
            Variabilní symbol: 2024000123
            Celkem k úhradě 1 210,00 Kč
            """,
        ),
        {
            "number": "2024000123",
            "date": "2024-03-05",
            "due": "2024-03-19",
            "currency": "CZK",
            "seller": "Strojírny Brno s.r.o.",
            "buyer": "Obchod Praha a.s.",
            "seller_tax": "CZ12345678",
            "buyer_tax": "CZ87654321",
        },
    ),
    Layout(
        "label cells with values right, two columns",
        (
            """
            ALPINE OPTICS AG                                       RECHNUNG
            Bahnhofstrasse 1, CH-7000 Chur
            Rechnungs-Nr.    24-0099          Kunden-Nr.      771
            Datum            05.03.2024       Bearbeiter      K. Meier
            Auftrag          A-5512           Ihre Ref.       Frau Hug
            Optik Sommer GmbH
            Marktgasse 2
            9000 St. Gallen
            Total CHF 99.00
            """,
        ),
        {
            "number": "24-0099",
            "date": "2024-03-05",
            "currency": "CHF",
            "seller": "ALPINE OPTICS AG",
            "buyer": "Optik Sommer GmbH",
        },
    ),
    Layout(
        "number right aligned under label",
        (
            """
            NORTH SEA FISH LTD
                         INVOICE NUMBER                 INVOICE DATE             CUSTOMER REF
                                  55120                   05/03/2024                  AB/1177
            TO: THE CHIP SHOP, 3 HIGH ST, WHITBY YO22 4DD
            TOTAL £88.00
            """,
        ),
        {"number": "55120", "date": "2024-03-05", "po": "AB/1177", "currency": "GBP", "seller": "NORTH SEA FISH LTD"},
        frozenset({"BUYER_MISSING"}),
    ),
    Layout(
        "sentence en",
        (
            """
            Dr. Ann Bell, Consulting Engineer
            14 Cross St
            Dublin D02 X285

            Invoice 2024/17 dated 5 March 2024
            for services to Quay Developments Ltd under your order PO-5567 of 1 February 2024

            Total due EUR 4,000.00 by 4 April 2024. Please pay by bank transfer.
            """,
        ),
        {"number": "2024/17", "date": "2024-03-05", "currency": "EUR"},
        frozenset({"BUYER_MISSING"}),
    ),
    Layout(
        "invoice for period",
        (
            """
            Cloud Nine Inc
            Invoice for March 2024
            Invoice ID: 2024-03-771
            Issued 2024-04-01
            """,
        ),
        {"number": "2024-03-771", "date": "2024-04-01"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING"}),
    ),
    Layout(
        "phone trap",
        (
            """
            JOE'S PLUMBING
            INVOICE
            555-0199
            Invoice No 88
            Date 5/6/2024   Due 5/20/2024
            Total $90
            """,
        ),
        {"number": "88", "date": "2024-05-06", "due": "2024-05-20", "currency": "USD"},
        frozenset({"BUYER_MISSING", "SELLER_DOUBTFUL"}),
    ),
    Layout(
        "title right phone trap",
        (
            """
            JOE'S PLUMBING                INVOICE            (555) 010-0199
            Date 5/16/2024
            Customer: Ann Lee
            Total $90
            """,
        ),
        {"number": None, "date": "2024-05-16"},
        frozenset({"NUMBER_MISSING", "SELLER_DOUBTFUL"}),
    ),
    Layout(
        "year title",
        (
            """
            Sportverein Grün-Weiß e.V.
            Beitragsrechnung 2024
            Datum: 05.01.2024
            Mitgliedsnummer 551
            """,
        ),
        {"number": None, "date": "2024-01-05"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING", "NUMBER_MISSING"}),
    ),
    Layout(
        "order invoice same column",
        (
            """
            Bestellnummer            304-1234567-1234567
            Bestelldatum             01.03.2024
            Rechnungsnummer          DE-2024-998
            Rechnungsdatum/Lieferdatum   02.03.2024
            """,
        ),
        {"number": "DE-2024-998", "date": "2024-03-02", "po": "304-1234567-1234567"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING", "SELLER_MISSING"}),
    ),
    Layout(
        "fee note",
        (
            """
            Dr. med. Ute Kern
            Praxis am Park, 79098 Freiburg
            Liquidation                                   Freiburg, 05.03.2024
            Rechnungsnr. 2024/0331/7                      Patient: Max Muster, geb. 01.02.1980
            """,
        ),
        {"number": "2024/0331/7", "date": "2024-03-05"},
        frozenset({"CURRENCY_MISSING"}),
    ),
    Layout(
        "mixed date formats with iso head",
        (
            """
            2024-05-19
            Kiosk Nord
            Rechnung # RE-20240519/499 vom 19.05.2024
            Bitte überweisen Sie bis zum 09.06.2024
            """,
        ),
        {"number": "RE-20240519/499", "date": "2024-05-19", "due": "2024-06-09"},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING", "SELLER_DOUBTFUL"}),
    ),
    Layout(
        "grid unlabelled rule",
        (
            """
            FACTURA                 SERIE A   Nº 000451
            FECHA DE EXPEDICIÓN     05 / 03 / 2024
            D./Dña. LUIS PRADO
            Total 10,00 €
            """,
        ),
        {"number": "000451", "date": "2024-03-05"},
        frozenset({"BUYER_MISSING", "SELLER_DOUBTFUL"}),
    ),
    Layout(
        "invoice date in words us",
        (
            """
            Blue Ox Lumber
            Invoice Number: BO-5512
            Invoice Date: Tuesday, March 5, 2024
            Payment due on or before April 4, 2024
            Total $10
            """,
        ),
        {"number": "BO-5512", "date": "2024-03-05", "due": "2024-04-04"},
        frozenset({"BUYER_MISSING", "SELLER_DOUBTFUL"}),
    ),
    Layout(
        "dutch header row",
        (
            """
            Factuurnr   Factuurdatum   Debiteurnr   Uw referentie   Blad
            V24-00123   05-03-2024     100234       Jan de Boer     1
            """,
        ),
        {"number": "V24-00123", "date": "2024-03-05", "po": None},
        frozenset({"BUYER_MISSING", "CURRENCY_MISSING", "SELLER_DOUBTFUL"}),
    ),
    Layout(
        "hsn delivery",
        (
            """
            INVOICE
            Invoice No. : GST/24-25/17       e-Way Bill No. : 331002211445
            Invoice Date : 05-04-2024        Date of Supply : 04-04-2024
            Vehicle No. : MH12AB1234         Place of Supply : Pune
            Details of Receiver (Billed to)
            Name : Om Traders
            Address : 5 FC Road, Pune 411004
            GSTIN : 27PQRSX5678K1Z2
            Total ₹ 118.00
            """,
        ),
        {"number": "GST/24-25/17", "date": "2024-04-05", "currency": "INR"},
        frozenset({"SELLER_MISSING"}),
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
