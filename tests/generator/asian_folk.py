"""More people of Indonesia and its neighbours than `countries` has: firms by their trade, addresses as long as in life.

All of it is made up. A line break in a street or town is one on the paper.
"""

from dataclasses import dataclass, replace
from random import Random

from tests.generator.bill import Bill
from tests.generator.ink import ABSENT
from tests.generator.invent import shaped
from tests.generator.model import Company
from tests.generator.registry import Truth
from tests.generator.sheet import Sheet

ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]


@dataclass(frozen=True)
class Crowd:
    stems: str
    customers: str
    streets: tuple[str, ...]
    towns: tuple[str, ...]
    people: str


CROWDS = {
    "ID": Crowd(
        "Wiraloka|Sandhikara|Tirtamaya Abadi|Danuraksa|Lokantara Jaya|Pandhega Utama|Ranggawuni|Sekarjati Makmur"
        "|Banyuasri|Caturwana Persada|Mahardikara|Kertawana Sejati|Gunawirya|Arunika Bahari|Nirmalajaya",
        "PT {}|PT. {} Indonesia|PT {} Tbk|CV {}|CV. {}|UD {}|Koperasi Karyawan {}|PT {} Sukses Bersama|Yayasan {}"
        "|PT {} Manufacturing Indonesia|PT. {} Properti",
        (
            "Jl. Rungkut Lor Industri III No. ##",
            "Ruko Palmeria Blok @# No. ##\nJl. Boulevard Timur Raya",
            "Kawasan Industri Cikarsari Tahap II Blok @@ No. #",
            "Jl. KH. Ahmad Rasyid No. 1## RT 00#/0##\nKel. Sukamukti, Kec. Margalaya",
            "Wisma Bahanaya Lt. ##\nJl. Jend. Gatot Subrata Kav. 3#",
            "Jl. Raya Narogong KM 1#,5",
            "Pergudangan Osowilangan Permai Blok @-##",
        ),
        (
            "Surabaya 602## - Jawa Timur",
            "Jakarta Utara, DKI Jakarta 142##",
            "Bekasi 175##, Jawa Barat",
            "Kota Semarang, Jawa Tengah 501##",
            "Medan - 201##",
            "Balikpapan, Kalimantan Timur",
            "Tangerang Selatan 153##\nBanten - Indonesia",
        ),
        "Hendra Wibisana|Rina Marlinawati, SE|Yohanes Tanuraja|Ir. Slamet Rahardi|Siti Nurhalimah|Lim Tjoe Hwat"
        "|I Made Sudarta|Fitri Handayanti|Bambang Irawanto, S.T.",
    ),
    "MY": Crowd(
        "Kembara Jati|Seri Cendana|Hup Loong|Permai Mutiara|Tanjong Bidara|Guan Heng Soon|Delima Niaga|Wawasan Rimba",
        "{} Sdn. Bhd.|{} SDN BHD|{} (M) Sdn Bhd|{} Enterprise|Klinik {}|{} Hardware Sdn. Bhd.|Restoran {}",
        (
            "No. ##, Jalan Perindustrian Suria #/#\nTaman Perindustrian Suria",
            "Lot ####, Batu #, Jalan Kapar Lama",
            "B-##-#, Menara Cempaka\nJalan Ampang Hilir",
            "PLO ##, Jalan Firma #\nKawasan Perindustrian Tebrauan",
        ),
        (
            "474## Petaling Indah, Selangor",
            "811## Johor Seri, Johor",
            "104## Georgetown Baru, Pulau Pinang",
            "50### W.P. Kuala Lumpur",
        ),
        "Nurul Ain binti Razlan|Tan Boon Keat|Ms. Siew Ling|Encik Faizul|Kumaran a/l Suppiah",
    ),
    "PH": Crowd(
        "Makiling Crest|Diwata|Agila Pacific|San Roqueño|Tres Reyes|Lakambini|Isla Verdeña|Banahaw Summit",
        "{} Corporation|{} Realty Development Corp.|{} Foods, Inc.|{} Holdings Inc.|{} Medical Center"
        "|{} Packaging Corp.|{} Cooperative",
        (
            "3/F Tindalo Building, ### Chino Roxal Avenue\nBrgy. San Lorenzo",
            "Lot ## Block #, Phase II, Light Industrial Park",
            "Unit 12##, One Corporate Plaza, Ortegas Ave.",
            "Km. ## South Superhighway",
        ),
        ("Makati Norte, 12## Metro Manila", "Calambeña, Laguna 40##", "Cebu Sur, 60##", "Pasig Heights 16##"),
        "Ma. Theresa Ilagan-Cruz|Engr. Rodel Macaraig|Jhoanna P. Abrenica|Atty. Nestor Dumlao",
    ),
    "TH": Crowd(
        "Siam Rungrat|Thai Patana Kit|Udom Charoen|Phuket Andaman|Nakorn Thong|Sukjai|Eastern Laem|Boonmee Karn",
        "{} Co., Ltd.|{} (Thailand) Co., Ltd.|{} Public Company Limited|{} Industry Co., Ltd.|{} Limited Partnership",
        (
            "99/## Moo #, Soi Watkingkaeo ##\nKingkaeo Road, T. Rachathewa",
            "700/### Amata Nakhara Industrial Estate, Moo #",
            "## Soi Ladprao 1##, Ladprao Road\nWangthonglang",
            "1### Exchange Tower, 1#th Floor, Sukhumwit Road",
        ),
        ("Bangkok 103##", "A. Bangphlee, Samut Prakarn 105##", "A. Mueang, Chonburi 200##", "Rayong 211##, Thailand"),
        "Khun Nattaya|Mr. Prasert Kanjana|Ms. Pimchanok Saelee|Khun Wichai",
    ),
    "VN": Crowd(
        "Dai Phuoc|Minh Quang Hai|Tan Cang Loc|Viet Thang Xuan|Phuong Nam Sao|Bac Lam Son",
        "{} Co., Ltd|{} JSC|{} Vietnam Company Limited",
        ("Lot ##-@, Road D#, Long Hau Moi Industrial Park", "Km ##, National Road 1A, An Phu Commune"),
        ("Can Giuoc District, Long An Province, Vietnam", "Thuan An Town, Binh Duong Province, Vietnam"),
        "Ms. Le Thi Kim Ngan|Mr. Pham Duc Huy|Ms. Vo Thanh Thuy",
    ),
    "IN": Crowd(
        "Aarohan|Bhavitra|Chinmaya|Dhruvtara|Kaverisoft|Nilgiri Bytes|Saptarang|Vyomark",
        "{} Technologies Private Limited|{} Pvt. Ltd.|{} Infosolutions LLP|{} Digital Services Pvt Ltd|{} & Associates",
        (
            "Plot No. ##, Sector 1#, Udyog Nagar",
            "2nd Floor, Sai Plaza, ##/A, 100 Feet Road\nIndira Layout",
            "Office ###, Tower @, Cyber Greens Park",
        ),
        (
            "Bengaluru Purva, Karnataka 5600##\nIndia",
            "Pune Nagar - 4110##, Maharashtra, India",
            "Gurugrama, Haryana 1220##\nIndia",
        ),
        "Ananya Deshpande|Rohit Bhargav|Meenakshi S.|Vikram Chaudhari",
    ),
    "HK": Crowd(
        "Sunrise Fortune|Everbloom|Topwell|Goodluck Star|Yuehai Bright|Jinlong|Brilliance Kid",
        "{} Industrial Limited|{} (Hong Kong) Co., Limited|{} Electronics Ltd.|{} International Trading Limited",
        (
            "Rm ###, #/F, Tower @, Wealthy Centre\n## Kwong Fuk Street",
            "Unit #@, 1#/F., Shing Lee Factory Building",
        ),
        ("Tsuen Wan North, N.T., Hong Kong", "Mong Kok East, Kowloon, Hong Kong"),
        "Cherry Liang|Jacky Ho|Ms. Amy Zeng|Tony Xu",
    ),
}


def settle(bill: Bill, trades: str, customers: str = "", *, abroad: bool = False) -> None:
    """Name the bill's parties: the seller after its trade, buyer and ship-to after what customers are.

    A buyer abroad keeps the name it has.
    """
    rng, crowd = bill.rng, CROWDS[bill.land.code]
    names = [rng.choice(trades.split("|"))]
    names += [rng.choice((customers or crowd.customers).split("|")) for _ in range(2)]
    stems = rng.sample(crowd.stems.split("|"), 3)
    whole = [name.format(stem) for name, stem in zip(names, stems, strict=True)]
    if rng.random() < 0.25:
        whole[1] = whole[1].upper()
    bill.seller = _moved(rng, bill.seller, crowd, whole[0], stems[0])
    bill.ship_to = _moved(rng, bill.ship_to, crowd, whole[2], stems[2])
    if not abroad:
        bill.buyer = _moved(rng, bill.buyer, crowd, whole[1], stems[1])


def _moved(rng: Random, company: Company, crowd: Crowd, name: str, stem: str) -> Company:
    street, town = shaped(rng, rng.choice(crowd.streets)), shaped(rng, rng.choice(crowd.towns))
    domain = "".join(c for c in stem.lower() if c.isascii() and c.isalnum())
    desk = rng.choice(("finance", "ar", "admin", "sales"))
    return replace(company, name=name, street=street, city=town, mail=f"{desk}@{domain}.example")


def address(company: Company) -> list[str]:
    return [*company.street.split("\n"), *company.city.split("\n")]


def in_line(company: Company) -> str:
    return ", ".join(address(company))


def somebody(bill: Bill) -> str:
    return bill.rng.choice(CROWDS[bill.land.code].people.split("|"))


def brand(bill: Bill) -> str:
    """The seller's name without its legal form, as a logo has it."""
    forms = ("PT", "CV", "PT.", "CV.", "Sdn.", "Bhd.", "Co.,", "Ltd.", "Inc.", "Corp.")
    return " ".join(word for word in bill.seller.name.split() if word not in forms)


def block(sheet: Sheet, texts: list[str], width: float, size: float) -> list[str]:
    """Lines, broken where they are too long for their box."""
    return [line for text in texts for line in sheet.wrap(text, width, size)]


def roman(bill: Bill, shape: str) -> str:
    """A number with the month in Roman figures, as offices file their letters: 012/INV/ABC/VII/2025."""
    return bill.shape(shape.replace("{r}", ROMAN[bill.date.month - 1]))


def term_alone(truth: Truth, bill: Bill) -> Truth:
    """Days are printed, and no date: it may be worked out."""
    return {**truth, "invoice": {**truth["invoice"], "due_date": [bill.due.isoformat(), None]}}


def with_mandate(truth: Truth, mandate: str) -> Truth:
    """A contract's or an order of work's number: some take it for the order's, some do not."""
    return {**truth, "invoice": {**truth["invoice"], "po": [mandate, None] if mandate else ABSENT}}
