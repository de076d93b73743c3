"""Grading on a GPU. Skipped if there is none; the reason says what is missing."""

from __future__ import annotations

import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from grader.bundle.store import BundleStore
from grader.errors import SandboxUnavailableError
from grader.grading.client import Grader
from grader.publishing.publish import publish
from grader.report import Mode, Verdict
from grader.sandbox.gpu import find_nodes
from grader.sandbox.interpreter import Interpreter
from grader.settings import GraderSettings
from tests.integration.grader.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.contents import Bundle

pytestmark = [pytest.mark.sandbox, pytest.mark.gpu]
SLUG = "jit_forward"
SOLUTIONS = ROOT / "reference_solutions" / SLUG


@pytest.fixture(scope="module")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    settings = GraderSettings(
        device="gpu", memory_mb=16384, threads=2048, compile_cache=tmp_path_factory.mktemp("gpu") / "cache"
    )
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    try:
        find_nodes(Interpreter.probe(settings.sandbox_python).packages)
    except SandboxUnavailableError as missing:
        pytest.skip(missing.detail)
    with Grader(settings, spares=1) as grader:
        yield grader


@pytest.fixture(scope="module")
def bundle(grader: Grader, tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    store = BundleStore(tmp_path_factory.mktemp("bundles"))
    return store.load(publish(ROOT / "problems" / SLUG, SOLUTIONS, store, b"s" * 32, grader, quick=True).digest)


def test_a_right_solution_is_accepted(grader: Grader, bundle: Bundle) -> None:
    report = grader.grade(bundle, bundle.manifest.solution.encode(), mode=Mode.SUBMIT)
    assert (report.verdict, report.tier) == (Verdict.ACCEPTED, "G"), report.message


def test_it_computes_on_the_gpu(grader: Grader, bundle: Bundle) -> None:
    source = bundle.manifest.solution + "\nimport jax\nassert jax.devices()[0].platform == 'gpu'\n"
    assert grader.grade(bundle, source.encode(), mode=Mode.RUN).verdict is Verdict.ACCEPTED


def test_a_wrong_solution_is_rejected(grader: Grader, bundle: Bundle) -> None:
    source = bundle.manifest.solution.replace("return ", "return 2 * ")
    assert grader.grade(bundle, source.encode(), mode=Mode.SUBMIT).verdict is not Verdict.ACCEPTED


def test_there_is_one_grade_at_a_time(grader: Grader, bundle: Bundle) -> None:
    running, most, lock = 0, 0, threading.Lock()
    taken, discarded = grader.pool.take, grader.pool.discard

    def take(*args: object) -> object:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        return taken(*args)  # type: ignore[arg-type]  # passed on as they came

    def discard(spare: object) -> None:
        nonlocal running
        time.sleep(0.1)
        with lock:
            running -= 1
        discarded(spare)  # type: ignore[arg-type]  # passed on as it came

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(3) as executor:
        patch.setattr(grader.pool, "take", take)
        patch.setattr(grader.pool, "discard", discard)
        source = bundle.manifest.solution.encode()
        reports = list(executor.map(lambda _: grader.grade(bundle, source, mode=Mode.RUN), range(3)))
    assert {report.verdict for report in reports} == {Verdict.ACCEPTED}
    assert most == 1
