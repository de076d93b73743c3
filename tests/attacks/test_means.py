"""Submissions that compute the right numbers by other means than required, and hide that from the probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.bundle.contents import Bundle, Case, CaseCall, seal
from grader.package.specs import Checks
from grader.package.specs.outputs import ValuesSpec
from grader.package.specs.structure import TracesSpec
from grader.package.specs.watching import EagerSpec, FollowsSpec, HostSpec
from grader.protocol import Array
from grader.report import Mode
from tests.attacks.forward import make_manifest

if TYPE_CHECKING:
    from grader.grading.client import Grader

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]

HEAD = """
import jax
import jax.numpy as jnp
import numpy as np

@jax.jit
def pass_on(values):
    return values

def compute(x):
    return np.float32(3) * np.asarray(x) + np.float32(1)
"""
HONEST = "@jax.jit\ndef run(x): return 3 * x + 1\ndef solve(x): return run(x)\n"
CALLBACK = """
from jax._src import core
from jax._src.callback import emit_python_callback
from jax.extend.core import Primitive
from jax.interpreters import mlir

add = Primitive("add_all")
add.def_abstract_eval(lambda v: core.ShapedArray(v.shape, v.dtype))

def lower(context, value):
    call = lambda v: (compute(v),)
    return emit_python_callback(
        context, call, None, [value], context.avals_in, context.avals_out, has_side_effect=False)[0]

mlir.register_lowering(add, lower)

@jax.jit
def run(x): return add.bind(x)

def solve(x): return run(x)
"""
PASSED_ON = "\ndef solve(x): return pass_on(compute(x))\n"
PATCHED = "np.isfinite = lambda v: np.zeros(np.shape(v), bool)\nnp.round = lambda v: v"
BEHIND = """
both = jax.jit(lambda v: (v, jnp.sin(jnp.arange(2.0**20 + 9))))

def solve(x):
    both(x)
    return both(compute(x))[0]
"""
AMONG = """
first = jax.jit(lambda v: v[:12].reshape(4, 3))
more = np.random.default_rng(0).random(2**20, np.float32)

def solve(x): return first(np.concatenate([compute(x).ravel(), more]))
"""
BITS = """
bits = jax.jit(lambda v: jax.lax.bitcast_convert_type(v, jnp.float32))

def solve(x): return bits(compute(x).view(np.int32))
"""
HALVES = """
@jax.jit
def bits(high, low):
    whole = (high.astype(jnp.uint32) << 16) | low.astype(jnp.uint32)
    return jax.lax.bitcast_convert_type(whole, jnp.float32)

def solve(x):
    whole = compute(x).view(np.uint32)
    return bits((whole >> 16).astype(np.float32), (whole & 0xFFFF).astype(np.float32))
"""
COMPLEX = """
@jax.jit
def join(numbers): return jnp.stack([one.real for one in numbers]).astype(jnp.float32)

def solve(x): return join([complex(one) for one in compute(x).ravel()]).reshape(x.shape)
"""
INTEGERS = """
@jax.jit
def join(numbers): return jax.lax.bitcast_convert_type(jnp.stack(numbers), jnp.float32)

def solve(x): return join(compute(x).view(np.int32).ravel().tolist()).reshape(x.shape)
"""
BUFFERS = """
from jax.experimental.buffer_callback import buffer_callback

def fill(_, out, x):
    np.asarray(out)[...] = compute(x)

@jax.jit
def solve(x):
    jax.debug.print("")
    return buffer_callback(fill, jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
"""
NAMED = """
scope = {"np": np}
text = "def compute(x): return jax.numpy.float32(3) * x + jax.numpy.float32(1)"
exec(compile("import jax\\n" + text, "/mine/jax/_src/random.py", "exec"), scope)

def solve(x): return pass_on(scope["compute"](x))
"""
MADE = "scope = {'jax': jax}\nexec('def anew(x): jax.jit(lambda v: v * 2)(x)', scope)\nanew = scope['anew']\n"
MANY = "kept = [jax.jit(lambda v: v) for _ in range(2500)]\ndef anew(x): jax.jit(lambda v: v * 2)(x)\n"
ANEW = HONEST.replace("def solve(x): ", "def solve(x):\n    anew(x)\n    ")
HIDING = {
    "computed by NumPy and passed on": (PASSED_ON, "follows.given"),
    "with other tests of numbers in NumPy": (PATCHED + PASSED_ON, "follows.given"),
    "behind more numbers than are looked at": (BEHIND, "follows.given"),
    "among more numbers than are looked at": (AMONG, "follows.given"),
    "computed by NumPy and passed on as bits": (BITS, "follows.given"),
    "computed by NumPy and passed on in whole numbers": (HALVES, "follows.given"),
    "computed by NumPy and passed on in complex numbers": (COMPLEX, "follows.given"),
    "in a callback by a primitive of its own": (CALLBACK, "host.callback"),
    "in a callback that fills buffers, beside a print": (BUFFERS, "host.callback"),
    "computed eagerly in a file named as one of a library's": (NAMED, "eager.operation"),
    "traced anew in code that is made at run time": (MADE + ANEW, "traces.jit_inside|traces.too_many"),
    "traced anew after very many functions": (MANY + ANEW, "traces.jit_inside|traces.too_many"),
}
REMAINING = {
    "computed by NumPy where a function was seen to be left alone": (
        "def solve(x):\n    out = pass_on(x)\n"
        "    return jnp.asarray(compute(x)) if np.array_equal(np.asarray(out), np.asarray(x)) else out\n"
    ),
    "computed by NumPy and passed on as Python's integers": INTEGERS,
    "traced anew while nobody listens": (
        ANEW + "from jax._src import monitoring\n"
        "def anew(x):\n    listeners = monitoring._event_duration_secs_listeners\n    kept = listeners[:]\n"
        "    listeners.clear()\n    jax.jit(lambda v: v * 2)(x)\n    listeners.extend(kept)\n"
    ),
}
"""Attacks that work: see *Hardening* in docs/security.md."""


def make_case(name: str, x: np.ndarray) -> Case:
    def call(label: str, traces: tuple[int, int]) -> CaseCall:
        y = np.float32(3) * x + np.float32(1)
        expected = Array("float32", y.shape, y.tobytes())
        return CaseCall(label, {"x": Array("float32", x.shape, x.tobytes())}, expected, traces)

    return Case(name, name, (call("first", (1, 1)), call("again", (0, 1))))


@pytest.fixture(scope="module")
def line() -> Bundle:
    checks = Checks(
        values=ValuesSpec(tolerance=8),
        host=HostSpec(),
        eager=EagerSpec(),
        follows=FollowsSpec(wrappers=["jax.jit"]),
        traces=TracesSpec(),
    )
    kind = "float32[4, 3]"
    manifest = make_manifest("solve", parameters={"x": kind}, returns=kind, checks=checks, solution=HEAD + HONEST)
    rng = np.random.default_rng(7)
    cases = [make_case(name, rng.random((4, 3), np.float32)) for name in ("sample", "one", "two")]
    return seal(manifest, (cases[0],), tuple(cases[1:]), ())


def test_the_honest_way(grader: Grader, line: Bundle) -> None:
    report = grader.grade(line, (HEAD + HONEST).encode(), mode=Mode.SUBMIT)
    assert report.code == "accepted", report.message


@pytest.mark.parametrize(("source", "code"), HIDING.values(), ids=HIDING)
def test_what_is_hidden_is_seen(grader: Grader, line: Bundle, source: str, code: str) -> None:
    report = grader.grade(line, (HEAD + source).encode(), mode=Mode.SUBMIT)
    assert report.code in code.split("|"), report.message


@pytest.mark.parametrize("source", REMAINING.values(), ids=REMAINING)
def test_what_remains(grader: Grader, line: Bundle, source: str) -> None:
    report = grader.grade(line, (HEAD + source).encode(), mode=Mode.SUBMIT)
    assert report.code == "accepted", report.message
