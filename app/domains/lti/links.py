"""The `Link` header (RFC 8288), in which platforms say where a list goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit

from app.domains.lti.errors import ServiceFailedError, ServiceFailure

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET: Final = re.compile(r"<([^<>]*)>")
PARAMETER: Final = re.compile(r'\s*;\s*([^\s=;,"<>]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?')


def find_next(header: str, page: str) -> str | None:
    """Return the next page's address from the `Link` headers of `page`, joined by commas; None if they name none.

    Raises `ServiceFailedError` if it is at another site, whose operator must not get our token.
    """
    for target, relations in read_links(header):
        if "next" in relations:
            following = _join(page, target)
            if following == page:
                raise ServiceFailedError(ServiceFailure.ENDLESS)
            return following
    return None


def read_links(header: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each link's target and relations, in lower case."""
    place = 0
    while (found := TARGET.search(header, place)) is not None:
        place, relations = found.end(), None
        while (parameter := PARAMETER.match(header, place)) is not None:
            place = parameter.end()
            if parameter[1].lower() == "rel" and relations is None:
                relations = (parameter[2] or parameter[3] or "").lower().split()
        yield found[1], relations or []


def _join(page: str, target: str) -> str:
    try:
        following = urljoin(page, target.strip())
        is_same = urlsplit(following)[:2] == urlsplit(page)[:2]
    except ValueError:
        raise ServiceFailedError(ServiceFailure.ELSEWHERE) from None
    if not is_same:
        raise ServiceFailedError(ServiceFailure.ELSEWHERE)
    return following
