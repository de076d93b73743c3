"""What people do with their accounts, and what admins do, from end to end in a real browser."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.conftest import PASSWORD, ROOT, Visitor
from tests.acceptance.moments import COPIED_MS, prolong_timers
from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, StorageState

    from tests.acceptance.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

ADMIN_PAGES: Final = ("/admin", "/admin/runners", "/admin/queue", "/admin/users", "/admin/audit", "/admin/settings")
ADMINS: Final[dict[str, StorageState]] = {}
"""The cookies of the admin of each site, by its address."""
LONG_URL: Final = "https://hooks.example.org/" + "a-long-part/" * 14 + "end"


@pytest.fixture(scope="module")
def admin(browser: Browser, site: Site) -> StorageState:
    """Return the cookies of the admin, who is created once for each site, with the link printed at the start."""
    if site.url in ADMINS:
        return ADMINS[site.url]
    link = site.read_admin_link()
    context = browser.new_context(java_script_enabled=False)
    visitor = Visitor(site, context, context.new_page())
    visitor.go(link)
    visitor.page.get_by_label("Name").fill("root")
    visitor.page.get_by_label("Password").fill(PASSWORD)
    visitor.page.locator("main button").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Overview")
    visitor.go(link)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This link is no longer valid")
    ADMINS[site.url] = context.storage_state()
    context.close()
    return ADMINS[site.url]


@pytest.fixture
def member(make_visitor: Callable[..., Visitor]) -> Visitor:
    """Return a user with a new account, a clipboard, a wide screen and light colours."""
    visitor = make_visitor()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.enter(f"ada-{uuid4().hex[:8]}")
    return visitor


def copy_from(visitor: Visitor, label: str) -> str:
    """Press the button beside a secret that is shown once; return the copied text, which is what the field shows."""
    page = visitor.page
    page.evaluate(prolong_timers(COPIED_MS))
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied == page.get_by_label(label, exact=True).input_value()
    return copied


def test_an_invitation_makes_an_instructor(make_visitor: Callable[..., Visitor], admin: StorageState) -> None:
    host, guest = make_visitor(scripts=False, state=admin), make_visitor()
    host.go("/account")
    host.page.get_by_role("link", name="Invite people").click()
    host.page.get_by_label("Role").select_option("instructor")
    host.page.get_by_role("button", name="Invite").click()
    link = host.page.get_by_label("Link", exact=True).input_value()
    guest.page.goto(link)
    guest.sign_up(f"iris-{uuid4().hex[:8]}")
    expect(guest.page.get_by_role("link", name="Authoring")).to_be_visible()
    guest.go("/invitations")
    assert find_violations(guest.page) == []
    stranger = make_visitor(scripts=False)
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("button", name="Sign up")).to_have_count(0)


def test_a_token_is_shown_once_and_revoked(member: Visitor) -> None:
    page = member.page
    member.go("/account/tokens")
    page.get_by_label("What it is for").fill("a notebook")
    for scope in ("Read: katas", "Submit: hand"):
        page.get_by_label(scope).uncheck()
    page.get_by_role("button", name="Create the token").click()
    expect(page.locator(".error")).to_contain_text("Choose at least one")
    expect(page.get_by_label("What it is for")).to_have_value("a notebook")
    page.get_by_label("Read: katas").check()
    page.get_by_role("button", name="Create the token").click()
    token = copy_from(member, "Token")
    assert find_violations(page) == []
    answer = page.request.get(f"{member.site.url}/api/v1/session", headers={"Authorization": f"Bearer {token}"})
    assert answer.ok
    member.go("/account/tokens")
    expect(page.locator("main")).not_to_contain_text(token)
    page.locator("summary", has_text="Revoke").focus()
    page.keyboard.press("Enter")
    assert find_violations(page) == []
    page.get_by_role("button", name="Revoke it for good").click()
    expect(page.locator("main")).to_contain_text("You have no tokens yet.")


@pytest.mark.parametrize(("button", "status"), [("Allow it", 0), ("Refuse", 2)])
def test_a_program_is_let_in_or_refused(member: Visitor, tmp_path: Path, button: str, status: int) -> None:
    page, url = member.page, member.site.url
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli.main", "login", url],
        cwd=ROOT,
        env=os.environ | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as program:
        try:
            assert program.stdout is not None
            page.goto(program.stdout.readline().removeprefix("Open ").strip())
            assert find_violations(page) == []
            page.get_by_role("button", name=button).click()
            expect(page.get_by_role("status")).to_be_visible()
            printed, _ = program.communicate(timeout=60)
        finally:
            program.kill()
    assert program.returncode == status, printed
    member.go("/account/tokens")
    expect(page.locator("tbody tr")).to_have_count(1 if status == 0 else 0)


def test_a_webhook_is_made_and_deleted(member: Visitor) -> None:
    page = member.page
    page.set_viewport_size({"width": 390, "height": 844})
    member.go("/account/webhooks")
    page.get_by_label("Address").fill("http://10.1.2.3/verdicts")
    page.get_by_role("button", name="Create the webhook").click()
    expect(page.locator("#url-error")).to_contain_text("public addresses")
    expect(page.get_by_label("Address")).to_be_focused()
    expect(page.get_by_label("Address")).to_have_value("http://10.1.2.3/verdicts")
    page.get_by_label("Address").fill(LONG_URL)
    page.get_by_role("button", name="Create the webhook").click()
    assert copy_from(member, "Secret").startswith("whsec_")
    assert find_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("summary", has_text="Delete").click()
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.locator("main")).to_contain_text("You have no webhooks yet.")


def test_a_runner_is_drained_and_let_claim_again(make_visitor: Callable[..., Visitor], admin: StorageState) -> None:
    visitor = make_visitor(scripts=False, state=admin)
    page = visitor.page
    visitor.go("/admin/runners")
    row = page.locator("tbody tr").first
    row.get_by_role("button", name="Drain").click()
    try:
        expect(row).to_contain_text("Drain")
        expect(row.get_by_role("button", name="Drain")).to_have_count(0)
    finally:  # otherwise nothing is graded any more for other tests
        row.get_by_role("button", name="Let it claim").click()
    expect(row).to_contain_text("Active")
    visitor.go("/admin/audit")
    page.get_by_label("Did what").select_option("runner_changed")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.locator("tbody").get_by_role("link", name="root").first.click()
    expect(page.get_by_label("Who", exact=True)).to_have_value("root")


def test_an_account_is_found_and_deleted(
    make_visitor: Callable[..., Visitor], member: Visitor, admin: StorageState
) -> None:
    member.go("/")
    name = member.page.locator("header .who").inner_text()
    visitor = make_visitor(scripts=False, state=admin)
    page = visitor.page
    visitor.go("/admin/users")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Search").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("summary", has_text="Delete").click()
    page.get_by_role("button", name="Delete it with everything it owns").click()
    expect(page.get_by_role("link", name="root").first).to_be_visible()
    member.go("/account")
    expect(member.page.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize("width", [1360, 390], ids=["wide", "phone"])
def test_axe_finds_nothing_on_the_admins_pages(
    make_visitor: Callable[..., Visitor], admin: StorageState, width: int
) -> None:
    visitor = make_visitor(width=width, state=admin)
    for place in (*ADMIN_PAGES, "/invitations"):
        visitor.go(place)
        assert find_violations(visitor.page, dark=width == 1360) == [], place
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
