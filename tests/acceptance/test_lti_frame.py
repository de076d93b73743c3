"""LTI in a real browser: inside a frame on another site, with third-party cookies off.

Two names for loopback are two sites: the platform is at `localhost`, this site at 127.0.0.1.
"""

from __future__ import annotations

import json
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from joserfc.jwk import KeySet
from playwright.sync_api import expect, sync_playwright

from app.db.upgrade import upgrade
from app.domains.lti.schemas import NewPlatform
from app.kit.settings import Settings, prepare_data_directory
from tests.acceptance.conftest import find_chromium
from tests.acceptance.moments import ANSWER_MS, prolong_timers
from tests.acceptance.test_access import find_violations
from tests.acceptance.test_course_pages import LOOKS
from tests.integration.app.conftest import StandInGrader, publish
from tests.integration.app.site import Site
from tests.lti_platform import CLAIM, DEEP, ROLES, Platform

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Frame, Page

pytestmark = pytest.mark.browser

STORE = """
const kept = {};
window.addEventListener("message", (event) => {
  const { subject, message_id, key, value } = event.data;
  if (subject === "lti.put_data") { kept[key] = value; }
  if (subject === "lti.put_data" || subject === "lti.get_data") {
    const answer = { subject: subject + ".response", message_id, key, value: kept[key] };
    event.source.postMessage(answer, event.origin);
  }
});
"""
"""The script of a platform's page that stores data for tools."""


class Lms(BaseHTTPRequestHandler):
    """The platform's pages: a course with the tool in a frame, and the answer to its login."""

    platform: ClassVar[Platform]
    running: ClassVar[Site]
    site: ClassVar[str]
    message: ClassVar[dict[str, Any]] = {}

    def do_GET(self) -> None:
        """Serve a page."""
        parts = urllib.parse.urlsplit(self.path)
        given = dict(urllib.parse.parse_qsl(parts.query))
        if parts.path == "/jwks":
            self._send(json.dumps(KeySet(list(self.platform.keys)).as_dict(private=False)), "application/json")
        elif parts.path == "/auth":
            token = self.platform.sign(self.platform.claim(given["nonce"], self.site, **self.message))
            self._send(
                f'<form method="post" action="{given["redirect_uri"]}"><input name="state" value="{given["state"]}">'
                f'<input name="id_token" value="{token}"></form><script>document.forms[0].submit()</script>'
            )
        else:
            keeps = given.pop("keeps", "")
            target = {"target_link_uri": f"{self.site}/lti/{given.pop('what', 'launch')}"}
            asked = {"iss": self.platform.issuer, "login_hint": "h", "client_id": self.platform.client_id, **target}
            asked |= {"lti_storage_target": "_parent"} if keeps else {}
            address = f"{self.site}/lti/login?{urllib.parse.urlencode(asked)}"
            script = f"<script>{STORE}</script>" if keeps else ""
            self._send(
                f'<title>LMS</title>{script}<iframe name="tool" width="100%" height="500" src="{address}"></iframe>'
            )

    def do_POST(self) -> None:
        """Receive what was chosen."""
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self._send(f"<p>Taken: {len(urllib.parse.parse_qs(body)['JWT'][0]) > 100}</p>")

    def _send(self, text: str, kind: str = "text/html") -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_given: object) -> None:
        """Print nothing."""


@pytest.fixture
def lms(tmp_path: Path) -> Iterator[str]:
    """Serve the site at 127.0.0.1, and a registered platform at localhost; yield the platform's address."""
    settings = Settings(
        data=tmp_path / "data",
        problems=tmp_path / "problems",
        password_memory_kib=64,
        password_passes=1,
        webhook_hosts="localhost",
        _env_file=None,
    )
    prepare_data_directory(settings)
    upgrade(settings.database_url)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Lms)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://localhost:{server.server_port}"
    try:
        with Site(settings, StandInGrader()) as site:
            Lms.platform, Lms.running, Lms.site, Lms.message = Platform(url=url), site, site.url, {}
            new = NewPlatform(**Lms.platform.describe())
            services = site.application.state.services
            site.do(services.lti.platforms.add(new))
            site.do(publish(services))
            yield url
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def strict_browser() -> Iterator[Browser]:
    """Yield a browser that stores no cookies for a site in another site's frame."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--test-third-party-cookie-phaseout", "--no-sandbox"]
        )
        yield browser
        browser.close()


def ask_for_choice(lms: str) -> None:
    """Let the platform's next launch ask a teacher to choose what to link."""
    settings = {"deep_link_return_url": f"{lms}/return", "accept_types": ["ltiResourceLink"]}
    Lms.message = {
        f"{CLAIM}message_type": "LtiDeepLinkingRequest",
        f"{CLAIM}target_link_uri": f"{Lms.site}/lti/deep-link",
        f"{CLAIM}roles": [f"{ROLES}Instructor"],
        f"{DEEP}deep_linking_settings": settings,
    }


@pytest.mark.parametrize("keeps", ["", "1"], ids=["a tab of its own", "the platform's storage"])
def test_a_launch_in_a_frame_ends_in_a_tab_with_a_session(lms: str, strict_browser: Browser, keeps: str) -> None:
    context = strict_browser.new_context()
    context.add_init_script(prolong_timers(ANSWER_MS))
    page = context.new_page()
    page.goto(f"{lms}/course?keeps={keeps}")
    place = page.frame_locator("iframe").locator("#lti-open" if keeps else "#lti-tab")
    button = place.get_by_role("button" if keeps else "link", name="Open in a new tab")
    expect(button).to_be_enabled(timeout=60_000)
    assert not context.cookies(Lms.site), "the frame keeps nothing"
    with context.expect_page() as opened:
        button.click()
    tab = opened.value
    tab.get_by_label("Name").fill("ada", timeout=60_000)
    tab.get_by_role("button", name="Create my account").click()
    expect(tab.get_by_text("Your teachers haven't linked this course")).to_be_visible(timeout=60_000)
    assert tab.url.startswith(f"{Lms.site}/lti/contexts/")
    tab.goto(f"{Lms.site}/account")
    expect(tab.get_by_role("heading", name="Account", exact=False).first).to_be_visible(timeout=60_000)
    assert {cookie["name"] for cookie in context.cookies(Lms.site)} >= {"jaxdojo_session", "jaxdojo_lti"}
    context.close()


def test_a_choice_in_a_frame_goes_back_by_itself(lms: str, strict_browser: Browser) -> None:
    ask_for_choice(lms)
    context = strict_browser.new_context()
    page = context.new_page()
    page.goto(f"{lms}/course?what=deep-link")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Choose what to link")).to_be_visible(timeout=60_000)
    expect(frame.get_by_text("isn't linked to one here yet")).to_be_visible()
    frame.get_by_label("Double it").check()
    frame.get_by_role("button", name="Link this kata").click()
    expect(frame.get_by_text("Taken: True")).to_be_visible(timeout=60_000)
    context.close()


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_a_launch_is_for_everybody(lms: str, strict_browser: Browser, look: str) -> None:
    context = strict_browser.new_context(**LOOKS[look])  # type: ignore[arg-type]
    context.add_init_script(prolong_timers(ANSWER_MS))
    page = context.new_page()
    page.set_default_timeout(60_000)
    found: list[str] = []

    def check(name: str, shown: Page | Frame) -> None:
        found.extend(f"{name}: {one}" for one in find_violations(shown, dark=look == "wide"))
        if not shown.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(f"{name} is wider than the screen")

    def open_frame(query: str, shows: str) -> Frame:
        page.goto(f"{lms}/course?{query}")
        page.frame_locator("iframe").locator(shows).wait_for()
        frame = page.frame(name="tool")
        assert frame is not None
        return frame

    check("open", open_frame("keeps=1", "#lti-open button:enabled"))
    check("frame", open_frame("", "#lti-tab"))
    with context.expect_page() as opened:
        page.frame_locator("iframe").locator("#lti-tab a").click()
    tab = opened.value
    name = tab.locator("input[name=name]")
    name.wait_for()
    check("newcomer", tab)
    name.fill("ada")
    tab.locator("main button.main").click()
    tab.wait_for_url("**/lti/contexts/**")
    check("place", tab)
    ask_for_choice(lms)
    check("choose", open_frame("what=deep-link", "input[name=kata]"))
    services = Lms.running.application.state.services
    account = Lms.running.do(services.accounts.find("ada"))
    invited = Lms.running.do(services.lti.platforms.invite(account, Lms.site))
    for given in ("", f"?openid_configuration={lms}/configuration"):
        page.goto(f"{invited.url}{given}")  # type: ignore[attr-defined]
        check("register", page)
    page.goto(f"{Lms.site}/lti/login")
    page.locator("p[role=alert]").wait_for()
    check("refused", page)
    context.close()
    assert found == []
