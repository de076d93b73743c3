"""Other platforms' tests become katas: assertions are read and never run, and what can't be read is reported."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.errors import PackageError
from grader.package.importers import import_foreign
from grader.package.importers.assertions import read_tests
from tests.unit.grader.test_importers import unpack

if TYPE_CHECKING:
    from pathlib import Path

    from grader.package.importers.draft import PackageDraft

MODULE = '''\
"""Scaling."""

import jax.numpy as jnp


def scale(x, factor=2.0):
    """Multiply `x` by a factor."""
    return jnp.asarray(x) * factor


def add(a, b):
    return a + b
'''
TESTS = """\
import jax.numpy as jnp
import numpy as np
import pytest
from scaling import add, scale

BASE = [1.0, 2.0]


def test_scale():
    x = jnp.array(BASE)
    got = scale(x)
    np.testing.assert_allclose(got, np.array([2.0, 4.0]), rtol=1e-5)
    for one in (1, 2):
        assert scale(one) > 0


@pytest.mark.parametrize(("x", "factor", "wanted"), [(1.0, 3.0, 3.0), ([1.0], 0.5, [0.5])])
def test_factors(x, factor, wanted):
    assert scale(x, factor=factor) == pytest.approx(wanted)


def test_fixture(tmp_path):
    assert scale(1.0) == 2.0


def test_add():
    assert add(1, 2) == 3
"""


def lay_out(root: Path, **files: str) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (root / f"{name}.py").write_text(text, encoding="utf-8")
    return root / "test_scaling.py"


def load(draft: PackageDraft, name: str = "reference.py") -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(draft.solutions[name], names)  # noqa: S102 - what the importer wrote
    return names


def test_a_function_and_its_tests_become_a_kata(tmp_path: Path) -> None:
    draft = import_foreign(lay_out(tmp_path / "a", scaling=MODULE, test_scaling=TESTS))
    package = unpack(draft, tmp_path)
    problem = package.problem
    assert (package.slug, problem.entry_point) == ("scale", "scale")
    assert [one.name for one in problem.parameters] == ["x", "factor"]
    assert "Write `scale(x, factor=2.0)`.\n\nMultiply `x` by a factor." in package.statement
    assert package.starter.startswith("import jax.numpy as jnp\n\n\ndef scale(x, factor=2.0):\n")
    assert "jnp.asarray" not in package.starter, "the body isn't given away"
    assert "('test_scaling.py:12', {'x': np.array([1.0, 2.0]), 'factor': 2.0})" in package.cases
    assert "3 tests, which the reference must meet; 2 of them are samples" in draft.taken
    told = [line for line in draft.left if line.startswith("test_scaling.py")]
    assert told == [
        "test_scaling.py:13: a `for` is not brought over",
        "test_scaling.py:22: the fixture `tmp_path` is not brought over, and neither is its test",
        "test_scaling.py:27: tests about `add`, which `--function add` imports",
    ]
    other = import_foreign(tmp_path / "a", function="add")
    assert (other.slug, "1 tests, which the reference must meet; 1 of them are samples" in other.taken) == ("add", True)
    assert any("there is one test only" in line for line in other.left)


def test_the_reference_must_meet_its_tests(tmp_path: Path) -> None:
    draft = import_foreign(lay_out(tmp_path, scaling=MODULE.replace("* factor", "* 2.0"), test_scaling=TESTS))
    scale = load(draft)["scale"]
    assert scale(np.array([1.0, 2.0])).tolist() == [2.0, 4.0]
    with pytest.raises(ValueError, match=r"test_scaling\.py:19 expects 3\.0, and this function returns"):
        scale(1.0, 3.0)
    assert float(scale(5.0, 3.0)) == 10.0, "of what no test calls nothing is said"


@pytest.mark.parametrize(
    ("line", "answer", "absolute", "relative"),
    [
        ("assert f(1) == 2", "2", 0.0, 0.0),
        ("assert 2 == f(1)", "2", 0.0, 0.0),
        ("assert f(1)", "True", 0.0, 0.0),
        ("assert not f(1)", "False", 0.0, 0.0),
        ("assert f(1) is None", "None", 0.0, 0.0),
        ("assert f(1) == pytest.approx(2, abs=0.5)", "2", 0.5, 0.0),
        ("assert f(1) == pytest.approx(2, rel=0.5)", "2", 1e-12, 0.5),
        ("assert round(f(1), 3) == 2.125", "2.125", 1e-3, 0.0),
        ("assert f(1).tolist() == [2]", "[2]", 0.0, 0.0),
        ("assert (np.array(f(1)) == np.array([2])).all()", None, 0.0, 0.0),
        ("assert jnp.allclose(f(1), jnp.ones((2,)), atol=0.1)", "np.ones((2,))", 0.1, 1e-5),
        ("np.testing.assert_allclose(f(1), 2, 0.1)", "2", 0.0, 0.1),
        ("np.testing.assert_array_almost_equal(f(1), 2, decimal=1)", "2", 0.15000000000000002, 0.0),
        ("self.assertEqual(f(1), {'a': (1, 'b')})", "{'a': (1, 'b')}", 0.0, 0.0),
        ("self.assertAlmostEqual(f(1), 2, places=2)", "2", 0.015, 0.0),
        ("self.assertIsNone(f(1))", "None", 0.0, 0.0),
        ("assert f(1) > 2", None, 0.0, 0.0),
        ("assert f(1) == g(1)", None, 0.0, 0.0),
        ("assert f(open('/etc/passwd').read()) == 2", None, 0.0, 0.0),
        ("assert f(__import__('os').getcwd()) == 2", None, 0.0, 0.0),
        ("assert f([i for i in range(3)]) == 2", None, 0.0, 0.0),
        ("assert f(*[1]) == 2", None, 0.0, 0.0),
        ("assert f(1) == 2 == 2", None, 0.0, 0.0),
        ("helper(f(1))", None, 0.0, 0.0),
    ],
)
def test_assertions_are_read(line: str, answer: str | None, absolute: float, relative: float) -> None:
    found = read_tests(ast.parse(f"def test_it(self):\n    {line}\n"), "t.py", ["f"])
    if answer is None:
        assert found.found == {}
        assert [one.partition(": ")[0] for one in found.left] == ["t.py:2"], "what isn't taken is told, with its line"
        return
    [one] = found.found["f"]
    assert (one.answer, one.place, one.arguments) == (answer, "t.py:2", ("1",))
    assert (one.absolute, one.relative) == pytest.approx((absolute, relative))
    assert found.left == []


def test_a_name_that_a_loop_may_have_changed_is_not_trusted() -> None:
    source = "def test_it():\n    x = [1]\n    for i in range(2):\n        x += [i]\n    assert f(x) == 2\n"
    found = read_tests(ast.parse(source), "t.py", ["f"])
    assert found.found == {}
    assert [line.partition(":")[2].split(":")[0] for line in found.left] == ["3", "5"]


def test_a_few_lines_that_double_without_end_are_not_followed(tmp_path: Path) -> None:
    doubling = "".join(f"    x{number} = [x{number - 1}, x{number - 1}]\n" for number in range(1, 60))
    source = f"def test_it():\n    x0 = [1]\n{doubling}    assert f(x59) == 2\n    assert f(1) == 2\n"
    found = read_tests(ast.parse(source), "t.py", ["f"])
    assert [one.place for one in found.found["f"]] == ["t.py:63"]
    stacked = "@pytest.mark.parametrize('a', [1, 2, 3, 4])\n" * 6
    found = read_tests(ast.parse(stacked + "def test_it(a):\n    assert f(a) == 1\n"), "t.py", ["f"])
    assert (found.found, "more calls than can be" in found.left[0]) == ({}, True)
    tests = f"def half(x):\n    return x\n\n\nassert half({'-' * 2000}1) == 1\n"
    with pytest.raises(PackageError, match=r"nested too deeply|not valid Python"):
        import_foreign(lay_out(tmp_path, test_scaling=tests))


def test_what_follows_a_call_that_may_set_something_is_left() -> None:
    first = "def test_it():\n    assert f(1) == 2\n    np.random.seed(1)\n    assert f(2) == 3\n\n\n"
    source = f"{first}def test_more():\n    assert f(3) == 4\n"
    found = read_tests(ast.parse(source), "t.py", ["f"])
    assert [one.place for one in found.found["f"]] == ["t.py:2", "t.py:8"]
    assert found.left == ["t.py:3: a call that asserts nothing; what follows it in this test is left as well"]


def test_numpy_is_told_and_what_no_sandbox_has(tmp_path: Path) -> None:
    module = "import numpy as np\nimport torch\n\n\ndef scale(x):\n    return np.asarray(x) * 2\n"
    tests = "from scaling import scale\n\n\ndef test_it():\n    assert scale(1) == 2\n    assert scale(2) == 4\n"
    draft = import_foreign(lay_out(tmp_path / "a", scaling=module, test_scaling=tests))
    assert unpack(draft, tmp_path).problem.checks.host is None
    assert "scaling.py:2: it imports torch, which no sandbox has" in draft.left
    assert any(line.startswith("JAX: scaling.py doesn't use it") for line in draft.left)


def test_function_and_tests_in_one_file(tmp_path: Path) -> None:
    own = "import pytest\n\n\ndef half(x):\n    return x / 2\n\n\n"
    tests = f"{own}def test_half():\n    assert half(4) == 2\n    assert half(2) == 1\n"
    path = lay_out(tmp_path / "a", test_scaling=tests)
    draft = import_foreign(path)
    assert "test_half" not in draft.solutions["accepted/canonical.py"]
    assert "pytest" not in draft.solutions["accepted/canonical.py"]
    assert load(draft)["half"](4) == 2
    unpack(draft, tmp_path)


@pytest.mark.parametrize(
    ("module", "tests", "said"),
    [
        (MODULE, "def test_it(:\n", "not valid Python"),
        (
            MODULE,
            "from scaling import scale\n\n\ndef test_it():\n    assert scale(1) > 1\n",
            "no test can be brought over",
        ),
        (
            MODULE,
            "from elsewhere import scale\n\n\ndef test_it():\n    assert scale(1) == 1\n",
            "no test can be brought",
        ),
        (
            "def scale(*x):\n    return x\n",
            "from scaling import scale\n\nassert scale(1) == 1\n",
            "any number of arguments",
        ),
        ("def scale():\n    return 1\n", "from scaling import scale\n\nassert scale() == 1\n", "takes no argument"),
        (
            "def scale(x):\n    return x\n",
            "from scaling import scale\n\nassert scale(1, 2) == 1\n",
            "no test calls 'scale'",
        ),
        ("scale = abs\n", "from scaling import scale\n\nassert scale(1) == 1\n", "doesn't define the function 'scale'"),
    ],
)
def test_what_is_no_kata_is_told(tmp_path: Path, module: str, tests: str, said: str) -> None:
    path = lay_out(tmp_path, scaling=module, test_scaling=tests)
    with pytest.raises(PackageError) as caught:
        import_foreign(path)
    assert said in str(caught.value)


def test_a_function_without_tests_is_told(tmp_path: Path) -> None:
    path = lay_out(tmp_path, scaling=MODULE, test_scaling=TESTS)
    with pytest.raises(
        PackageError, match="no test about 'nothing' can be brought over; there are tests about add, scale"
    ):
        import_foreign(path, function="nothing")
    with pytest.raises(PackageError, match="neither a zip file that"):
        import_foreign(path.rename(tmp_path / "x.txt"))


def test_what_the_function_does_not_need_is_left_out(tmp_path: Path) -> None:
    needed = "def helper(x):\n    return x\n\n\n"
    module = f"{needed}@staticmethod\ndef other(x):\n    return x\n\n\ndef scale(x):\n    return helper(x) * 2\n"
    tests = "from scaling import scale\n\nassert scale(1) == 2\nassert scale(2) == 4\n"
    draft = import_foreign(lay_out(tmp_path, scaling=module, test_scaling=tests))
    assert draft.solutions["accepted/canonical.py"] == (
        "def helper(x):\n    return x\n\n\n\n\ndef scale(x):\n    return helper(x) * 2\n"
    )
