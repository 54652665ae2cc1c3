"""Names of companies and people, and the lines of an address, told by their shape."""

import re

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.places import (
    address_words,
    countries,
    country_named,
    folded,
    institution_words,
    joining_words,
    people,
    street_endings,
)
from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import words_in

LONGEST_NAME = 80
SHORTEST_ADDRESS = 10
SHORTEST_PART = 4
LONG_WORD = 5
"""Letters of a compound's parts."""
_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
)
_POSTAL = (
    ("GB", re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b")),
    ("NL", re.compile(r"\b[1-9]\d{3} ?[A-Z]{2}\b(?! ?\d)")),
    ("CA", re.compile(r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b")),
    ("US", re.compile(rf"\b(?:{_STATES}),? \d{{5}}(?:-\d{{4}})?\b")),
    ("AU", re.compile(r"\b(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT),? \d{4}\b")),
    ("SG", re.compile(r"\b(?i:singapore),? \(?\d{6}\b")),
    ("IE", re.compile(r"\b[AC-FHKNPRTV-Y]\d[\dW] ?[0-9AC-FHKNPRTV-Y]{4}\b")),
    ("PT", re.compile(r"\b\d{4}-\d{3} [A-ZÀ-Ý]")),
    ("PL", re.compile(r"\b\d{2}-\d{3} [A-ZÀ-Ý]")),
)
_PREFIXED = re.compile(r"\b(A|B|CH|D|F|FR|DE|AT|BE|I|IT|L|LU|NL|E|ES|DK|S|SE)[- ]\d{4,5}\b")
_CAR_SIGNS = {"A": "AT", "B": "BE", "D": "DE", "F": "FR", "I": "IT", "L": "LU", "E": "ES", "S": "SE"}
_CODE_FIRST = re.compile(r"^\W*(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{3} \d{2})\s?[-,]?\s?[A-ZÀ-Ý][^\d]*$")
_CODE_FIRST_LOOSE = re.compile(r"(?:^|[,;–●•·|/-]\s*)(?:[A-Z]{1,2}-)?\d{4,5}\s[A-ZÀ-Ý][a-zà-ÿ]+")
_CODE_THEN_TOWN = re.compile(r"\w \d{5} [A-ZÀ-Ý][^\d:]*$")
_CODE_WITHIN = re.compile(r"[A-Za-zÀ-ÿ.]{3,} \d{5}(?:, | - )[A-ZÀ-Ý][^\d:]*$")
"""`Bekasi 17574, Jawa Barat`"""
_CODE_LAST = re.compile(r"(?:[A-Za-zÀ-ÿ.]{3,}[, -]+|, [A-Z]{2} )\d{5,6}(?:-\d{4})?\.?$")
_SHORT_CODE_LAST = re.compile(r"([A-Za-zÀ-ÿ.]{3,}),? \d{4}$")
_COUNTY = re.compile(r"(?:^|, )Co\.? [A-Z][a-z]+\.?(?:$| [A-Z]\d)")
"""Of Ireland, whose addresses have long done without a code."""
_STREET = re.compile(
    r"(?:^|[,;] ?)\d{1,5}[a-zA-Z]?(?:/\d+)?[ ,-]+[A-Za-zÀ-ÿ]"
    r"|[A-Za-zÀ-ÿß.]{3,},? ?\d{1,4}[\s-]?[a-zA-Z]?(?:\s?[-–/]\s?\d{1,4}[a-z]?)?$"
)
_PARTS = re.compile(r"\s*[●•·|∙]\s*|\s+[-–—−*/~»■▪◆]\s+|\s*;\s*")
_COMMAS = re.compile(r"\s*,\s+")
_PARTICLES = frozenset({"de", "van", "von", "di", "du", "la", "le", "el", "da", "del", "ter", "den", "der", "dos"})
_PROVINCES = "AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT"
_NO_NAME = re.compile(
    r"\d[.,]\d\d\b"
    r"|\b(?i:since|seit|depuis|desde|dal|sinds|sejak|est|gegründet|established)\.? (?:18|19|20)\d\d"
    rf"|^[^,]+, (?:{_STATES}|{_PROVINCES})$"
)
"""An amount, a founding year, or a town with its state."""
_REGISTERED = re.compile(r"\d{7}|\d{3} \d{3} \d{3}|^\S+ \S*\d{4}\S*$")
"""A number of tax or register, or a word with a document's number; companies have theirs behind their name."""
_NUMBERED = re.compile(r"\d{4}-\d{4} [^\W\d]+ [A-Z]?[a-z]{2,4}\b|\d{6,8} [A-Z][a-z]+ [A-Z]?[a-z]{2,4}\b")
"""`9934-6376 Québec inc.`: a company that has but its number."""
_PERSON = re.compile(
    r"(?:(?:Dr|Prof|Dipl|Ing|Mag|Mr|Mrs|Ms|Miss|Sir|M|Mme)\.?[ -])*"
    r"[A-ZÀ-ÝŁŚŻŠČŘŽĐ][\w'’.-]*(?: (?:[A-ZÀ-ÝŁŚŻŠČŘŽĐ][\w'’-]*\.?|d[aeio]s?|de[lr]?|van|von|zu|ter|ten|bin|la|le)){1,4}"
)
_CONTACT = re.compile(
    r"@|www\.|https?:|\+\d{2}[\s\d()/-]{6,}|\(0\)\d|\(\d{3}\)[ -]?\d{3}|^\(?0\d{1,4}\)?[ /-]\d[\d /-]{4,}$"
)


@remembered
def postal_country(text: str) -> str | None:
    """The country whose postcode, or whose sign before one, stands in the text."""
    if not any(map(str.isdigit, text)):
        return None
    prefixed = _PREFIXED.search(text)
    if prefixed:
        return _CAR_SIGNS.get(prefixed[1], prefixed[1])
    return next((country for country, shape in _POSTAL if shape.search(text)), None)


@remembered
def is_postal(text: str) -> bool:
    """A line with postcode and town."""
    if _COUNTY.search(text):
        return True
    if not any(map(str.isdigit, text)) or dates_in(text):
        return False
    if any(shape.search(text) for shape in (_CODE_FIRST, _CODE_LAST, _CODE_WITHIN, _CODE_FIRST_LOOSE, _CODE_THEN_TOWN)):
        return True
    if short := _SHORT_CODE_LAST.search(text):
        word = folded(short[1])
        street = "," not in short[0] and word.endswith(street_endings())
        return word not in address_words() and not street
    return postal_country(text) is not None


@remembered
def is_street(text: str) -> bool:
    if text[:1].isdigit() and dates_in(text):
        return False
    known = has_street_word(text)
    if any(map(str.isdigit, text)):
        return known or bool(_STREET.search(text))
    return known and words_in(text)[0] in {"jl", "jalan", "jln", "via", "rue"}


@remembered
def on_one_line(text: str) -> tuple[str, str] | None:
    """Name and address of a sender line: `Abc GmbH ● Ecke 12 ● 12345 Stadt`."""
    if not any(map(str.isdigit, text)):
        return None
    parts = [part.strip(" ,") for part in _PARTS.split(text) if part.strip(" ,")]
    if len(parts) < 2 and len(text) < 110:
        parts = _COMMAS.split(text)
        parts = parts if len(parts) > 2 or legal_end(parts[0]) else []
    if len(parts) < 2 and 0 < (end := legal_end(text)) < len(text) - SHORTEST_ADDRESS:
        parts = [text[:end], text[end:].strip(" .,")]
        parts = parts if is_street(parts[1]) else []
    place = next((index for index, part in enumerate(parts) if index and is_postal(part)), 0)
    if not place and parts and len(inner := _COMMAS.split(parts[0])) > 2:
        parts, place = inner, len(inner) - 1 if is_postal(inner[-1]) else 0
    if not place or not is_name(parts[0]):
        return None
    where = [part.rsplit(": ", 1)[-1] for part in parts[1 : place + 1] if is_postal(part) or is_street(part)]
    return parts[0], ", ".join(where)


@remembered
def is_sender_line(text: str) -> bool:
    """On one line beyond doubt: commas alone also part the lines of an address."""
    return on_one_line(text) is not None and (bool(_PARTS.search(text)) or bool(legal_end(text.split(", ", 1)[0])))


def is_group_line(text: str) -> bool:
    """`A division of Abc Inc.` names another than the one it stands under."""
    return any(match.start == 0 for match in people("group").find(text))


@remembered
def goes_on(text: str) -> bool:
    """`Society for the Preservation of` ends with the next line."""
    words = words_in(text)
    return bool(words) and (words[-1] in joining_words() or text.rstrip().endswith(("&", "-", "+")))


@remembered
def is_person(text: str) -> bool:
    """Shaped as a person's name, which many a company's is, too."""
    return _PERSON.fullmatch(text) is not None and not is_institution(text) and not legal_end(text)


@remembered
def is_institution(text: str) -> bool:
    """`Abc Primary School`, `Gemeinde Abc`: by its first or last word no person, and no mere building."""
    words = words_in(text)
    if len(words) < 2 or not is_name(text):
        return False
    known = institution_words()
    return bool({words[0], words[-1]} & known) or any(map(_is_institutions_compound, (words[0], words[-1])))


def _is_institutions_compound(word: str) -> bool:
    """`Steuerkanzlei`, `Zahnarztpraxis`."""
    return any(word[at:] in institution_words() for at in range(SHORTEST_PART, len(word) - SHORTEST_PART))


@remembered
def is_contact(text: str) -> bool:
    return bool(_CONTACT.search(text))


@remembered
def country_in(text: str) -> str | None:
    """A country named at the end of a line, or by the whole of it."""
    whole = country_named(text)
    if whole:
        return whole
    found = countries().find(text)
    last = found[-1] if found else None
    if last and not any(character.isalnum() for character in text[last.end :]) and last.end - last.start > 2:
        return last.meaning
    return None


def _starts_small(text: str) -> bool:
    """A sentence's rest begins so, a name doesn't, but for particles and domains: `de Lattre`, `abc.example`."""
    words = text.split()
    first = words[1] if len(words) > 1 and words[0].casefold() in _PARTICLES else words[0]
    letter = next((character for character in first if character.isalpha()), "X")
    return letter.islower() and not any(map(str.isupper, first)) and "." not in first.rstrip(".")


def _is_sentence(text: str) -> bool:
    words = text.split()
    small = sum(word[0].islower() for word in words)
    return text.endswith(".") and len(words) > 3 and small * 2 > len(words)


def could_name(text: str) -> bool:
    """Nothing but an address could be meant, if not a name."""
    letters = sum(map(str.isalpha, text))
    if len(text) > LONGEST_NAME or letters < 2 or letters * 2 < len(text.replace(" ", "")):
        return False
    if (
        text.startswith(("(", "/"))
        or text.rstrip().endswith(":")
        or ((": " in text or _REGISTERED.search(text)) and not legal_end(text))
        or _NO_NAME.search(text)
        or is_contact(text)
        or dates_in(text)
    ):
        return False
    return not (country_named(text) or is_group_line(text))


@remembered
def is_name(text: str) -> bool:
    """Could be a name at all."""
    if not could_name(text) or (is_postal(text) and not _NUMBERED.match(text)) or _begins_with_street(text):
        return False
    return bool(legal_end(text)) or not (_starts_small(text) or _is_sentence(text) or _is_place(text))


def _begins_with_street(text: str) -> bool:
    """`12 High Street, Dundalk, Co. Louth`: whatever follows, no name begins so."""
    first, comma, _ = text.partition(", ")
    return bool(comma) and first[:1].isdigit() and is_street(first)


def _is_place(text: str) -> bool:
    """`12 High Street`, `River House, Mill Street`, `Shenzhen, China`."""
    if is_street(text):
        return True
    last = words_in(text)[-1]
    return "," in text and (country_in(text) is not None or (len(last) > 3 and last in address_words()))


@remembered
def without_salutation(text: str) -> str:
    """`Herrn Max Muster` is Max Muster; a line that only greets is empty."""
    for match in people("salutation").find(text):
        rest = text[match.end :].lstrip(" .:,")
        if match.start == 0 and (not rest or rest[0].isupper()):
            return rest
    return text


@remembered
def is_field_name(text: str) -> bool:
    """Nothing but `Address`: what it names stands beside it."""
    return calls_for_name(text) or _is_whole(text, "field")


@remembered
def calls_for_name(text: str) -> bool:
    """Nothing but `Company name`."""
    return _is_whole(text, "name")


def _is_whole(text: str, kind: str) -> bool:
    return any(match.end - match.start == len(text) for match in people(kind).find(text))


def without_field_name(text: str) -> str:
    """`Nama: PT Abc` is PT Abc."""
    for match in (*people("name").find(text), *people("field").find(text)):
        rest = text[match.end :].lstrip()
        if match.start == 0 and rest.startswith(":"):
            return rest.lstrip(" :")
    return text


@remembered
def attention(text: str) -> str | None:
    """Whom the line asks to read the letter, if that is what it does."""
    for match in people("attention").find(text):
        if match.start <= 1 and not text[match.end : match.end + 1].isalpha():
            rest = text[match.end :]
            if not rest or rest[0] in " .:,;/":
                return rest.lstrip(" .:,;/")
    return None


@remembered
def is_heading(text: str) -> bool:
    """It begins or ends as what heads a part of a form does: `Special message`, `VAT clause`."""
    end = len(text.rstrip(" .:"))
    return any(match.start == 0 or match.end >= end for match in people("heading").find(text))


@remembered
def has_street_word(text: str) -> bool:
    words, endings = words_in(text), street_endings()
    known = not address_words().isdisjoint(words)
    return known or any(len(word) > LONG_WORD and word.endswith(endings) for word in words)
