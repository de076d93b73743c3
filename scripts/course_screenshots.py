"""Take pictures of the pages of courses with an empty, a small and a large class, by day, by night and on a phone.

python -m scripts.course_screenshots FOLDER [NAME …]      to look at; with names, only those pages
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from app.http.requests import SESSION_COOKIE
from app.web.assets import Assets
from bench.school import open_school
from scripts.screenshots import LOOKS
from tests.acceptance.conftest import CHROMIUM_ARGS, find_chromium


def main() -> None:
    """Write all pictures to the named folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where to put the pictures; made where it is missing")
    parser.add_argument("names", nargs="*", help="the pages, such as `grades`; all without names")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    chromium = find_chromium()
    if chromium is None or not Assets().built:
        sys.exit("This needs Chromium (the package `chromium`) and the built front end (`make setup`).")
    with open_school() as school, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        for look, screen in LOOKS.items():
            context = browser.new_context(**screen)  # type: ignore[arg-type]
            page = context.new_page()
            for class_, pages in school.pages.items():
                for name, path in pages.items():
                    if options.names and name not in options.names:
                        continue
                    session = school.find_session(class_, name)
                    context.add_cookies([{"name": SESSION_COOKIE, "value": session, "url": school.url}])
                    page.goto(school.url + path)
                    page.screenshot(path=options.folder / f"{name}-{class_}-{look}.png", full_page=True)
            context.close()
        browser.close()
    print(f"{len(list(options.folder.glob('*.png')))} pictures in {options.folder}")


if __name__ == "__main__":
    main()
