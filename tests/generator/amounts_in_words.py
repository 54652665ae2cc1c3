"""Sums written out: in English for cheques of half the world, in Indonesian for Terbilang, in Spanish after SON."""

ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SATUAN = ["nol", "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan", "sepuluh", "sebelas"]


def english(n: int) -> str:
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            rest = f" {english(n % size)}" if n % size else ""
            return f"{english(n // size)} {name}{rest}"
    if n >= 20:
        return TENS[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")
    return ONES[n]


def indonesian(n: int) -> str:
    if n < 12:
        return SATUAN[n]
    if n < 20:
        return f"{SATUAN[n - 10]} belas"
    for size, name, one in (
        (10**12, "triliun", ""),
        (10**9, "miliar", ""),
        (10**6, "juta", ""),
        (1000, "ribu", "seribu"),
        (100, "ratus", "seratus"),
        (10, "puluh", ""),
    ):
        if n >= size:
            first = one if one and n // size == 1 else f"{indonesian(n // size)} {name}"
            return f"{first} {indonesian(n % size)}" if n % size else first
    raise AssertionError(n)


UNIDADES = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
]
DECENAS = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
CIENTOS = [
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
]


def spanish(n: int) -> str:
    if n < 30:
        return UNIDADES[n]
    if n < 100:
        return DECENAS[n // 10 - 3] + (f" y {UNIDADES[n % 10]}" if n % 10 else "")
    if n < 1000:
        return "cien" if n == 100 else CIENTOS[n // 100 - 1] + (f" {spanish(n % 100)}" if n % 100 else "")
    size, name, one = (1000, "mil", "mil") if n < 10**6 else (10**6, "millones", "un millón")
    many = spanish(n // size)
    first = one if n // size == 1 else f"{many[:-1] if many.endswith('uno') else many} {name}"
    return f"{first} {spanish(n % size)}" if n % size else first
