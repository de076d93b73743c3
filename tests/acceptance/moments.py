"""Makes moments last that a busy machine would miss."""

from __future__ import annotations

from typing import Final

COPIED_MS: Final = 1500
"""The time for which a button says that it has copied (web/src/site.ts), in ms."""
ANSWER_MS: Final = 3000
"""The time in which a platform's page must answer a frame (web/src/lti.ts), in ms."""


def prolong_timers(ms: int) -> str:
    """Return a script for a page that makes its timers of `ms` milliseconds last a minute."""
    return (
        "(later => { window.setTimeout = (act, ms, ...rest) =>"
        f" later(act, ms === {ms} ? 60_000 : ms, ...rest); }})(window.setTimeout.bind(window))"
    )


def sleep_once(seconds: float) -> str:
    """Return lines of a solution that sleep when the file is first imported, and not for its further cases."""
    return f"\nimport sys, time\nif not hasattr(sys, 'slept'):\n    sys.slept = time.sleep({seconds})\n"
