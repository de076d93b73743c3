"""The fakes made from small solutions; they are read, and those that need no sandbox are run."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.bundle.contents import Case, CaseCall
from grader.package.files import read_package
from grader.protocol import Array, Build
from grader.publishing.fakes import MAKERS, FakedProblem, make_fakes, subject_of
from grader.publishing.fakes.choice import choose_fakes
from tests.unit.grader.factories import pack

if TYPE_CHECKING:
    from grader.package.files import Package
    from grader.protocol import Value

ROOT = Path(__file__).resolve().parents[3]
JITTED = """
import jax
import jax.numpy as jnp

@jax.jit
def scale(x):
    return jnp.where(x > 0, x, -jnp.inf) * 2

def solve(x, n):
    return scale(x) + n
"""
PLAIN = "def solve(x, n):\n    return 2 * x + n\n"
SUBJECT = FakedProblem(
    entry_point="solve",
    parameters=("x", "n"),
    wrapper="jax.jit",
    function="forward",
    studied=True,
    sealed=False,
    models=(),
    changing=True,
    functions=(),
    arrays=("x",),
    shapes=frozenset({((2,),)}),
    ranges={"x": (-1.0, 3.0)},
    calls=2,
    neutral={},
)


def make(name: str, source: str = JITTED, **changed: Any) -> str | None:  # noqa: ANN401 - a subject's fields
    """Return one maker's fake; None if it makes none."""
    made = make_fakes(source, replace(SUBJECT, **changed), [MAKERS[name]])
    return made[0].source if made else None


def load(name: str, source: str = JITTED, **changed: Any) -> Any:  # noqa: ANN401 - what a fake defines
    """Run a fake and return its entry point."""
    text = make(name, source, **changed)
    assert text is not None
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102 - a fake of a solution that stands above
    return names["solve"]


@pytest.mark.parametrize("slug", sorted(path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml")))
def test_fakes_of_every_shipped_solution_are_python_with_the_entry_point(slug: str) -> None:
    package = read_package(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)
    for subject in (subject_of(package.problem, package.bodies, *cases_of(package)), everything(package)):
        for source in package.accepted.values():
            for fake in make_fakes(source, subject):
                tree = ast.parse(fake.source)
                made = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
                bound = {ast.unparse(node.targets[0]) for node in tree.body if isinstance(node, ast.Assign)}
                assert package.problem.entry_point in made | bound


def cases_of(package: Package) -> tuple[list[Case], list[Case]]:
    """Return a sample and a hidden case in which each argument is an array of one number."""
    args: dict[str, Value] = {parameter.name: pack(1.0) for parameter in package.problem.parameters}
    return [Case("sample", "", (CaseCall("", args, None, None),))], []


def everything(package: Package) -> FakedProblem:
    """Return a subject for which every maker has something to do."""
    names = tuple(parameter.name for parameter in package.problem.parameters)
    neutral = dict.fromkeys(("scale", "bias", "mean", "var"), 0.0)
    entry = package.problem.entry_point
    return replace(SUBJECT, entry_point=entry, parameters=names, models=names, functions=names, neutral=neutral)


def test_each_maker_makes_a_fake_where_it_could_make_a_difference() -> None:
    whole: dict[str, Any] = {"models": ("x",), "neutral": dict.fromkeys(("scale", "bias", "mean", "var"), 0.0)}
    made = {name for name in MAKERS if make(name) is not None or make(name, **whole) is not None}
    assert set(MAKERS) - made == {"remembers_functions"}
    assert make("remembers_functions", functions=("x",)) is not None
    assert all(maker.about.endswith(".") for maker in MAKERS.values())


@pytest.mark.parametrize(
    ("names", "changed"),
    [
        (["eager_decoy", "zero_decoy", "passed_through", "eager_when_called"], {"wrapper": None}),
        (["numpy_twin", "callback_twin", "numpy_passed_on"], {"wrapper": None, "studied": False}),
        (["zeros_when_traced", "eager_when_called", "remembers_position"], {"studied": False}),
        (["changes_twice", "halves_params", "changes_one_variable", "remembers_numbers"], {"models": ()}),
        (["changes_twice"], {"models": ("x",), "changing": False}),
        (["skips_scale", "skips_bias", "skips_mean", "skips_var"], {"models": ("x",), "neutral": {}}),
        (["remembers_shapes", "samples_sizes_only"], {"arrays": ()}),
        (["clips_arguments"], {"ranges": {}}),
    ],
)
def test_a_fake_that_could_make_no_difference_is_not_made(names: list[str], changed: dict[str, Any]) -> None:
    assert [make(name, **changed) for name in names] == [None] * len(names)


def test_what_a_solution_lacks_can_not_be_faked() -> None:
    assert [make(name, PLAIN) for name in ("eager_decoy", "eager_when_called", "finite_for_infinity")] == [None] * 3
    assert make("numpy_twin", PLAIN.replace("2 * x", "jax.lax.cumsum(x)").replace("def", "import jax\ndef")) is None
    assert make("numpy_twin", models=("x",)) is None, "a model computes in JAX"


def test_the_entry_point_is_renamed_wherever_it_is_called() -> None:
    again = "import jax\n\n@jax.custom_vjp\n" + PLAIN + "\nsolve.defvjp(lambda x, n: (solve(x, n), n), abs)\n"
    text = make("first_answer", again)
    assert text is not None
    assert "honest_solve.defvjp(lambda x, n: (honest_solve(x, n), n), abs)" in text
    assert text.count("def solve(x, n):") == 1


def test_twins_have_neither_jit_nor_jax() -> None:
    text = make("eager_decoy")
    assert text is not None
    twin = text.partition("def make_eager():")[2].partition("return solve")[0]
    assert "def scale(x):" in twin
    assert "jit" not in twin
    numpy_text = make("numpy_twin")
    assert numpy_text is not None
    assert "numpy.where(x > 0, x, -numpy.inf) * 2" in numpy_text
    assert "300.0) * 2" in (make("finite_for_infinity") or "")


TWINS = ["eager_decoy", "zero_decoy", "passed_through", "numpy_twin", "callback_twin", "numpy_passed_on"]


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_answers_as_the_solution_does(name: str) -> None:
    jnp = pytest.importorskip("jax.numpy")
    got = load(name)(jnp.array([1.0, 3.0]), 1)
    assert got.tolist() == [3.0, 7.0]


def test_fakes_from_memory_and_of_ranges_are_right_at_first_and_wrong_then() -> None:
    jnp = pytest.importorskip("jax.numpy")
    one, two, longer = jnp.array([1.0, 3.0]), jnp.array([2.0, 2.0]), jnp.ones(3)
    first, shapes = load("first_answer", PLAIN), load("remembers_shapes", PLAIN)
    assert [first(x, 1).tolist() for x in (one, two, longer)] == [[3.0, 7.0]] * 3
    assert [shapes(x, 1).tolist() for x in (one, two, longer)] == [[3.0, 7.0], [3.0, 7.0], [3.0] * 3]
    position, sizes = load("remembers_position", PLAIN), load("samples_sizes_only", PLAIN)
    assert [position(two, 1).tolist() for _ in range(3)] == [[5.0, 5.0], [5.0, 5.0], [0.0, 0.0]]
    assert [sizes(x, 1).tolist() for x in (two, longer)] == [[5.0, 5.0], [0.0] * 3]
    assert load("clips_arguments", PLAIN)(jnp.array([-9.0, 9.0]), 0).tolist() == [-2.0, 6.0]


@pytest.mark.parametrize(("sealed", "exported"), [(False, [-18.0, 18.0]), (True, [-2.0, 6.0])])
def test_numbers_are_clipped_in_the_exported_program_of_a_sealed_problem(
    *, sealed: bool, exported: list[float]
) -> None:
    jax, jnp = pytest.importorskip("jax"), pytest.importorskip("jax.numpy")
    clipped = load("clips_arguments", PLAIN, sealed=sealed)
    assert clipped(jnp.array([-9.0, 9.0]), 0).tolist() == [-2.0, 6.0]
    assert jax.jit(clipped)(jnp.array([-9.0, 9.0]), 0).tolist() == exported


def test_a_fake_leaves_a_model_otherwise_or_skips_its_parameters() -> None:
    nnx, jnp = pytest.importorskip("flax.nnx"), pytest.importorskip("jax.numpy")
    train = "def solve(x, n):\n    x.bias[...] = x.bias[...] + 1\n    return x(n)\n"
    model: dict[str, Any] = {"models": ("x",), "neutral": {"bias": 0.0}}

    def left_by(name: str) -> tuple[float, float]:
        layer = nnx.Linear(1, 1, rngs=nnx.Rngs(0))
        layer.kernel[...], layer.bias[...] = jnp.full((1, 1), 4.0), jnp.array([5.0])
        answer = load(name, train, **model)(layer, jnp.ones((1, 1)))
        return float(answer[0, 0]), float(layer.bias[...][0])

    assert left_by("changes_twice") == (10.0, 7.0)
    assert left_by("halves_params") == (10.0, 3.0)
    assert left_by("changes_one_variable") == (10.0, 5.0)
    assert left_by("skips_bias") == (5.0, 5.0)


def test_zeros_are_for_tracers_only() -> None:
    jax = pytest.importorskip("jax")
    sniffing = load("zeros_when_traced", PLAIN)
    assert sniffing(jax.numpy.ones(2), 1).tolist() == [3.0, 3.0]
    assert jax.jit(sniffing, static_argnums=1)(jax.numpy.ones(2), 1).tolist() == [0.0, 0.0]


def test_what_fakes_must_know_is_read_from_manifest_and_cases() -> None:
    package = read_package(ROOT / "problems" / "soft_update", ROOT / "reference_solutions" / "soft_update")
    net = Build("make_net", {"seed": 1})
    args: dict[str, Value] = {
        "target": net,
        "online": net,
        "tau": 0.5,
        "x": Array("float32", (2,), np.array([1, -4], "<f4").tobytes()),
    }
    case = Case("sample", "", (CaseCall("", args, None, None),) * 3)
    subject = subject_of(package.problem, package.bodies, [case], [])
    assert (subject.models, subject.arrays, subject.calls) == (("target", "online"), ("x",), 3)
    assert (subject.shapes, subject.ranges) == (frozenset({((2,),)}), {"x": (-4.0, 1.0)})
    assert (subject.wrapper, subject.changing) == (None, True)
    assert subject.neutral == {"scale": 1.0, "bias": 0.0, "mean": 0.0, "var": 1.0}


def test_all_makers_fake_the_canonical_solution_and_one_each_of_the_others() -> None:
    package = read_package(ROOT / "problems" / "jit_forward", ROOT / "reference_solutions" / "jit_forward")
    chosen = choose_fakes(package, *cases_of(package))
    stems = [name.partition(":")[0] for name in chosen]
    assert stems.count("canonical") > 5
    assert {f"{stem}.py" for stem in stems} == set(package.accepted)
    assert all(stems.count(stem) == 1 for stem in stems if stem != "canonical")
    assert list(choose_fakes(package, *cases_of(package))) == list(chosen)
    deep = "def jit_forward(seed, x, features, num_calls):\n    return " + "-" * 50_000 + "x\n"
    assert choose_fakes(replace(package, accepted={"canonical.py": deep}), *cases_of(package)) == {}


def test_nothing_of_jax_is_loaded() -> None:
    code = (
        "import sys, grader.publishing.fakes.choice; print(*(name for name in sys.modules if name in ('jax', 'flax')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert loaded.stdout.split() == []
