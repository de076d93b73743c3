"""The documentation's site for tests: built where it isn't of the checkout's pages, once for all processes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scripts.setup.documentation import SITE
from scripts.site.__main__ import provide

if TYPE_CHECKING:
    from pathlib import Path


@functools.cache
def provide_site() -> Path:
    """Return the site's folder; a page that can't be built fails the test that asks."""
    provide()
    return SITE
