"""Publishes a problem: compiles its files into an immutable bundle, or refuses it if any requirement fails.

Theory of operation
-------------------
A `Publication` goes through these steps, and is refused at the first that fails. All authored code runs in sandboxes,
as many at a time as there are workers.

1. The generator makes the cases, twice with the same seed (`cases`).
2. The compile cache is filled on public values (`program_cache`).
3. The reference answers every case, twice, in two sandboxes; its exported programs answer the hidden cases of a sealed
   problem (`answers`). Cases and answers are sealed as a bundle.
4. The code in the texts runs (`documents`). Accepted solutions are graded on all cases, and on cases from a fresh seed;
   rejected ones must fail for the reason that they declare (`solutions`). Then publishing looks for flaws that can be
   found without running anything (`refusals`, `trivial`).
5. Texts and solutions are tried with other versions, if the settings name any (`stacks`).
6. Mutants and fakes of the accepted solutions must be noticed (`trials`).
7. Limits that aren't declared are inferred, and the bundle is saved.

A problem that passed all of this before (`checked.py` lists those) can be published quickly: then only what a bundle
needs is done, and the accepted solutions are graded on it. If it passed with the versions installed here, even that
grading is left out: the cases are drawn, and the reference answers them once. The programs may be compiled later
(`completion`).
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.bundle.contents import Bundle, Case, Manifest, name_draft, seal
from grader.errors import PublishRefusedError
from grader.package.digest import digest_of_source
from grader.package.files import CANONICAL, Limits, Package, read_package
from grader.package.translations import ORIGINAL
from grader.publishing.answers import add_expected, make_fresh
from grader.publishing.cases import make_cases, make_public_cases, seed_of
from grader.publishing.checked import Proof, name_stack
from grader.publishing.context import PublishContext, ignore
from grader.publishing.documents import find_in_texts, start_texts
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.program_cache import drop_cache, fill_cache, find_cold_start, renamed_cache
from grader.publishing.refusals import find_holes
from grader.publishing.refusals.derivatives import find_infinite_derivatives
from grader.publishing.refusals.same_uuid import find_same_uuid
from grader.publishing.refusals.starter import find_accepted_starter
from grader.publishing.solutions import (
    Solution,
    are_known,
    confirm_tight_limit,
    infer_limits,
    list_findings,
    try_solutions,
)
from grader.publishing.stacks import other_stack, require_elsewhere
from grader.publishing.support import require_support
from grader.publishing.suspects import find_suspects
from grader.publishing.trials import Trial, find_survivors, try_fakes, try_mutants
from grader.publishing.trivial import find_trivial

if TYPE_CHECKING:
    from pathlib import Path

    from grader.bundle.store import BundleStore
    from grader.grading.client import Grader
    from grader.publishing.context import Known, Progress

STEPS = ("cases", "compile cache", "reference", "solutions", "texts", "mutants", "fakes")
"""The steps whose progress is reported, as the command line names them."""
MAX_WARM = 16
"""The maximum number of cases that a zygote warms up with."""
TRIAL_SECONDS = 60.0
"""The time limit under which solutions are tried if none is declared, in seconds."""
GRADER_REVISION = "5"
"""The revision of the grader, increased when a change requires every problem to be published again."""


@dataclass(frozen=True)
class PublishReport:
    """The result of publishing: the bundle's digest, the number of its cases, the verdicts on the solutions."""

    digest: str
    source_digest: str
    samples: int
    pool: int
    solutions: list[Solution]
    time_s: float
    """The time limit for each case, as declared or inferred."""
    memory_mib: int | None
    """The memory limit, likewise; None if the machine can't measure memory use."""
    mutants: list[Trial] | None
    """None if they were left out."""
    mutants_left: int
    """The number of mutants that were not tried, because there are too many."""
    stacks: list[str]
    """The versions with which the problem was tried, the installation's own first."""
    fakes: list[Trial] | None = None
    """None if they were left out."""
    proof: Proof | None = None
    """The proof that the problem passed a full check; None if something was left out."""

    @property
    def accepted(self) -> int:
        """The number of accepted solutions."""
        return sum(solution.kind == "accepted" for solution in self.solutions)

    @property
    def full(self) -> bool:
        """Whether nothing was left out."""
        return self.mutants is not None

    @property
    def rejected(self) -> int:
        """The number of rejected solutions."""
        return sum(solution.kind == "rejected" for solution in self.solutions)


def source_digest(package_dir: Path, references_dir: Path, *, full: bool = True) -> str:
    """Return a digest of a problem's files and of the grader's revision; if it is equal, nothing needs to be published.

    The digest differs if something was left out, so that publishing in full has something to do.
    """
    return _add_revision(digest_of_source(package_dir, references_dir), full=full)


def proof_digest(package_dir: Path, references_dir: Path) -> str:
    """Return the digest that a `Proof` is about.

    It doesn't change with the prose of texts, nor with names and descriptions in `problem.yaml`.
    """
    return _add_revision(digest_of_source(package_dir, references_dir, prose=False), full=True)


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
    proof: Proof | None = None,
    compiled: bool = True,
    mutants: bool = True,
    draw: int = 0,
    earlier: EarlierChecks | None = None,
    known: Known = ignore,
) -> PublishReport:
    """Publish the problem in `package_dir`; the installation's `secret` and `draw` seed the hidden cases.

    `quick` leaves out texts, fresh seeds, rejected solutions, other stacks, mutants and fakes; it is for problems that
    passed with them elsewhere. A `proof` that fits the files and the versions here implies `quick`, and leaves out the
    accepted solutions and the reference's second run too. Without `compiled`, it also leaves the programs to
    `grader.publishing.completion`. Without `mutants` only mutants and fakes are left out. What passed in `earlier`
    checks isn't tried again if nothing that it depends on has changed. `known` gets each finding at once.

    Raises `PackageError` if a file is wrong, `PublishRefusedError` if the problem isn't sound, and
    `UnsupportedHereError` if it needs something that isn't available here.
    """
    package = read_package(package_dir, references_dir)
    require_support(package.slug, package.problem, grader.stack, grader.settings)
    digest, device = _add_revision(package.judged_digest, full=True), grader.settings.device
    if proof is not None and not (proof.digest == digest and proof.fits(grader.stack, device)):
        proof = None
    quick = quick or proof is not None
    mutants = mutants and not quick
    seed = seed_of(package, secret, draw)
    with ExitStack() as programs, ThreadPoolExecutor(workers, thread_name_prefix="publish") as executor:
        context = PublishContext(package, grader, executor, progress, earlier or EarlierChecks(), known, proof)
        later = proof is not None and not compiled
        made = Publication(context, package_dir, seed, programs, quick=quick, mutants=mutants, compiles=not later)
        made.run()
        store.save(made.bundle)
    limits = made.bundle.manifest.limits
    return PublishReport(
        digest=made.bundle.digest,
        source_digest=_add_revision(package.digest, full=mutants),  # of what was read, even if files changed since
        samples=len(made.bundle.samples),
        pool=len(made.bundle.pool),
        solutions=made.solutions,
        time_s=limits.time_s,
        memory_mib=limits.memory_mib,
        mutants=made.tried_mutants,
        mutants_left=made.mutants_left,
        stacks=made.stacks,
        fakes=made.tried_fakes,
        proof=Proof(digest, limits.time_s, limits.memory_mib, (name_stack(grader.stack, device),)) if mutants else None,
    )


@dataclass
class Publication:
    """The state of one publication: everything that it needs, and everything that is known so far."""

    context: PublishContext
    folder: Path
    """The folder of the problem's files."""
    seed: str
    """The seed of the hidden cases, as hexadecimal digits."""
    programs: ExitStack
    """Holds the compiled programs so far. An error drops them on unwinding; otherwise those of the bundle stay."""
    quick: bool
    """Whether to do only what a bundle needs."""
    mutants: bool
    """Whether to try mutants and fakes."""
    compiles: bool
    """Whether to compile the programs that sandboxes need now."""

    draft: Bundle = field(init=False)
    """The cases without answers."""
    public: tuple[Case, ...] = field(init=False)
    """The cases that `make_public_cases` returns."""
    bundle: Bundle = field(init=False)
    """Cases and answers, sealed."""
    solutions: list[Solution] = field(default_factory=list, init=False)
    stacks: list[str] = field(default_factory=list, init=False)
    tried_mutants: list[Trial] | None = field(default=None, init=False)
    mutants_left: int = field(default=0, init=False)
    tried_fakes: list[Trial] | None = field(default=None, init=False)

    def run(self) -> None:
        """Run all steps up to the bundle; raise `PublishRefusedError` at the first that fails."""
        self._draw_cases()
        if self.compiles:
            self._compile()
        self._answer()
        self._try()
        if not self.quick:
            self._try_on_other_stacks()
        if self.mutants:
            self._try_mutants_and_fakes()
        self._set_limits()
        if not self.quick:
            self._require_none(find_cold_start(self.context, self.bundle))

    def _draw_cases(self) -> None:
        package = self.context.package
        self.context.progress("cases", 0, 1)
        samples, pool = make_cases(self.context, self.seed)
        self.public = make_public_cases(self.context)
        self.draft = Bundle(name_draft(package.digest), manifest_of(package), samples, pool)
        self.stacks = [self.context.grader.stack.tell()]

    def _compile(self) -> None:
        self.programs.callback(drop_cache, self.draft, self.context.grader)
        fill_cache(self.context, self.draft, self.public)

    def _answer(self) -> None:
        """Run the reference on the cases, and seal them with its answers."""
        self.context.progress("reference", 0, 1)
        samples, pool = add_expected(self.context, self.draft)
        self._require_none(find_infinite_derivatives((*samples, *pool)))  # otherwise solutions would be blamed for them
        self.bundle = seal(self.draft.manifest, samples, pool, self.public[:MAX_WARM])
        if self.compiles:
            self.programs.enter_context(renamed_cache(self.draft, self.bundle, self.context.grader))

    def _try(self) -> None:
        """Try texts and solutions on the cases."""
        context, package, samples, pool = self.context, self.context.package, self.bundle.samples, self.bundle.pool
        findings = find_trivial(self.bundle.manifest, samples, pool)
        if context.proof is not None:
            self._require_none(findings)
            return
        if not self.quick:  # what is found without running anything need not wait for what takes long
            self._require_none(
                [*find_holes(package, samples, pool), *find_same_uuid(self.folder, package.problem.uuid)]
            )
        for finding in findings:
            context.known(finding)
        texts = [] if self.quick else start_texts(context)
        fresh = () if self.quick or are_known(context, self.bundle) else make_fresh(context, self.draft)
        starter = (
            None
            if self.quick
            else context.executor.submit(find_accepted_starter, self.bundle, context.grader, context.earlier)
        )
        self.solutions = try_solutions(context, self.bundle, fresh, rejected=not self.quick)
        context.progress("texts", 0, 1)
        findings += find_in_texts(package, texts, samples)
        findings += find_suspects(context, self.bundle, self.solutions)
        if starter is not None:
            findings += starter.result()
            findings += confirm_tight_limit(context, self.bundle, self.solutions)
        self._require_none(findings + list_findings(self.solutions))

    def _try_on_other_stacks(self) -> None:
        for python in self.context.grader.settings.other_pythons:
            with other_stack(self.context, self.bundle, self.public, python) as other:
                if other is not None:
                    self.stacks.append(other.grader.stack.tell())
                    require_elsewhere(other, self.bundle)

    def _try_mutants_and_fakes(self) -> None:
        """Try mutants and fakes, all of which the problem must refuse."""
        self.tried_mutants, self.mutants_left = try_mutants(self.context, self.bundle)
        self.tried_fakes = try_fakes(self.context, self.bundle)
        self._require_none(find_survivors(self.context.package, [*self.tried_mutants, *self.tried_fakes]))

    def _set_limits(self) -> None:
        """Set the bundle's limits, as declared or inferred."""
        manifest, proof = self.bundle.manifest, self.context.proof
        if proof is not None:
            limits = Limits(time_s=proof.time_s, memory_mib=proof.memory_mib)
        else:
            limits = infer_limits(self.context.package.problem.limits, manifest.limits, self.solutions)
        if limits != manifest.limits:
            tried, limited = self.bundle, manifest.model_copy(update={"limits": limits})
            self.bundle = seal(limited, tried.samples, tried.pool, tried.warm)
            if self.compiles:
                self.programs.enter_context(renamed_cache(tried, self.bundle, self.context.grader))

    def _require_none(self, findings: list[str]) -> None:
        if findings:
            raise PublishRefusedError(self.context.package.slug, findings, self.solutions)


def manifest_of(package: Package) -> Manifest:
    """Return a problem's manifest, with its declared limits, or else the limits for trials."""
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
        notes=package.notes,
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
