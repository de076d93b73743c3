"""An instructor's files are read strictly; each mistake is reported with file, line, key and a suggestion."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import PackageError
from grader.package.digest import digest_of_source
from grader.package.files import MAX_FILE, Package, read_package
from grader.package.specs import Checks
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]
PROBLEM = """\
format_version: 1
uuid: 11111111-2222-3333-4444-555555555555
name: Twice
track: Basics
track_position: 1
difficulty: 1
concepts:
  teaches: [doubling]
credits: Nobody
license: Apache-2.0
entry_point: twice
parameters:
  - {name: x, type: "float32[N]", about: numbers}
returns: {type: "float32[N]", about: twice as much}
checks:
  values: {tolerance: 8}
  repeat: {ignoring: [x]}
"""
SUBMISSIONS = """\
accepted:
  canonical.py: Plain.
rejected:
  thrice.py: {verdict: wrong_answer, code: values.mismatch, message: A slip.}
"""
CODE = "def twice(x):\n    return 2 * x\n"


@dataclass
class Files:
    """A package on disk; `write` and `remove` take paths below it."""

    root: Path

    @property
    def package(self) -> Path:
        return self.root / "problems" / "twice"

    @property
    def references(self) -> Path:
        return self.root / "references" / "twice"

    def write(self, name: str, data: str | bytes) -> None:
        path = (self.references if name.startswith(("accepted", "rejected", "ref", "sub")) else self.package) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)

    def remove(self, name: str) -> None:
        next(path for path in (self.package / name, self.references / name) if path.exists()).unlink()

    def read(self) -> Package:
        return read_package(self.package, self.references)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    made = Files(tmp_path)
    made.write("problem.yaml", PROBLEM)
    made.write("submissions.yaml", SUBMISSIONS)
    for name in ("statement.md", "lesson.md"):
        made.write(name, f"# {name}\n")
    made.write("hints.md", "## Hint\n\nAdd.\n\n## Hint\n\nOr multiply.\n")
    for name in ("starter.py", "cases.py", "reference.py", "accepted/canonical.py"):
        made.write(name, CODE)
    made.write("rejected/thrice.py", CODE.replace("2", "3"))
    return made


def test_a_package_is_read(files: Files) -> None:
    package = files.read()
    assert (package.slug, package.problem.entry_point, package.hints) == ("twice", "twice", ["Add.", "Or multiply."])
    assert package.accepted == {"canonical.py": CODE}
    assert package.submissions.rejected["thrice.py"].verdict is Verdict.WRONG_ANSWER
    assert package.warmup == package.starter
    assert package.problem.pool.draw is None
    assert package.problem.limits.time_limit is None
    files.write("warmup.py", "x = 1\n")
    assert files.read().warmup == "x = 1\n"
    assert package.bodies == ""
    files.write("bodies.py", "def f(x):\n    return x\n")
    assert files.read().bodies == "def f(x):\n    return x\n"


@pytest.mark.parametrize("slug", ["jit_forward", "pytree_cache"])
def test_the_packages_that_are_shipped_are_read(slug: str) -> None:
    package = read_package(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)
    assert len(package.accepted) >= 4
    assert len(package.rejected) >= 10


@dataclass(frozen=True)
class Mistake:
    """A change to a valid package, and the expected error."""

    spoil: Callable[[Files], None]
    file: str
    message: str
    line: int | None = None
    key: str | None = None
    suggestion: str | None = None


def rewrite(old: str, new: str, name: str = "problem.yaml") -> Callable[[Files], None]:
    text = {"problem.yaml": PROBLEM, "submissions.yaml": SUBMISSIONS}[name]
    assert text.count(old) == 1
    return lambda files: files.write(name, text.replace(old, new))


def writing(name: str, data: str | bytes) -> Callable[[Files], None]:
    return lambda files: files.write(name, data)


def without(name: str) -> Callable[[Files], None]:
    return lambda files: files.remove(name)


def rename_canonical(files: Files) -> None:
    files.write("submissions.yaml", SUBMISSIONS.replace("canonical", "plain"))
    files.write("accepted/plain.py", CODE)
    files.remove("accepted/canonical.py")


MISTAKES = {
    "unknown key": Mistake(
        rewrite("difficulty: 1", "dificulty: 1\ndifficulty: 1"),
        "problem.yaml",
        "unknown key",
        6,
        "dificulty",
        "did you mean 'difficulty'?",
    ),
    "unknown nested key": Mistake(
        rewrite("{tolerance: 8}", "{tolerence: 8}"),
        "problem.yaml",
        "unknown key",
        16,
        "checks.values.tolerence",
        "did you mean 'tolerance'?",
    ),
    "unknown key of an optional check": Mistake(
        rewrite("{ignoring: [x]}", "{ignore: [x]}"),
        "problem.yaml",
        "unknown key",
        17,
        "checks.repeat.ignore",
        "did you mean 'ignoring'?",
    ),
    "unknown key in a list": Mistake(
        rewrite("about: numbers", "about: numbers, kind: x"),
        "problem.yaml",
        "unknown key",
        13,
        "parameters.0.kind",
        "expected one of: name, type, about",
    ),
    "unknown check": Mistake(
        rewrite("  values: {tolerance: 8}", "  zzzzzz: {}"),
        "problem.yaml",
        "unknown key",
        16,
        "checks.zzzzzz",
        "expected one of: " + ", ".join(Checks.model_fields),
    ),
    "missing key": Mistake(
        rewrite("entry_point: twice\n", ""), "problem.yaml", "the key is missing", 1, "entry_point", "add `entry_point`"
    ),
    "missing nested key": Mistake(
        rewrite("  teaches: [doubling]", "  requires: []"),
        "problem.yaml",
        "the key is missing",
        7,
        "concepts.teaches",
        "add `teaches`",
    ),
    "wrong type": Mistake(
        rewrite("difficulty: 1", "difficulty: hard"), "problem.yaml", "should be a valid integer", 6, "difficulty"
    ),
    "out of range": Mistake(
        rewrite("difficulty: 1", "difficulty: 6"), "problem.yaml", "less than or equal to 5", 6, "difficulty"
    ),
    "not an identifier": Mistake(
        rewrite("entry_point: twice", "entry_point: twice more"),
        "problem.yaml",
        "should match pattern",
        11,
        "entry_point",
    ),
    "not a uuid": Mistake(rewrite("11111111-2222", "zz"), "problem.yaml", "UUID", 2, "uuid"),
    "another format": Mistake(
        rewrite("format_version: 1", "format_version: 2"), "problem.yaml", "Input should be 1", 1, "format_version"
    ),
    "no parameters": Mistake(
        rewrite('  - {name: x, type: "float32[N]", about: numbers}', "  []"),
        "problem.yaml",
        "at least 1 item",
        12,
        "parameters",
    ),
    "another wrapper": Mistake(
        rewrite("  repeat: {ignoring: [x]}", "  jit: {wrapper: jax.jit, module: Linear, calls: x}"),
        "problem.yaml",
        "Input should be 'nnx.jit'",
        17,
        "checks.jit.wrapper",
    ),
    "bad YAML": Mistake(rewrite("name: Twice", "name: [Twice"), "problem.yaml", "not valid YAML", 4),
    "a tab in YAML": Mistake(rewrite("name: Twice", "\tname: Twice"), "problem.yaml", "not valid YAML", 3),
    "YAML that makes objects": Mistake(
        rewrite("name: Twice", "name: !!python/object/apply:os.getcwd []"), "problem.yaml", "not valid YAML", 3
    ),
    "an empty file": Mistake(writing("problem.yaml", ""), "problem.yaml", "valid dictionary"),
    "a list": Mistake(writing("problem.yaml", "- 1\n"), "problem.yaml", "valid dictionary", 1),
    "a key given twice": Mistake(
        rewrite("difficulty: 1", "difficulty: 1\ndifficulty: 2"),
        "problem.yaml",
        "the key is given twice",
        7,
        "difficulty",
        "keep one",
    ),
    "a control character": Mistake(writing("problem.yaml", "name: a\0b\n"), "problem.yaml", "not valid YAML"),
    "no statement": Mistake(
        without("statement.md"), "statement.md", "the file is missing", suggestion="add statement.md"
    ),
    "no problem.yaml": Mistake(
        without("problem.yaml"), "problem.yaml", "the file is missing", suggestion="add problem.yaml"
    ),
    "no reference": Mistake(
        without("reference.py"), "reference.py", "the file is missing", suggestion="add reference.py"
    ),
    "no submissions.yaml": Mistake(
        without("submissions.yaml"), "submissions.yaml", "the file is missing", suggestion="add submissions.yaml"
    ),
    "not UTF-8": Mistake(
        writing("lesson.md", b"fine\nna\xefve\n"), "lesson.md", "not UTF-8", 2, suggestion="save it as UTF-8"
    ),
    "too large": Mistake(
        writing("cases.py", "#" * (MAX_FILE + 1)), "cases.py", f"more than the {MAX_FILE} bytes allowed"
    ),
    "no hint": Mistake(
        writing("hints.md", "Add.\n"),
        "hints.md",
        "there is no hint",
        suggestion='start each hint with a line "## Hint"',
    ),
    "text before the hints": Mistake(
        writing("hints.md", "# Hint\n\nLook.\n\n## Hint\n\nAdd.\n"),
        "hints.md",
        "there is text before the first hint",
        suggestion='start each hint with a line "## Hint"',
    ),
    "Norwegian": Mistake(
        rewrite("name: Twice", "name: {en: Twice, no: Dobbelt}"),
        "problem.yaml",
        'put the language in quotes: "no"',
        3,
        "name",
    ),
    "listed but missing": Mistake(
        without("rejected/thrice.py"),
        "submissions.yaml",
        "rejected/thrice.py is listed but missing",
        4,
        "thrice.py",
        "add the file, or take it off the list",
    ),
    "not listed": Mistake(
        writing("accepted/other.py", CODE),
        "submissions.yaml",
        "accepted/other.py exists but is not listed",
        suggestion="list it under accepted",
    ),
    "no canonical solution": Mistake(
        rename_canonical, "accepted", "there is no canonical.py", suggestion="add accepted/canonical.py"
    ),
    "no such verdict": Mistake(
        rewrite("verdict: wrong_answer", "verdict: wrong", "submissions.yaml"),
        "submissions.yaml",
        "Input should be 'accepted', 'wrong_answer'",
        4,
        "rejected.thrice.py.verdict",
    ),
    "a code that is none": Mistake(
        rewrite("values.mismatch", "Mismatch", "submissions.yaml"),
        "submissions.yaml",
        "should match pattern",
        4,
        "rejected.thrice.py.code",
    ),
    "a misspelt key, which is also missing": Mistake(
        rewrite("accepted:", "acepted:", "submissions.yaml"),
        "submissions.yaml",
        "unknown key",
        1,
        "acepted",
        "did you mean 'accepted'?",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named(files: Files, mistake: Mistake) -> None:
    check_mistake(files, mistake)


def check_mistake(files: Files, mistake: Mistake) -> None:
    """Make a mistake, and check what is told about it."""
    mistake.spoil(files)
    with pytest.raises(PackageError) as caught:
        files.read()
    error = caught.value
    assert Path(error.file).name == mistake.file
    assert mistake.message in error.message
    assert (error.line, error.key) == (mistake.line, mistake.key)
    assert mistake.suggestion is None or error.suggestion == mistake.suggestion
    text = str(error)
    assert text.startswith(error.file if error.line is None else f"{error.file}:{error.line}: ")
    assert all(part is None or part in text for part in (error.key, error.message, error.suggestion))


def test_a_folder_whose_name_is_no_slug_is_refused(files: Files) -> None:
    folder = files.package.rename(files.package.with_name("Twice-Two"))
    with pytest.raises(PackageError, match=r"lower case letters.*rename the folder"):
        read_package(folder, files.references)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=r"problem\.yaml: the file is missing"):
        read_package(tmp_path / "twice", tmp_path / "twice")


def test_a_folder_in_place_of_a_file_is_told(files: Files) -> None:
    files.remove("lesson.md")
    (files.package / "lesson.md").mkdir()
    with pytest.raises(PackageError, match="can't be read: Is a directory"):
        files.read()


def test_the_digest_covers_every_byte_and_name(files: Files) -> None:
    seen = {files.read().digest}
    assert files.read().digest in seen
    files.write("lesson.md", "# other\n")
    seen.add(files.read().digest)
    files.write("accepted/canonical.py", CODE + "\n")
    seen.add(files.read().digest)
    files.write("figure.svg", "")
    seen.add(files.read().digest)
    (files.package / "figure.svg").rename(files.package / "picture.svg")
    seen.add(files.read().digest)
    assert len(seen) == 5
    files.write("__pycache__/cases.pyc", b"x")
    assert files.read().digest in seen
    assert digest_of_source(files.package, files.references) in seen
