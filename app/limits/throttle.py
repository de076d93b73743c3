"""How often somebody may guess a password or a code: failures by one address for one name, and by one address.

Counted in the database, so that neither several servers nor a restart give a guesser more. Each try is counted before
it is checked, and taken back when it was right: of many at once no more are checked than may be. The slow hash is what
protects a password that leaked; this keeps guessing from being worth while, and argon2 from being kept busy.

For each key one moment is kept, as in `app.limits.limiter`: at first `limit` tries may come at once, and then as many
as the window divides. Keys are hashed: whose they are is nobody's business.
"""

from __future__ import annotations

import hashlib
import math
import time
from typing import TYPE_CHECKING, Final

from app.errors import TooManySignInsError
from app.limits import repository
from app.limits.addresses import name_site

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

WINDOW_S: Final = 300
"""How long a failed sign-in counts."""
PER_NAME: Final = 10
"""Most failures in that time from one address for one name."""
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
        self._window_ms = window_s * 1000
        self._per_name_ms = self._window_ms // per_name
        self._per_address_ms = self._window_ms // per_address

    def begin(self, session: Session, address: str, name: str) -> None:
        """Count a try as failed until `succeed` says otherwise; raises `TooManySignInsError` when it is too many.

        What counts must be committed before the try is checked, or together with what became of it.
        """
        address, moment = name_site(address), int(time.time() * 1000)
        for key, pace in ((self._key(address, name), self._per_name_ms), (self._key(address), self._per_address_ms)):
            wait = repository.count_try(session, key, moment_ms=moment, pace_ms=pace, window_ms=self._window_ms)
            if wait is not None:
                raise TooManySignInsError(math.ceil(wait / 1000))

    def succeed(self, session: Session, address: str, name: str) -> None:
        """Forget the failures of one who knew it after all, and this try."""
        address = name_site(address)
        repository.forget(session, self._key(address, name))
        repository.take_back(session, self._key(address), self._per_address_ms)

    def _key(self, *parts: str) -> str:
        return hashlib.sha256("\0".join((self._kind, *parts)).encode(errors="replace")).hexdigest()
