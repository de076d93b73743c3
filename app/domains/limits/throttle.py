"""Throttling of guesses at passwords and codes: failures per address and name, per address, and per name.

Failures are counted in the database, so that neither several servers nor a restart allow more guesses. Each try is
counted before it is checked, and uncounted if it was right, so concurrent tries can't exceed the limit. The slow hash
protects leaked passwords; throttling makes guessing pointless, and keeps argon2 from being overloaded.

Somebody who guesses from many addresses is stopped by the limit per name, but could lock out the account's owner with
it. So signing in gives the browser a cookie that makes it known for that name ("device cookies", OWASP): its tries are
counted separately, whatever others do. Decision 22 has the reasons.

Keys are hashed: the database doesn't reveal who guessed whose password.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import TYPE_CHECKING, Final

from app.domains.limits import repository
from app.domains.limits.addresses import name_site
from app.domains.limits.rate import Rate
from app.kit.errors import TooManySignInsError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

HOUR_S: Final = 3600
DAY_S: Final = 24 * HOUR_S
WINDOW_S: Final = 300
"""Seconds for which a failed sign-in counts."""
PER_NAME: Final = 10
"""Maximum number of failures in that time from one address for one name, or from one browser known for it."""
PER_ADDRESS: Final = 100
"""Maximum number of failures from one address for all names. A whole class may share one address."""
FROM_ANYWHERE: Final = 100
"""Maximum number of failures per day for one name, from all addresses together."""
NEW_BROWSERS: Final = 100
"""Maximum number of browsers that become known for a name within a day: each is remembered for long."""
KNOWN_FOR_S: Final = 180 * DAY_S
"""Seconds for which a browser is known after a sign-in."""


class Throttle:
    """Counts failures of one kind.

    At most `per_name` from one address for one name, and `per_address` for all, in `window_s` seconds; and at most
    `from_anywhere` for one name in a day, unless it is 0. A known browser has its own `per_name`.
    """

    def __init__(
        self,
        kind: str,
        *,
        window_s: int = WINDOW_S,
        per_name: int = PER_NAME,
        per_address: int = PER_ADDRESS,
        from_anywhere: int = 0,
    ) -> None:
        self._kind = kind
        self._per_name = Rate(per_name, window_s)
        self._per_address = Rate(per_address, window_s)
        self._from_anywhere = Rate(from_anywhere, DAY_S) if from_anywhere else None

    def begin(self, session: Session, address: str, name: str, browser: str = "") -> None:
        """Count a try as failed until `succeed` is called; raises `TooManySignInsError` if there are too many.

        `browser` is the token of the browser's cookie, if it has one. The count must be committed before the try is
        checked, or together with its result.
        """
        moment = _read_clock_ms()
        for key, rate in self._list_limits(session, address, name, browser):
            wait_s = repository.count_try(session, key, rate, moment)
            if wait_s is not None:
                raise TooManySignInsError(wait_s)

    def succeed(self, session: Session, address: str, name: str, browser: str = "") -> None:
        """Uncount this try, and all failures for this name from the same address or known browser."""
        [(own, _rate), *others] = self._list_limits(session, address, name, browser)
        repository.forget(session, own)
        for key, rate in others:
            repository.take_back(session, key, rate)

    def _list_limits(self, session: Session, address: str, name: str, browser: str) -> list[tuple[str, Rate]]:
        """Return the keys that a try counts against, each with its limit; the first is the client's own."""
        if browser and is_known_browser(session, name, browser):
            return [(_hash(self._kind, "browser", browser, name), self._per_name)]
        site = name_site(address)
        limits = [(_hash(self._kind, site, name), self._per_name), (_hash(self._kind, site), self._per_address)]
        if self._from_anywhere is not None:
            limits.append((_hash(self._kind, "", "", name), self._from_anywhere))
        return limits


def remember_browser(session: Session, name: str, old: str = "") -> str:
    """Make a browser known for a name, replacing the token `old`; returns the token for its cookie.

    It is empty if too many browsers have become known for this name within a day.
    """
    moment = _read_clock_ms()
    if old and is_known_browser(session, name, old):
        repository.forget(session, _hash("known", name, old))
    elif repository.count_try(session, _hash("browsers", name), Rate(NEW_BROWSERS, DAY_S), moment) is not None:
        return ""
    token = secrets.token_urlsafe(32)
    repository.remember(session, _hash("known", name, token), moment + KNOWN_FOR_S * 1000)
    return token


def is_known_browser(session: Session, name: str, browser: str) -> bool:
    """Return whether `remember_browser` issued a browser's token for this name."""
    return repository.find_end(session, _hash("known", name, browser)) > _read_clock_ms()


def _read_clock_ms() -> int:
    return int(time.time() * 1000)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()
