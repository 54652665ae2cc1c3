"""Files made to hurt a PDF reader, and a mutator that makes more of them. Everything is written here, from nothing.

crafted() gives each kind once, by name; corpus(count, seed) gives those first, then mutations, the same for each seed.
"""

import base64
import hashlib
import random
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import islice

from tests.support.pdfs import A4, Page, PdfWriter, Text, image_pdf, make_pdf, pdf_of_pages

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
PLAIN_TEXT = b"BT /F1 11 Tf 72 700 Td (Invoice 42) Tj ET"
EXTREMES = [b"0", b"-1", b"65536", b"2147483647", b"-2147483648", b"4294967296", b"9" * 40, b"1e38", b"0.0000001"]
MIB = 1024 * 1024


def one_page(
    content: bytes = PLAIN_TEXT,
    *,
    content_entries: bytes = b"",
    page_entries: bytes = b"",
    resources: bytes = b"",
    catalog_entries: bytes = b"",
    box: bytes = b"[0 0 595 842]",
    more: tuple[bytes, ...] = (),
) -> bytes:
    """A page with one thing wrong. Objects: 1 font, 2 content, 3 page, 4 tree, 5 catalog, 6 and on: more."""
    writer = PdfWriter()
    writer.add(FONT)
    writer.add_stream(content, content_entries)
    writer.add(
        b"<< /Type /Page /Parent 4 0 R /MediaBox %s /Contents 2 0 R %s" % (box, page_entries)
        + b" /Resources << /Font << /F1 1 0 R >> %s >> >>" % resources
    )
    writer.add(b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    writer.add(b"<< /Type /Catalog /Pages 4 0 R %s >>" % catalog_entries)
    for body in more:
        writer.add(body)
    return writer.to_bytes(5)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), entries, data)


def of_objects(*bodies: bytes, root: int = 1, trailer: bytes = b"") -> bytes:
    return PdfWriter(list(bodies)).to_bytes(root, trailer)


def crafted() -> Iterator[tuple[str, bytes]]:
    for group in (_bombs, _loops, _deep_and_many, _boxes, _fonts, _images, _actions, _locked, _cut, _not_pdfs):
        yield from group()


def corpus(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    known = list(crafted())
    yield from known[:count]
    small = [(name, data) for name, data in known if len(data) < MIB]
    numbers = random.Random(seed)
    for n in range(count - len(known)):
        name, data = numbers.choice(small)
        yield f"mutant-{n}-of-{name}", mutated(data, numbers)


# Bombs: little on disk, much in memory.


def _bombs() -> Iterator[tuple[str, bytes]]:
    zeros = zlib.compress(b"\0" * (80 * MIB), 9)
    yield "bomb-flate", one_page(zeros, content_entries=b"/Filter /FlateDecode")
    yield "bomb-flate-twice", one_page(zlib.compress(zeros, 9), content_entries=b"/Filter [/FlateDecode /FlateDecode]")
    shows = zlib.compress(b"BT /F1 9 Tf 9 9 Td (x) Tj ET\n" * 300_000, 9)
    yield "bomb-text-objects", one_page(shows, content_entries=b"/Filter /FlateDecode")
    letters = zlib.compress(b"BT /F1 1 Tf (" + b"ab cd " * 500_000 + b") Tj ET", 9)
    yield "bomb-one-long-string", one_page(letters, content_entries=b"/Filter /FlateDecode")
    lines = zlib.compress(b"0 0 m 9 9 l S\n" * 500_000, 9)
    yield "bomb-strokes", one_page(lines, content_entries=b"/Filter /FlateDecode")
    saves = zlib.compress(b"q " * 2_000_000, 9)
    yield "bomb-saved-states", one_page(saves, content_entries=b"/Filter /FlateDecode")
    data, filters = PLAIN_TEXT, b""
    for _ in range(200):
        data, filters = zlib.compress(data), filters + b"/FlateDecode "
    yield "nested-200-filters", one_page(data, content_entries=b"/Filter [%s]" % filters)
    encoded = base64.a85encode(zlib.compress(PLAIN_TEXT)) + b"~>"
    yield (
        "nested-text-filters",
        one_page(
            encoded.hex().encode() + b">", content_entries=b"/Filter [/ASCIIHexDecode /ASCII85Decode /FlateDecode]"
        ),
    )
    yield "unknown-filter", one_page(content_entries=b"/Filter /Nonsense")
    yield "run-length-bomb", one_page(b"\x81a" * 200_000 + b"\x80", content_entries=b"/Filter /RunLengthDecode")
    predictor = b"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 99 >>"
    yield "predictor-overflow", one_page(zlib.compress(PLAIN_TEXT), content_entries=predictor)


# Loops: what refers to itself.


def _loops() -> Iterator[tuple[str, bytes]]:
    catalog = b"<< /Type /Catalog /Pages 2 0 R >>"
    yield "loop-pages-to-itself", of_objects(catalog, b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>")
    yield (
        "loop-pages-between-two",
        of_objects(
            catalog,
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>",
        ),
    )
    yield "loop-length-of-itself", one_page(page_entries=b"/Annots 6 0 R", more=(b"<< /Length 6 0 R >>\nstream\nx",))
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>"
    draw = b"/XObject << /X 6 0 R >>"
    yield "loop-form-in-itself", one_page(b"/X Do", resources=draw, more=(stream(b"/X Do", form),))
    yield "loop-reference-chain", one_page(resources=b"/ExtGState 6 0 R", more=(b"7 0 R", b"6 0 R"))
    yield "loop-parents", one_page(page_entries=b"/Rotate 6 0 R", more=(b"6 0 R",))
    pattern = b"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 1 /YStep 1"
    inside = b" /Resources << /Pattern << /P 6 0 R >> >>"
    paint = b"/Pattern cs /P scn 0 0 500 500 re f"
    pattern_stream = stream(paint, pattern + inside)
    yield "loop-pattern", one_page(paint, resources=b"/Pattern << /P 6 0 R >>", more=(pattern_stream,))
    document = one_page()
    place = document.rindex(b"startxref")
    previous = b"/Prev %d " % document.index(b"xref\n")
    yield "loop-xref-prev", document[:place].replace(b"/Root", previous + b"/Root") + document[place:]
    glyph = b"/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65"
    type3 = b"<< %s /Widths [9] /Encoding << /Differences [65 /a] >> /CharProcs << /a 7 0 R >> /Resources" % glyph
    yield (
        "loop-type3-glyph",
        one_page(
            b"BT /T 9 Tf (AAA) Tj ET",
            resources=b"/Font << /T 6 0 R >>",
            more=(type3 + b" << /Font << /T 6 0 R >> >> >>", stream(b"BT /T 9 Tf (A) Tj ET")),
        ),
    )
    yield (
        "loop-outline",
        one_page(catalog_entries=b"/Outlines 6 0 R", more=(b"<< /First 6 0 R /Last 6 0 R /Next 6 0 R /Count 1 >>",)),
    )


# Depth and number.


def _deep_and_many() -> Iterator[tuple[str, bytes]]:
    depth = 3000
    nodes = [b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % (n + 3) for n in range(depth)]
    yield "deep-page-tree", of_objects(b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, b"<< /Type /Page >>")
    yield "deep-arrays", one_page(page_entries=b"/Deep " + b"[" * 50_000 + b"]" * 50_000)
    yield "deep-dictionaries", one_page(page_entries=b"/Deep " + b"<< /A " * 20_000 + b"1" + b" >>" * 20_000)
    yield "deep-content-arrays", one_page(b"[" * 100_000)
    table = zlib.compress(b"\0" * 4_000_000, 9)
    entries = b"/Type /XRef /Size 1000000 /W [1 2 1] /Index [0 1000000] /Root 5 0 R /Filter /FlateDecode"
    body = one_page()
    start = body.index(b"xref\n")
    xref = b"9 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (stream(table, entries), start)
    yield "million-object-xref", body[:start] + xref
    yield "size-beyond-all", of_objects(b"<< /Type /Catalog /Pages 9 0 R >>", trailer=b"/Size 2147483647")
    shared = b" ".join([b"3 0 R"] * 30_000)
    yield "too-many-pages", one_page().replace(b"/Kids [3 0 R] /Count 1", b"/Kids [%s] /Count 30000" % shared)
    for count in (b"2147483647", b"-5", b"0", b"(x)"):
        yield f"count-{count.decode()}", one_page().replace(b"/Count 1", b"/Count " + count)
    yield "many-annotations", one_page(page_entries=b"/Annots [%s]" % (b"<< /Subtype /Link >> " * 20_000))
    objects = stream(b"6 0 7 0 8 0 " + b"9" * 100, b"/Type /ObjStm /N 2147483647 /First 9")
    yield "object-stream-overflow", one_page(more=(objects,))


# Boxes and numbers that no page has.


def _boxes() -> Iterator[tuple[str, bytes]]:
    for name, box in {
        "huge": b"[0 0 1e38 1e38]",
        "beyond-float": b"[0 0 %s %s]" % (b"9" * 300, b"9" * 300),
        "negative": b"[595 842 0 0]",
        "empty": b"[0 0 0 0]",
        "short": b"[0 0]",
        "words": b"[(a) /b null true]",
        "far-away": b"[1000000 1000000 1000100 1000100]",
        "reference-to-nothing": b"99 0 R",
    }.items():
        yield f"box-{name}", one_page(box=box)
    yield "rotate-odd", one_page(page_entries=b"/Rotate 37")
    yield "rotate-huge", one_page(page_entries=b"/Rotate -99999990")
    yield "user-unit-huge", one_page(page_entries=b"/UserUnit 1e30")
    for name, setting in {
        "size-huge": b"/F1 1e30 Tf",
        "size-zero": b"/F1 0 Tf",
        "size-negative": b"/F1 -12 Tf",
        "matrix-zero": b"/F1 9 Tf 0 0 0 0 0 0 Tm",
        "matrix-huge": b"/F1 9 Tf 1e30 1e30 -1e30 1e30 1e30 1e30 Tm",
        "spacing-huge": b"/F1 9 Tf 1e20 Tc 1e20 Tw -1e9 Tz",
        "no-font": b"/Missing 9 Tf",
    }.items():
        yield f"text-{name}", one_page(b"BT %s (Invoice 42) Tj ET" % setting)
    yield "text-unbalanced", one_page(b"BT BT ET ET Q Q Q (lost Tj ET )) ]] >> <<")
    yield "text-control-characters", one_page(b"BT /F1 9 Tf 9 9 Td (a\\000b\\001c\\033\\177 \\214\\255) Tj ET")


# Fonts.


def _fonts() -> Iterator[tuple[str, bytes]]:
    noise = random.Random(7).randbytes(3000)
    for key, head in {"FontFile2": b"\0\1\0\0", "FontFile": b"%!PS-AdobeFont-1.0", "FontFile3": b"OTTO"}.items():
        descriptor = b"<< /Type /FontDescriptor /FontName /Broken /Flags 4 /%s 8 0 R >>" % key.encode()
        font = b"<< /Type /Font /Subtype /TrueType /BaseFont /Broken /FontDescriptor 7 0 R >>"
        yield (
            f"font-broken-{key}",
            one_page(
                b"BT /B 9 Tf 9 99 Td (Invoice) Tj ET",
                resources=b"/Font << /B 6 0 R >>",
                more=(font, descriptor, stream(head + noise)),
            ),
        )
    for name, table in {
        "everything": b"1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0041>",
        "half-characters": b"2 beginbfchar <0041> <d83d> <0042> <fffe> endbfchar",
        "endless": b"100 beginbfrange " + b"<0000> <ffff> [" + b"<0041>" * 20_000,
        "noise": noise,
    }.items():
        kid = b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (A) /Ordering (I) >> >>"
        font = b"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>"
        yield (
            f"cmap-{name}",
            one_page(
                b"BT /C 9 Tf 9 99 Td <004100420043> Tj ET",
                resources=b"/Font << /C 6 0 R >>",
                more=(font, kid, stream(table)),
            ),
        )
    widths = b"<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar -9 /LastChar 2147483647 /Widths [1e30 (x)] >>"
    yield "font-widths", one_page(b"BT /W 9 Tf (abc) Tj ET", resources=b"/Font << /W 6 0 R >>", more=(widths,))


# Images.


def _images() -> Iterator[tuple[str, bytes]]:
    noise = random.Random(8).randbytes(2000)
    for name in ("DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"):
        entries = b"/Type /XObject /Subtype /Image /Width 300 /Height 300 /ColorSpace /DeviceRGB /BitsPerComponent 8"
        image = stream(noise, entries + b" /Filter /" + name.encode())
        yield (
            f"image-broken-{name}",
            one_page(b"q 500 0 0 500 9 9 cm /I Do Q", resources=b"/XObject << /I 6 0 R >>", more=(image,)),
        )
    for name, size in {"huge": b"/Width 100000 /Height 100000", "negative": b"/Width -5 /Height -5"}.items():
        entries = b"/Type /XObject /Subtype /Image %s /ColorSpace /DeviceGray /BitsPerComponent 8" % size
        yield (
            f"image-{name}",
            one_page(
                b"q 500 0 0 500 9 9 cm /I Do Q", resources=b"/XObject << /I 6 0 R >>", more=(stream(noise, entries),)
            ),
        )
    masked = (
        b"/Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 6 0 R"
    )
    yield (
        "image-masked-by-itself",
        one_page(b"q 9 0 0 9 9 9 cm /I Do Q", resources=b"/XObject << /I 6 0 R >>", more=(stream(b"\0" * 81, masked),)),
    )
    yield "image-inline-cut", one_page(b"BI /W 99999 /H 99999 /BPC 8 /CS /RGB ID " + noise)
    yield "image-scan", image_pdf([(40, 40, b"\x80" * 1600)])


# What a viewer would run, and what hides in a file.


def _actions() -> Iterator[tuple[str, bytes]]:
    script = b"<< /S /JavaScript /JS (app.launchURL\\('http://127.0.0.1:9/'\\); while\\(1\\){}) >>"
    yield "javascript-on-open", one_page(catalog_entries=b"/OpenAction " + script)
    yield "launch-on-open", one_page(catalog_entries=b"/OpenAction << /S /Launch /F (/bin/sh) >>")
    yield "javascript-on-page", one_page(page_entries=b"/AA << /O %s /C %s >>" % (script, script))
    yield "submit-form", one_page(catalog_entries=b"/OpenAction << /S /SubmitForm /F (http://127.0.0.1:9/) >>")
    for name, head in {"windows": b"MZ\x90\0", "linux": b"\x7fELF\2\1\1"}.items():
        attached = b"/Names << /EmbeddedFiles << /Names [(a.exe) 6 0 R] >> >>"
        yield (
            f"embedded-program-{name}",
            one_page(
                catalog_entries=attached,
                more=(
                    b"<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>",
                    stream(head + b"\0" * 500, b"/Type /EmbeddedFile"),
                ),
            ),
        )
    external = b"/Type /XObject /Subtype /Image /Width 9 /Height 9 /F (/etc/passwd) /FFilter /FlateDecode"
    yield (
        "stream-from-another-file",
        one_page(b"/I Do", resources=b"/XObject << /I 6 0 R >>", more=(stream(b"", external),)),
    )
    xfa = b"/AcroForm << /XFA 6 0 R /Fields [] >>"
    entity = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    yield "xfa-entities", one_page(catalog_entries=xfa, more=(stream(entity),))


# Locked files. Standard security handler, revision 2, with 40-bit RC4.

_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def encrypted(user_password: bytes, text: bytes = PLAIN_TEXT) -> bytes:
    def padded(password: bytes) -> bytes:
        return (password + _PADDING)[:32]

    owner = _rc4(hashlib.md5(padded(b"owner"), usedforsecurity=False).digest()[:5], padded(user_password))
    identity = b"0123456789abcdef"
    rights = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded(user_password) + owner + rights + identity, usedforsecurity=False).digest()[:5]
    content_key = hashlib.md5(key + (2).to_bytes(3, "little") + b"\0\0", usedforsecurity=False).digest()[:10]
    dictionary = b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (
        owner.hex().encode(),
        _rc4(key, _PADDING).hex().encode(),
    )
    locked = one_page(_rc4(content_key, text), more=(dictionary,))
    entry = b"/Encrypt 6 0 R /ID [<%s> <%s>] /Root" % ((identity.hex().encode(),) * 2)
    return locked.replace(b"/Root", entry)


def _rc4(key: bytes, data: bytes) -> bytes:
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _locked() -> Iterator[tuple[str, bytes]]:
    yield "locked-by-password", encrypted(b"secret")
    yield "locked-without-password", encrypted(b"")
    yield "locked-unknown-way", encrypted(b"").replace(b"/Filter /Standard", b"/Filter /Homebrew")
    yield "locked-nonsense", encrypted(b"").replace(b"/V 1 /R 2", b"/V 99 /R -7")


# Cut off, and no PDF at all.


def _cut() -> Iterator[tuple[str, bytes]]:
    whole = make_pdf([[f"Item {n} costs {n}.00" for n in range(30)]] * 3)
    for tenth in range(1, 10):
        yield f"cut-at-{tenth}-tenths", whole[: len(whole) * tenth // 10]
    yield "cut-last-line", whole[: whole.rindex(b"startxref")]
    yield "xref-shifted", whole.replace(b"startxref\n", b"startxref\n1")
    yield "line-ends-mixed", whole.replace(b"\n", b"\r")


def _not_pdfs() -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "only-header", b"%PDF-1.7\n"
    yield "header-and-noise", b"%PDF-1.7\n" + random.Random(9).randbytes(5000)
    yield "header-and-zip", b"%PDF-1.7\nPK\3\4" + b"\0" * 400
    yield "header-and-html", b"%PDF-1.7\n<html><script>while(1){}</script></html>"
    yield "text", b"This is a letter, not a PDF."
    yield "nothing-but-zeros", b"\0" * 10_000
    yield "junk-before-header", b"\n" * 700 + one_page()
    yield "much-junk-before-header", b"x" * 3000 + one_page()
    yield "no-pages", of_objects(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>")
    yield "no-tree", of_objects(b"<< /Type /Catalog >>")
    yield "no-root", of_objects(b"<< >>", root=99)
    yield (
        "page-is-a-number",
        of_objects(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", b"42"),
    )
    yield "two-documents-in-one", one_page() + make_pdf(["another"])
    big = Page([Text(f"w{n}", 9 * (n % 60), 9 + 9 * (n // 60), 8) for n in range(5000)], size=A4)
    yield "honest-but-full", pdf_of_pages([big])


# Mutations.

CUT_SHARE = 0.1
"""A file that is cut off loses its table of contents, and then a reader rarely looks further."""


def mutated(data: bytes, numbers: random.Random) -> bytes:
    if numbers.random() < CUT_SHARE:
        return data[: numbers.randrange(len(data) + 1)]
    for _ in range(numbers.choice((1, 1, 2, 4, 16))):
        data = numbers.choice(_MUTATIONS)(data, numbers)
    return data


def _flip(data: bytes, numbers: random.Random) -> bytes:
    if not data:
        return data
    changed = bytearray(data)
    for _ in range(numbers.randint(1, 20)):
        changed[numbers.randrange(len(changed))] = numbers.randrange(256)
    return bytes(changed)


def _remove(data: bytes, numbers: random.Random) -> bytes:
    start = numbers.randrange(len(data) + 1)
    return data[:start] + data[start + numbers.randint(1, 200) :]


def _repeat(data: bytes, numbers: random.Random) -> bytes:
    start = numbers.randrange(len(data) + 1)
    return data[: start + numbers.randint(1, 300)] + data[start:]


def _insert(data: bytes, numbers: random.Random) -> bytes:
    start = numbers.randrange(len(data) + 1)
    return data[:start] + numbers.randbytes(numbers.randint(1, 50)) + data[start:]


def _extreme_number(data: bytes, numbers: random.Random) -> bytes:
    return _replace_one(data, rb"-?\d+(\.\d+)?", numbers.choice(EXTREMES), numbers)


def _other_reference(data: bytes, numbers: random.Random) -> bytes:
    return _replace_one(data, rb"\d+ 0 R", b"%d 0 R" % numbers.randint(0, 12), numbers)


def _other_name(data: bytes, numbers: random.Random) -> bytes:
    names = re.findall(rb"/[A-Za-z0-9]+", data)
    return _replace_one(data, rb"/[A-Za-z0-9]+", numbers.choice(names), numbers) if names else data


def _replace_one(data: bytes, pattern: bytes, value: bytes, numbers: random.Random) -> bytes:
    places = [match.span() for match in islice(re.finditer(pattern, data), 5000)]
    if not places:
        return data
    start, end = numbers.choice(places)
    return data[:start] + value + data[end:]


_MUTATIONS: list[Callable[[bytes, random.Random], bytes]] = [
    _flip,
    _remove,
    _repeat,
    _insert,
    _extreme_number,
    _extreme_number,
    _other_reference,
    _other_name,
]
