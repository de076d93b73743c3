"""Publishing is compiling: from a problem's files to an immutable bundle, refused where anything does not hold.

Steps: read the files strictly; run the generator, twice; fill the compile cache on public values; run the reference on
every case, twice, in two sandboxes; grade every accepted solution on all cases and every rejected one, which must fail
for the reason it declares; save the bundle. Everything authored runs in sandboxes.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import secrets
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from grader.bodies import defined_in, named_by
from grader.bundle import Bundle, BundleStore, Case, CaseCall, Manifest, seal
from grader.documents import run_blocks
from grader.errors import PublishRefusedError
from grader.judge.checks import CHECKS
from grader.judge.compare import describe, same_bits, to_numpy
from grader.judge.evidence import CaseEvidence
from grader.judge.explain import report_error
from grader.package import BODIES, CANONICAL, Package, digest_of_source, read_package
from grader.protocol import Array, Frame, ProtocolError, Value, ValueReader
from grader.report import Mode, Report, Verdict
from grader.sandbox.process import SandboxEnded
from grader.session import ForgedFrameError, LoadFailedError, Session
from grader.trivial import find_trivial

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from grader.client import Grader
    from grader.judge.evidence import ErrorEvidence, FailureEvidence

    Progress = Callable[[str, int, int], None]
    """Called with a step's name, how much of it is done, and how much there is."""

GENERATOR_SECONDS = 60.0
MAX_CASES = 500
PUBLIC_SEED = "5eed"
MAX_WARM = 16
"""Most cases that a zygote warms up with."""
CACHE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,254}")
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
    samples, pool = _make_cases(package, hmac.new(secret, _label(package), hashlib.sha256).hexdigest(), grader)
    public_samples, public_pool = _make_cases(package, PUBLIC_SEED, grader)
    public = (*public_samples, *public_pool)
    progress("compile cache", 0, 1)
    manifest = _manifest_of(package)
    draft = Bundle(f"draft-{package.digest}", manifest, samples, pool)
    _fill_cache(package, draft, public, grader)
    progress("reference", 0, 1)
    samples, pool = _add_expected(package, draft, grader)
    bundle = seal(manifest, samples, pool, _one_of_each_shape(public))
    _rename_cache(draft, bundle, grader)
    findings = find_trivial(manifest, samples, pool)
    findings += _try_texts(package, grader, progress)
    fresh = _make_fresh(package, draft, grader)
    findings += _try_solutions(package, bundle, fresh, grader, progress, workers)
    if findings:
        _drop_cache(bundle, grader)
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


def _label(package: Package) -> bytes:
    return f"pool:{package.problem.uuid}".encode()


def _make_cases(package: Package, seed: str, grader: Grader) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Run `cases.py` in two sandboxes with the same hexadecimal seed; return its cases, without expected outputs."""
    made: list[Frame] = []
    for _ in range(2):
        spare = grader.pool.take()
        try:
            made.append(Session(spare).generate(package.cases, seed, GENERATOR_SECONDS))
        except LoadFailedError as failed:
            raise _refuse(package, f"cases.py failed: {_tell(failed.failure.error)}") from failed
        except SandboxEnded as ended:
            raise _refuse(package, f"cases.py ended its sandbox ({ended.outcome})") from ended
        finally:
            grader.pool.discard(spare)
    if made[0] != made[1]:
        raise _refuse(package, "cases.py made other cases in a second run: use only `rng`, nothing else that is random")
    try:
        samples, pool = (_read_cases(made[0], key) for key in ("samples", "pool"))
    except (ProtocolError, KeyError, TypeError, ValueError) as error:
        raise _refuse(package, f"cases.py returned something that is not a list of cases: {error}") from error
    names = [case.name for case in (*samples, *pool)]
    parameters = [parameter.name for parameter in package.problem.parameters]
    if not samples or len(pool) < package.problem.pool.draw:
        draw = package.problem.pool.draw
        raise _refuse(
            package, f"at least 1 sample and {draw} pool cases are needed, got {len(samples)} and {len(pool)}"
        )
    if len(names) > MAX_CASES or len(set(names)) != len(names):
        raise _refuse(package, f"case names must differ, and at most {MAX_CASES} cases are allowed")
    for case in (*samples, *pool):
        if not case.calls or any(list(call.args) != parameters for call in case.calls):
            raise _refuse(package, f"case {case.name}: each call needs exactly the arguments {', '.join(parameters)}")
    _check_bodies(package, (*samples, *pool))
    return samples, pool


def _check_bodies(package: Package, cases: Sequence[Case]) -> None:
    """Refuse a case that names a function which `bodies.py` does not define."""
    try:
        defined = defined_in(package.bodies)
    except (SyntaxError, ValueError) as error:
        raise _refuse(package, f"{BODIES} is not valid Python: {error}") from error
    for case in cases:
        missing = named_by(case) - defined
        if missing:
            raise _refuse(package, f"case {case.name}: {BODIES} does not define {', '.join(sorted(missing))}")


def _read_cases(frame: Frame, key: str) -> tuple[Case, ...]:
    reader = ValueReader(frame.payload)
    listed = frame.header[key]
    if not isinstance(listed, list):
        raise TypeError(f"{key} is not a list")
    cases = []
    for node in listed:
        calls = []
        for call in node["calls"]:
            args = {str(name): reader.read(value) for name, value in call["args"].items()}
            allowed = (int(call["traces"][0]), int(call["traces"][1])) if call["traces"] is not None else None
            calls.append(CaseCall(str(call["label"])[:200], args, None, allowed))
        cases.append(Case(str(node["name"])[:80], str(node["label"])[:200], tuple(calls)))
    return tuple(cases)


def _add_expected(package: Package, draft: Bundle, grader: Grader) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Run the reference twice on every case and return the cases with its outputs."""
    cases = (*draft.samples, *draft.pool)
    first, second = (_run_reference(package, draft, cases, grader) for _ in range(2))
    done = []
    for case, (outputs, studies), (again, _) in zip(cases, first, second, strict=True):
        if not all(map(same_bits, outputs, again)):
            raise _refuse(package, f"the reference is not deterministic on case {case.name}")
        values = package.problem.checks.values
        if (values is None or values.nans == "never") and not all(map(_is_finite, outputs)):
            told = f"the reference returns a NaN or an infinity on case {case.name}, and checks.values.nans is `never`"
            raise _refuse(package, told)
        calls = [
            CaseCall(call.label, call.args, output, call.traces)
            for call, output in zip(case.calls, outputs, strict=True)
        ]
        done.append(Case(case.name, case.label, tuple(calls), studies))
    return tuple(done[: len(draft.samples)]), tuple(done[len(draft.samples) :])


def _one_of_each_shape(cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Return the cases whose arguments' kinds, shapes and dtypes no earlier case has."""
    kept: dict[str, Case] = {}
    for case in cases:
        kept.setdefault(repr([[describe(value) for value in call.args.values()] for call in case.calls]), case)
    return tuple(kept.values())[:MAX_WARM]


def _fill_cache(package: Package, bundle: Bundle, cases: tuple[Case, ...], grader: Grader) -> None:
    """Compile what the reference and the accepted solutions need, on the pool's shapes, into the bundle's cache.

    The values come from a public seed: a compiled program may hold constants, and none of a hidden case may be there.
    """
    root = grader.settings.compile_cache
    if root is None:
        return
    directory = root / bundle.digest
    directory.mkdir(parents=True, exist_ok=True)
    directory.chmod(0o755)
    sources = {"reference.py": package.reference, "the warm-up": package.warmup, **package.accepted}
    for name, source in sources.items():
        spare = grader.pool.take()
        try:
            session = Session(spare)
            frames = list(session.run_cases(source, bundle.manifest, cases, bundle=bundle.digest, keep_cache=True))
            if frames[-1].header.get("error") is None:  # a starter may raise: then there is nothing to keep
                save_cache(session.receive_cache(), directory)
        except (LoadFailedError, SandboxEnded, ForgedFrameError) as error:
            if name != "the warm-up":  # running and grading these is yet to come, and tells more
                continue
            told = _tell_failure(error.failure) if isinstance(error, LoadFailedError) else str(error)
            raise _refuse(package, f"the compile cache could not be filled from {name}: {told}") from error
        finally:
            grader.pool.discard(spare)


def _rename_cache(draft: Bundle, bundle: Bundle, grader: Grader) -> None:
    """Give the draft's cache the bundle's name; one that was left by an earlier try is replaced."""
    root = grader.settings.compile_cache
    if root is not None:
        _drop_cache(bundle, grader)
        (root / draft.digest).rename(root / bundle.digest)


def _drop_cache(bundle: Bundle, grader: Grader) -> None:
    if grader.settings.compile_cache is not None:
        shutil.rmtree(grader.settings.compile_cache / bundle.digest, ignore_errors=True)


def save_cache(frame: Frame, directory: Path) -> None:
    """Write the entries of a CACHE frame into `directory`; raise `ForgedFrameError` for names or sizes that lie."""
    entries, at = frame.header.get("entries"), 0
    if not isinstance(entries, list):
        raise ForgedFrameError("CACHE without entries")
    for entry in entries:
        match entry:
            case [str(name), int(size)] if CACHE_NAME.fullmatch(name) and 0 < size <= len(frame.payload) - at:
                (directory / name).write_bytes(frame.payload[at : at + size])
                (directory / name).chmod(0o644)
                at += size
            case _:
                raise ForgedFrameError("malformed CACHE entry")


def _make_fresh(package: Package, draft: Bundle, grader: Grader) -> tuple[Case, ...]:
    """Return cases of a seed that was never used, as many as a submission draws: accepted solutions must hold there."""
    _, pool = _make_cases(package, secrets.token_hex(32), grader)
    _, fresh = _add_expected(package, replace(draft, samples=(), pool=pool[: package.problem.pool.draw]), grader)
    return fresh


def _run_reference(
    package: Package, draft: Bundle, cases: Sequence[Case], grader: Grader
) -> list[tuple[list[Value], dict[str, Value]]]:
    """Return, for each case, the reference's output of each call, and what the studies found in it."""
    spare = grader.pool.take()
    done: list[tuple[list[Value], dict[str, Value]]] = []
    try:
        frames = Session(spare).run_cases(package.reference, draft.manifest, cases, bundle=draft.digest)
        for frame, case in zip(frames, cases, strict=False):  # frames first: the last look takes DONE
            evidence = CaseEvidence.model_validate(frame.header)
            if evidence.error is not None:
                raise _refuse(package, f"reference.py raised on case {case.name}: {_tell(evidence.error)}")
            bad = next((call.unsendable for call in evidence.calls if call.unsendable is not None), None)
            if bad is not None:
                raise _refuse(package, f"reference.py on case {case.name}: {bad}")
            reader = ValueReader(frame.payload)
            outputs = [reader.read(call.output) for call in evidence.calls]
            done.append((outputs, _read_studies(package, case, evidence, reader)))
    except LoadFailedError as failed:
        raise _refuse(package, f"reference.py can't be used: {_tell_failure(failed.failure)}") from failed
    except SandboxEnded as ended:
        raise _refuse(package, f"reference.py ended its sandbox ({ended.outcome})") from ended
    except (ForgedFrameError, ProtocolError, ValidationError) as error:
        raise _refuse(package, f"reference.py disturbed the grader: {error}") from error
    finally:
        grader.pool.discard(spare)
    return done


def _read_studies(package: Package, case: Case, evidence: CaseEvidence, reader: ValueReader) -> dict[str, Value]:
    """Return what the studies found in the reference; refuse where a check would have nothing to compare with."""
    found = {}
    for name, study in evidence.studies.items():
        if CHECKS[name].needs_reference and (study.error is not None or study.found is None):
            why = _tell(study.error) if study.error is not None else "nothing was found"
            raise _refuse(package, f"the check {name} can't be made on reference.py, case {case.name}: {why}")
        if study.error is None:
            found[name] = reader.read(study.found)
    return found


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


def _is_finite(value: Value) -> bool:
    if isinstance(value, Array):
        array = to_numpy(value)
        return array.dtype.kind not in "fcV" or bool(np.isfinite(array.astype(np.complex128)).all())
    if isinstance(value, list | tuple):
        return all(_is_finite(item) for item in value)
    if isinstance(value, dict):
        return all(_is_finite(item) for item in value.values())
    return not isinstance(value, float) or math.isfinite(value)


def _tell(error: ErrorEvidence | None) -> str:
    return report_error(error, hidden=False).traceback if error is not None else "no reason was given"


def _tell_failure(failure: FailureEvidence) -> str:
    """Return in words why a file could not be loaded."""
    lacks = {"entry_point": "the entry point", "class": f"the class {failure.name}", "arity": "the parameters"}
    return f"it lacks {lacks[failure.stage]} of problem.yaml" if failure.stage in lacks else _tell(failure.error)


def _refuse(package: Package, finding: str) -> PublishRefusedError:
    return PublishRefusedError(package.slug, [finding])
