"""What is stored about the browser that signs in."""

from __future__ import annotations

import pytest

from app.domains.accounts.browsers import name_browser


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604.1", "Safari, iPhone"),
        ("curl/8.9", "curl"),
        ("<b>" * 1000, ""),
        ("", ""),
    ],
)
def test_browsers(user_agent: str, name: str) -> None:
    assert name_browser(user_agent) == name
