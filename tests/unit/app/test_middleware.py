"""The cross-site rule, as a table."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from app.http.middleware import is_cross_site

COOKIE = "theme=dark; jaxdojo_session=abc"
OWN = "http://dojo.test:8000"


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({"cookie": COOKIE, "sec-fetch-site": "same-origin"}, False),
        ({"cookie": COOKIE, "sec-fetch-site": "none"}, False),
        ({"cookie": COOKIE, "sec-fetch-site": "same-site"}, True),
        ({"cookie": COOKIE, "sec-fetch-site": "cross-site"}, True),
        ({"cookie": COOKIE, "sec-fetch-site": "cross-site", "origin": OWN}, True),
        ({"cookie": COOKIE, "origin": OWN}, False),
        ({"cookie": COOKIE, "origin": OWN.upper()}, False),
        ({"cookie": COOKIE, "origin": "http://dojo.test"}, True),
        ({"cookie": COOKIE, "origin": "http://evil.test:8000"}, True),
        ({"cookie": COOKIE, "origin": "null"}, True),
        ({"cookie": COOKIE, "origin": "http://[dojo"}, True),
        ({"cookie": COOKIE}, True),
        ({"cookie": 'jaxdojo_session=a; b\x01="{}'}, True),
        ({"cookie": "theme=dark"}, False),
        ({}, False),
        ({"sec-fetch-site": "cross-site"}, True),
        ({"origin": "http://evil.test"}, True),
        ({"authorization": "Bearer x", "cookie": COOKIE}, False),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
def test_the_rule(method: str, headers: dict[str, str], *, refused: bool) -> None:
    assert is_cross_site(method, Headers({"host": "dojo.test:8000", **headers})) is refused


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_is_free(method: str) -> None:
    assert not is_cross_site(method, Headers({"cookie": COOKIE, "sec-fetch-site": "cross-site"}))
