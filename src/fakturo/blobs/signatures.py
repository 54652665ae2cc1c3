"""What the store's library cannot sign: requests with a query of ours, in S3's own way (AWS Signature Version 4).

The library signs plain requests for us. Its address says all that a signature is about (place, key, region, time, how
long) but the secret; so we take that address, add our query, and sign it anew.
"""

import hashlib
import hmac
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlsplit, urlunsplit

SIGNATURE = "X-Amz-Signature"


def with_query(signed: str, query: Mapping[str, str], *, method: str, secret: str) -> str:
    """That address with a longer query, and a signature for it."""
    parts = urlsplit(signed)
    pairs = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != SIGNATURE]
    given = dict(pairs)
    quoted = sorted((_quoted(name), _quoted(value)) for name, value in [*pairs, *query.items()])
    longer = "&".join(f"{name}={value}" for name, value in quoted)
    request = "\n".join([method, parts.path, longer, f"host:{parts.netloc}", "", "host", "UNSIGNED-PAYLOAD"])
    _, scope = given["X-Amz-Credential"].split("/", 1)
    text = "\n".join(
        [given["X-Amz-Algorithm"], given["X-Amz-Date"], scope, hashlib.sha256(request.encode()).hexdigest()]
    )
    signature = _hmac(_key(secret, scope), text).hex()
    return urlunsplit(parts._replace(query=f"{longer}&{SIGNATURE}={signature}"))


def _key(secret: str, scope: str) -> bytes:
    """Of the day, the region and the service, so that no signature tells anything about the secret itself."""
    key = f"AWS4{secret}".encode()
    for part in scope.split("/"):
        key = _hmac(key, part)
    return key


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _quoted(text: str) -> str:
    return quote(text, safe="")
