"""The mutants that operators make from small solutions."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from grader.judge.checks import CODES
from grader.publishing.mutation import OPERATORS, Target, mutate, normalise

ROOT = Path(__file__).resolve().parents[3]
TARGET = Target("solve", ("xs", "n"), tolerance=8.0)
HEAD = "import jax\nimport jax.numpy as jnp\nfrom jax import lax\nfrom flax import nnx\n"
SOLVE = "def solve(xs, n):\n    return "


def make(operator: str, source: str) -> list[str]:
    """Return one operator's mutants of `source`, without the imports."""
    made = mutate(HEAD + source, TARGET, [OPERATORS[operator]])
    return [mutant.source.removeprefix(normalise(HEAD)).strip() for mutant in made]


@pytest.mark.parametrize(
    ("operator", "source", "mutants"),
    [
        ("return_nothing", "xs", ["None"]),
        ("wrap_result", "xs + n", ["[xs + n]"]),
        ("echo_input", "xs + n", ["xs", "n"]),
        ("echo_input", "xs", ["n"]),
        ("swap_results", "(xs, n)", ["(n, xs)"]),
        ("return_zeros", "xs", ["jax.tree.map(lambda leaf: jax.numpy.zeros_like(leaf), xs)"]),
        ("other_sign", "xs + n * 2.0", ["xs - n * 2.0", "xs + (n + 2.0)"]),
        ("other_sign", "xs[n - 1]", []),
        ("swap_operands", "xs @ n - xs / n", ["xs / n - xs @ n", "n @ xs - xs / n", "xs @ n - n / xs"]),
        ("transpose_operand", "xs @ n.T", ["xs.T @ n.T", "xs @ n.T.T", "xs @ n"]),
        ("change_float", "xs * 0.5 + 1", ["xs * 1.0 + 1"]),
        ("other_reduction", "xs.mean() + jnp.max(n)", ["xs.sum() + jnp.max(n)", "xs.mean() + jnp.min(n)"]),
        ("drop_keyword", "jnp.sum(xs, axis=0, where=n)", ["jnp.sum(xs, where=n)"]),
        ("drop_keyword", "jnp.stack(xs, axis=0) + xs.sum(keepdims=False) + jnp.eye(n, dtype=jnp.float32)", []),
        (
            "drop_keyword",
            "jnp.sum(xs, axis=0) + jnp.eye(n, dtype=n)",
            ["jnp.sum(xs) + jnp.eye(n, dtype=n)", "jnp.sum(xs, axis=0) + jnp.eye(n)"],
        ),
        ("other_axis", "jnp.sum(xs, axis=-1)", ["jnp.sum(xs, axis=0)"]),
        ("other_axis", "jnp.sum(xs, axis=0)", ["jnp.sum(xs, axis=1)"]),
        ("drop_reshape", "xs.reshape(-1) + jnp.ravel(n)", ["xs + jnp.ravel(n)", "xs.reshape(-1) + n"]),
        ("swap_branches", "jnp.where(xs > 0, xs, n)", ["jnp.where(xs > 0, n, xs)"]),
        ("drop_jit", "jax.jit(jnp.sin)(xs)", ["jnp.sin(xs)"]),
        ("scan_backwards", "lax.scan(n, 0, xs)", ["lax.scan(n, 0, xs, reverse=True)"]),
        ("fixed_seed", "jax.random.key(n)", ["jax.random.key(1234)"]),
        ("other_seed", "nnx.Rngs(n)", ["nnx.Rngs(n + 1)"]),
        ("reuse_key", "jax.random.fold_in(n, 3)", ["n"]),
        ("other_distribution", "jax.random.normal(n)", ["jax.random.uniform(n)"]),
        ("off_by_one", "list(range(n))", ["list(range(n - 1))", "list(range(n + 1))"]),
        ("off_by_one", "range(2, n)", ["range(2, n - 1)", "range(2, n + 1)"]),
        ("off_by_one", "lax.fori_loop(0, n, f, xs)", ["lax.fori_loop(0 + 1, n, f, xs)"]),
        ("jax_for_nnx", "nnx.jit(f)(xs)", ["jax.jit(f)(xs)"]),
        ("drop_donation", "jax.jit(f, donate_argnums=0, inline=True)(xs)", ["jax.jit(f, inline=True)(xs)"]),
        ("drop_sharding", "jax.device_put(xs, device=n) + jax.device_put(xs)", ["xs + jax.device_put(xs)"]),
        ("drop_sharding", "lax.with_sharding_constraint(xs, n)", ["xs"]),
    ],
)
def test_expressions(operator: str, source: str, mutants: list[str]) -> None:
    wanted = [f"def solve(xs, n):\n    return {mutant}" for mutant in mutants]
    assert make(operator, SOLVE + source) == wanted


@pytest.mark.parametrize("operator", ["disable_jit", "clear_caches"])
def test_a_switch_that_would_be_thrown_inside_a_jitted_function_is_not_made(operator: str) -> None:
    assert make(operator, SOLVE + "xs")
    assert make(operator, "@jax.jit\n" + SOLVE + "xs") == []
    assert make(operator, "def eager(xs, n):\n    return xs\nsolve = jax.jit(eager)") == []


LOOP = """
def solve(xs, n):
    @jax.jit
    def forward(xs, y):
        return xs
    for i in range(n):
        out = forward(xs, i)
    return out
"""


@pytest.mark.parametrize(
    ("operator", "kept", "lost"),
    [
        ("drop_jit", "    def forward(xs, y):", "@jax.jit"),
        ("jit_in_loop", "    for i in range(n):\n\n        @jax.jit\n        def forward", "    @jax.jit\n    def"),
        (
            "jit_inside",
            "    def forward(xs, y):\n\n        @jax.jit\n        def forward(xs, y):",
            "    @jax.jit\n    def",
        ),
        ("close_over", "def forward(y):\n        return xs\n    for i in range(n):\n        out = forward(i)", "xs, i"),
        ("static_argument", "@functools.partial(jax.jit, static_argnums=0)", "@jax.jit"),
        ("donate_argument", "@functools.partial(jax.jit, donate_argnums=(0, 1))", "@jax.jit"),
        ("disable_jit", "    with jax.disable_jit():\n\n        @jax.jit", "n):\n\n    @"),
        ("clear_caches", "def solve(xs, n):\n    jax.clear_caches()\n", "n):\n\n    @"),
        ("loop_once", "    i = next(iter(range(n)))\n    out = forward(xs, i)\n", "for i"),
        (
            "extra_pass",
            "    out = forward(xs, i)\n    for i in range(n):\n        out = forward(xs, i)\n",
            "xs\n    for",
        ),
        ("swap_arguments", "out = forward(i, xs)", "forward(xs, i)"),
    ],
)
def test_loops_and_jit(operator: str, kept: str, lost: str) -> None:
    (mutant,) = make(operator, LOOP)
    assert kept in mutant + "\n"
    assert lost not in mutant


CLASS = """
@jax.tree_util.register_pytree_node_class
class Box:
    def tree_flatten(self):
        return (self.a,), (self.b,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux[0])

def solve(xs, n):
    return xs
"""


@pytest.mark.parametrize(
    ("operator", "kept"),
    [
        ("drop_aux", "return ((self.a,), None)"),
        ("drop_children", "return ((), (self.b,))"),
        ("swap_children", "return ((self.b,), (self.a,))"),
        ("swap_fields", "return cls(aux[0], children[0])"),
        ("drop_registration", "class Box:"),
    ],
)
def test_pytrees(operator: str, kept: str) -> None:
    (mutant,) = make(operator, CLASS)
    assert kept in mutant
    assert ("register_pytree_node_class" in mutant) == (operator != "drop_registration")


def test_a_registration_by_call_is_dropped() -> None:
    source = "class Box:\n    pass\njax.tree_util.register_pytree_node(Box, None, None)\n" + SOLVE + "xs"
    assert make("drop_registration", source) == [normalise("class Box:\n    pass\n" + SOLVE + "xs").strip()]


def test_a_field_that_is_not_static() -> None:
    source = "class Box:\n    a: int = field(metadata={'static': True})\n" + SOLVE + "xs"
    assert "field(metadata={})" in make("static_to_data", source)[0]


def test_keys_from_a_split() -> None:
    source = "def solve(xs, n):\n    a, b = jax.random.split(n)\n    return a"
    assert make("reuse_key", source) == ["def solve(xs, n):\n    a, b = (n, n)\n    return a"]
    assert make("swap_keys", source) == ["def solve(xs, n):\n    b, a = jax.random.split(n)\n    return a"]


def test_loops_of_lax_in_python() -> None:
    for call in ("lax.scan(n, 0, xs)", "jax.lax.fori_loop(0, n, f, xs)", "lax.map(n, xs)"):
        (mutant,) = make("python_loop", SOLVE + call)
        assert f"return unrolled_{call.partition('(')[0].rpartition('.')[2].removesuffix('_loop')}(" in mutant


@pytest.mark.parametrize(
    "source",
    ["def work(xs, n):\n    return xs + n\nsolve = jax.jit(work)", "solve = jax.jit(lambda xs, n: xs + n)"],
)
def test_the_entry_point_is_found_through_assignments(source: str) -> None:
    (mutant,) = make("return_nothing", source)
    assert mutant == normalise(source.replace("xs + n", "None")).strip()


def test_the_near_miss_is_twice_the_tolerance() -> None:
    (mutant,) = make("near_miss", SOLVE + "xs")
    assert "1 + 16.0 * float(jax.numpy.finfo(leaf.dtype).eps)" in mutant


def test_what_is_needed_is_imported_after_docstring_and_future() -> None:
    source = "'''Doc.'''\nfrom __future__ import annotations\ndef solve(xs, n):\n    return xs\n"
    (mutant,) = mutate(source, TARGET, [OPERATORS["return_zeros"]])
    assert [type(node).__name__ for node in ast.parse(mutant.source).body] == [
        *["Expr", "ImportFrom", "Import", "FunctionDef"]
    ]


def test_mutants_are_named_by_place_and_tell_their_line() -> None:
    made = mutate(HEAD + SOLVE + "xs + n + 2.0", TARGET, [OPERATORS["other_sign"]])
    assert [(mutant.name, mutant.line) for mutant in made] == [("other_sign.1", 6), ("other_sign.2", 6)]


def test_mutants_differ_from_the_original_and_from_each_other() -> None:
    for source in (LOOP, CLASS):
        texts = [mutant.source for mutant in mutate(HEAD + source, TARGET)]
        assert len({*texts, normalise(HEAD + source)}) == len(texts) + 1
        assert len(texts) > 20


def test_nothing_is_found_where_there_is_no_entry_point() -> None:
    assert mutate("x = 1\n", TARGET) == []


def test_what_is_not_python_is_refused() -> None:
    with pytest.raises(SyntaxError):
        mutate("def", TARGET)


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_operators_are_described_and_name_codes_that_there_are(operator: object) -> None:
    assert isinstance(operator, type(OPERATORS["drop_jit"]))
    assert operator.about.endswith(".")
    families = {code.partition(".")[0] for code in CODES} | {"error"}
    for code in operator.codes:
        assert code in CODES or (code.endswith(".*") and code[:-2] in families), code


def test_a_problems_own_checker_may_find_what_values_may() -> None:
    assert OPERATORS["return_zeros"].allows("checker.not_sorted")
    assert not OPERATORS["drop_jit"].allows("checker.not_sorted")
    assert OPERATORS["reuse_key"].allows("values.shape")


def test_neither_jax_nor_anything_else_of_others_is_loaded() -> None:
    code = "import sys; before = set(sys.modules); import grader.publishing.mutation; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    packages = {name.partition(".")[0] for name in loaded.split()}
    assert packages <= {"grader", *sys.stdlib_module_names}
