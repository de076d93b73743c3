"""Publishing is compiling: from a problem's files to an immutable bundle, refused where anything does not hold.

Steps: read the files strictly; run the generator, twice; fill the compile cache on public values; run the reference on
every case, twice, in two sandboxes; grade every accepted solution on all cases and every rejected one, which must fail
for the reason it declares; save the bundle. Everything authored runs in sandboxes.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.answers import add_expected, make_cases, make_fresh, one_of_each_shape, seed_of
from grader.bundle import Bundle, BundleStore, Case, Manifest, seal
from grader.documents import run_blocks
from grader.errors import PublishRefusedError
from grader.package import CANONICAL, Package, digest_of_source, read_package
from grader.program_cache import drop_cache, fill_cache, rename_cache
from grader.report import Mode, Report, Verdict
from grader.trivial import find_trivial

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.client import Grader

    Progress = Callable[[str, int, int], None]
    """Called with a step's name, how much of it is done, and how much there is."""

PUBLIC_SEED = "5eed"
GRADER_REVISION = "2"
"""Raised when the grader changes so that every problem should be published again."""


@dataclass(frozen=True)
class PublishReport:
    """What publishing made: the bundle's digest, how many cases and solutions it was tried on."""

    digest: str
    source_digest: str
    samples: int
    pool: int
    accepted: int
    rejected: int


def source_digest(package_dir: Path, references_dir: Path) -> str:
    """Return a digest of a problem's files and of the grader's revision: equal means nothing is to be published."""
    return hashlib.sha256(f"{GRADER_REVISION}:{digest_of_source(package_dir, references_dir)}".encode()).hexdigest()


def publish(
    package_dir: Path,
    references_dir: Path,
    store: BundleStore,
    secret: bytes,
    grader: Grader,
    progress: Progress = lambda _step, _done, _total: None,
    *,
    workers: int = 2,
) -> PublishReport:
    """Publish the problem in `package_dir`; `secret` is the installation's and seeds the hidden cases.

    Raises `PackageError` where a file is wrong, `PublishRefusedError` where the problem does not hold.
    """
    package = read_package(package_dir, references_dir)
    progress("cases", 0, 1)
    samples, pool = make_cases(package, seed_of(package, secret), grader)
    public_samples, public_pool = make_cases(package, PUBLIC_SEED, grader)
    public = (*public_samples, *public_pool)
    progress("compile cache", 0, 1)
    manifest = _manifest_of(package)
    draft = Bundle(f"draft-{package.digest}", manifest, samples, pool)
    fill_cache(package, draft, public, grader)
    progress("reference", 0, 1)
    samples, pool = add_expected(package, draft, grader)
    bundle = seal(manifest, samples, pool, one_of_each_shape(public))
    rename_cache(draft, bundle, grader)
    findings = find_trivial(manifest, samples, pool)
    findings += _try_texts(package, grader, progress)
    fresh = make_fresh(package, draft, grader)
    findings += _try_solutions(package, bundle, fresh, grader, progress, workers)
    if findings:
        drop_cache(bundle, grader)
        raise PublishRefusedError(package.slug, findings)
    return PublishReport(
        digest=store.save(bundle),
        source_digest=source_digest(package_dir, references_dir),
        samples=len(samples),
        pool=len(pool),
        accepted=len(package.accepted),
        rejected=len(package.rejected),
    )


def _manifest_of(package: Package) -> Manifest:
    problem = package.problem
    return Manifest(
        slug=package.slug,
        uuid=str(problem.uuid),
        statement=package.statement,
        lesson=package.lesson,
        hints=package.hints,
        starter=package.starter,
        warmup=package.warmup,
        bodies=package.bodies,
        solution=package.accepted[CANONICAL],
        checker=package.checker,
        **{
            name: getattr(problem, name)
            for name in ("name", "track", "track_position", "difficulty", "concepts", "credits", "license")
        },
        **{
            name: getattr(problem, name)
            for name in ("entry_point", "defines", "parameters", "returns", "checks", "limits", "pool")
        },
    )


def _try_texts(package: Package, grader: Grader, progress: Progress) -> list[str]:
    """Run the runnable blocks of lesson and statement and return what does not hold."""
    progress("texts", 0, 1)
    found = [
        run_blocks(package.lesson, "lesson.md", grader),
        run_blocks(package.statement, "statement.md", grader, given=package.accepted[CANONICAL]),
    ]
    return [finding for finding in found if finding is not None]


def _try_solutions(
    package: Package, bundle: Bundle, fresh: tuple[Case, ...], grader: Grader, progress: Progress, workers: int
) -> list[str]:
    """Grade every solution, the accepted ones on `fresh` cases, too, and return what does not hold."""
    tasks = [("accepted", name, text) for name, text in package.accepted.items()]
    tasks += [("rejected", name, text) for name, text in package.rejected.items()]
    findings: dict[int, str] = {}
    done = 0

    def try_one(task: tuple[str, str, str]) -> str | None:
        kind, name, text = task
        hidden = (*bundle.pool, *fresh) if kind == "accepted" else bundle.pool[: package.problem.pool.draw]
        report = grader.grade(bundle, text.encode(), mode=Mode.SUBMIT, hidden=hidden)
        return _judge_solution(package, kind, name, report)

    with ThreadPoolExecutor(max_workers=workers, thread_name_prefix="publish") as executor:
        progress("solutions", 0, len(tasks))
        for index, finding in enumerate(executor.map(try_one, tasks)):
            done += 1
            progress("solutions", done, len(tasks))
            if finding is not None:
                findings[index] = finding
    return list(findings.values())


def _judge_solution(package: Package, kind: str, name: str, report: Report) -> str | None:
    got = f"{report.verdict} ({report.code}: {report.message})"
    if kind == "accepted":
        return None if report.verdict is Verdict.ACCEPTED else f"accepted/{name} got {got}"
    wanted = package.submissions.rejected[name]
    if report.verdict is wanted.verdict and report.code == wanted.code:
        return None
    return f"rejected/{name} declares {wanted.verdict} ({wanted.code}) and got {got}"
