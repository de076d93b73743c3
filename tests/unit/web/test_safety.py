"""Redirect addresses stay on this site, and pages have a content security policy."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.safety import page_headers, stay_here


@pytest.mark.parametrize("address", ["/", "/problems/jit_forward", "/problems/x?y=1#hints"])
def test_own_addresses_stay(address: str) -> None:
    assert stay_here(address) == address


@pytest.mark.parametrize(
    "address",
    [
        None,
        "",
        "problems/x",
        "https://example.com/",
        "//example.com",
        "///example.com",
        "/\\example.com",
        "\\\\example.com",
        "/\t/example.com",
        " /x",
        "/x\r\nSet-Cookie: a=b",
        "javascript:alert(1)",
        "//[",
    ],
)
def test_foreign_addresses_become_the_start_page(address: str | None) -> None:
    assert stay_here(address) == "/"


@given(st.text(alphabet="/\\:.@?#[]ab \t", max_size=12))
def test_whatever_comes_the_host_is_ours(address: str) -> None:
    assert urlsplit(urljoin("http://dojo.test/signin", stay_here(address))).netloc == "dojo.test"


def test_policy_allows_no_inline_code() -> None:
    headers = page_headers("en")
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "nonce" not in policy
    assert "style-src 'self';" in policy
    assert "default-src 'none';" in policy
    assert "frame-ancestors 'none'" in policy
