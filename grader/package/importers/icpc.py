"""Imports packages of the ICPC problem format, 2025-09 or legacy.

The importer expects `problem.yaml` with `name`, `uuid`, `credits` or `author`, `license`, `keywords`, `limits`; the
statement as Markdown or LaTeX in `statement/` or `problem_statement/`; pairs of `.in` and `.ans` in `data/sample` and
`data/secret`; submissions in folders named after their verdict.

ICPC programs read standard input and print; here a function is called. So the entry point becomes
`solve(text: str) -> str`, and Python submissions are wrapped in it. This is only a start: the output is text, and the
use of JAX can't be checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from grader.errors import PackageError
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
from grader.package.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "problem.yaml"
MAX_CASES = 60
MAX_DATA = 150_000
"""The maximum number of characters of all cases, which have to fit into `cases.py`."""
ADVICE = dict.fromkeys(
    ("output_validators", "output_validator"), "write a checker.py if outputs can't be compared as text"
)
"""What to do about folders that are left out, where there is something."""
VERDICTS = {
    "wrong_answer": ("wrong_answer", "values.mismatch"),
    "time_limit_exceeded": ("time_limit_exceeded", "limit.time"),
    "run_time_error": ("runtime_error", "error.exception"),
}
"""Folders of submissions, and the verdict and code that their programs must get here."""

_CASES = '''\
"""The package's own test data. The hidden cases are readable here: write a `pool` that draws new ones."""

from grader.inside.authoring import Call, Case

SAMPLES = {samples}
SECRET = {secret}


def samples():
    return [Case(name, name, [Call({{"text": text}})]) for name, text in SAMPLES]


def pool(rng):
    return [Case(name, "a secret test", [Call({{"text": text}})]) for name, text in SECRET]
'''
_WRAPPED = """\
import contextlib
import io
import sys

PROGRAM = {program!r}


def solve(text):
    printed, before = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(text)
    try:
        with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
            exec(compile(PROGRAM, {name!r}, "exec"), {{"__name__": "__main__"}})
    finally:
        sys.stdin = before
    return printed.getvalue()
"""


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


def import_package(folder: Path, slug: str | None = None) -> PackageDraft:
    """Return a draft of the package in `folder`; raises `PackageError`."""
    path = folder / MANIFEST
    problem = parse_yaml(IcpcProblemFile, read_file(folder, path), path)
    kinds = problem.type.split() if isinstance(problem.type, str) else problem.type
    if not {"pass-fail"} >= set(kinds):
        raise PackageError(f"a problem of the type {problem.type!r} can't be imported", file=str(path), key="type")
    draft = PackageDraft(choose_slug(folder, slug))
    samples = _read_cases(draft, folder, "sample", MAX_DATA // 4)
    secret = _read_cases(draft, folder, "secret", MAX_DATA)
    if not samples:
        samples, secret = secret[:1], secret[1:]
        draft.left.append("samples: data/sample has none, so the first secret test became one")
    if not secret:
        raise PackageError("it has no test data that fits", file=str(folder / "data"), suggestion="add .in files")
    _add_manifest(draft, problem)
    _add_submissions(draft, folder)
    draft.files |= {
        "statement.md": _read_statement(draft, folder),
        "lesson.md": LESSON,
        "hints.md": HINTS,
        "starter.py": "def solve(text):\n    return text  # your code here\n",
        "cases.py": _CASES.format(samples=_write(samples), secret=_write(secret)),
    }
    draft.taken.append(f"{len(samples)} samples and {len(secret)} secret tests")
    unread = "the answers in .ans files: nothing compares with them; what is expected is what reference.py returns"
    draft.left.append(unread)
    draft.left.append("lenient comparison (spaces, capitals, tolerances of numbers): texts must be equal here")
    for name in ("output_validators", "output_validator", "input_validators", "graders", "attachments", "include"):
        if any(path.is_file() for path in (folder / name).rglob("*")):
            draft.left.append(f"{name}/: {ADVICE.get(name, 'it has no counterpart here')}")
    draft.left.append(MADE_UP)
    return draft


def _read_cases(draft: PackageDraft, folder: Path, kind: str, room: int) -> list[tuple[str, str]]:
    """Return the name and the input of each test that fits into `room` characters."""
    root = folder / "data" / kind
    found: list[tuple[str, str]] = []
    for path in sorted(root.rglob("*.in")) if root.is_dir() else []:
        name = f"{kind}-{path.relative_to(root).with_suffix('').as_posix()}"[:80]
        size = path.stat().st_size
        if size > room or len(found) == MAX_CASES:
            draft.left.append(f"data/{kind}/{path.name}: too large, or one too many")
            continue
        room -= size
        found.append((name, read_file(folder, path)))
    return found


def _add_manifest(draft: PackageDraft, problem: IcpcProblemFile) -> None:
    names = problem.name if isinstance(problem.name, dict) else {"en": problem.name}
    title = shorten(names.get("en") or next(iter(names.values()), ""), draft.slug)
    words = problem.keywords.split() if isinstance(problem.keywords, str) else problem.keywords
    manifest = base_manifest(title, problem.uuid) | {
        "keywords": [shorten(word, "imported") for word in words][:50],
        "credits": _read_credits(problem),
        "license": shorten(problem.license, "unknown"),
        "entry_point": "solve",
        "parameters": [{"name": "text", "type": "str", "about": "what the program reads from standard input"}],
        "returns": {"type": "str", "about": "what the program prints"},
        "checks": {"values": {}, "repeat": {}},
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


def _read_statement(draft: PackageDraft, folder: Path) -> str:
    for name in ("statement", "problem_statement"):
        for suffix in ("en.md", "md", "en.tex", "tex"):
            path = folder / name / f"problem.{suffix}"
            if path.is_file():
                if suffix.endswith("tex"):
                    draft.left.append(f"{name}/{path.name} is LaTeX: rewrite it as Markdown")
                    return f"```latex\n{read_file(folder, path)}\n```\n"
                return read_file(folder, path)
    draft.left.append("the statement: there is no problem.en.md or problem.en.tex")
    return "The imported package has no statement.\n"


def _add_submissions(draft: PackageDraft, folder: Path) -> None:
    """Add the Python programs among the submissions; the first accepted one is the reference."""
    accepted: dict[str, str] = {}
    rejected: dict[str, dict[str, str]] = {}
    root = folder / "submissions"
    for path in sorted(root.glob("*/*")) if root.is_dir() else []:
        kind = path.parent.name
        if path.suffix != ".py" or kind not in ("accepted", *VERDICTS):
            draft.left.append(f"submissions/{kind}/{path.name}: only Python programs with one verdict are taken")
            continue
        wrapped = _WRAPPED.format(program=read_file(folder, path), name=path.name)
        if kind == "accepted":
            name = path.name if accepted else "canonical.py"
            accepted[name] = f"{path.name} of the package."
            draft.solutions[f"accepted/{name}"] = wrapped
        else:
            verdict, code = VERDICTS[kind]
            name = f"{kind}_{path.name}"
            rejected[name] = {"verdict": verdict, "code": code, "message": f"{path.name} of the package."}
            draft.solutions[f"rejected/{name}"] = wrapped
    if not accepted:
        raise PackageError(
            "no accepted submission is in Python", file=str(root / "accepted"), suggestion="add one, as a .py file"
        )
    draft.solutions["reference.py"] = draft.solutions["accepted/canonical.py"]
    draft.add_yaml("submissions.yaml", {"accepted": accepted, "rejected": rejected}, solutions=True)
    draft.taken.append(f"{len(accepted)} accepted and {len(rejected)} rejected programs, wrapped in `solve(text)`")


def _write(cases: list[tuple[str, str]]) -> str:
    return "[\n" + "".join(f"    ({name!r}, {text!r}),\n" for name, text in cases) + "]"
