"""A problem that passed a full check with the same versions is published with only its answers, and completed later."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.bundle.store import BundleStore
from grader.publishing.checked import Proof, name_stack
from grader.publishing.completion import complete, is_complete
from grader.publishing.publish import proof_digest, publish
from grader.report import Mode, Verdict
from tests.integration.grader.test_publish import RIGHT, SECRET, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from grader.grading.client import Grader
    from grader.publishing.publish import PublishReport
    from tests.integration.grader.conftest import Publisher

pytestmark = pytest.mark.sandbox


def publish_with(proof: Proof | None, root: Path, grader: Grader, *, compiled: bool = True) -> PublishReport:
    folders = root / "problems" / "twice", root / "references" / "twice"
    return publish(*folders, BundleStore(root / "bundles"), SECRET, grader, proof=proof, compiled=compiled, quick=True)


def find_cache(grader: Grader) -> Path:
    assert grader.settings.compile_cache is not None
    return grader.settings.compile_cache


def test_a_proof_makes_the_same_bundle_without_a_solution(grader: Grader, tmp_path: Path) -> None:
    folders = write_files(tmp_path)
    tried = publish_with(None, tmp_path, grader)
    assert (tried.accepted, tried.proof) == (1, None), "some trials were left out, so this proves nothing"
    proof = Proof(proof_digest(*folders), tried.time_s, tried.memory_mib, (name_stack(grader.stack, "cpu"),))
    report = publish_with(proof, tmp_path, grader)
    assert (report.digest, report.solutions, report.proof) == (tried.digest, [], None)
    assert is_complete(report.digest, find_cache(grader))


@pytest.mark.parametrize("change", ["another file", "other versions", "another device"])
def test_a_proof_of_something_else_is_none(grader: Grader, tmp_path: Path, change: str) -> None:
    folders = write_files(tmp_path)
    stack = name_stack(grader.stack, "cpu")
    proof = Proof(proof_digest(*folders), 10.0, 1536, (stack,))
    other = {
        "another file": replace(proof, digest="0" * 64),
        "other versions": replace(proof, stacks=("cpu/3.11/0.1/0.1",)),
        "another device": replace(proof, stacks=(stack.replace("cpu", "gpu"),)),
    }
    report = publish_with(other[change], tmp_path, grader, compiled=False)
    assert report.accepted == 1, "the solutions are tried here"
    assert is_complete(report.digest, find_cache(grader)), "nothing is left for later"


def test_programs_may_come_later(publisher: Publisher, grader: Grader, tmp_path: Path) -> None:
    """Until then, sandboxes compile for themselves, and no warning is logged."""
    folders = write_files(tmp_path)
    stack, secret = name_stack(grader.stack, "cpu"), b"another secret, of 32 bytes long"
    proof = Proof(proof_digest(*folders), 10.0, 1536, (stack,))
    store = BundleStore(tmp_path / "bundles")
    report = publish(*folders, store, secret, grader, proof=proof, compiled=False)
    bundle, cache = store.load(report.digest), find_cache(grader)
    assert not (cache / bundle.digest).exists()
    graded = grader.grade(bundle, RIGHT.encode(), mode=Mode.SUBMIT)
    assert (graded.verdict, len(graded.cases)) == (Verdict.ACCEPTED, 3)
    assert not grader.pool.falls_back(bundle)
    completed = complete(*folders, bundle, grader)
    assert completed.verdict is Verdict.ACCEPTED
    assert is_complete(bundle.digest, cache)
    assert list((cache / bundle.digest).iterdir())
    assert not list(cache.glob("draft-*"))
    assert store.load(report.digest) == bundle
