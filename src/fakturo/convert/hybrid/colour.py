"""An ICC profile of sRGB, made from the numbers of its standard (IEC 61966-2-1): nobody's file, so nobody's licence."""

import struct
from functools import cache

_RED, _GREEN, _BLUE = (0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410)
_WHITE = (0.96420, 1.0, 0.82491)
"""Primaries and white as the profile's light, D50, has them."""
_CURVE_POINTS = 1024
_HEADER_BYTES = 128
_ENTRY_BYTES = 12


@cache
def srgb_profile() -> bytes:
    curve = _curve()
    parts = {
        b"desc": _description("sRGB IEC61966-2.1, made by Fakturo"),
        b"cprt": b"text\0\0\0\0" + b"No rights reserved\0",
        b"wtpt": _xyz(_WHITE),
        b"rXYZ": _xyz(_RED),
        b"gXYZ": _xyz(_GREEN),
        b"bXYZ": _xyz(_BLUE),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    return _put_together(parts)


def _put_together(parts: dict[bytes, bytes]) -> bytes:
    """Equal parts are stored once."""
    at = _HEADER_BYTES + 4 + _ENTRY_BYTES * len(parts)
    table, body, places = struct.pack(">I", len(parts)), b"", dict[bytes, int]()
    for name, content in parts.items():
        if content not in places:
            places[content] = at + len(body)
            body += content + b"\0" * (-len(content) % 4)
        table += name + struct.pack(">II", places[content], len(content))
    return _header(at + len(body)) + table + body


def _header(size: int) -> bytes:
    made_on = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    white = b"".join(map(_fixed, _WHITE))
    head = struct.pack(">I4sI", size, b"\0\0\0\0", 0x02100000) + b"mntrRGB XYZ " + made_on + b"acsp"
    return (head + b"\0" * 28 + white).ljust(_HEADER_BYTES, b"\0")


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def _xyz(value: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, value))


def _description(text: str) -> bytes:
    plain = text.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(plain)) + plain + b"\0" * (4 + 4 + 2 + 1 + 67)


def _curve() -> bytes:
    points = [round(65535 * _light(step / (_CURVE_POINTS - 1))) for step in range(_CURVE_POINTS)]
    return b"curv\0\0\0\0" + struct.pack(f">I{_CURVE_POINTS}H", _CURVE_POINTS, *points)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 the standard's numbers
