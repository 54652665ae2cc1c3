"""The smallest TrueType font there is: every glyph is a filled box. Enough for a reader to measure text by."""

import struct

EM = 1000


def box_font(glyphs: int) -> bytes:
    """A font file with that many glyphs, all alike, each as wide as the em."""
    outline = _box_glyph()
    tables = {
        b"glyf": outline * glyphs,
        b"head": struct.pack(
            ">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, EM, 0, 0, 0, -200, EM, 800, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, EM, 0, 0, EM, 1, *[0] * 7, glyphs),
        b"hmtx": struct.pack(">Hh", EM, 0) * glyphs,
        b"loca": b"".join(struct.pack(">I", n * len(outline)) for n in range(glyphs + 1)),
        b"maxp": struct.pack(">IH13H", 0x10000, glyphs, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    return _assembled(tables)


def _box_glyph() -> bytes:
    """One contour of four corners."""
    left, bottom, right, top = 100, -100, 900, 700
    steps = [(left, bottom), (0, top - bottom), (right - left, 0), (0, bottom - top)]
    head = struct.pack(">hhhhhHH", 1, left, bottom, right, top, 3, 0)
    flags = bytes([1] * 4)
    return (
        head
        + flags
        + b"".join(struct.pack(">h", x) for x, _ in steps)
        + b"".join(struct.pack(">h", y) for _, y in steps)
    )


def _assembled(tables: dict[bytes, bytes]) -> bytes:
    offset = 12 + 16 * len(tables)
    directory, body = b"", b""
    for name, data in tables.items():
        directory += name + struct.pack(">III", 0, offset + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return struct.pack(">IHHHH", 0x10000, len(tables), 64, 2, 32) + directory + body
