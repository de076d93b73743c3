"""Build the documentation site unless it is current: `python -m scripts.site`."""

from __future__ import annotations

import sys
import time

from scripts.setup.commands import SetupError, say
from scripts.setup.documentation import is_current
from scripts.setup.stamps import one_at_a_time


def provide() -> bool:
    """Build the site unless it is current; return whether it was built.

    Raises `scripts.site.build.SiteError` for invalid pages, and `SetupError` if the generator can't be installed.
    """
    with one_at_a_time("help-lock"):
        if is_current():
            return False
        from scripts.site.build import build  # noqa: PLC0415 - loads the application, which takes a second

        build()
        return True


def main() -> int:
    """Build the site; return the exit status."""
    started = time.monotonic()
    try:
        done = provide()
    except SetupError as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    took = f"built in {time.monotonic() - started:.1f} s" if done else "nothing changed"
    say(f"documentation: {took}; `make serve` shows it at /help, and app/web/help/index.html is its first page")
    return 0


if __name__ == "__main__":
    sys.exit(main())
