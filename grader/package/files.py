"""Strict types for a problem's files, as an instructor writes them. Errors name file, line and key.

::

    problems/<slug>/              problem.yaml statement.md lesson.md hints.md starter.py cases.py
                                  [bodies.py] [warmup.py] [solution.md]
                                  [statement.de.md lesson.de.md hints.de.md solution.de.md ...]
    reference_solutions/<slug>/   reference.py [checker.py] accepted/*.py rejected/*.py submissions.yaml
                                  [equivalent.yaml]

No authored code is imported or run here; that happens in a sandbox, at publishing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, RootModel, model_validator

from grader.errors import PackageError
from grader.package.digest import digest_of_source, is_by_the_way
from grader.package.hints import parse_hints, parse_translated_hints
from grader.package.needs import Device, Needs
from grader.package.notes import NOTES, LineNote, parse_notes, parse_translated_notes
from grader.package.parameters import check_parameters
from grader.package.specs import Checks
from grader.package.specs.base import Name, Strict, Text
from grader.package.strict_yaml import line_of, parse_yaml
from grader.package.translations import ORIGINAL, Language, Translation, read_translations
from grader.report import Verdict

if TYPE_CHECKING:
    from pathlib import Path

MAX_FILE = 256 * 1024
"""The maximum size of one file of a package, in bytes."""
SLUG = re.compile(r"[a-z][a-z0-9_]{0,63}")
CANONICAL = "canonical.py"
"""The accepted solution that learners see after solving the problem."""
BODIES = "bodies.py"
"""An optional, public file with functions that cases pass to the entry point, or use to build its arguments."""
CHECKER = "checker.py"
WARMUP = "warmup.py"
"""An optional, public file that a zygote runs instead of the starter, to warm up the problem's operations."""
EQUIVALENT = "equivalent.yaml"
"""An optional file that lists mutants of accepted solutions that are correct too, each with the reason."""
REQUIRED = ["problem.yaml", "statement.md", "lesson.md", "hints.md", "starter.py", "cases.py"]


class Concepts(Strict):
    """The concepts that a problem teaches, and those that a learner should know already."""

    teaches: list[Text] = Field(min_length=1)
    requires: list[Text] = Field(default=[])


class Parameter(Strict):
    """One parameter of the entry point.

    `type` looks like `float32[N, D]` or `int`; it may also be a class that the submission defines, or `function`, a
    function of `bodies.py`.
    """

    name: Name
    type: Text
    about: Text


class Returns(Strict):
    """The return value of the entry point."""

    type: Text
    about: Text


class Limits(Strict):
    """A submission's limits: `time_s` seconds of processor time for each case, `memory_mib` MiB of private memory.

    A sandbox never gets more memory than the installation's limit, which is also the default.
    """

    time_s: float = Field(gt=0, le=600)
    memory_mib: int | None = None


class LimitsSpec(Strict):
    """The limits in `problem.yaml`. A missing limit is inferred from the solutions."""

    time_limit: float | None = Field(
        default=None,
        gt=0,
        le=600,
        description="seconds of processor time for each case; by default five times the slowest accepted solution's, "
        "at least twice that of the slowest one rejected for reasons other than time, and at least 10",
        validation_alias=AliasChoices("time_limit", "time_s"),
    )
    memory: int | None = Field(
        default=None,
        ge=256,
        le=2**20,
        description="MiB of private memory; by default twice the most that an accepted solution uses, at least 1536",
    )


class Credits(Strict):
    """The people who made a problem. A plain string names the author."""

    authors: list[Text] = Field(min_length=1)
    contributors: list[Text] = Field(default=[])
    testers: list[Text] = Field(default=[])
    translators: dict[Language, list[Text]] = Field(default={})
    packagers: list[Text] = Field(default=[])
    acknowledgements: list[Text] = Field(default=[])

    def tell(self) -> str:
        """Return all names as one text."""
        roles = {"contributors": self.contributors, "testers": self.testers, "packagers": self.packagers}
        roles |= {f"translators ({language})": people for language, people in self.translators.items()}
        roles |= {"thanks to": self.acknowledgements}
        more = [f"{role}: {', '.join(people)}" for role, people in roles.items() if people]
        return "; ".join([", ".join(self.authors), *more])


def _read_names(name: object) -> object:
    if isinstance(name, str):
        return {ORIGINAL: name}
    if isinstance(name, dict) and False in name:  # YAML reads `no`, which is Norwegian, as false.
        raise ValueError('put the language in quotes: "no"')
    return name


def _check_names_of(names: dict[str, str]) -> dict[str, str]:
    if ORIGINAL not in names:
        raise ValueError(f"add the English name, under `{ORIGINAL}`")
    return names


class Pool(Strict):
    """The hidden cases: how many each submission gets, and whether learners read what they are called."""

    draw: int | None = Field(
        default=None,
        ge=1,
        le=100,
        description="how many hidden cases are drawn at random for each submission; by default all",
    )
    labels: Literal["private", "public"] = Field(
        default="private",
        description="whether learners read the labels and names of hidden cases; authors always do",
        exclude_if=lambda labels: labels == "private",
    )
    """Omitted from bundles if private, so that those from before there was a choice keep their digests."""

    def count(self, size: int) -> int:
        """Return how many hidden cases of a pool of this size each submission gets."""
        return size if self.draw is None else self.draw


class ProblemFile(Strict):
    """`problem.yaml`."""

    format_version: Literal[1]
    uuid: UUID
    name: Annotated[
        dict[Language, Text],
        BeforeValidator(
            _read_names,
            json_schema_input_type=Text | dict[Language, Text],
        ),
        AfterValidator(_check_names_of),
    ] = Field(description="the name, or one for each language; `en` is needed")
    track: Text
    track_position: int = Field(ge=1, le=1000)
    difficulty: int = Field(ge=1, le=5)
    concepts: Concepts
    keywords: list[Text] = Field(default=[], max_length=50)
    credits: Annotated[
        Credits,
        BeforeValidator(
            lambda credits_: {"authors": [credits_]} if isinstance(credits_, str) else credits_,
            json_schema_input_type=Text | Credits,
        ),
    ]
    license: Text
    needs: Needs = Needs()
    device: Device = "any"
    entry_point: Name
    defines: list[Name] = Field(default=[])
    parameters: list[Parameter] = Field(min_length=1)
    returns: Returns
    checks: Checks
    limits: LimitsSpec = LimitsSpec()
    pool: Pool = Pool()


class Rejection(Strict):
    """The verdict and code that a rejected solution must get, and the reason why people write it."""

    verdict: Verdict
    code: Annotated[str, Field(pattern=r"^[a-z_]+\.[a-z_]+$")]
    message: str = Field(min_length=1, max_length=1000)


class SubmissionsFile(Strict):
    """`submissions.yaml`: each accepted solution with its style, and each rejected one with its reason."""

    accepted: dict[str, Text]
    rejected: dict[str, Rejection]


class EquivalentFile(
    RootModel[
        dict[
            Annotated[str, Field(pattern=r"^[\w. -]+:(fake\.[a-z_]+|[a-z_]+\.[0-9]+)$")],
            Annotated[str, Field(min_length=20, max_length=1000)],
        ]
    ]
):
    """`equivalent.yaml`: names of mutants, such as `canonical:drop_jit.1`, and why each is equivalent."""

    @model_validator(mode="before")
    @classmethod
    def _read_empty_file(cls, data: object) -> object:
        return {} if data is None else data


@dataclass(frozen=True)
class Package:
    """A problem as its author wrote it: the parsed manifest and the text of each file."""

    slug: str
    problem: ProblemFile
    submissions: SubmissionsFile
    statement: str
    lesson: str
    hints: list[str]
    starter: str
    warmup: str
    bodies: str
    cases: str
    reference: str
    checker: str
    accepted: dict[str, str]
    rejected: dict[str, str]
    equivalent: dict[str, str]
    notes: list[LineNote]
    translations: dict[str, Translation]
    digest: str
    """The digest of all files."""
    judged_digest: str
    """The digest of what verdicts and trials may depend on: all but prose, names and descriptions."""


def read_package(package_dir: Path, references_dir: Path) -> Package:
    """Read the problem in `package_dir` and its solutions in `references_dir`.

    Raises `PackageError`, naming file, line and key, for the first error.
    """
    slug = package_dir.name
    if not SLUG.fullmatch(slug):
        message = "a problem's folder is named in lower case letters, digits and underscores"
        raise PackageError(message, file=str(package_dir), suggestion="rename the folder, for instance my_problem")
    for root in (package_dir, references_dir):
        _refuse_strangers(root)
    texts = {name: _read_text(package_dir / name) for name in REQUIRED}
    problem = parse_yaml(ProblemFile, texts["problem.yaml"], package_dir / "problem.yaml")
    listing = references_dir / "submissions.yaml"
    submissions = parse_yaml(SubmissionsFile, _read_text(listing), listing)
    accepted = _read_solutions(references_dir / "accepted", set(submissions.accepted), listing)
    rejected = _read_solutions(references_dir / "rejected", set(submissions.rejected), listing)
    if CANONICAL not in accepted:
        message = f"there is no {CANONICAL}, the solution that learners see after solving the problem"
        raise PackageError(message, file=str(references_dir / "accepted"), suggestion=f"add accepted/{CANONICAL}")
    _refuse_empty_checks(problem, package_dir / "problem.yaml")
    parameters = [(parameter.name, parameter.type) for parameter in problem.parameters]
    check_parameters(parameters, problem.checks, package_dir / "problem.yaml")
    hints = parse_hints(texts["hints.md"], package_dir / "hints.md")
    notes_file, solution = package_dir / NOTES, accepted[CANONICAL]
    notes = parse_notes(_read_text(notes_file), solution, notes_file) if notes_file.exists() else []
    splitters = {
        "hints": partial(parse_translated_hints, len(hints)),
        "notes": partial(parse_translated_notes, notes, solution),
    }
    return Package(
        slug=slug,
        problem=problem,
        submissions=submissions,
        statement=texts["statement.md"],
        lesson=texts["lesson.md"],
        hints=hints,
        starter=texts["starter.py"],
        warmup=_read_text(package_dir / WARMUP) if (package_dir / WARMUP).exists() else texts["starter.py"],
        bodies=_read_text(package_dir / BODIES) if (package_dir / BODIES).exists() else "",
        cases=texts["cases.py"],
        reference=_read_text(references_dir / "reference.py"),
        checker=_read_checker(problem, package_dir / "problem.yaml", references_dir / CHECKER),
        accepted=accepted,
        rejected=rejected,
        equivalent=read_equivalent(references_dir / EQUIVALENT),
        notes=notes,
        translations=read_translations(package_dir, problem.name, _read_text, splitters),
        digest=digest_of_source(package_dir, references_dir),
        judged_digest=digest_of_source(package_dir, references_dir, prose=False),
    )


def read_equivalent(path: Path) -> dict[str, str]:
    """Return the mutants that the file `path` lists, with the reasons; empty if there is no such file.

    Raises `PackageError`.
    """
    return parse_yaml(EquivalentFile, _read_text(path), path).root if path.exists() else {}


def _read_checker(problem: ProblemFile, manifest: Path, path: Path) -> str:
    """Return the problem's own checker, empty if it has none; raise `PackageError` if only its file or check exists."""
    line = line_of(manifest, ("checks",))
    if problem.checks.checker is not None:
        return _read_text(path)
    if path.exists():
        message, suggestion = f"there is a {CHECKER}, but no check `checker`", "declare checks.checker with its codes"
        raise PackageError(message, file=str(manifest), line=line, key="checks", suggestion=suggestion)
    if problem.checks.values is None:
        message = "outputs are neither compared nor checked: `values` is null and there is no `checker`"
        raise PackageError(message, file=str(manifest), line=line, key="checks.values", suggestion="take the key out")
    return ""


def _refuse_strangers(root: Path) -> None:
    """Raise for a link or a device below a folder, since reading it could copy other data of this machine."""
    for path in sorted(root.rglob("*")):
        if is_by_the_way(path.relative_to(root)):
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            advice = "put the file itself there"
            raise PackageError("this is not a plain file, but a link or a device", file=str(path), suggestion=advice)


def _read_text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_FILE:
            raise PackageError(f"the file has more than the {MAX_FILE} bytes allowed", file=str(path))
        data = path.read_bytes()
    except FileNotFoundError:
        raise PackageError("the file is missing", file=str(path), suggestion=f"add {path.name}") from None
    except OSError as error:
        raise PackageError(f"the file can't be read: {error.strerror}", file=str(path)) from error
    try:
        # Editors of other systems write a byte-order mark, and end lines in another way.
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PackageError("the file is not UTF-8", file=str(path), line=line, suggestion="save it as UTF-8") from error


def _read_solutions(folder: Path, listed: set[str], listing: Path) -> dict[str, str]:
    found = {path.name for path in folder.glob("*.py") if not is_by_the_way(path.relative_to(folder))}
    for name in sorted(listed - found):
        message, suggestion = f"{folder.name}/{name} is listed but missing", "add the file, or take it off the list"
        line = line_of(listing, (folder.name, name))
        raise PackageError(message, file=str(listing), line=line, key=name, suggestion=suggestion)
    for name in sorted(found - listed):
        message = f"{folder.name}/{name} exists but is not listed"
        raise PackageError(message, file=str(listing), suggestion=f"list it under {folder.name}")
    return {name: _read_text(folder / name) for name in sorted(found)}


def _refuse_empty_checks(problem: ProblemFile, manifest: Path) -> None:
    """Refuse a check without a value, such as a bare `sealed:`, which YAML reads as null: it would be off."""
    for name, field in Checks.model_fields.items():
        if name in problem.checks.model_fields_set and getattr(problem.checks, name) is field.default is None:
            advice = f"write `{name}: {{}}`, or its keys, or take it out"
            message, line = "it has no value, so the check would be off", line_of(manifest, ("checks", name))
            raise PackageError(message, file=str(manifest), line=line, key=f"checks.{name}", suggestion=advice)
