"""The certificates that a machine trusts, loaded once for each process of the tests.

A client for HTTP loads them whether or not it will meet any, which takes 25 ms and more of the processor's time; the
tests make thousands, and hardly one speaks TLS.
"""

import functools
import ssl

import httpcore2


def load_once() -> None:
    """Who asks for the same ones again is given the same context."""
    httpcore2.default_ssl_context = functools.cache(httpcore2.default_ssl_context)
    ssl.create_default_context = functools.cache(ssl.create_default_context)  # type: ignore[assignment]
