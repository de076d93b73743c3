"""Remarks on sources: each is found, none is found where it isn't justified, and no source raises an exception."""

from __future__ import annotations

import ast
from pathlib import Path

import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.judge.hints import HINTS, LEVELS, MAX_SOURCE, NUMPY_CAN, find_hints

ROOT = Path(__file__).parents[3]
IMPORTS = "import functools\nimport jax, jax.numpy as jnp, numpy as np\nfrom flax import nnx\n"
JITTED = "@jax.jit\ndef f(x, n):\n    {}\n"

FOUND = {
    "wrapped in a loop": ("for i in range(3):\n    g = jax.jit(lambda x: x + i)\n", "hint.jit_in_loop", 4 + 1),
    "decorated in a loop": ("while True:\n    @nnx.jit\n    def g(x): return x\n", "hint.jit_in_loop", 5),
    "in a comprehension": ("a = [jax.jit(lambda y: y + x)(x) for x in xs]\n", "hint.jit_in_loop", 4),
    "each of several functions": ("a = [jax.jit(f)(x) for f in functions]\n", "hint.jit_in_loop", 4),
    "called on the spot": ("def run(x):\n    return jax.jit(lambda y: y + 1)(x)\n", "hint.jit_on_the_spot", 5),
    "a function of a function, on the spot": (
        "def f(x): return x\ndef run(x):\n    return jax.jit(jax.grad(f))(x)\n",
        "hint.jit_on_the_spot",
        6,
    ),
    "a method, on the spot": ("def run(model, x):\n    return jax.jit(model.apply)(x)\n", "hint.jit_on_the_spot", 5),
    "made in a function": (
        "def run(x):\n    def f(y): return x * y\n    g = jax.jit(f)\n    return g(x)\n",
        "hint.jit_inside",
        6,
    ),
    "a library's function, on the spot": ("def run(x):\n    return jax.jit(jnp.sin)(x)\n", "hint.jit_again", 5),
    "an imported function, on the spot": (
        "from jax.nn import relu\nfrom jax import jit\ndef run(x):\n    return jit(relu)(x)\n",
        "hint.jit_again",
        7,
    ),
    "a parameter, in a loop": ("def run(f, xs):\n    return [jax.jit(f)(x) for x in xs]\n", "hint.jit_again", 5),
    "a global function, on the spot": (
        "def f(x): return x\ndef run(x):\n    return jax.jit(f)(x)\n",
        "hint.jit_again",
        6,
    ),
    "a global function, in a loop": ("def f(x): return x\nfor _ in xs:\n    g = jax.jit(f)\n", "hint.jit_again", 6),
    "nnx.jit of a global function": (
        "def f(x): return x\ndef run(x):\n    return nnx.jit(f)(x)\n",
        "hint.jit_on_the_spot",
        6,
    ),
    "jax.jit of a model": ("@jax.jit\ndef f(model, x):\n    return model(x)\n", "hint.jax_jit_on_module", 4),
    "if": (JITTED.format("if x > 0: return x"), "hint.branch_on_argument", 6),
    "while": (JITTED.format("while x.sum() > n: x = x / 2"), "hint.branch_on_argument", 6),
    "a conditional expression": ("f = jax.jit(lambda x: 1 if x else 2)\n", "hint.branch_on_argument", 4),
    "if in a nested function": (
        JITTED.format("def g(y):\n        return y if n > 2 else x\n    return g(x)"),
        "hint.branch_on_argument",
        7,
    ),
    "np": (JITTED.format("return np.sin(x)"), "hint.numpy_in_jit", 6),
    "no wrt": ("opt = nnx.Optimizer(model, tx)\n", "hint.optimizer_wrt", 4),
    "a key twice": (
        "def f(key):\n    a = jax.random.normal(key)\n    b = jax.random.uniform(key)\n    return a + b\n",
        "hint.key_reused",
        6,
    ),
    "split, then the parent": (
        "key = jax.random.key(0)\na, b = jax.random.split(key)\nc = jax.random.normal(key)\n",
        "hint.key_reused",
        6,
    ),
    ".value": ("def f(m):\n    return m.kernel.value\n", "hint.variable_value", 5),
    "a list as default": ("def f(x, seen=[]):\n    return seen\n", "hint.mutable_default", 4),
    "a dict as default of a keyword": ("def f(*, seen={}):\n    return seen\n", "hint.mutable_default", 4),
    "== of a frozen dataclass that shall have no hash": (
        "@dataclasses.dataclass(frozen=True, eq=False)\nclass A:\n    def __eq__(self, other): return True\n",
        "hint.no_hash",
        5,
    ),
    "== without hash": ("class A:\n    def __eq__(self, other): return True\n", "hint.no_hash", 4),
    "a global": (
        "box = None\ndef run(b):\n    global box\n    box = b\n    return f(1)\n@jax.jit\ndef f(x): return box + x\n",
        "hint.global_in_jit",
        10,
    ),
    "print": (JITTED.format("print(x)"), "hint.print_in_jit", 6),
    "one jit": ("@jax.jit\ndef f(x): return x\n", "hint.jit_once", 4),
    "a partial": ("@functools.partial(jax.jit, static_argnums=0)\ndef f(x): return x\n", "hint.jit_once", 4),
    "scan": ("def f(xs): return jax.lax.scan(step, 0, xs)\n", "hint.scan_used", 4),
}
NOT_FOUND = {
    "a dataclass of Flax with its own ==": (
        "import flax\n@flax.struct.dataclass\nclass C:\n    def __eq__(self, other): return True\n",
        "hint.no_hash",
    ),
    "jax.jit of a model whose state is returned": (
        "@jax.jit\ndef f(model, x):\n    y = model(x)\n    return y, nnx.state(model)\n",
        "hint.jax_jit_on_module",
    ),
    "jax.jit of a model that is split": ("f = jax.jit(lambda model: nnx.split(model))\n", "hint.jax_jit_on_module"),
    "jax.jit of a model that is returned": (
        "@jax.jit\ndef f(model, x):\n    return model(x), model\n",
        "hint.jax_jit_on_module",
    ),
    "a shape may be asked": (JITTED.format("if x.shape[0] > 1: return x"), "hint.branch_on_argument"),
    "None may be asked": (JITTED.format("if x is None: return n"), "hint.branch_on_argument"),
    "whether a key is there may be asked": (JITTED.format("if 'a' in x: return n"), "hint.branch_on_argument"),
    "whether a key is not there may be asked": (JITTED.format("if 'a' not in x: return n"), "hint.branch_on_argument"),
    "a nested function's own parameter may be asked": (
        JITTED.format("def g(n=3):\n        if n > 2: return x\n        return -x\n    return g()"),
        "hint.branch_on_argument",
    ),
    "a nested function's own variable may be asked": (
        JITTED.format("def g():\n        n = 3\n        return x if n > 2 else -x\n    return g()"),
        "hint.branch_on_argument",
    ),
    "a comprehension's own variable may be asked": (
        JITTED.format("return [x if n else -x for n in (0, 1)]"),
        "hint.branch_on_argument",
    ),
    "a comprehension in a condition may ask for sizes": (
        JITTED.format("if any([n > 2 for n in x.shape]): return x"),
        "hint.branch_on_argument",
    ),
    "a static argument may be asked": (
        "@functools.partial(jax.jit, static_argnames='n')\ndef f(x, n):\n    if n: return x\n",
        "hint.branch_on_argument",
    ),
    "an ordinary function may ask": ("def f(x):\n    if x: return x\n", "hint.branch_on_argument"),
    "np of a shape": (JITTED.format("return x * np.ndim(x) * np.shape(x)[0] * np.size(x)"), "hint.numpy_in_jit"),
    "np of a nested function's own parameter": (
        JITTED.format("return jax.tree.map(lambda n: np.sqrt(n), 2.0) * x"),
        "hint.numpy_in_jit",
    ),
    "np of a constant": (JITTED.format("return x * np.sqrt(2.0)"), "hint.numpy_in_jit"),
    "wrt": ("opt = nnx.Optimizer(model, tx, wrt=nnx.Param)\n", "hint.optimizer_wrt"),
    "a key set anew": (
        "key, a = jax.random.split(key)\nx = jax.random.normal(a)\nkey, a = jax.random.split(key)\n",
        "hint.key_reused",
    ),
    "two lambdas that name their parameter alike": (
        "out = jax.vmap(lambda k: jax.random.normal(k))(a) + jax.vmap(lambda k: jax.random.uniform(k))(b)\n",
        "hint.key_reused",
    ),
    "two branches of which one runs": (
        "def f(p, key):\n    return jax.lax.cond(p, lambda: jax.random.normal(key), lambda: jax.random.uniform(key))\n",
        "hint.key_reused",
    ),
    "two sides of a conditional expression": (
        "def f(p, key):\n    return jax.random.normal(key) if p else jax.random.uniform(key)\n",
        "hint.key_reused",
    ),
    "two comprehensions": (
        "a = [jax.random.normal(k) for k in ks] + [jax.random.uniform(k) for k in ls]\n",
        "hint.key_reused",
    ),
    "Python's random": ("import random\na = random.choice(b) + random.choice(b)\n", "hint.key_reused"),
    "a constant that a jitted function reads": ("K = 2\n@jax.jit\ndef f(x): return K * x\n", "hint.global_in_jit"),
    "print elsewhere": ("def f(x):\n    print(x)\n", "hint.print_in_jit"),
    "== with a hash": (
        "class A:\n    def __eq__(self, other): return True\n    __hash__ = object.__hash__\n",
        "hint.no_hash",
    ),
    "== of a frozen dataclass": (
        "@dataclasses.dataclass(frozen=True)\nclass A:\n    def __eq__(self, other): return True\n",
        "hint.no_hash",
    ),
    "== of a dataclass with a hash": (
        "@dataclass(unsafe_hash=True)\nclass A:\n    def __eq__(self, other): return True\n",
        "hint.no_hash",
    ),
    "== with an annotated hash": (
        "class A:\n    def __eq__(self, other): return True\n    __hash__: object = None\n",
        "hint.no_hash",
    ),
    "a parameter, on the spot": ("def run(f, x):\n    return jax.jit(f)(x)\n", "hint.jit_on_the_spot"),
    "a parameter in a function": ("def run(f, x):\n    g = jax.jit(f)\n    return g(x)\n", "hint.jit_inside"),
    "a library's function, on the spot": ("def run(x):\n    return jax.jit(jnp.sin)(x)\n", "hint.jit_on_the_spot"),
    "jit inside a jitted function": (
        JITTED.format("g = jax.jit(lambda y: 2 * y)\n    return g(x)"),
        "hint.jit_inside",
    ),
    "jit on the spot inside a jitted function": (
        JITTED.format("return jax.jit(lambda y: 2 * y)(x)"),
        "hint.jit_on_the_spot",
    ),
    "a decorator inside a function that is jitted below": (
        "def f(x):\n    @nnx.jit\n    def g(y): return 2 * y\n    return g(x)\nh = jax.jit(f)\n",
        "hint.jit_inside",
    ),
    "jit in a loop of a jitted function": (
        JITTED.format("for _ in range(3): x = jax.jit(lambda y: 2 * y)(x)\n    return x"),
        "hint.jit_in_loop",
    ),
    "jit once, and in a loop": ("g = jax.jit(f)\nfor i in a: h = jax.jit(f)\n", "hint.jit_once"),
}


@pytest.mark.parametrize(("body", "code", "line"), FOUND.values(), ids=FOUND)
def test_a_remark_is_found_on_its_line(body: str, code: str, line: int) -> None:
    found = {hint.code: hint.line for hint in find_hints(IMPORTS + body)}
    assert found.get(code) == line


@pytest.mark.parametrize(("body", "code"), NOT_FOUND.values(), ids=NOT_FOUND)
def test_a_remark_is_not_made_where_it_is_not_due(body: str, code: str) -> None:
    assert code not in {hint.code for hint in find_hints(IMPORTS + body)}


ARGUMENTS = {"repeat": (2,), "searchsorted": (2,), "reshape": (-1,), "swapaxes": (0, 1), "moveaxis": (0, 1)}
ARGUMENTS |= {"rollaxis": (1,), "split": (2,), "array_split": (2,), "hsplit": (2,), "vsplit": (2,)}


@pytest.mark.parametrize("name", sorted(NUMPY_CAN & {*dir(np)}))
def test_numpys_functions_without_a_remark_work_in_a_jitted_function(name: str) -> None:
    def call(x: jax.Array) -> int:
        getattr(np, name)(x, *ARGUMENTS.get(name, ()))
        return 0

    shape = (4,) if name == "searchsorted" else (2, 4)
    jax.eval_shape(call, jax.ShapeDtypeStruct(shape, np.float32))


def test_a_parameter_is_no_module_where_nnx_is_not_imported() -> None:
    source = "import jax\n@jax.jit\ndef predict(model, x):\n    w, b = model\n    return x @ w + b\n"
    assert "hint.jax_jit_on_module" not in {hint.code for hint in find_hints(source)}


def test_every_remark_is_reached() -> None:
    assert {code for _, code, _ in FOUND.values()} == {*HINTS}


def test_the_weightiest_come_first_and_praise_can_be_left_out() -> None:
    source = IMPORTS + FOUND["scan"][0] + FOUND["print"][0] + FOUND["np"][0]
    levels = [hint.level for hint in find_hints(source)]
    assert levels == sorted(levels, key=LEVELS.index)
    assert {"essential", "celebratory"} <= {*levels}
    assert "celebratory" not in {hint.level for hint in find_hints(source, praise=False)}


@pytest.mark.parametrize("path", sorted(ROOT.glob("reference_solutions/*/accepted/*.py")), ids=lambda path: path.stem)
def test_accepted_solutions_get_no_essential_remark(path: Path) -> None:
    """A branch on a field of a statically known structure gets none, either."""
    found = find_hints(path.read_text(encoding="utf-8"))
    assert [hint for hint in found if hint.level == "essential"] == []


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def",
        "\0",
        "x" * (MAX_SOURCE + 1),
        "(" * 500,
        "-" * 5000 + "1",
        "f" + ".a" * 3000,
        "x = " + "[" * 90 + "]" * 90,
    ],
    ids=["empty", "broken", "null", "long", "brackets", "signs", "attributes", "nested"],
)
def test_odd_sources_get_no_remark(source: str) -> None:
    assert find_hints(source) == []


PIECES = st.sampled_from(
    [
        *(
            "@jax.jit",
            "jax.jit",
            "nnx.jit(f)",
            "def f(x, y=[]):",
            "for i in x:",
            "while x:",
            "if x:",
            "return x",
            "x = 1",
        ),
        *("lambda x: x", "class A:", "self.a.value", "jax.random.normal(key)", "nnx.Optimizer(*a)", "global x", "    "),
        *(
            "print(x)",
            "np.sin(x)",
            "async def g(): pass",
            "match x:",
            "case _:",
            "(",
            ")",
            ":",
            "\n",
            "\n    ",
            "*",
            "@",
        ),
    ]
)


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=30).map(" ".join), st.lists(PIECES).map("\n".join)))
def test_no_source_raises_anything(source: str) -> None:
    for hint in find_hints(source):
        assert hint.code in HINTS
        assert 1 <= hint.line <= len(source.splitlines()) + 1


@settings(max_examples=60)
@given(st.lists(st.sampled_from([body for body, _, _ in FOUND.values()]), max_size=4))
def test_remarks_on_a_source_that_is_put_together_have_lines_in_it(bodies: list[str]) -> None:
    source = IMPORTS + "".join(bodies)
    ast.parse(source)
    codes = [hint.code for hint in find_hints(source)]
    assert len(codes) == len({*codes})
