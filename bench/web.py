"""The front page and a problem's page against their budgets, in a real browser.

Measured are size, first paint, keystrokes, layout shifts while a verdict arrives, and what axe finds.
"""

from __future__ import annotations

import math
import os
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.table import Table

from bench.browser import open_site
from tests.acceptance.conftest import ROOT, SLUG, Visitor
from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

    from tests.acceptance.conftest import Site

THROTTLING: Final = 4
"""The factor by which the processor is slowed down for painting."""
LOADS: Final = 5
KEYS: Final = 60
LINES: Final = 500
LONG_PROGRAM: Final = "\n".join(f"value_{number} = {number} * (1 + {number})" for number in range(LINES))
EDITOR: Final = ".cm-content"
FRONT_PAGE_PROGRAM: Final = "#program"
RUN_MS: Final = 120_000
SETTLE_MS: Final = 700
"""How long the page is left alone before and after a run, in ms."""
MAX_BYTES: Final = 200_000
MAX_PAINT_MS: Final = 1000
MAX_READY_MS: Final = 1500
MAX_KEYSTROKE_MS: Final = 16
SOLUTIONS: Final = ROOT / "reference_solutions" / SLUG
TRIED: Final = (
    "rejected/wrapped_in_loop.py",
    "rejected/numpy_twin.py",
    "rejected/leaked_tracer.py",
    "rejected/summed.py",
    "accepted/canonical.py",
)
"""Solutions whose verdicts have sentences of one to five lines, a link to a lesson, an error, or another picture."""
UNBOUND_FRAMES: Final = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
"""Browser switches without which half of a keystroke's time would be waiting for the next frame at 60 Hz."""

WATCH_SHIFTS: Final = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({type: "layout-shift"});
}"""
"""Unlike the browsers' own sum, this counts shifts within half a second of a keystroke: a verdict often is as fast."""
WATCH_RUN: Final = """() => {
    delete document.body.dataset.ran;
    const result = document.querySelector("#trial-result");
    new MutationObserver(() => { if (!("busy" in result.dataset)) document.body.dataset.ran = ""; })
        .observe(result, {attributes: true, attributeFilter: ["data-busy"]});
}"""
"""A run may be over before anybody looks whether the page is busy."""
WATCH_KEYS: Final = """() => {
    window.keystrokes = [];
    document.addEventListener("keydown", (event) => {
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.keystrokes.push(performance.now() - event.timeStamp);
            channel.port2.postMessage(null);
        });
    }, {capture: true});
}"""
READ_PAINT: Final = """() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
    performance.getEntriesByName("interactive")[0]?.startTime ?? NaN,
]"""


def sign_up(site: Site, browser: Browser) -> BrowserContext:
    """Return a fresh browser profile with its own account."""
    context = browser.new_context(viewport={"width": 1360, "height": 900})
    page = context.new_page()
    page.goto(f"{site.url}/signup")
    Visitor(site, context, page).sign_up("bench")
    page.wait_for_url(f"{site.url}/")
    page.close()
    return context


def measure_load(context: BrowserContext, url: str, *, has_editor: bool = True) -> tuple[int, float, float]:
    """Load a page with an empty cache; return its transferred bytes, first paint and its editor's readiness, in ms."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    sent = 0

    def count(event: dict[str, Any]) -> None:
        nonlocal sent
        sent += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", count)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
    page.goto(url)
    page.wait_for_load_state("networkidle")
    if has_editor:
        page.wait_for_function("performance.getEntriesByName('interactive').length > 0")
    paint, ready = page.evaluate(READ_PAINT)
    page.close()
    return sent, paint, ready


def run_front_page(page: Page) -> float:
    """Run the front page's program; return how much the page shifts meanwhile."""
    page.evaluate(WATCH_SHIFTS)
    press_run(page)
    return read_shift(page)


def press_run(page: Page) -> None:
    """Run the front page's program, and wait until it has run."""
    page.evaluate(WATCH_RUN)
    page.locator("#run-program").click()
    page.wait_for_selector("body[data-ran]", timeout=RUN_MS)


def run_solutions(page: Page) -> float:
    """Write solutions into the editor, one after another, and run them; return how much the page shifts meanwhile."""
    shifted = 0.0
    for name in TRIED:
        page.locator(EDITOR).click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text((SOLUTIONS / name).read_text("utf-8"))
        page.wait_for_timeout(SETTLE_MS)
        page.evaluate(WATCH_SHIFTS)
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("#verdict[data-tone=busy]")
        page.wait_for_selector("#verdict:is([data-tone=good], [data-tone=bad])", timeout=RUN_MS)
        shifted += read_shift(page)
    return shifted


def read_shift(page: Page) -> float:
    """Return the sum of the browser's layout shifts since it was last asked to watch them."""
    page.wait_for_timeout(SETTLE_MS)
    return float(page.evaluate("window.shifted"))


def measure_keys(page: Page, field: str) -> tuple[float, float]:
    """Type at the end of a long program; return the median time in ms from a keystroke to the frame that shows it.

    Also return the page's processor time per keystroke in ms, which hardly depends on the machine's other load.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.locator(field).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(LONG_PROGRAM)
    page.evaluate(WATCH_KEYS)
    before = read_task_ms(session)
    for index in range(KEYS):
        page.keyboard.press("x" if index % 10 else "Enter")
        page.wait_for_timeout(40)
    own = (read_task_ms(session) - before) / KEYS
    times: list[float] = page.evaluate("window.keystrokes")
    return statistics.median(times), own


def read_task_ms(session: CDPSession) -> float:
    """Return the processor time of the page's main thread so far, in ms."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured on one page; times are in ms. `ready` is NaN on a page without an editor."""

    size: float
    paint: float
    ready: float
    violations: int
    shift: float
    keystroke: float
    own: float

    def judge(self, name: str) -> Iterator[tuple[str, str, str, bool]]:
        """Yield each figure in words, its value, its budget, and whether it is kept."""
        throttled = f"CPU {THROTTLING} times slower, median of {LOADS}"
        yield f"{name}: all it loads, compressed", f"{self.size / 1000:.0f} KB", "200 KB", self.size <= MAX_BYTES
        yield f"first paint ({throttled})", f"{self.paint:.0f} ms", f"{MAX_PAINT_MS} ms", self.paint < MAX_PAINT_MS
        if not math.isnan(self.ready):
            yield f"editor ready ({throttled})", f"{self.ready:.0f} ms", f"{MAX_READY_MS} ms", self.ready < MAX_READY_MS
        yield "what axe finds", str(self.violations), "0", self.violations == 0
        yield "layout shift while verdicts arrive", f"{self.shift:.4f}", "0", self.shift == 0
        most = f"{MAX_KEYSTROKE_MS} ms"
        typed = f"keystroke to paint at {LINES} lines, median of {KEYS}"
        yield typed, f"{self.keystroke:.1f} ms", most, self.keystroke < MAX_KEYSTROKE_MS
        yield "processor time for each of these", f"{self.own:.1f} ms", most, self.own < MAX_KEYSTROKE_MS


def measure(context: BrowserContext, url: str, field: str, run: Callable[[Page], float]) -> Figures:
    """Return the figures of a page, whose program is typed into `field`; `run` returns the shift."""
    loads = [measure_load(context, url, has_editor=field == EDITOR) for _ in range(LOADS)]
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(field)
    violations = len(find_violations(page))
    shift = run(page)
    violations += len(find_violations(page))
    keystroke, own = measure_keys(page, field)
    page.close()
    size, paint, ready = (statistics.median(column) for column in zip(*loads, strict=True))
    return Figures(size, paint, ready, violations, shift, keystroke, own)


def main() -> None:
    """Print each figure beside its budget."""
    with open_site(*UNBOUND_FRAMES) as (site, browser):
        guest = browser.new_context(viewport={"width": 1360, "height": 900})
        front = measure(guest, site.url, FRONT_PAGE_PROGRAM, run_front_page)
        member = sign_up(site, browser)
        problem = measure(member, f"{site.url}/problems/{SLUG}", EDITOR, run_solutions)
    table = Table(title=f"Pages (load {os.getloadavg()[0]:.1f})", title_justify="left")
    for column in ("figure", "value", "budget", ""):
        table.add_column(column)
    for figure, value, budget, kept in (*front.judge("front page"), *problem.judge("problem page")):
        table.add_row(figure, value, budget, "✓" if kept else "✗ over")
    Console().print(table)


if __name__ == "__main__":
    main()
