"""Publishing is compiling: from a problem's files to an immutable bundle, refused where anything does not hold.

Steps: read the files strictly; run the generator, twice; fill the compile cache on public values; run the reference on
every case, twice, in two sandboxes; run the code in the texts; grade every accepted solution on all cases and every
rejected one, which must fail for the reason it declares; try mutants and fakes of the accepted ones, which must be
noticed; save the bundle. Texts and solutions are tried in other environments, too, where the settings name some.
Everything authored runs in sandboxes, as many at a time as there are workers.

A problem that passed all of that before (`checked.py` lists those) can be published quickly: then only what a bundle
needs is done, and the accepted solutions are graded on it.
"""

from __future__ import annotations

import hashlib
import math
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from grader.bundle.contents import Bundle, Case, Manifest, seal
from grader.errors import PublishRefusedError
from grader.package.files import CANONICAL, Limits, LimitsSpec, Package, digest_of_source, read_package
from grader.package.translations import ORIGINAL
from grader.publishing.answers import add_expected, make_cases, make_fresh, one_of_each_program, seed_of
from grader.publishing.documents import BlocksRun, run_blocks
from grader.publishing.program_cache import drop_cache, fill_cache, renamed_cache
from grader.publishing.refusals import find_holes
from grader.publishing.refusals.examples import find_ungraded_examples
from grader.publishing.refusals.same_uuid import find_same_uuid
from grader.publishing.refusals.starter import find_accepted_starter
from grader.publishing.refusals.tight_limits import ROOM, find_tight_limit
from grader.publishing.stacks import other_stack
from grader.publishing.support import require_support
from grader.publishing.trials import Trial, find_survivors, try_fakes, try_mutants
from grader.publishing.trivial import find_trivial
from grader.report import Mode, Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future
    from pathlib import Path

    from grader.bundle.store import BundleStore
    from grader.grading.client import Grader

    Progress = Callable[[str, int, int], None]
    """Called with a step's name, how much of it is done, and how much there is."""

STEPS = ("cases", "compile cache", "reference", "solutions", "texts", "mutants", "fakes")
"""What `progress` is told of, in the words of the command line."""
PUBLIC_SEED = "5eed"
MAX_WARM = 16
"""Most cases that a zygote warms up with."""
TRIAL_SECONDS = 60.0
"""The time limit under which solutions are tried where none is declared."""
LEAST_SECONDS = 10.0
"""The least time limit that is inferred."""
LEAST_MIB = 1536
"""The least memory limit that is inferred: what an installation allows by default."""
MIB_STEP = 64
"""Inferred memory limits are multiples of it."""
GRADER_REVISION = "4"
"""Raised when the grader changes so that every problem should be published again."""


@dataclass(frozen=True)
class PublishReport:
    """What publishing made: the bundle's digest, how many cases it has, what became of the solutions."""

    digest: str
    source_digest: str
    samples: int
    pool: int
    solutions: list[Solution]
    time_s: float
    """The time limit for each case, as declared or inferred."""
    memory_mib: int | None
    """The memory limit, likewise; None where the machine doesn't tell how much was taken."""
    mutants: list[Trial] | None
    """None where they were left out."""
    mutants_left: int
    """How many mutants were not tried, because there are too many."""
    stacks: list[str]
    """The versions with which it was tried, the installation's own first."""
    fakes: list[Trial] | None = None
    """None where they were left out."""

    @property
    def accepted(self) -> int:
        """How many accepted solutions there are."""
        return sum(solution.kind == "accepted" for solution in self.solutions)

    @property
    def full(self) -> bool:
        """Whether nothing was left out."""
        return self.mutants is not None

    @property
    def rejected(self) -> int:
        """How many rejected solutions there are."""
        return sum(solution.kind == "rejected" for solution in self.solutions)


@dataclass(frozen=True)
class Solution:
    """What became of one of the author's solutions."""

    kind: Literal["accepted", "rejected"]
    name: str
    verdict: Verdict
    code: str
    slowest_s: float
    """The longest that one of its cases ran."""
    memory_mib: int | None
    """What its sandbox took, with Python and JAX; None where the machine doesn't tell, or it didn't live to the end."""
    finding: str | None
    """What does not hold."""


def source_digest(package_dir: Path, references_dir: Path, *, full: bool = True) -> str:
    """Return a digest of a problem's files and of the grader's revision: equal means nothing is to be published.

    It is another one where something was left out: publishing in full has something to do then.
    """
    return _add_revision(digest_of_source(package_dir, references_dir), full=full)


def _add_revision(digest: str, *, full: bool) -> str:
    revision = GRADER_REVISION if full else f"{GRADER_REVISION} in part"
    return hashlib.sha256(f"{revision}:{digest}".encode()).hexdigest()


def publish(
    package_dir: Path,
    references_dir: Path,
    store: BundleStore,
    secret: bytes,
    grader: Grader,
    progress: Progress = lambda _step, _done, _total: None,
    *,
    workers: int = 2,
    quick: bool = False,
    mutants: bool = True,
    draw: int = 0,
) -> PublishReport:
    """Publish the problem in `package_dir`; `secret` is the installation's and seeds the hidden cases, with `draw`.

    `quick` leaves out texts, fresh seeds, rejected solutions, other stacks, mutants and fakes, which is for problems
    that passed with them elsewhere. Without `mutants` only mutants and fakes are left out.

    Raises `PackageError` where a file is wrong, `PublishRefusedError` where the problem does not hold, and
    `UnsupportedHereError` where it needs what is not here.
    """
    package = read_package(package_dir, references_dir)
    require_support(package.slug, package.problem, grader.stack, grader.settings)
    mutants = mutants and not quick
    progress("cases", 0, 1)
    samples, pool = make_cases(package, seed_of(package, secret, draw), grader)
    public_samples, public_pool = make_cases(package, PUBLIC_SEED, grader)
    public = one_of_each_program((*public_samples, *public_pool), package.problem)
    manifest = _manifest_of(package)
    draft = Bundle(f"draft-{package.digest}", manifest, samples, pool)
    stacks = [grader.stack.tell()]
    with ExitStack() as stack:
        stack.callback(drop_cache, draft, grader)
        executor = stack.enter_context(ThreadPoolExecutor(max_workers=workers, thread_name_prefix="publish"))
        fill_cache(package, draft, public, grader, executor, progress)
        texts = [] if quick else _try_texts(package, grader, executor)
        progress("reference", 0, 1)
        samples, pool = add_expected(package, draft, grader, executor)
        bundle = seal(manifest, samples, pool, public[:MAX_WARM])
        stack.enter_context(renamed_cache(draft, bundle, grader))
        findings = find_trivial(manifest, samples, pool)
        fresh = () if quick else make_fresh(package, draft, grader, executor)
        starter = None if quick else executor.submit(find_accepted_starter, bundle, grader)
        solutions = _try_solutions(package, bundle, fresh, grader, progress, executor, quick=quick)
        progress("texts", 0, 1)
        findings += _find_in_texts(package, texts, samples)
        if starter is not None:
            findings += [*starter.result(), *find_holes(package, (*samples, *pool))]
            findings += find_same_uuid(package_dir, package.problem.uuid)
            findings += _find_tight_limit(package, bundle, solutions, grader)
        findings += [solution.finding for solution in solutions if solution.finding is not None]
        if findings:
            raise PublishRefusedError(package.slug, findings, solutions)
        for python in () if quick else grader.settings.other_pythons:
            with other_stack(package, bundle, public, grader, python, executor, progress) as other:
                if other is not None:
                    stacks.append(other[0])
                    _require_elsewhere(package, bundle, *other, progress, executor)
        trials, left = try_mutants(package, bundle, grader, progress, executor) if mutants else (None, 0)
        fakes = try_fakes(package, bundle, grader, progress, executor) if mutants else None
        findings = find_survivors(package, [*(trials or []), *(fakes or [])]) if mutants else []
        if findings:
            raise PublishRefusedError(package.slug, findings, solutions)
        limits = _infer_limits(package.problem.limits, manifest.limits, solutions)
        if limits != manifest.limits:
            limited = manifest.model_copy(update={"limits": limits})
            bundle, tried = seal(limited, samples, pool, bundle.warm), bundle
            stack.enter_context(renamed_cache(tried, bundle, grader))
        digest = store.save(bundle)
    return PublishReport(
        digest=digest,
        source_digest=_add_revision(package.digest, full=mutants),  # of what was read, also if files changed meanwhile
        samples=len(samples),
        pool=len(pool),
        solutions=solutions,
        time_s=limits.time_s,
        memory_mib=limits.memory_mib,
        mutants=trials,
        mutants_left=left,
        stacks=stacks,
        fakes=fakes,
    )


def _require_elsewhere(
    package: Package, bundle: Bundle, versions: str, other: Grader, progress: Progress, executor: Executor
) -> None:
    """Raise `PublishRefusedError` where texts or solutions don't hold in sandboxes of `other`, which has `versions`."""
    texts = _try_texts(package, other, executor)
    solutions = _try_solutions(package, bundle, (), other, progress, executor, quick=False)
    findings = [found for text in texts if (found := text.result().finding) is not None]
    findings += [solution.finding for solution in solutions if solution.finding is not None]
    if findings:
        raise PublishRefusedError(package.slug, [f"with {versions}: {finding}" for finding in findings], solutions)


def _infer_limits(declared: LimitsSpec, tried: Limits, solutions: list[Solution]) -> Limits:
    """Return the limits; those not declared are `ROOM` times the time and twice the memory of accepted solutions."""
    accepted = [solution for solution in solutions if solution.kind == "accepted"]
    time_s, memory_mib = tried.time_s, tried.memory_mib
    if declared.time_limit is None:
        time_s = max(LEAST_SECONDS, float(math.ceil(ROOM * max(solution.slowest_s for solution in accepted))))
    taken = [solution.memory_mib for solution in accepted if solution.memory_mib is not None]
    if declared.memory is None and taken:
        memory_mib = max(LEAST_MIB, MIB_STEP * math.ceil(2 * max(taken) / MIB_STEP))
    return Limits(time_s=time_s, memory_mib=memory_mib)


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
        translations=package.translations,
        name=problem.name[ORIGINAL],
        credits=problem.credits.tell(),
        limits=Limits(time_s=problem.limits.time_limit or TRIAL_SECONDS, memory_mib=problem.limits.memory),
        **{
            name: getattr(problem, name)
            for name in ("track", "track_position", "difficulty", "concepts", "license", "keywords", "needs", "device")
        },
        **{
            name: getattr(problem, name)
            for name in ("entry_point", "defines", "parameters", "returns", "checks", "pool")
        },
    )


def _try_texts(package: Package, grader: Grader, executor: Executor) -> list[Future[BlocksRun]]:
    """Run the runnable blocks of lesson and statement, and note how the statement's call the entry point."""
    lessons, statements = {"lesson.md": package.lesson}, {"statement.md": package.statement}
    for language, texts in package.translations.items():
        lessons[f"lesson.{language}.md"] = texts.lesson or ""
        statements[f"statement.{language}.md"] = texts.statement or ""
    sharding, given = package.problem.checks.sharding, package.accepted[CANONICAL]
    devices = sharding.devices if sharding is not None else 1
    return [
        *(executor.submit(run_blocks, text, name, grader, devices=devices) for name, text in lessons.items()),
        *(
            executor.submit(
                run_blocks,
                text,
                name,
                grader,
                given=given,
                devices=devices,
                entry_point=package.problem.entry_point,
                parameters=[parameter.name for parameter in package.problem.parameters],
            )
            for name, text in statements.items()
        ),
    ]


def _find_in_texts(package: Package, texts: list[Future[BlocksRun]], samples: tuple[Case, ...]) -> list[str]:
    """Return what is wrong with the texts' runnable blocks: one fails, or shows what is not graded."""
    ran = [text.result() for text in texts]
    failed = [one.finding for one in ran if one.finding is not None]
    return failed + find_ungraded_examples(package.problem, [shown for one in ran for shown in one.shown], samples)


def _find_tight_limit(package: Package, bundle: Bundle, solutions: list[Solution], grader: Grader) -> list[str]:
    """Return a finding where the declared limit is too tight, also when the slowest solution runs once more, alone."""
    accepted = [solution for solution in solutions if solution.kind == "accepted"]
    slowest, declared = max(accepted, key=lambda solution: solution.slowest_s), package.problem.limits.time_limit
    if not find_tight_limit(declared, slowest.slowest_s):
        return []
    source = package.accepted[slowest.name].encode()
    again = grader.grade(bundle, source, mode=Mode.SUBMIT, hidden=bundle.pool)
    seconds = max((case.seconds for case in again.cases), default=0.0)
    return find_tight_limit(declared, min(slowest.slowest_s, seconds))


def _try_solutions(
    package: Package,
    bundle: Bundle,
    fresh: tuple[Case, ...],
    grader: Grader,
    progress: Progress,
    executor: Executor,
    *,
    quick: bool,
) -> list[Solution]:
    """Grade every solution, the accepted ones on `fresh` cases, too; if `quick`, only those."""
    tasks: list[tuple[Literal["accepted", "rejected"], str, str]] = []
    tasks += [("accepted", name, text) for name, text in package.accepted.items()]
    tasks += [("rejected", name, text) for name, text in package.rejected.items() if not quick]

    def try_one(task: tuple[Literal["accepted", "rejected"], str, str]) -> Solution:
        kind, name, text = task
        hidden = (*bundle.pool, *fresh) if kind == "accepted" else bundle.pool[: package.problem.pool.draw]
        taken: list[int] = []
        report = grader.grade(bundle, text.encode(), mode=Mode.SUBMIT, hidden=hidden, on_memory=taken.append)
        slowest = max((case.seconds for case in report.cases), default=0.0)
        finding = _judge_solution(package, kind, name, report)
        return Solution(kind, name, report.verdict, report.code, slowest, max(taken, default=None), finding)

    solutions = []
    progress("solutions", 0, len(tasks))
    for solution in executor.map(try_one, tasks):
        solutions.append(solution)
        progress("solutions", len(solutions), len(tasks))
    return solutions


def _judge_solution(package: Package, kind: str, name: str, report: Report) -> str | None:
    got = f"{report.verdict} ({report.code}: {report.message})"
    if kind == "accepted":
        return None if report.verdict is Verdict.ACCEPTED else f"accepted/{name} got {got}"
    wanted = package.submissions.rejected[name]
    if report.verdict is wanted.verdict and report.code == wanted.code:
        return None
    return f"rejected/{name} declares {wanted.verdict} ({wanted.code}) and got {got}"
