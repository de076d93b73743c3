"""Exercism's exercises and Deep-ML's tasks become katas, as tests do; what can't be imported is reported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PackageError
from grader.package.importers import import_foreign
from tests.unit.grader.test_imported_tests import load
from tests.unit.grader.test_importers import unpack

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = {
    "authors": ["ada"],
    "contributors": ["bob"],
    "files": {
        "solution": ["halving.py"],
        "test": ["halving_test.py"],
        "example": [".meta/example.py"],
        "editor": ["data.py"],
    },
}
HALVING_TEST = """\
import unittest

from halving import (
    halve,
)


class HalvingTest(unittest.TestCase):
    def test_four(self):
        self.assertEqual(halve(4), 2)

    def test_six(self):
        expected = 3
        self.assertEqual(halve(6), expected)

    def test_odd(self):
        with self.assertRaises(ValueError):
            halve(3)
"""
EXERCISE = {
    ".meta/config.json": json.dumps(CONFIG),
    ".meta/example.py": "def halve(number):\n    if number % 2:\n        raise ValueError\n    return number // 2\n",
    ".docs/introduction.md": "# Introduction\n\nHalves are small.\n",
    ".docs/instructions.md": "# Instructions\n\nHalve a number.\n",
    ".docs/hints.md": "Divide.\n",
    "halving_test.py": HALVING_TEST,
}


def lay_out_folder(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_an_exercise_of_exercism(tmp_path: Path) -> None:
    draft = import_foreign(lay_out_folder(tmp_path / "halving-numbers", EXERCISE))
    package = unpack(draft, tmp_path)
    assert (package.slug, package.problem.name) == ("halving_numbers", {"en": "Halving numbers"})
    assert package.problem.credits.tell() == "ada, bob"
    assert package.statement == "# Introduction\n\nHalves are small.\n\n# Instructions\n\nHalve a number.\n"
    assert load(draft)["halve"](6) == 3
    left = "\n".join(draft.left)
    for part in (
        "halving_test.py:17: a `with` is not brought over",
        ".docs/hints.md: write hints",
        "data.py: learners had it beside the exercise",
        "the license",
        "JAX: .meta/example.py doesn't use it",
    ):
        assert part in left


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({".meta/config.json": "{"}, "not as expected"),
        ({".meta/config.json": '{"files": {}}'}, "it names no tests, or no example"),
        ({".meta/config.json": '{"files": {"test": ["a.rs"], "example": ["b.rs"]}}'}, "only exercises in Python"),
        ({".meta/config.json": '{"files": {"test": ["../x.py"], "example": ["b.py"]}}'}, "not a regular file"),
        ({".meta/example.py": "class Half:\n    pass\n"}, "no test can be brought over"),
    ],
)
def test_what_is_no_exercise_in_python_is_told(tmp_path: Path, changed: dict[str, str], said: str) -> None:
    with pytest.raises(PackageError) as caught:
        import_foreign(lay_out_folder(tmp_path / "halving", EXERCISE | changed))
    assert said in str(caught.value)


TASK: dict[str, Any] = {
    "title": "Scale rows",
    "difficulty": "hard",
    "category": "Linear Algebra",
    "contributor": [{"name": "Ada", "profile_link": "https://ada.invalid"}],
    "description": "Scale each row.",
    "learn_section": "### Rows\n\nA row is long.",
    "starter_code": "import numpy as np\n\ndef scale(x, by):\n\tpass\n",
    "solution": "import numpy as np\n\ndef scale(x, by=2.0):\n    return np.array(x) * by\n",
    "example": {"input": "scale([1.0], 2.0)", "output": "[2.]", "reasoning": "Twice one is two."},
    "test_cases": [
        {"test": "print(scale([1.0, 2.5], 2.0))", "expected_output": "[2. 5.]"},
        {
            "test": "import numpy as np\nx = np.array([[1.0], [2.0]])\nprint(scale(x))",
            "expected_output": "[[2.]\n [4.]]",
        },
        {"test": "print(scale([3.0], 2.0).round(2))", "expected_output": "[6.]"},
        {"test": "print(np.round(scale([1/3], 1.0), 4))", "expected_output": "[0.3333]"},
        {"test": "x = scale([1.0], 1.0)\nprint(x.shape)", "expected_output": "(1,)"},
        {"test": "print(scale([1.0], 1.0), 2)", "expected_output": "[1.] 2"},
        {"test": "print(scale([1.0], 1.0))", "expected_output": "an array"},
        {"test": "np.random.seed(1)\nprint(scale([1.0], 1.0))", "expected_output": "[1.]"},
    ],
}


def test_a_task_of_deep_ml(tmp_path: Path) -> None:
    path = tmp_path / "7.json"
    path.write_text(json.dumps(TASK, indent=1), "utf-8")
    draft = import_foreign(path, "scale_rows")
    package = unpack(draft, tmp_path)
    assert (package.problem.name, package.problem.difficulty) == ({"en": "Scale rows"}, 4)
    assert (package.problem.credits.tell(), package.problem.keywords) == ("Ada", ["Linear Algebra"])
    assert package.lesson == "### Rows\n\nA row is long.\n"
    assert package.statement.startswith("Scale each row.\n\n### Example\n")
    assert package.starter == TASK["starter_code"]
    assert load(draft)["scale"]([1.0 / 3.0], 1.0).tolist() == [1.0 / 3.0], "0.3333 is a third to four digits"
    assert "4 tests, which the reference must meet; 3 of them are samples" in draft.taken
    told = [line for line in draft.left if line.startswith("7.json:")]
    lines = [number for number, line in enumerate(path.read_text("utf-8").splitlines(), 1) if '"test":' in line]
    assert told == [
        f"7.json:{lines[4]}: it doesn't print one call whose arguments are written out, and nothing besides",
        f"7.json:{lines[5]}: it doesn't end with one `print` of one value",
        f"7.json:{lines[6]}: it, or what it prints, isn't a value in Python",
        f"7.json:{lines[7]}: it doesn't print one call whose arguments are written out, and nothing besides",
    ]


def test_the_answers_of_deep_ml_bind_the_reference(tmp_path: Path) -> None:
    wrong = TASK | {"solution": TASK["solution"].replace("* by", "* by + 1")}
    path = tmp_path / "7.json"
    path.write_text(json.dumps(wrong), "utf-8")
    with pytest.raises(ValueError, match=r"7\.json:1 expects \[2\.0, 5\.0\]"):
        load(import_foreign(path, "rows"))["scale"]([1.0, 2.5], 2.0)


def test_a_task_of_deep_ml_in_a_folder(tmp_path: Path) -> None:
    tests = [{"test": {"x": [1.0], "by": 3.0}, "expected_output": [3.0]}, *TASK["test_cases"][:1]]
    files = {
        "meta.json": json.dumps({"title": "Scale rows", "difficulty": "easy"}),
        "tests.json": json.dumps(tests, indent=1),
        "solution.py": TASK["solution"],
        "description.md": "Scale it.\n",
    }
    draft = import_foreign(lay_out_folder(tmp_path / "8_scale", files), "scale_rows")
    assert draft.files["statement.md"] == "Scale it.\n"
    assert "('tests.json:3', {'x': [1.0], 'by': 3.0})" in draft.files["cases.py"]
    unpack(draft, tmp_path)
    for name, said in (("solution.py", "there is no solution"), ("tests.json", "not as expected")):
        folder = lay_out_folder(tmp_path / name, files | {name: ""})
        with pytest.raises(PackageError, match=said):
            import_foreign(folder, "scale_rows")
