"""Names of downloads (RFC 6266): any Unicode name survives, and none breaks a header."""

import re
from urllib.parse import unquote

from hypothesis import example, given
from hypothesis import strategies as st

from fakturo.domain.uploads import display_name, download_name
from fakturo.web.jobs.downloads import disposition

HEADER = re.compile(r"attachment; filename=\"([ !#-\[\]-~]*)\"; filename\*=UTF-8''([A-Za-z0-9%._~-]*)")
ANY_NAME = st.text(st.characters())


@given(ANY_NAME)
@example('a"; filename=evil.exe; x="')
@example("a\r\nSet-Cookie: x=1")
@example("März “7” 発票 🧾.pdf")
@example("\ud800\udfff")
@example("%00%0d%0a")
def test_any_name_survives_and_none_breaks_the_header(filename: str) -> None:
    name = download_name(display_name(filename))
    header = disposition(name)
    header.encode("ascii")
    found = HEADER.fullmatch(header)
    assert found
    assert unquote(found[2], errors="strict") == name
    assert len(found[1]) == len(name)


@given(ANY_NAME)
def test_a_name_is_never_a_path_and_has_no_control_signs(filename: str) -> None:
    name = display_name(filename)
    assert name not in {"", ".", ".."}
    assert not set(name) & set("/\\\r\n\0")
    assert name.isprintable() or not any(ord(sign) < 32 for sign in name)
