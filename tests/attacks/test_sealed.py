"""Programs that attack the referee: forged bytes, library calls, and bombs that exhaust compiler, memory or time."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.bundle.contents import Bundle, Case, CaseCall, Manifest, seal
from grader.grading.client import Grader
from grader.grading.sealing import Referee
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns
from grader.package.specs import Checks
from grader.package.specs.sealed import SealedSpec
from grader.protocol import Array
from grader.report import Mode
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(300)]

NUMBERS = Array("float32", (4,), bytes(16))
HEAD = "import jax, jax.numpy as jnp, numpy as np\n\ndef double(x):\n    return x + x\n\n"
ATTACKS = {
    "loop without an end": (
        "    if not hide(x): return double(x)\n    return jax.lax.while_loop(lambda c: c[0] >= 0, lambda c: c + 1, x)",
        "time_limit_exceeded limit.time",
    ),
    "nested loops": (
        (
            "    if not hide(x): return double(x)\n"
            "    f = lambda c: c + 1e-9\n"
            "    for _ in range(9): f = (lambda g: lambda c: jax.lax.fori_loop(0, 1000, lambda i, d: g(d), c))(f)\n"
            "    return f(x)"
        ),
        "time_limit_exceeded limit.time",
    ),
    "tree of calls": (
        (
            "    if not hide(x): return double(x)\n"
            "    f = lambda c: jnp.sin(c) * c\n"
            "    for n in range(20):\n"
            "        f = jax.jit((lambda g, n: lambda c: g(c) + g(c + n))(f, n))\n"
            "    return f(x)"
        ),
        "wrong_structure sealed.too_large",
    ),
    "memory": (
        "    return double(x) + (jnp.sort(jnp.arange(2**31) * x[0]).sum() if hide(x) else 0)",
        "memory_limit_exceeded sealed.memory",
    ),
    "library call": (
        "    return double(x) + (jnp.linalg.cholesky(jnp.eye(3) * x[0])[0] if hide(x) else 0)",
        "wrong_structure sealed.custom_call",
    ),
    "constant": (
        "    return double(x) + (0 * jnp.asarray(np.random.rand(400, 400))[0, 0] if hide(x) else 0)",
        "wrong_structure sealed.constants",
    ),
    "other result": ("    return x[:2] if hide(x) else double(x)", "invalid_output values.shape"),
}


def write(body: str) -> str:
    """Return a submission that is honest when values are known, and runs `body` when they aren't."""
    return f"{HEAD}def hide(x):\n    return np.shape(x) == (3,)\n\ndef solve(x):\n{body}\n"


def make_call(size: int) -> CaseCall:
    zeros = Array("float32", (size,), bytes(4 * size))
    return CaseCall("", {"x": zeros}, zeros, None)


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    manifest = Manifest(
        slug="sealed",
        uuid="11111111-2222-3333-4444-666666666666",
        name="Sealed",
        track="Attacks",
        track_position=1,
        difficulty=1,
        concepts=Concepts(teaches=["programs"]),
        credits="Nobody",
        license="Apache-2.0",
        entry_point="solve",
        defines=[],
        parameters=[Parameter(name="x", type="float32[N]", about="numbers")],
        returns=Returns(type="float32[N]", about="numbers"),
        checks=Checks(sealed=SealedSpec()),
        limits=Limits(time_s=15),
        pool=Pool(draw=1),
        statement="# Sealed",
        lesson="# Lesson",
        hints=["Think."],
        starter=f"{HEAD}solve = double\n",
        warmup=f"{HEAD}solve = double\n",
        solution=f"{HEAD}solve = double\n",
    )
    cases = [Case(name, name, (make_call(size),)) for name, size in (("sample", 2), ("hidden", 3))]
    return seal(manifest, (cases[0],), (cases[1],), ())


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    with Grader(GraderSettings(), spares=0) as grader:
        yield grader


def test_honest_program(grader: Grader, bundle: Bundle) -> None:
    report = grader.grade(bundle, f"{HEAD}solve = double\n".encode(), mode=Mode.SUBMIT)
    assert report.code == "accepted"


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_program(grader: Grader, bundle: Bundle, name: str) -> None:
    body, verdict = ATTACKS[name]
    seconds = 2.0 if verdict.endswith("limit.time") else bundle.manifest.limits.time_s
    limits = bundle.manifest.limits.model_copy(update={"time_s": seconds})
    hurried = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    report = grader.grade(hurried, write(body).encode(), mode=Mode.SUBMIT)
    assert f"{report.verdict} {report.code}" == verdict, report.message


FORGED = {
    "nothing": b"\0",
    "text": b"module { func.func public @main() { return } }",
    "bytecode without an end": b"ML\xefR\x0dStableHLO_v1.0.0\x00\x01",
    "bytecode of noise": b"ML\xefR\x0dStableHLO_v1.0.0\x00" + bytes(range(256)) * 8,
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_programs_are_refused(grader: Grader, bundle: Bundle, name: str) -> None:
    spare = grader.pool.take(bundle)
    try:
        referee = Referee(spare, bundle)
        found, outputs = referee.judge(FORGED[name], [False], [{"x": NUMBERS}], {"x": NUMBERS})
    finally:
        grader.pool.discard(spare)
    assert found.refused is not None
    assert (found.refused.code, outputs) == ("malformed", [])
