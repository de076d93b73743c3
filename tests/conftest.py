"""What all tests share: the order in which they run, how many processes run them, and options."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import settings

from tests.graded import NOTED, Notes, choose_tried, list_slugs
from tests.publications import Publications

if TYPE_CHECKING:
    from collections.abc import Generator

HERE: Final = Path(__file__).resolve().parent
IS_CI: Final = os.environ.get("CI", "").lower() not in ("", "0", "false")
KEPT: Final = HERE.parent / ".make" / "publications"
ORDER: Final = ["unit", "integration", "attacks", "gpu", "truth", "chaos", "acceptance"]

os.environ["JAXDOJO_BACKGROUND_MINUTES"] = "0"  # no test leaves a process behind: those of `background` set it

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # a busy machine may take any time over an example


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options to pytest's."""
    parser.addoption("--fuzz", type=int, help="requests for each route when the API is asked for anything")
    parser.addoption("--note", action="store_true", help="note the problems whose solutions hold in graded.txt")
    told = "run what takes long in full, not a sample; CI=true implies it for all but problems that are proven or noted"
    parser.addoption("--whole", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Note which problems hold, where that is asked for."""
    if config.getoption("--note") and "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(Notes())


def pytest_report_header(config: pytest.Config) -> str:
    """Say how many problems are graded, and how many were graded before."""
    tried, slugs = choose_tried(whole=bool(config.getoption("--whole"))), list_slugs()
    return f"solutions: {len(tried)} of {len(slugs)} problems are graded; the others hold by {NOTED.name}"


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether nothing is sampled, but for what `problems/checked.txt` proves."""
    return IS_CI or bool(pytestconfig.getoption("--whole"))


@pytest.fixture(scope="session")
def publications(tmp_path_factory: pytest.TempPathFactory) -> Publications:
    """Return what was published, in this run by any worker or in one before.

    Continuous integration starts from nothing: there, only what the same run published counts.
    """
    base = tmp_path_factory.getbasetemp()
    of_this_run = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "publications"
    return Publications(of_this_run if IS_CI else KEPT)


def pytest_sessionfinish() -> None:
    """Let the folder of publications not grow without end."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        Publications(KEPT).drop_old()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run single files in this process, where a debugger works; leave folders to as many workers as processors."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return 0 if named and not any(map(os.path.isdir, config.args)) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run quick tests first."""
    items.sort(key=lambda item: ORDER.index(layer) if (layer := _layer_of(item.path)) in ORDER else 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Fail the test after which an event loop runs on, and not the next asynchronous one, which can't start its own.

    Playwright's loop runs while a browser is open. A browser may stay open from test to test of one file.
    """
    yield
    if nextitem is None or nextitem.path != item.path:
        with contextlib.suppress(RuntimeError):
            pytest.fail(f"{asyncio.get_running_loop()} still runs after the last test of {item.path.name}")


def _layer_of(path: Path) -> str:
    parts = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return parts[0] if parts else ""
