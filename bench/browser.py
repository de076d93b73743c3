"""A real site and a real browser, for benchmarks and pictures of the pages."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from app.web.assets import Assets
from tests.acceptance.conftest import CHROMIUM_ARGS, find_chromium, make_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.acceptance.conftest import Site


@contextmanager
def open_site(*switches: str) -> Iterator[tuple[Site, Browser]]:
    """Yield a running site with `jit_forward` and a browser with these switches; stop both afterwards."""
    chromium = find_chromium()
    if chromium is None or not Assets().built:
        sys.exit("This needs Chromium (the package `chromium`) and the built front end (`make setup`).")
    with tempfile.TemporaryDirectory(prefix="jaxdojo-") as folder, sync_playwright() as playwright:
        site = make_site(Path(folder))
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=[*CHROMIUM_ARGS, *switches])
            yield site, browser
            browser.close()
        finally:
            site.stop()
