"""Throttling of guesses at passwords and codes: failures per address and name, and per address.

Counted in the database, so that neither several servers nor a restart allow more guesses. Each try is counted before it
is checked, and uncounted when it was right, so concurrent tries can't exceed the limit. The slow hash is what protects
a password that leaked; this makes guessing pointless, and keeps argon2 from being overloaded.

Keys are hashed: the database doesn't say who guessed whose password.
"""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING, Final

from app.domains.limits import repository
from app.domains.limits.addresses import name_site
from app.domains.limits.rate import Rate
from app.kit.errors import TooManySignInsError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

WINDOW_S: Final = 300
"""How long a failed sign-in counts."""
PER_NAME: Final = 10
"""The maximum number of failures in that time from one address for one name."""
PER_ADDRESS: Final = 100
"""The same for all names. A whole class may sit behind one address."""


class Throttle:
    """Counts failures of one kind.

    At most `per_name` from one address for one name, and `per_address` for all, in `window_s` seconds.
    """

    def __init__(
        self, kind: str, *, window_s: int = WINDOW_S, per_name: int = PER_NAME, per_address: int = PER_ADDRESS
    ) -> None:
        self._kind = kind
        self._per_name = Rate(per_name, window_s)
        self._per_address = Rate(per_address, window_s)

    def begin(self, session: Session, address: str, name: str) -> None:
        """Count a try as failed until `succeed` is called; raises `TooManySignInsError` when there are too many.

        The count must be committed before the try is checked, or together with its result.
        """
        address, moment = name_site(address), int(time.time() * 1000)
        for key, rate in ((self._key(address, name), self._per_name), (self._key(address), self._per_address)):
            wait_s = repository.count_try(session, key, rate, moment)
            if wait_s is not None:
                raise TooManySignInsError(wait_s)

    def succeed(self, session: Session, address: str, name: str) -> None:
        """Forget the failures, and this try."""
        address = name_site(address)
        repository.forget(session, self._key(address, name))
        repository.take_back(session, self._key(address), self._per_address)

    def _key(self, *parts: str) -> str:
        return hashlib.sha256("\0".join((self._kind, *parts)).encode(errors="replace")).hexdigest()
