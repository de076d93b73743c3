"""Throttling of guesses at passwords and codes: failures per address and name, per address, and per name.

Failures are counted in the database, so that neither several servers nor a restart allow more guesses. Each try is
counted before it is checked, and uncounted if it was right, so concurrent tries can't exceed the limit. The slow hash
protects leaked passwords; throttling makes guessing pointless, and keeps argon2 from being overloaded.

Somebody who guesses from many addresses is stopped by the limit per name, but could lock out the account's owner with
it. So signing in gives the browser a cookie that makes it known for that name ("device cookies", OWASP): its tries are
counted separately, whatever others do. Decision 22 has the reasons. A link for a new password makes a browser known,
too, but only for passwords: for codes it must have sent a right code, or somebody with the mailbox could make as many
browsers known as they need to guess one.

Keys are hashed: the database doesn't reveal who guessed whose password.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final

from app.domains.limits import repository
from app.domains.limits.addresses import list_networks
from app.domains.limits.rate import Rate, read_clock_ms
from app.kit.errors import TooManySignInsError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

HOUR_S: Final = 3600
DAY_S: Final = 24 * HOUR_S
WINDOW_S: Final = 300
"""Seconds for which a failed sign-in counts."""
PER_NAME: Final = 10
"""Maximum number of failures in that time from one address for one name, or from one browser known for it."""
PER_ADDRESS: Final = 300
"""Maximum number of failures from one address for all names. A whole class may share one address, and sign in at once:
right passwords count while they wait to be checked, some ten a second."""
FROM_ANYWHERE: Final = 100
"""Maximum number of failures per day for one name, from all addresses together."""
NEW_BROWSERS: Final = 100
"""Maximum number of browsers that become known for a name within a day: each is remembered for long."""
KNOWN_FOR_S: Final = 180 * DAY_S
"""Seconds for which a browser is known after a sign-in."""


class Throttle:
    """Counts failures of one kind.

    At most `per_name` from one address for one name, and `per_address` for all, in `window_s` seconds (from an IPv6
    network several times that, `addresses.WIDER`); and at most
    `from_anywhere` for one name in a day, unless it is 0. A known browser has its own `per_name`; with `only_proven`,
    only one that has passed the second factor.
    """

    def __init__(
        self,
        kind: str,
        *,
        window_s: int = WINDOW_S,
        per_name: int = PER_NAME,
        per_address: int = PER_ADDRESS,
        from_anywhere: int = 0,
        only_proven: bool = False,
    ) -> None:
        self._kind = kind
        self._is_known = is_proven_browser if only_proven else is_known_browser
        self._per_name = Rate(per_name, window_s)
        self._per_address = Rate(per_address, window_s)
        self._from_anywhere = Rate(from_anywhere, DAY_S) if from_anywhere else None

    def begin(self, session: Session, address: str, name: str, browser: str = "") -> None:
        """Count a try as failed until `succeed` is called; raises `TooManySignInsError` if there are too many.

        `browser` is the token of the browser's cookie, if it has one. The count must be committed before the try is
        checked, or together with its result.
        """
        for key, rate in self._list_limits(session, address, name, browser):
            wait_s = repository.count_try(session, key, rate)
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
        if browser and self._is_known(session, name, browser):
            return [(_hash(self._kind, "browser", browser, name), self._per_name)]
        networks = list_networks(address)
        limits = [(_hash(self._kind, networks[0][0], name), self._per_name)]
        limits += [(_hash(self._kind, network), self._per_address.times(factor)) for network, factor in networks]
        if self._from_anywhere is not None:
            limits.append((_hash(self._kind, "", "", name), self._from_anywhere))
        return limits


def remember_browser(session: Session, name: str, old: str = "", *, proven: bool = False) -> str:
    """Make a browser known for a name, replacing the token `old`; returns the token for its cookie.

    With `proven` it has just passed the second factor, which it keeps with each new token. The token is empty if too
    many browsers have become known for this name within a day.
    """
    proven = proven or is_proven_browser(session, name, old)
    if old and is_known_browser(session, name, old):
        for kind in ("known", "proven"):
            repository.forget(session, _hash(kind, name, old))
    elif repository.count_try(session, _hash("browsers", name), Rate(NEW_BROWSERS, DAY_S)) is not None:
        return ""
    token = secrets.token_urlsafe(32)
    repository.remember(session, _hash("known", name, token), read_clock_ms() + KNOWN_FOR_S * 1000)
    if proven:
        prove_browser(session, name, token)
    return token


def is_known_browser(session: Session, name: str, browser: str) -> bool:
    """Return whether `remember_browser` issued a browser's token for this name."""
    return repository.find_end(session, _hash("known", name, browser)) > read_clock_ms()


def prove_browser(session: Session, name: str, browser: str) -> None:
    """Record that a browser has passed the second factor for a name, if it is known for it."""
    if is_known_browser(session, name, browser) and not is_proven_browser(session, name, browser):
        repository.remember(session, _hash("proven", name, browser), read_clock_ms() + KNOWN_FOR_S * 1000)


def is_proven_browser(session: Session, name: str, browser: str) -> bool:
    """Return whether a known browser has also passed the second factor for this name."""
    return repository.find_end(session, _hash("proven", name, browser)) > read_clock_ms()


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()
