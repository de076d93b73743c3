"""Configuration for all tests: their order, the number of processes, and options."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

import pytest
from hypothesis import settings

from tests.graded import NOTED, Notes, choose_tried, list_slugs
from tests.publications import Publications
from tests.seeds import choose_seed

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

HERE: Final = Path(__file__).resolve().parent
IS_CI: Final = os.environ.get("CI", "").lower() not in ("", "0", "false")
KEPT: Final = HERE.parent / ".make" / "publications"
MESSAGE_CHARACTERS: Final = 600
"""How much of a failure's message is printed at once; the summary has all of it."""
SLOWEST: Final = 20
"""The number of folders, and of files, whose time is printed at the end."""
GARBAGE: Final = 50_000
"""The number of new objects after which garbage is collected; Python's own is 2,000."""
ORDER: Final = ["unit", "integration", "attacks", "gpu", "truth", "chaos", "acceptance"]

os.environ["JAXDOJO_BACKGROUND_MINUTES"] = "0"  # so that tests leave no process behind; those of `background` set it

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # a busy machine may take any time over an example


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options to pytest's."""
    parser.addoption("--fuzz", type=int, help="requests for each route when the API is asked for anything")
    parser.addoption("--sample", help="the seed that chooses the hostile texts for each route; by default the commit")
    parser.addoption("--note", action="store_true", help="note the problems whose solutions hold in graded.txt")
    told = "run what takes long in full, not a sample; CI=true implies it for all but problems that are proven or noted"
    parser.addoption("--whole", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Print each failure at once and where the time goes, and record which problems pass, if that is requested."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(Failures(config))
        config.pluginmanager.register(Times())
        if config.getoption("--note"):
            config.pluginmanager.register(Notes())


class Failures:
    """Prints the name and the message of each failed test when it fails: a run that is cut off prints no summary."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print one failure."""
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            message = crash.message if crash else report.longreprtext
            terminal.write_line(f"\nFAILED in {report.when}: {report.nodeid}\n  {message[:MESSAGE_CHARACTERS]}")


class Times:
    """Prints which folders and files of tests take longest, since a few slow tests rarely explain a slow run."""

    def __init__(self) -> None:
        self._seconds: dict[str, dict[str, float]] = {"folder": defaultdict(float), "file": defaultdict(float)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the time of one test's set-up, call or clean-up."""
        file = report.nodeid.partition("::")[0]
        for kind, name in {"folder": file.rpartition("/")[0], "file": file}.items():
            self._seconds[kind][name] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the longest, whose seconds are those of all workers together."""
        for kind, seconds in self._seconds.items():
            if len(seconds) > 1:
                terminalreporter.section(f"slowest {kind}s, of {sum(seconds.values()):.0f} s in all")
                for name in sorted(seconds, key=lambda name: -seconds[name])[:SLOWEST]:
                    terminalreporter.write_line(f"{seconds[name]:7.1f} s  {name}")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Return a line with the number of problems to grade, and of those graded before, and one with a sample's seed."""
    tried, slugs = choose_tried(whole=bool(config.getoption("--whole"))), list_slugs()
    return [
        f"solutions: {len(tried)} of {len(slugs)} problems are graded; the others hold by {NOTED.name}",
        f"hostile texts: --sample={config.getoption('--sample') or choose_seed()} sends the same ones to each route",
    ]


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Return whether to test everything without sampling, except for what `problems/checked.txt` proves."""
    return IS_CI or bool(pytestconfig.getoption("--whole"))


@pytest.fixture(scope="session")
def publications(tmp_path_factory: pytest.TempPathFactory) -> Publications:
    """Return the publications of this run's workers, and of earlier runs.

    Continuous integration starts from nothing, so only those of the same run count there.
    """
    base = tmp_path_factory.getbasetemp()
    of_this_run = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "publications"
    return Publications(of_this_run if IS_CI else KEPT)


@pytest.fixture(scope="session", autouse=True)
def _wait_for_no_disk() -> Iterator[None]:
    """Let no commit and no file of this process wait for the disk: no test cuts the power."""
    with patch("app.db.session.DURABLE", "OFF"), patch("os.fsync", lambda _descriptor: None):
        yield


def pytest_collection() -> None:
    """Collect no garbage while tests are collected: next to nothing of that is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt what was collected from garbage collection, and collect rarely: most garbage is a test's application."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Limit the size of the folder of publications."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        Publications(KEPT).drop_old()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run single files in this process, for debuggers, and folders in as many workers as there are processors."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return 0 if named and not any(map(os.path.isdir, config.args)) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run quick layers first, and in each of them first the files with the longest tests, which workers can't share."""
    patience: dict[Path, float] = defaultdict(float)
    for item in items:
        if marker := item.get_closest_marker("timeout"):
            patience[item.path] = max(patience[item.path], float(marker.args[0]))

    def rank(item: pytest.Item) -> tuple[int, float]:
        layer = _layer_of(item.path)
        return ORDER.index(layer) if layer in ORDER else 0, -patience[item.path]

    items.sort(key=rank)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Undo what a command of `jaxdojo` has set up in this process, and fail a test that leaves an event loop running.

    The next asynchronous test couldn't start its own loop. Playwright's loop runs while a browser is open. A browser
    may stay open between the tests of one file.
    """
    yield
    gc.enable()  # `jaxdojo serve` and `jaxdojo runner` disable it while they start, and some tests let them fail.
    root = logging.getLogger()  # Their handler writes to this test's captured output, which is closed after it.
    root.handlers = [handler for handler in root.handlers if type(handler) is not logging.StreamHandler]
    if nextitem is None or nextitem.path != item.path:
        with contextlib.suppress(RuntimeError):
            pytest.fail(f"{asyncio.get_running_loop()} still runs after the last test of {item.path.name}")


def _layer_of(path: Path) -> str:
    parts = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return parts[0] if parts else ""
