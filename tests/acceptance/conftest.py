"""A real server with a real grader, and a real browser to visit it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
import yaml
from playwright.sync_api import expect, sync_playwright

from app.web.assets import Assets
from grader.publishing.checked import Proof, note_checked, read_checked
from grader.publishing.publish import proof_digest
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, StorageState

ROOT: Final = Path(__file__).resolve().parents[2]
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
READY_S: Final = 180
EXPECT_MS: Final = 30_000
"""The maximum time in which a page must come to show what a test expects: a busy machine may take long."""
SLUG: Final = "jit_forward"
FIRST_KATAS: Final = ("array_updates", "jit_once", "value_and_grad")
"""The beginning of the first track."""
FORMULA: Final = """
## A formula

Inline $\\pmb{y} = Wx + b$, and alone:

$$
\\frac{1}{n} \\sum_i x_i
$$

As a picture:

    x ──> y

| | another table |
|---|---|
| a | b |
"""
"""The end of the lesson of the tests' `jit_forward`."""
PASSWORD: Final = "correct horse battery"  # noqa: S105 - of accounts that live as long as the tests

expect.set_options(timeout=EXPECT_MS)


@dataclass
class Site:
    """One installation with `jit_forward` published, on a free port of this machine."""

    data: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The server's address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file with the commands' output."""
        return self.data.parent / "log.txt"

    def run(self, *arguments: str) -> None:
        """Run a command of `jaxdojo` until it ends."""
        with self.log.open("ab") as log:
            done = subprocess.run(
                [sys.executable, "-m", "app.cli.main", *arguments],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                check=False,
            )
        assert done.returncode == 0, self.log.read_text("utf-8")[-4000:]

    def start(self) -> None:
        """Start the server and wait until it responds."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app.cli.main", "serve"], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + READY_S
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()  # noqa: S310 - our own address
                return
            time.sleep(0.1)
        pytest.fail(f"the server didn't start:\n{self.log.read_text('utf-8')[-4000:]}")

    def read_admin_link(self) -> str:
        """Return the path of the link for creating the admin, once the server has printed it."""
        deadline = time.monotonic() + READY_S
        while not (found := re.findall(r"/setup\?token=\S+", self.log.read_text("utf-8"))):
            assert time.monotonic() < deadline, "the server has printed no link"
            time.sleep(0.1)
        return str(found[-1])

    def stop(self) -> None:
        """Ask the server to stop, and wait for it."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None


def copy_problem(target: Path, slug: str, *, rejected: str | None = None, addition: str = "") -> None:
    """Copy a problem into `target` with its shown solution and one rejected solution, so that publishing is quick.

    `addition` is the end of its lesson. Other tests check that all its solutions get the declared verdicts.
    """
    shutil.copytree(ROOT / "problems" / slug, target / "problems" / slug)
    with (target / "problems" / slug / "lesson.md").open("a", encoding="utf-8") as lesson:
        lesson.write(addition)
    source, copy = ROOT / "reference_solutions" / slug, target / "reference_solutions" / slug
    listing = yaml.safe_load((source / "submissions.yaml").read_text("utf-8"))
    for group, name in {"accepted": "canonical.py", "rejected": rejected or min(listing["rejected"])}.items():
        (copy / group).mkdir(parents=True)
        shutil.copy(source / group / name, copy / group / name)
        listing[group] = {name: listing[group][name]}
    shutil.copy(source / "reference.py", copy / "reference.py")
    (copy / "submissions.yaml").write_text(yaml.safe_dump(listing), "utf-8")
    # What the problem was tried with and its limits are those of the whole problem, if these are known.
    proof = read_checked(ROOT / "problems").get(slug, Proof("", 0.0, None, ()))
    digest = proof_digest(target / "problems" / slug, copy)
    note_checked(target / "problems", slug, replace(proof, digest=digest))


def find_chromium() -> str | None:
    """Return the path of Chromium."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def make_empty_site(folder: Path, problems: Path | None = None) -> Site:
    """Return a site in an empty folder, without data, for the problems of that folder or another. It isn't started."""
    problems = problems or folder / "problems"
    problems.mkdir(exist_ok=True)
    site = Site(folder / "data", find_free_port())
    own = {name: value for name, value in os.environ.items() if not name.startswith("JAXDOJO_")}
    site.environment = own | {
        "JAXDOJO_DATA": str(site.data),
        "JAXDOJO_PROBLEMS": str(problems),
        "JAXDOJO_PORT": str(site.port),
        "JAXDOJO_WORKERS": "2",
        "JAXDOJO_SUBMISSIONS_PER_MINUTE": "0",
        "JAXDOJO_REQUESTS_PER_MINUTE": "0",
        "JAXDOJO_ADDRESS_REQUESTS_PER_MINUTE": "0",
        "JAXDOJO_SIGN_UPS_PER_HOUR": "0",
        "JAXDOJO_PASSWORD_MEMORY_KIB": "64",
        "JAXDOJO_PASSWORD_PASSES": "1",
        "JAXDOJO_STOP_GRACE_S": "0",
    }
    return site


def make_site(folder: Path) -> Site:
    """Return a site in an empty folder, with its problem published. It isn't started yet."""
    copy_problem(folder, SLUG, rejected="wrapped_in_loop.py", addition=FORMULA)
    site = make_empty_site(folder)
    site.run("problem", "publish", "--quick", SLUG)
    return site


def read_solution(slug: str) -> str:
    """Return the shown solution of a shipped problem."""
    return (ROOT / "reference_solutions" / slug / "accepted" / "canonical.py").read_text("utf-8")


def make_first_site(folder: Path) -> Site:
    """Return a site in an empty folder, with the first katas. It isn't started yet."""
    for slug in FIRST_KATAS:
        copy_problem(folder, slug)
    site = make_empty_site(folder)
    site.run("problem", "publish", "--quick", "--all")
    return site


def copy_site(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Site]) -> Site:
    """Return a site that `make` has published, with its own copy of the data. It isn't started yet.

    Publishing takes long, so it is done once for all processes of this run. None of them changes the problems' files.
    """
    base = factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"published-{name}"
    made = shared / "made"
    with shared.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(shared, ignore_errors=True)
            shared.mkdir()
            make(shared)
            made.touch()
    site = make_empty_site(factory.mktemp(name), shared / "problems")
    shutil.copytree(shared / "data", site.data)
    return site


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium, which is installed first if necessary and possible."""
    found = find_chromium()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"], check=False)
        found = find_chromium()
    if found is None:
        pytest.skip("there is no Chromium here: install the package `chromium`")
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a running server with a problem to solve."""
    if not Assets().built:
        pytest.skip("the front end isn't built: run `make setup`")
    site = copy_site(tmp_path_factory, "site", make_site)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def first_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a running server with the first three katas of the first track."""
    if not Assets().built:
        pytest.skip("the front end isn't built: run `make setup`")
    site = copy_site(tmp_path_factory, "first", make_first_site)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Yield one Chromium for all tests in a file.

    While it is open, Playwright's event loop counts as running in this thread, and no test with its own loop can run.
    So it is closed before another file's tests begin.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """A user with their own browser."""

    site: Site
    context: BrowserContext
    page: Page

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.site.url + path)

    def weigh(self, path: str) -> int:
        """Open a page with an empty cache; return the bytes that were transferred for all that it loads."""
        sizes: list[int] = []
        session = self.context.new_cdp_session(self.page)
        session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.go(path)
        self.page.wait_for_load_state("networkidle")
        session.detach()
        return sum(sizes)

    def sign_up(self, name: str) -> None:
        """Fill in the sign-up form on the current page."""
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign up").click()

    def enter(self, name: str) -> None:
        """Create an account without the form, and sign in. The page stays as it is."""
        made = self.context.request.post(
            f"{self.site.url}/signup",
            form={"name": name, "password": PASSWORD},
            headers={"Origin": self.site.url},
            max_redirects=0,
        )
        assert made.status == 303, made.text()

    def fill_dialog(self, name: str) -> None:
        """Fill in the sign-up form over the editor, once its script, which is loaded when it opens, checks the name."""
        hint = self.page.locator("#join-name-hint")
        self.page.locator("#join-password").fill(PASSWORD)
        while "fits" not in (hint.get_attribute("class") or "").split():
            self.page.locator("#join-name").fill(name)
            self.page.wait_for_timeout(50)

    def write(self, source: str) -> None:
        """Replace the editor's text."""
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)

    def read_editor(self) -> str:
        """Return the editor's text."""
        return "\n".join(self.page.locator(".cm-line").all_inner_texts()).replace("\u200b", "")


@pytest.fixture
def make_visitor(browser: Browser, site: Site) -> Iterator[Callable[..., Visitor]]:
    """Yield a function that opens a fresh browser profile.

    A script's error fails the test, and so does anything that a page's content security policy refuses.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            errors.append(message.text)

    def make(
        *,
        width: int = 1360,
        height: int = 900,
        dark: bool = False,
        scripts: bool = True,
        locale: str = "en-GB",
        state: StorageState | None = None,
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # colours change at once, before axe looks at them
            java_script_enabled=scripts,
            locale=locale,
            storage_state=state,
        )
        contexts.append(context)
        context.on("weberror", lambda found: errors.append(str(found.error)))
        context.on("console", note)
        page = context.new_page()
        page.set_default_timeout(60_000)
        return Visitor(site, context, page)

    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def visitor(make_visitor: Callable[..., Visitor]) -> Visitor:
    """Return a guest with a wide screen and light colours."""
    return make_visitor()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, site: Site) -> StorageState:
    """Return the cookies of an account."""
    context = browser.new_context()
    Visitor(site, context, context.new_page()).enter(f"ada-{uuid4().hex[:8]}")
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def learner(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> Visitor:
    """Return a signed-in user with a wide screen and light colours."""
    return make_visitor(state=signed_in)
