"""Other platforms' folders become packages that parse, with a report of the parts that didn't fit."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from grader.errors import PackageError
from grader.package.archive import write_folders
from grader.package.files import Package, read_package
from grader.package.importers import import_folder

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
    "data/secret/group/2.in": "5 6\n",
    "submissions/accepted/add.py": "print(sum(map(int, input().split())))\n",
    "submissions/accepted/add.cpp": "int main() {}\n",
    "submissions/wrong_answer/off.py": "print(1 + sum(map(int, input().split())))\n",
    "output_validators/check.py": "",
}
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
    draft = import_folder(lay_out(tmp_path, ICPC))
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
    assert solve("1 2\n") == "3\n"
    left = "\n".join(draft.left)
    for part in ("add.cpp", "limits.memory", "output_validators/", "lenient comparison", "made up: track"):
        assert part in left


def test_a_legacy_icpc_package(tmp_path: Path) -> None:
    files = ICPC | {
        "problem.yaml": "name: Adding\nauthor: Ada\n",
        "problem_statement/problem.en.tex": "Add \\emph{two}.",
    }
    del files["statement/problem.en.md"], files["data/sample/1.in"]
    draft = import_folder(lay_out(tmp_path, files), "adding")
    package = unpack(draft, tmp_path)
    assert (package.slug, package.problem.credits.tell(), package.problem.pool.draw) == ("adding", "Ada", None)
    assert "```latex\nAdd \\emph{two}.\n```" in package.statement
    assert any("is LaTeX" in line for line in draft.left)
    assert any("data/sample has none" in line for line in draft.left)


def test_a_kernelbot_task(tmp_path: Path) -> None:
    draft = import_folder(lay_out(tmp_path, KERNEL))
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
    draft = import_folder(lay_out(tmp_path, files))
    assert draft.left[0].startswith("reference.py imports torch, triton, which no sandbox has")


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
        ({"problem.yaml": "name: A\n"}, "no test data that fits"),
        (
            {name: text for name, text in ICPC.items() if not name.startswith("submissions")},
            "no accepted submission is in Python",
        ),
    ],
)
def test_what_can_not_be_imported_is_told(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(PackageError) as caught:
        import_folder(lay_out(tmp_path, files))
    assert said in str(caught.value)


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, ICPC)
    (folder / "data/secret/3.in").symlink_to("/etc/passwd")
    with pytest.raises(PackageError, match="not a regular file in the folder"):
        import_folder(folder)


def test_a_folder_whose_name_is_no_slug_needs_one(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, KERNEL).rename(tmp_path / "1+1")
    with pytest.raises(PackageError, match="--slug"):
        import_folder(folder)
    assert import_folder(folder, "one_and_one").slug == "one_and_one"
