"""The front page and a problem's page against their budgets, in a real browser: size, paint, shifts and keystrokes."""

from __future__ import annotations

import os
import statistics
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.table import Table

from bench.browser import open_site
from tests.acceptance.conftest import ROOT, SLUG, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

    from tests.acceptance.conftest import Site

THROTTLING: Final = 4
"""The factor by which the processor is slowed down for painting."""
LOADS: Final = 5
KEYS: Final = 60
LINES: Final = 500
WRONG: Final = ROOT / "reference_solutions" / SLUG / "rejected" / "wrapped_in_loop.py"
UNBOUND_FRAMES: Final = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
"""Browser switches without which half of a keystroke's time would be waiting for the next frame at 60 Hz."""

WATCH_SHIFTS: Final = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({type: "layout-shift"});
}"""
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


def measure_shift(page: Page) -> float:
    """Return how much the page shifts while a verdict arrives: the sum of the browser's layout shifts."""
    page.evaluate(WATCH_SHIFTS)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(WRONG.read_text("utf-8"))
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#verdict:is([data-tone=good], [data-tone=bad])", timeout=120_000)
    return float(page.evaluate("window.shifted"))


def measure_keys(page: Page) -> tuple[list[float], float]:
    """Type at the end of a long file; return the times in ms from a keystroke to the frame that shows it.

    Also return the page's processor time per keystroke in ms, which hardly depends on the machine's other load.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("\n".join(f"value_{number} = {number} * (1 + {number})" for number in range(LINES)))
    page.evaluate(WATCH_KEYS)
    before = read_task_ms(session)
    for index in range(KEYS):
        page.keyboard.press("x" if index % 10 else "Enter")
        page.wait_for_timeout(40)
    own = (read_task_ms(session) - before) / KEYS
    times: list[float] = page.evaluate("window.keystrokes")
    return times, own


def read_task_ms(session: CDPSession) -> float:
    """Return the processor time of the page's main thread so far, in ms."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def main() -> None:
    """Print each figure beside its budget."""
    with open_site(*UNBOUND_FRAMES) as (site, browser):
        guest = browser.new_context(viewport={"width": 1360, "height": 900})
        front = [measure_load(guest, site.url, has_editor=False) for _ in range(LOADS)]
        context = sign_up(site, browser)
        url = f"{site.url}/problems/{SLUG}"
        loads = [measure_load(context, url) for _ in range(LOADS)]
        page = context.new_page()
        page.goto(url)
        shift = measure_shift(page)
        keys, own = measure_keys(page)
    front_size, front_paint, _ = (statistics.median(column) for column in zip(*front, strict=True))
    size, paint, ready = (statistics.median(column) for column in zip(*loads, strict=True))
    throttled = f"CPU {THROTTLING} times slower, median of {LOADS}"
    key = statistics.median(keys)
    rows = [
        ("front page, all it loads, compressed", f"{front_size / 1024:.0f} KiB", "200 KB", front_size <= 200_000),  # noqa: PLR2004
        (f"its first paint ({throttled})", f"{front_paint:.0f} ms", "1000 ms", front_paint < 1000),  # noqa: PLR2004
        ("problem page, all it loads, compressed", f"{size / 1024:.0f} KiB", "200 KB", size <= 200_000),  # noqa: PLR2004
        (f"first paint ({throttled})", f"{paint:.0f} ms", "1000 ms", paint < 1000),  # noqa: PLR2004
        (f"editor ready ({throttled})", f"{ready:.0f} ms", "1500 ms", ready < 1500),  # noqa: PLR2004
        ("layout shift while the verdict arrives", f"{shift:.4f}", "0", shift == 0),
        (f"keystroke to paint at {LINES} lines, median of {len(keys)}", f"{key:.1f} ms", "16 ms", key < 16),  # noqa: PLR2004
        ("processor time for each of these", f"{own:.1f} ms", "16 ms", own < 16),  # noqa: PLR2004
    ]
    table = Table(title=f"Pages (load {os.getloadavg()[0]:.1f})", title_justify="left")
    for column in ("figure", "value", "budget", ""):
        table.add_column(column)
    for figure, value, budget, kept in rows:
        table.add_row(figure, value, budget, "✓" if kept else "✗ over")
    Console().print(table)


if __name__ == "__main__":
    main()
