"""A grader with real sandboxes, and the shipped problems published in them, once for all these tests."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.bundle.store import BundleStore
from grader.errors import PublishRefusedError
from grader.grading.client import Grader
from grader.publishing.checked import find_proof
from grader.publishing.publish import PublishReport, proof_digest, publish
from grader.settings import GraderSettings
from tests.graded import choose_tried, is_in_full

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.contents import Bundle
    from tests.publications import Publications

ROOT = Path(__file__).parents[3]
SECRET = b"a secret of these tests, 32 bytes"


@dataclass
class Publisher:
    """Publishes problems into one store."""

    grader: Grader
    store: BundleStore
    publications: Publications
    in_full: bool
    """Whether every problem is published in full, proven or not."""
    seen: dict[str, PublishReport | PublishRefusedError] = field(default_factory=dict)

    def publish(
        self, package: Path, references: Path, secret: bytes = SECRET, *, mutants: bool = False, quick: bool = False
    ) -> PublishReport:
        return publish(package, references, self.store, secret, self.grader, mutants=mutants, quick=quick)

    def shipped(self, slug: str) -> PublishReport:
        """Publish a problem of this repository, the first time that it is asked for."""
        if slug not in self.seen:
            folders = (ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)
            proof = find_proof([ROOT / "problems"], slug, proof_digest(*folders))
            proven = proof is not None and proof.fits(self.grader.stack, "cpu")
            if self.in_full or is_in_full(slug) or self.publications.has_whole(*folders, SECRET, self.grader):
                proven = False
            given, tried = proof if proven else None, slug in choose_tried(whole=self.in_full)
            try:
                self.seen[slug] = self.publications.publish(
                    *folders, self.store, SECRET, self.grader, proof=given, solutions=tried
                )
            except PublishRefusedError as refused:
                self.seen[slug] = refused
        found = self.seen[slug]
        if isinstance(found, PublishRefusedError):
            pytest.fail(
                f"{found}\nEither a solution, its entry in submissions.yaml, equivalent.yaml or the grader has changed."
            )
        return found

    def bundle(self, slug: str) -> Bundle:
        return self.store.load(self.shipped(slug).digest)


@pytest.fixture(scope="session")
def publisher(
    tmp_path_factory: pytest.TempPathFactory, publications: Publications, pytestconfig: pytest.Config
) -> Iterator[Publisher]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    root = tmp_path_factory.mktemp("grader")
    with Grader(GraderSettings(compile_cache=root / "cache"), spares=1) as grader:
        in_full = bool(pytestconfig.getoption("--whole"))
        yield Publisher(grader, BundleStore(root / "bundles"), publications, in_full)


@pytest.fixture(scope="session")
def grader(publisher: Publisher) -> Grader:
    return publisher.grader


@pytest.fixture(scope="session")
def bundle(publisher: Publisher) -> Bundle:
    """`jit_forward` with a short time limit, so that a loop that never ends is soon over."""
    whole = publisher.bundle("jit_forward")
    limits = whole.manifest.limits.model_copy(update={"time_s": 8.0})
    return replace(whole, manifest=whole.manifest.model_copy(update={"limits": limits}))


@pytest.fixture(scope="session")
def canonical(bundle: Bundle) -> str:
    """Return a right solution."""
    return bundle.manifest.solution
