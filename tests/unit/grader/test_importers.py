"""Other platforms' folders become packages that parse, with a report of the parts that didn't fit."""

from __future__ import annotations

import ast
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PackageError
from grader.inside.authoring import Seen
from grader.package.archive import write_folders
from grader.package.files import Package, read_package
from grader.package.importers import import_foreign, tex

if TYPE_CHECKING:
    from pathlib import Path

    from grader.package.importers.draft import PackageDraft

ICPC = {
    "problem.yaml": """\
problem_format_version: 2025-09
uuid: 11111111-2222-3333-4444-555555555555
name: {en: Adding, sv: Addera}
credits: {authors: [Ada <ada@example.org>, {name: Bob}]}
license: cc by-sa
keywords: [sums]
limits: {time_limit: 2, memory: 512}
""",
    "statement/problem.en.md": "Add two numbers.\n",
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/group/1.in": "3 4\n",
    "data/secret/group/1.ans": "7\n",
    "data/secret/group/2.in": "5 6\n",
    "data/secret/group/2.ans": "11\n",
    "submissions/accepted/add.py": "print(sum(map(int, input().split())))\n",
    "submissions/accepted/add.cpp": "int main() {}\n",
    "submissions/wrong_answer/off.py": "print(1 + sum(map(int, input().split())))\n",
}
TEX = r"""\problemname{Adding up}
Add \emph{two} numbers, $a$ and $b$, with $a \le 10^9$.
\illustration{0.4}{two.png}{Two numbers}

\section*{Input}
\begin{itemize}
\item two numbers
\end{itemize}
"""
KERNEL = {
    "task.yml": """\
lang: py
description: |
  Add two vectors.
files:
  - {name: submission.py, source: "@SUBMISSION@"}
config: {main: eval.py}
test_timeout: 180
tests:
  - {size: 127, seed: 4242}
benchmarks:
  - {size: 1024, seed: 1}
ranking_by: geom
""",
    "reference.py": """\
import numpy as np

def generate_input(size, seed):
    return np.random.default_rng(seed).standard_normal((2, size)).astype(np.float32)

def ref_kernel(data):
    return data[0] + data[1]
""",
    "eval.py": "",
}


def lay_out(root: Path, files: dict[str, str]) -> Path:
    folder = root / "Add-Two"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def unpack(draft: PackageDraft, root: Path) -> Package:
    write_folders(draft.pack(), root / "p", root / "r")
    return read_package(root / "p" / draft.slug, root / "r" / draft.slug)


def test_an_icpc_package(tmp_path: Path) -> None:
    draft = import_foreign(lay_out(tmp_path, ICPC))
    package = unpack(draft, tmp_path)
    problem = package.problem
    assert (package.slug, problem.name, problem.credits.tell()) == (
        *("add_two", {"en": "Adding"}, "Ada <ada@example.org>, Bob"),
    )
    assert (str(problem.uuid), problem.keywords) == ("11111111-2222-3333-4444-555555555555", ["sums"])
    assert (problem.limits.time_limit, problem.entry_point, problem.pool.draw) == (2.0, "solve", None)
    assert package.statement == "Add two numbers.\n"
    assert (list(package.accepted), list(package.rejected)) == (["canonical.py"], ["wrong_answer_off.py"])
    assert "('secret-group/1', '3 4\\n')" in package.cases
    names: dict[str, object] = {}
    exec(package.reference, names)  # noqa: S102 - this test's own program
    solve = names["solve"]
    assert callable(solve)
    assert (solve("1 2\n"), solve("5 6\n"), solve("2 2\n")) == ("3\n", "11\n", "4\n")
    assert problem.checks.values is None
    left = "\n".join(draft.left)
    for part in ("submissions/accepted/add.cpp: C++", "limits.memory", "made up: track"):
        assert part in left
    assert "3 answers of .ans files, which the reference must meet" in draft.taken


def run_reference(draft: PackageDraft, text: str) -> object:
    names: dict[str, Any] = {}
    exec(draft.solutions["reference.py"], names)  # noqa: S102 - this test's own program
    return names["solve"](text)


def test_a_reference_must_meet_the_answers_of_the_package(tmp_path: Path) -> None:
    """The answers are the truth: a program that prints something else is no reference."""
    draft = import_foreign(lay_out(tmp_path, ICPC | {"data/secret/group/2.ans": "12\n"}))
    assert run_reference(draft, "3 4\n") == "7\n"
    with pytest.raises(
        ValueError, match=r"secret-group/2: this program prints '11\\n', and the package's answer is '12\\n'"
    ):
        run_reference(draft, "5 6\n")


@pytest.mark.parametrize(
    ("flags", "got", "answer", "agrees"),
    [
        ("", "7", "7\n", True),
        ("", "a  B\nc", "A b c", True),
        ("", "7 8", "7", False),
        ("", "7.0", "7", False),
        ("case_sensitive", "a", "A", False),
        ("space_change_sensitive", "1  2", "1 2", False),
        ("space_change_sensitive", "1 2 ", "1 2 ", True),
        ("float_tolerance 1e-3", "1000.5", "1000", True),
        ("float_absolute_tolerance 1e-3", "1000.5", "1000", False),
        ("float_relative_tolerance 1e-3", "0.0005", "0", False),
        ("float_relative_tolerance 1e-3 case_sensitive", "x 1000.5", "X 1000", False),
        ("float_tolerance 1e-3", "nan", "1", False),
    ],
)
def test_outputs_are_compared_as_the_package_says(
    tmp_path: Path,
    flags: str,
    got: str,
    answer: str,
    agrees: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    files = ICPC | {"problem.yaml": f"name: Adding\nvalidator_flags: {flags or chr(39) * 2}\n"}
    draft = import_foreign(lay_out(tmp_path, files))
    names: dict[str, Any] = {}
    exec(draft.solutions["checker.py"], names)  # noqa: S102 - what the importer wrote
    found = names["check"]([Seen({"text": ""}, got, answer, 0)])
    assert (None if found is None else found.code) == (None if agrees else "differs")
    assert names["check"]([Seen({"text": ""}, 7, answer, 0)]).code == "no_text"


def test_flags_are_read_where_packages_have_them(tmp_path: Path) -> None:
    for name, text in (
        ("data/testdata.yaml", "output_validator_flags: float_tolerance 1e-6 strange\n"),
        ("data/secret/test_group.yaml", "output_validator_args: [float_tolerance, '1e-6', strange]\n"),
    ):
        draft = import_foreign(lay_out(tmp_path / name.replace("/", "-"), ICPC | {name: text}))
        assert "ABSOLUTE, RELATIVE = 1e-06, 1e-06" in draft.solutions["checker.py"]
        assert "the flag 'strange' of the validator, which isn't known" in draft.left


def test_a_package_with_one_test_is_a_draft_all_the_same(tmp_path: Path) -> None:
    files = {name: text for name, text in ICPC.items() if not name.startswith("data/s")}
    draft = import_foreign(lay_out(tmp_path, files | {"data/secret/1.in": "1 2\n", "data/secret/1.ans": "3\n"}))
    assert "hidden cases: no secret test fits, so they are the samples; write a `pool`" in draft.left
    unpack(draft, tmp_path)


def test_a_package_with_a_validator_of_its_own(tmp_path: Path) -> None:
    """Where several answers are right, the `.ans` files don't bind the reference, and nothing claims so."""
    draft = import_foreign(
        lay_out(tmp_path, ICPC | {"output_validators/check.py": "", "data/secret/group/2.ans": "0\n"})
    )
    assert run_reference(draft, "5 6\n") == "11\n"
    assert "checker.py" not in draft.solutions
    left = "\n".join(draft.left)
    assert "the package's own validator decides" in left
    assert "output_validators/: write a checker.py" in left
    assert not any("must meet" in line for line in draft.taken)
    unpack(draft, tmp_path)


def test_programs_in_python_2_are_told_apart_and_never_taken(tmp_path: Path) -> None:
    old = {
        "submissions/accepted/a.py": "import sys\nprint sys.stdin.read()\n",
        "submissions/accepted/b.py": "#!/usr/bin/env python2\nprint(1)\n",
        "submissions/accepted/c.py2": "print(1)\n",
        "submissions/accepted/d.py": "n = 1\nline = raw_input()\n",
        "submissions/accepted/e.py": "def xrange(n):\n    return range(n)\n\n\nprint(sum(map(int, input().split())))\n",
        "submissions/accepted/many/main.py": "print(1)\n",
        "submissions/partially_accepted/f.py": "print(1)\n",
    }
    draft = import_foreign(lay_out(tmp_path, ICPC | old))
    assert sorted(draft.solutions) == [
        *("accepted/canonical.py", "accepted/e.py", "checker.py", "reference.py"),
        *("rejected/wrong_answer_off.py", "submissions.yaml"),
    ]
    assert "sum(map(int, input" in draft.solutions["accepted/canonical.py"], "the first that is Python 3"
    told = [line.removeprefix("submissions/") for line in draft.left if line.startswith("submissions/")]
    assert told[0].startswith("accepted/a.py:2: not Python 3 (")
    assert told[1:] == [
        "accepted/add.cpp: C++",
        "accepted/b.py:1: Python 2, says its first line",
        "accepted/c.py2: Python 2",
        "accepted/d.py:2: Python 2, for it uses `raw_input`",
        "accepted/many: a program of several files",
        "partially_accepted/f.py: its folder names no verdict that a program has here",
    ]
    only_old = {name: text for name, text in (ICPC | old).items() if not name.endswith(("add.py", "e.py"))}
    with pytest.raises(PackageError, match="no accepted submission is in Python 3"):
        import_foreign(lay_out(tmp_path / "old", only_old))


def make_legacy() -> dict[str, str]:
    files = ICPC | {"problem.yaml": "author: Ada\n", "problem_statement/problem.en.tex": TEX}
    files |= {"problem_statement/problem.sv.tex": "Addera.", "problem_statement/two.png": ""}
    for name in ("statement/problem.en.md", "data/sample/1.in", "data/sample/1.ans", "data/secret/group/2.ans"):
        del files[name]
    return files


def test_a_legacy_package_whose_statement_pandoc_converts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def run(command: list[str], *, input: bytes, **_options: object) -> subprocess.CompletedProcess[bytes]:  # noqa: A002
        asked.extend([command, input.decode()])
        return subprocess.CompletedProcess(command, 0, b"Add *two* numbers.\n\n", b"")

    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.run", run)
    draft = import_foreign(lay_out(tmp_path, make_legacy()), "adding")
    package = unpack(draft, tmp_path)
    assert (package.slug, package.problem.name, package.problem.credits.tell()) == (
        "adding",
        {"en": "Adding up"},
        "Ada",
    )
    assert package.statement == "Add *two* numbers.\n"
    assert "--sandbox" in asked[0]
    assert "problemname" not in asked[1]
    assert "illustration" not in asked[1]
    left = "\n".join(draft.left)
    for part in (
        "problem_statement/problem.en.tex:3: \\illustration is not brought over",
        "problem_statement/problem.sv.tex: only the English text is taken",
        "problem_statement/two.png: only the English text is taken",
        "data/sample has none",
        "data/secret/group/2.ans: there is none",
    ):
        assert part in left


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (None, "`pandoc`, which converts it, isn't installed"),
        (subprocess.CompletedProcess([], 64, b"", b"Error at line 3\n"), "`pandoc` can't read it (Error at line 3)"),
        (subprocess.TimeoutExpired("pandoc", 1), "took longer than 20 s"),
    ],
)
def test_a_statement_that_nothing_converts_stays_as_it_is_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: object, said: str
) -> None:
    def run(*_command: object, **_options: object) -> object:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr("shutil.which", lambda name: None if outcome is None else f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.run", run)
    draft = import_foreign(lay_out(tmp_path, make_legacy()), "adding")
    assert f"```latex\n{TEX}\n```\n" == draft.files["statement.md"]
    assert any(said in line and line.endswith("rewrite it as Markdown") for line in draft.left)


@pytest.mark.skipif(shutil.which(tex.PROGRAM) is None, reason="pandoc isn't installed")
def test_pandoc_converts_and_reads_no_other_file() -> None:
    found = tex.convert(TEX, "problem.tex")
    assert found.name == "Adding up"
    assert "Add *two* numbers, $a$ and $b$, with $a \\le 10^9$." in found.text
    assert "- two numbers" in found.text.replace("-   ", "- ")
    hostile = tex.convert(r"\input{/etc/passwd} \include{/etc/passwd} Words.", "problem.tex")
    assert "root:" not in hostile.text
    assert hostile.left[0] == "problem.tex:1: \\input is not brought over"


def test_a_kernelbot_task(tmp_path: Path) -> None:
    draft = import_foreign(lay_out(tmp_path, KERNEL))
    package = unpack(draft, tmp_path)
    assert (package.problem.entry_point, package.problem.limits.time_limit) == ("custom_kernel", 180.0)
    assert package.reference.endswith("custom_kernel = ref_kernel\n")
    ast.parse(package.cases)
    assert "{'size': 127, 'seed': 4242}" in package.cases
    left = "\n".join(draft.left)
    for part in ("timing and ranking", "eval.py", "credits and license"):
        assert part in left
    assert "torch" not in left


def test_a_task_in_torch_is_told(tmp_path: Path) -> None:
    files = KERNEL | {"reference.py": "import torch.nn\nfrom triton import jit\n" + KERNEL["reference.py"]}
    draft = import_foreign(lay_out(tmp_path, files))
    assert [line.partition(", ")[0] for line in draft.left[:2]] == [
        "reference.py:1: it imports torch",
        "reference.py:2: it imports triton",
    ]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"README.md": ""}, "not a problem in a format that can be imported"),
        (KERNEL | {"task.yml": "lang: cu\ntests: [{size: 1}]\n"}, "only Python tasks"),
        (KERNEL | {"task.yml": "tests: []\n"}, "at least 1 item"),
        (KERNEL | {"task.yml": "tests: &a [{size: 1}]\nbenchmarks: *a\n"}, "anchors"),
        (KERNEL | {"reference.py": "def ref_kernel(data): pass\n"}, "it does not define `generate_input`"),
        (KERNEL | {"reference.py": "def ref_kernel(:\n"}, "not valid Python"),
        (ICPC | {"problem.yaml": "name: A\ntype: interactive\n"}, "of the type 'interactive' can't be imported"),
        (ICPC | {"problem.yaml": "name: A\nvalidation: custom interactive\n"}, "validation 'custom interactive'"),
        ({"problem.yaml": "name: A\n"}, "no test data that fits"),
        (
            {name: text for name, text in ICPC.items() if not name.startswith("submissions")},
            "no accepted submission is in Python 3",
        ),
    ],
)
def test_what_can_not_be_imported_is_told(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(PackageError) as caught:
        import_foreign(lay_out(tmp_path, files))
    assert said in str(caught.value)


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, ICPC)
    (folder / "data/secret/3.in").symlink_to("/etc/passwd")
    with pytest.raises(PackageError, match="not a regular file in the folder"):
        import_foreign(folder)


def test_a_folder_whose_name_is_no_slug_needs_one(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, KERNEL).rename(tmp_path / "1+1")
    with pytest.raises(PackageError, match="--slug"):
        import_foreign(folder)
    assert import_foreign(folder, "one_and_one").slug == "one_and_one"
