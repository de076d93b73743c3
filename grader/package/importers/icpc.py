"""Imports packages of the ICPC problem format, 2025-09, 2023-07 or legacy, which Kattis and many contests use.

The importer expects `problem.yaml` with `name`, `uuid`, `credits` or `author`, `license`, `keywords`, `limits`; the
statement as Markdown or LaTeX in `statement/` or `problem_statement/`; pairs of `.in` and `.ans` in `data/sample` and
`data/secret`; submissions in folders named after their verdict.

ICPC programs read standard input and print; here a function is called. So the entry point becomes
`solve(text: str) -> str`, and submissions in Python 3 are wrapped in it. The `.ans` files hold the expected answers:
the reference refuses to answer a test for which its program prints something else. A `checker.py` compares outputs as
the format's default validator does. The use of JAX can't be checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from grader.errors import PackageError
from grader.package.importers.answers import CODES, read_flags, write_checker, write_reference
from grader.package.importers.draft import (
    HINTS,
    LESSON,
    MADE_UP,
    PackageDraft,
    base_manifest,
    choose_slug,
    read_file,
    shorten,
)
from grader.package.importers.languages import find_objection
from grader.package.importers.tex import ConvertedText, convert
from grader.package.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "problem.yaml"
MAX_CASES = 60
MAX_DATA = 150_000
"""The maximum number of characters of all cases, which have to fit into `cases.py`."""
VERDICTS = {
    "wrong_answer": ("wrong_answer", None),
    "time_limit_exceeded": ("time_limit_exceeded", "limit.time"),
    "run_time_error": ("runtime_error", "error.exception"),
}
"""Folders of submissions, with the verdict and code that their programs must get; None: the code of a wrong text."""
VALIDATORS = ("output_validators", "output_validator")
OTHER_FOLDERS = (
    *("input_validators", "input_format_validators", "answer_validators", "graders", "attachments", "include"),
    *("generators", "illustrations"),
)
ADVICE = dict.fromkeys(VALIDATORS, "write a checker.py if outputs can't be compared as text")
"""Advice about omitted folders, if there is any."""

_CASES = '''\
"""The package's own test data. The hidden cases are readable here: write a `pool` that draws new ones."""

from grader.inside.authoring import Call, Case

SAMPLES = {samples}
SECRET = {secret}


def make_cases(tests, label):
    """Make a case of each test; its second call has the next test's text, so that a remembered answer is noticed."""
    others = [text for _name, text in [*tests[1:], *tests[:1]]]
    return [
        Case(name, label or name, [Call({{"text": text}}), Call({{"text": other}})])
        for (name, text), other in zip(tests, others, strict=True)
    ]


def samples():
    return make_cases(SAMPLES, "")


def pool(rng):
    return make_cases(SECRET, "a secret test")
'''
_WRAPPED = """\
import contextlib
import io
import sys

PROGRAM = {program!r}


def {function}(text):
    printed, before = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(text)
    try:
        with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
            exec(compile(PROGRAM, {name!r}, "exec"), {{"__name__": "__main__"}})
    finally:
        sys.stdin = before
    return printed.getvalue()
"""


@dataclass(frozen=True)
class PackageTest:
    """A test: a program's input, and its expected output if known."""

    name: str
    text: str
    answer: str | None


@dataclass(frozen=True)
class Submitted:
    """A program of the package."""

    name: str
    source: str


class TestGroupFile(BaseModel):
    """The keys that are read from the files beside the tests; others are ignored."""

    __test__ = False  # pytest would collect it as a test
    model_config = ConfigDict(extra="ignore", frozen=True)

    output_validator_flags: str = ""
    output_validator_args: str | list[str] = ""


class IcpcProblemFile(BaseModel):
    """The keys of `problem.yaml` that are read; others are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str | dict[str, str] = ""
    uuid: str = ""
    credits: Any = None
    author: str | None = None
    license: str = "unknown"
    keywords: list[str] | str = []
    limits: dict[str, Any] = {}
    type: str | list[str] = "pass-fail"
    validation: str = "default"
    validator_flags: str = ""


def import_package(folder: Path, slug: str | None = None) -> PackageDraft:
    """Return a draft of the package in `folder`; raises `PackageError`."""
    path = folder / MANIFEST
    problem = parse_yaml(IcpcProblemFile, read_file(folder, path), path)
    kinds = problem.type.split() if isinstance(problem.type, str) else problem.type
    if not {"pass-fail"} >= set(kinds):
        raise PackageError(f"a problem of the type {problem.type!r} can't be imported", file=str(path), key="type")
    if {"interactive", "score"} & set(problem.validation.split()):
        raise PackageError(
            f"a problem with the validation {problem.validation!r} can't be imported", file=str(path), key="validation"
        )
    draft = PackageDraft(choose_slug(folder, slug))
    samples = _read_tests(draft, folder, "sample", MAX_DATA // 4)
    secret = _read_tests(draft, folder, "secret", MAX_DATA)
    if not samples:
        samples, secret = secret[:1], secret[1:]
        draft.left.append("samples: data/sample has none, so the first secret test became one")
    if samples and not secret:
        secret = samples
        draft.left.append("hidden cases: no secret test fits, so they are the samples; write a `pool`")
    if not secret:
        raise PackageError("it has no test data that fits", file=str(folder / "data"), suggestion="add .in files")
    told = _find_flags(folder, problem)
    has_validator = any(one.is_file() for name in VALIDATORS for one in (folder / name).rglob("*"))
    statement = _read_statement(draft, folder)
    _add_manifest(draft, problem, statement.name, checked=not has_validator)
    program = _add_submissions(draft, folder, "values.mismatch" if has_validator else "checker.differs")
    _add_reference(draft, program, [*samples, *secret], None if has_validator else told)
    draft.files |= {
        "statement.md": statement.text,
        "lesson.md": LESSON,
        "hints.md": HINTS,
        "starter.py": "def solve(text):\n    return text  # your code here\n",
        "cases.py": _CASES.format(samples=_write(samples), secret=_write(secret)),
    }
    draft.taken.append(f"{len(samples)} samples and {len(secret)} secret tests")
    for name in (*VALIDATORS, *OTHER_FOLDERS):
        if any(path.is_file() for path in (folder / name).rglob("*")):
            draft.left.append(f"{name}/: {ADVICE.get(name, 'it has no counterpart here')}")
    draft.left.append(MADE_UP)
    return draft


def _read_tests(draft: PackageDraft, folder: Path, kind: str, room: int) -> list[PackageTest]:
    """Return the tests that fit into `room` characters, with their answers."""
    root = folder / "data" / kind
    found: list[PackageTest] = []
    for path in sorted(root.rglob("*.in")) if root.is_dir() else []:
        inner = path.relative_to(root).with_suffix("").as_posix()
        answer = path.with_suffix(".ans")
        size = path.stat().st_size + (answer.stat().st_size if answer.is_file() else 0)
        if size > room or len(found) == MAX_CASES:
            draft.left.append(f"data/{kind}/{inner}.in: too large, or one too many")
            continue
        room -= size
        if not answer.is_file():
            draft.left.append(f"data/{kind}/{inner}.ans: there is none, so what its test expects is the program's word")
        text = read_file(folder, answer) if answer.is_file() else None
        found.append(PackageTest(f"{kind}-{inner}"[:80], read_file(folder, path), text))
    return found


def _find_flags(folder: Path, problem: IcpcProblemFile) -> str:
    """Return the flags of the package's validator, from `problem.yaml` or a file beside the tests."""
    found = problem.validator_flags
    for name, key in (("testdata.yaml", "output_validator_flags"), ("test_group.yaml", "output_validator_args")):
        for path in (folder / "data" / name, folder / "data" / "secret" / name):
            if path.is_file():
                given = parse_yaml(TestGroupFile, read_file(folder, path), path).model_dump()[key]
                found = (" ".join(given) if isinstance(given, list) else given) or found
    return found.strip()


def _add_reference(draft: PackageDraft, program: Submitted, tests: list[PackageTest], flags: str | None) -> None:
    """Add reference.py and, unless the package has a validator of its own (`flags` is None), checker.py."""
    if flags is None:
        draft.solutions["reference.py"] = _WRAPPED.format(function="solve", program=program.source, name=program.name)
        draft.left.append(
            "the answers in .ans files: the package's own validator decides which are right, and may take others; what "
            "is expected is what reference.py returns, and texts must be equal until you write a checker.py"
        )
        return
    read = read_flags(flags)
    answers: dict[str, tuple[str, str]] = {}
    for test in tests:
        if test.answer is not None and answers.setdefault(test.text, (test.name, test.answer))[1] != test.answer:
            draft.left.append(f"{test.name}: another test has the same input and another answer")
    wrapped = _WRAPPED.format(function="run", program=program.source, name=program.name)
    draft.solutions["reference.py"] = write_reference(wrapped, answers, read)
    draft.solutions["checker.py"] = write_checker(read, flags)
    draft.taken.append(f"{len(answers)} answers of .ans files, which the reference must meet")
    draft.taken.append(f"how outputs are compared, as checker.py: {flags or 'by words, whatever their capitals'}")
    draft.left += [f"the flag {word!r} of the validator, which isn't known" for word in read.unknown]


def _add_manifest(draft: PackageDraft, problem: IcpcProblemFile, name: str, *, checked: bool) -> None:
    names = problem.name if isinstance(problem.name, dict) else {"en": problem.name}
    title = shorten(names.get("en") or next(iter(names.values()), "") or name, draft.slug)
    words = problem.keywords.split() if isinstance(problem.keywords, str) else problem.keywords
    manifest = base_manifest(title, problem.uuid) | {
        "keywords": [shorten(word, "imported") for word in words][:50],
        "credits": _read_credits(problem),
        "license": shorten(problem.license, "unknown"),
        "entry_point": "solve",
        "parameters": [{"name": "text", "type": "str", "about": "what the program reads from standard input"}],
        "returns": {"type": "str", "about": "what the program prints"},
        "checks": {"values": None, "checker": {"codes": CODES}, "repeat": {"reordered": True}}
        if checked
        else {"values": {}, "repeat": {"reordered": True}},
    }
    limit = problem.limits.get("time_limit")
    if isinstance(limit, int | float) and 0 < limit <= 600:  # noqa: PLR2004 - a manifest's maximum
        manifest["limits"] = {"time_limit": limit}
    draft.add_yaml("problem.yaml", manifest)
    draft.taken.append("name, uuid, credits, license, keywords and time limit, where given")
    if "memory" in problem.limits:
        draft.left.append("limits.memory: a sandbox with JAX needs more; declare limits.memory if it matters")


def _read_credits(problem: IcpcProblemFile) -> str:
    given = problem.credits.get("authors") if isinstance(problem.credits, dict) else problem.credits
    people = given if isinstance(given, list) else [given or problem.author]
    names = [person.get("name") if isinstance(person, dict) else person for person in people]
    return shorten(", ".join(str(name) for name in names if name), "unknown")


def _read_statement(draft: PackageDraft, folder: Path) -> ConvertedText:
    for name in ("statement", "problem_statement"):
        root = folder / name
        for suffix in ("en.md", "md", "en.tex", "tex"):
            path = root / f"problem.{suffix}"
            if path.is_file():
                draft.left += [
                    f"{name}/{one.relative_to(root)}: only the English text is taken"
                    for one in sorted(root.rglob("*"))
                    if one.is_file() and one != path
                ]
                if not suffix.endswith("tex"):
                    return ConvertedText(read_file(folder, path))
                found = convert(read_file(folder, path), f"{name}/{path.name}")
                draft.left += found.left
                return found
    draft.left.append("the statement: there is no problem.en.md or problem.en.tex")
    return ConvertedText("The imported package has no statement.\n")


def _add_submissions(draft: PackageDraft, folder: Path, code: str) -> Submitted:
    """Add the programs in Python 3 among the submissions; return the first accepted one.

    `code` is the reason code of a wrong answer.
    """
    accepted: dict[str, str] = {}
    rejected: dict[str, dict[str, str]] = {}
    first: Submitted | None = None
    root = folder / "submissions"
    for path in sorted(root.glob("*/*")) if root.is_dir() else []:
        kind = path.parent.name
        source = read_file(folder, path) if path.is_file() else ""
        objection = _find_objection(kind, path, source)
        if objection is not None:
            draft.left.append(f"submissions/{kind}/{path.name}{objection}")
            continue
        wrapped = _WRAPPED.format(function="solve", program=source, name=path.name)
        if kind == "accepted":
            name = f"{path.stem}.py" if accepted else "canonical.py"
            first = first or Submitted(path.name, source)
            accepted[name] = f"{path.name} of the package."
            draft.solutions[f"accepted/{name}"] = wrapped
        else:
            verdict = VERDICTS[kind]
            name = f"{kind}_{path.stem}.py"
            told = {"verdict": verdict[0], "code": verdict[1] or code, "message": f"{path.name} of the package."}
            rejected[name] = told
            draft.solutions[f"rejected/{name}"] = wrapped
    if first is None:
        raise PackageError(
            "no accepted submission is in Python 3", file=str(root / "accepted"), suggestion="add one, as a .py file"
        )
    draft.add_yaml("submissions.yaml", {"accepted": accepted, "rejected": rejected}, solutions=True)
    draft.taken.append(f"{len(accepted)} accepted and {len(rejected)} rejected programs, wrapped in `solve(text)`")
    return first


def _find_objection(kind: str, path: Path, source: str) -> str | None:
    if kind not in ("accepted", *VERDICTS):
        return ": its folder names no verdict that a program has here"
    return find_objection(path.name, source) if path.is_file() else ": a program of several files"


def _write(tests: list[PackageTest]) -> str:
    return "[\n" + "".join(f"    ({test.name!r}, {test.text!r}),\n" for test in tests) + "]"
