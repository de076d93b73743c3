"""Published problems that are kept from one run of the tests to the next.

Publishing the shipped problems takes half an hour of processor time, and its outcome depends on files, versions and
this machine alone. A publication that held is kept below the sha256 of them all, and made again when one changed::

    <folder>/<sha256>/
        report.json      what publishing returned
        bundle/          the bundle, as in a store
        programs/        its compiled programs, as in a compile cache
        programs.sha256  their sums
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter

from grader.bundle.checksums import is_whole
from grader.bundle.contents import Bundle
from grader.errors import BundleError, PublishRefusedError
from grader.package.files import read_package
from grader.publishing.context import PublishContext
from grader.publishing.publish import PublishReport, publish
from grader.publishing.solutions import list_findings, try_solutions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.store import BundleStore
    from grader.grading.client import Grader
    from grader.package.files import Package
    from grader.publishing.checked import Proof
    from grader.publishing.solutions import Solution

ROOT: Final = Path(__file__).resolve().parents[1]
REPORT: Final = TypeAdapter(PublishReport)
MOST: Final = 1500
"""How many publications are kept, those used last; all problems and all small ones of the tests are some 400."""


@dataclass(frozen=True)
class Publications:
    """Publications in a folder that several processes may share."""

    folder: Path

    def publish(
        self,
        package: Path,
        references: Path,
        store: BundleStore,
        secret: bytes,
        grader: Grader,
        *,
        quick: bool = False,
        mutants: bool = True,
        proof: Proof | None = None,
        solutions: bool = True,
    ) -> PublishReport:
        """Publish as `grader.publish.publish` does, unless that held before. What it refuses it refuses each time.

        With a `proof` that fits, publishing grades no solutions; all are graded afterwards if `solutions` is true.
        """
        what = describe(quick=quick, mutants=mutants, proof=proof, solutions=solutions)
        key = find_key(package, references, secret, grader, what)
        with self._locked(key):
            report = self._restore(key, store, grader)
            if report is None:
                report = publish(package, references, store, secret, grader, quick=quick, mutants=mutants, proof=proof)
                if proof is not None and solutions:
                    graded = grade_solutions(read_package(package, references), store.load(report.digest), grader)
                    report = replace(report, solutions=graded)
                self._keep(key, report, store, grader)
        return report

    def has_whole(self, package: Path, references: Path, secret: bytes, grader: Grader) -> bool:
        """Whether a publication with mutants is kept."""
        return (self.folder / find_key(package, references, secret, grader, describe())).is_dir()

    @contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        """Let one process at a time make one publication: the others wait, and find it."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.folder / f"{key}.lock").open("wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _restore(self, key: str, store: BundleStore, grader: Grader) -> PublishReport | None:
        """Put what is kept where publishing would have put it; None where nothing is kept, or something is damaged."""
        entry = self.folder / key
        try:
            report = REPORT.validate_json((entry / "report.json").read_bytes())
            shutil.copytree(entry / "bundle", store.root / report.digest, dirs_exist_ok=True)
            Bundle.load(store.root / report.digest)
        except (OSError, ValueError, BundleError):
            shutil.rmtree(entry, ignore_errors=True)
            return None
        cache = grader.settings.compile_cache
        if cache is not None:
            programs = cache / report.digest
            shutil.copytree(entry / "programs", programs, dirs_exist_ok=True)
            shutil.copy(entry / "programs.sha256", cache / f"{report.digest}.sha256")
            if not is_whole(programs):
                shutil.rmtree(entry)
                return None
        os.utime(entry)
        return report

    def _keep(self, key: str, report: PublishReport, store: BundleStore, grader: Grader) -> None:
        scratch = Path(tempfile.mkdtemp(dir=self.folder, prefix=".writing-"))
        (scratch / "report.json").write_bytes(REPORT.dump_json(report))
        shutil.copytree(store.root / report.digest, scratch / "bundle")
        cache = grader.settings.compile_cache
        if cache is not None:
            shutil.copytree(cache / report.digest, scratch / "programs")
            shutil.copy(cache / f"{report.digest}.sha256", scratch / "programs.sha256")
        scratch.rename(self.folder / key)

    def drop_old(self) -> None:
        """Delete all but those used last."""
        if not self.folder.is_dir():
            return
        kept = [path for path in self.folder.iterdir() if path.is_dir()]
        for path in sorted(kept, key=lambda path: path.stat().st_mtime)[:-MOST]:
            shutil.rmtree(path)
            (self.folder / f"{path.name}.lock").unlink(missing_ok=True)


def grade_solutions(package: Package, bundle: Bundle, grader: Grader) -> list[Solution]:
    """Return what became of a published problem's solutions; raise `PublishRefusedError` if one isn't as declared."""
    with ThreadPoolExecutor(2) as executor:
        solutions = try_solutions(PublishContext(package, grader, executor, lambda *_: None), bundle)
    findings = list_findings(solutions)
    if findings:
        raise PublishRefusedError(package.slug, findings, solutions)
    return solutions


def describe(*, quick: bool = False, mutants: bool = True, proof: Proof | None = None, solutions: bool = True) -> str:
    """Return in words what a publication leaves out; nothing by default."""
    return f"{quick} {mutants} {proof} {solutions or proof is None}"


def find_key(package: Path, references: Path, secret: bytes, grader: Grader, what: str) -> str:
    """Return the sha256 of everything that can change what publishing makes or says. `what` says what is left out."""
    settings = grader.settings.model_dump_json(exclude={"compile_cache"})
    parts = [
        *(digest_grader(), describe_machine(), grader.tier, settings, secret.hex(), what),
        *(package.name, digest_files(package), digest_files(references)),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@functools.cache
def digest_grader() -> str:
    """Return a digest of the grader's sources and of this file, which says what is kept."""
    return digest_files(ROOT / "grader") + digest_files(Path(__file__).resolve())


def digest_files(path: Path) -> str:
    """Return a digest of a file, or of all files below a folder with their names."""
    found = [path] if path.is_file() else sorted(path.rglob("*"))
    digest = hashlib.sha256()
    for file in found:
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(path)}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


@functools.cache
def describe_machine() -> str:
    """Return in words what runs the sandboxes: Python and packages, kernel and processor, bubblewrap."""
    packages = sorted({f"{found.name}=={found.version}" for found in distributions()})
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    processor = {line for line in lines if line.startswith(("model", "flags", "Features"))}
    bwrap = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, check=True).stdout
    return "\n".join([sys.version, *packages, *platform.uname(), str(os.cpu_count()), *sorted(processor), bwrap])
