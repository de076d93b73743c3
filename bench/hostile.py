"""For how long hostile texts hold the event loop, text by text, and how another user is served meanwhile.

`python -m bench.hostile [--sample] [--route PART …] [TEXT …]` serves a made-up world on loopback, whose grades are
stand-ins, and sends each text of `tests/integration/app/security/hostile_texts.py` to every route (`--sample`: to
some), in each header, and through each step of sign-ins that begin elsewhere. What is wrong is printed at once, as a
whole run takes an hour. The figure is the processor time of the loop's thread in its longest callback, or of another
thread that held Python's lock, if that is longer. Exit status 1: one took 100 ms or more, or a route failed.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from rich.console import Console
from rich.table import Table

from app.db.upgrade import upgrade
from app.kit.settings import Settings, prepare_data_directory
from tests.integration.app.conftest import replace_grading
from tests.integration.app.security import hostile
from tests.integration.app.security.hostile_logins import serve_stranger, sweep_logins, trust
from tests.integration.app.security.hostile_texts import TEXTS
from tests.integration.app.security.loop_watch import LIMIT_S, watch_lock, watch_loop
from tests.integration.app.security.meanwhile import ask_meanwhile
from tests.integration.app.security.served import serve_world

if TYPE_CHECKING:
    from tests.integration.app.security.hostile import Finding
    from tests.integration.app.security.meanwhile import Answer


def tell(finding: Finding) -> None:
    """Print a wrong result at once, as a whole run takes an hour."""
    if is_wrong(finding):
        print(f"{finding.seconds * 1e3:.0f} ms, status {finding.status}: {finding.what}, {finding.route}", flush=True)


def is_wrong(finding: Finding) -> bool:
    """Return whether a request blocked the loop for too long, or broke its route."""
    return finding.seconds >= LIMIT_S or finding.status >= 500  # noqa: PLR2004 - failures of a server


def make_settings(folder: Path) -> Settings:
    """Return the settings of an installation in `folder` without rate limits."""
    settings = Settings(
        data=folder / "data",
        problems=folder / "problems",
        workers=2,
        password_memory_kib=64,
        password_passes=1,
        sign_ups_per_hour=0,
        submissions_per_minute=0,
        requests_per_minute=0,
        address_requests_per_minute=0,
        _env_file=None,
    )
    prepare_data_directory(settings)
    upgrade(settings.database_url)
    return settings


def print_findings(findings: list[Finding], meanwhile: list[Answer]) -> None:
    """Print a row for each text, the one that blocked the loop longest first."""
    by_text: defaultdict[str, list[Finding]] = defaultdict(list)
    for one in findings:
        by_text[one.what].append(one)
    table = Table(title="Longest callback of the event loop, in ms of processor time", title_justify="left")
    for column in ("text", "requests", "median", "longest", "at"):
        table.add_column(column)
    for what, found in sorted(by_text.items(), key=lambda pair: -max(one.seconds for one in pair[1])):
        worst = max(found, key=lambda one: one.seconds)
        median = statistics.median(one.seconds for one in found)
        table.add_row(what, str(len(found)), f"{median * 1e3:.1f}", f"{worst.seconds * 1e3:.1f}", worst.route)
    console = Console()
    console.print(table)
    waited = [one.waited_s * 1e3 for one in meanwhile]
    most = max(meanwhile, key=lambda one: one.computed_s)
    console.print(
        f"Another user meanwhile: {len(waited)} answers, median {statistics.median(waited):.0f} ms, longest "
        f"{max(waited):.0f} ms. In one of them, the process computed {most.computed_s * 1e3:.0f} ms: {most.asked}."
    )


def main() -> int:
    """Run, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", action="store_true", help="send each text to some routes only")
    parser.add_argument("--route", action="append", help="only routes that contain this; may be given several times")
    parser.add_argument("texts", nargs="*", help="names of texts; all by default")
    given = parser.parse_args()
    texts = {what: text for what, text in TEXTS.items() if what in given.texts or not given.texts}
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with (
        tempfile.TemporaryDirectory() as folder,
        replace_grading(),
        hostile.let_everything_in(),
        serve_stranger() as stranger,
        serve_world(trust(make_settings(Path(folder)), stranger)) as served,
        watch_loop(served.thread) as watch,
        watch_lock(watch),
        ask_meanwhile(served, watch) as meanwhile,
    ):
        whole, parts = not given.sample, tuple(given.route or [""])
        findings = hostile.sweep(served, watch, texts=texts, parts=parts, whole=whole, tell=tell).findings
        if not given.route:
            findings += hostile.sweep_heads(served, watch, texts=texts, whole=whole, tell=tell).findings
            findings += sweep_logins(served, watch, stranger, texts=texts, whole=whole, tell=tell).findings
    print_findings(findings, meanwhile)
    return 1 if any(map(is_wrong, findings)) else 0


if __name__ == "__main__":
    sys.exit(main())
