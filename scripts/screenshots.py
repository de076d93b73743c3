"""Take pictures of each page, by day, by night and on a phone, to look at: python -m scripts.screenshots FOLDER.

It creates a separate site for that, with two people who solve a problem, share and vote, and an admin with tokens,
webhooks and a second factor that isn't confirmed yet.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.browser import open_site
from tests.acceptance.conftest import PASSWORD, SLUG, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, StorageState

    from tests.acceptance.conftest import Site

ROOT: Final = Path(__file__).resolve().parent.parent
SOLUTIONS: Final = ROOT / "reference_solutions" / SLUG
PROBLEM: Final = f"/problems/{SLUG}"
LOOKS: Final = {
    "light": {"viewport": {"width": 1360, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1360, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "german": {"viewport": {"width": 1360, "height": 900}, "color_scheme": "light", "locale": "de-DE"},
}
LONG_URL: Final = "https://hooks.example.org/" + "a-long-part/" * 14 + "end"
ADMINS_PAGES: Final = {
    "tokens": "/account/tokens",
    "webhooks": "/account/webhooks",
    "factor": "/account/second-factor",
    "device": "/device?code=none",
    "invitations": "/invitations",
    "admin": "/admin",
    "admin-runners": "/admin/runners",
    "admin-queue": "/admin/queue",
    "admin-users": "/admin/users",
    "admin-nobody": "/admin/users?search=nobody",
    "admin-audit": "/admin/audit",
    "admin-settings": "/admin/settings",
}
STRANGERS_PAGES: Final = {
    "front": "/",
    "signup": "/signup",
    "signin": "/signin",
    "forgot": "/forgot",
    "stranger": PROBLEM,
}
PAGES: Final = {
    "home": "/",
    "search": "/?q=gradeint",
    "search-nothing": "/?q=zzyzx",
    "scratchpad": "/scratchpad",
    "map": "/map",
    "lesson": f"{PROBLEM}#lesson",
    "statement": f"{PROBLEM}#statement",
    "hints": f"{PROBLEM}#hints",
    "attempts": f"{PROBLEM}#attempts",
    "solution": f"{PROBLEM}#solution",
    "submissions": "/submissions",
    "solutions": f"{PROBLEM}/solutions",
    "leaderboard": f"{PROBLEM}/leaderboard",
    "questions": f"{PROBLEM}/questions",
    "progress": "/progress",
    "account": "/account",
    "api": "/docs",
    "missing": "/no-such-page",
}


def attempt(page: Page, site: Site, name: str, *, submit: bool) -> str:
    """Submit a solution with the plain form, wait for its verdict, and return the submission's address."""
    page.goto(f"{site.url}{PROBLEM}")
    page.locator("#source").fill((SOLUTIONS / name).read_text("utf-8"))
    page.get_by_role("button", name="Submit" if submit else "Run").click()
    page.wait_for_selector("#verdict:is([data-tone=good], [data-tone=bad])", timeout=120_000)
    return page.url.removeprefix(site.url)


def fill(site: Site, browser: Browser) -> tuple[StorageState, dict[str, str]]:
    """Let two people use the site; return the first one's cookies and the addresses of what they created."""
    context = browser.new_context(java_script_enabled=False)
    addresses = {}
    for name in ("grace", "ada"):
        context.clear_cookies()
        page = context.new_page()
        page.goto(f"{site.url}/signup")
        Visitor(site, context, page).sign_up(name)
        wrong = attempt(page, site, "rejected/wrapped_in_loop.py", submit=False)
        values = attempt(page, site, "rejected/fixed_seed.py", submit=False)
        right = attempt(page, site, "accepted/canonical.py", submit=True)
        page.get_by_role("button", name="Share it with solvers").click()
        page.get_by_role("button", name="Make a card and a link").click()
        link = page.get_by_role("link", name="Open it", exact=True).get_attribute("href")
        card = page.get_by_role("link", name="Open the card").get_attribute("href")
        page.goto(f"{site.url}{PROBLEM}/solutions")
        if name == "ada":
            page.get_by_role("button", name="Vote").click()
        page.goto(f"{site.url}/progress")
        page.get_by_label("My activity").check()
        page.get_by_role("button", name="Save").click()
        addresses = {
            "wrong": wrong,
            "values": values,
            "right": right,
            "differences": f"{right}?against={wrong.rsplit('/', 1)[1]}#differences",
            "shared": link or "",
            "card": card or "",
            "profile": f"/people/{name}",
        }
    state = context.storage_state()
    context.close()
    return state, addresses


def administer(site: Site, browser: Browser) -> StorageState:
    """Create the admin with the link printed at the start, and what the account and admin pages show."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    visitor = Visitor(site, context, page)
    visitor.go(site.read_admin_link())
    page.get_by_label("Name").fill("root-of-a-rather-long-name-12345")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main button").click()
    visitor.go("/account/tokens")
    page.get_by_label("What it is for").fill("a program that runs on a machine in the basement and asks each night")
    page.get_by_role("button", name="Create the token").click()
    visitor.go("/account/webhooks")
    page.get_by_label("Address").fill(LONG_URL)
    page.get_by_role("button", name="Create the webhook").click()
    visitor.go("/invitations")
    page.get_by_role("button", name="Invite").click()
    visitor.go("/account")
    page.locator("#factor-password").fill(PASSWORD)
    page.get_by_role("button", name="Switch it on").click()
    state = context.storage_state()
    context.close()
    return state


def main() -> None:
    """Write all pictures to the named folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0] + ".")
    parser.add_argument("folder", type=Path, help="where to put the pictures; made where it is missing")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with open_site() as (site, browser):
        state, addresses = fill(site, browser)
        admin = administer(site, browser)
        for look, options in LOOKS.items():
            for pages, who in ((STRANGERS_PAGES, None), (ADMINS_PAGES, admin), (PAGES | addresses, state)):
                context = browser.new_context(storage_state=who, **options)  # type: ignore[arg-type]
                page = context.new_page()
                for name, path in pages.items():
                    page.goto(site.url + path)
                    page.wait_for_load_state("networkidle")
                    page.screenshot(path=folder / f"{name}-{look}.png", full_page=not path.startswith(PROBLEM + "#"))
                if who is admin:
                    _picture_drained(page, site, folder / f"admin-drained-{look}.png")
                if who is state:
                    _picture_verdict(page, site, folder / f"verdict-{look}.png")
                    _picture_offline(page, site, folder / f"offline-{look}.png")
                context.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def _picture_drained(page: Page, site: Site, path: Path) -> None:
    """Take a picture of the runners' page while the only runner is drained."""
    page.goto(f"{site.url}/admin/runners")
    page.get_by_role("button", name="Drain").click()
    page.screenshot(path=path, full_page=True)
    page.get_by_role("button", name="Let it claim").click()


def _picture_verdict(page: Page, site: Site, path: Path) -> None:
    """Take a picture of the problem's page with a verdict that arrived without a reload."""
    page.goto(f"{site.url}{PROBLEM}")
    page.evaluate("document.querySelector('#view-code').checked = true")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text((SOLUTIONS / "rejected" / "wrapped_in_loop.py").read_text("utf-8"))
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#verdict:is([data-tone=good], [data-tone=bad])", timeout=120_000)
    page.screenshot(path=path)


def _picture_offline(page: Page, site: Site, path: Path) -> None:
    """Take a picture of the problem's page when the connection is lost between writing and submitting."""
    page.goto(f"{site.url}{PROBLEM}")
    page.evaluate("document.querySelector('#view-code').checked = true")
    page.locator(".cm-content").click()
    page.context.set_offline(True)
    page.keyboard.insert_text("# Written offline.\n")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#verdict[data-tone=warn]")
    page.screenshot(path=path)


if __name__ == "__main__":
    main()
