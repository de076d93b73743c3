"""The documentation site for tests, built once for all processes unless it is already up to date."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scripts.setup.documentation import SITE
from scripts.site.__main__ import provide

if TYPE_CHECKING:
    from pathlib import Path


@functools.cache
def provide_site() -> Path:
    """Return the site's folder; if a page can't be built, the calling test fails."""
    provide()
    return SITE
