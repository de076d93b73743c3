"""How often somebody may guess a password or a code: failures per address and name, and per address.

Counted in this process's memory: a restart forgets, and several servers count each for itself. The slow hash is what
protects a password that leaked; this keeps guessing from being worth while, and argon2 from being kept busy.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque
from typing import Final

from app.errors import TooManySignInsError

WINDOW_S: Final = 300.0
"""How long a failed sign-in counts."""
PER_NAME: Final = 10
"""Most failures in that time from one address for one name."""
PER_ADDRESS: Final = 100
"""The same for all names. A whole class may sit behind one address."""
MOST_KEYS: Final = 10_000
"""How many addresses and names are remembered; the one used longest ago is forgotten first."""


class Throttle:
    """Counts failures. For the event loop's thread only.

    At most `per_name` from one address for one name, and `per_address` for all, in `window_s` seconds.
    """

    def __init__(self, *, window_s: float = WINDOW_S, per_name: int = PER_NAME, per_address: int = PER_ADDRESS) -> None:
        self._window_s = window_s
        self._per_name = per_name
        self._per_address = per_address
        self._failures: OrderedDict[tuple[str, str | None], deque[float]] = OrderedDict()

    def begin(self, address: str, name: str) -> None:
        """Count a try as failed until `succeed` says otherwise; raises `TooManySignInsError` when it is too many."""
        moment = time.monotonic()
        limits = {(address, name): self._per_name, (address, None): self._per_address}
        for key, limit in limits.items():
            failures = self._failures.get(key, deque())
            while failures and failures[0] <= moment - self._window_s:
                failures.popleft()
            if len(failures) >= limit:
                raise TooManySignInsError(math.ceil(failures[0] + self._window_s - moment))
        for key in limits:
            self._failures.setdefault(key, deque()).append(moment)
            self._failures.move_to_end(key)
        while len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def succeed(self, address: str, name: str) -> None:
        """Forget the failures of one who knew the password after all, and this try."""
        self._failures.pop((address, name), None)
        others = self._failures.get((address, None))
        if others:
            others.pop()
