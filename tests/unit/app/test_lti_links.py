"""`Link` headers, in which platforms say where a list goes on."""

from __future__ import annotations

import time

import pytest

from app.domains.lti.errors import ServiceFailedError, ServiceFailure
from app.domains.lti.links import find_next, read_links

PAGE = "https://lms.example/members?course=1"
NEXT = "https://lms.example/members?course=1&page=2"


@pytest.mark.parametrize(
    ("header", "following"),
    [
        ("", None),
        ("nonsense", None),
        (f'<{PAGE}>; rel="first"', None),
        (f'<{NEXT}>; rel="next"', NEXT),
        (f"<{NEXT}>;rel=next", NEXT),
        (f'<{NEXT}>; REL="last Next"', NEXT),
        (f'<{PAGE}&since=5>; rel="https://purl.imsglobal.org/x/differences", <{NEXT}>; rel="next"', NEXT),
        (f'<{PAGE}&x>; rel="prev"; title="a, <b>; rel=next", <{NEXT}>; title="say \\"no\\", c"; rel="next"', NEXT),
        (f'<{NEXT}>; {"; ".join(f"p{number}=x" for number in range(50))}; rel="next"', NEXT),
        (f"<{NEXT}{'x' * 3000}>; rel=next", f"{NEXT}{'x' * 3000}"),
        ("<?course=1&page=2>; rel=next", NEXT),
        (f'<{PAGE}&x>; rel="last"; rel="next"', None),
        (f"<{PAGE}&x>; title=nextrel; anchor=rel", None),
    ],
)
def test_the_next_page_is_found(header: str, following: str | None) -> None:
    assert find_next(header, PAGE) == following


@pytest.mark.parametrize(
    ("target", "failure"),
    [
        ("https://evil.example/members", ServiceFailure.ELSEWHERE),
        ("http://lms.example/members", ServiceFailure.ELSEWHERE),
        ("//evil.example/", ServiceFailure.ELSEWHERE),
        ("http://[::1", ServiceFailure.ELSEWHERE),
        (PAGE, ServiceFailure.ENDLESS),
        ("", ServiceFailure.ENDLESS),
    ],
)
def test_a_list_goes_on_only_at_its_own_site(target: str, failure: ServiceFailure) -> None:
    with pytest.raises(ServiceFailedError, match=failure.value):
        find_next(f"<{target}>; rel=next", PAGE)


@pytest.mark.parametrize("part", ["<", "<a>", '<a>; rel="', "<a>; rel=", '<a>;b="\\', "; ", " "])
def test_a_long_header_takes_no_long_time(part: str) -> None:
    began = time.monotonic()
    list(read_links((part * 16_000)[:16_000]))
    assert time.monotonic() - began < 1
