"""Submissions that present one program to the studies that inspect it, and another one when called."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.bundle.contents import Bundle, Case, CaseCall, Manifest, seal
from grader.grading.client import Grader
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns
from grader.package.specs import Checks
from grader.package.specs.gradients import GradientsSpec
from grader.package.specs.performance import CostSpec
from grader.package.specs.programs import JaxprSpec
from grader.protocol import Array, Value
from grader.report import Mode
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(300)]

HEAD = "import jax, jax.numpy as jnp\n\n"
SLOW = f"{HEAD}def slow(x):\n    return jax.lax.fori_loop(0, 1000, lambda i, c: c + 1, x) * 2 - x - 2000\n\n"
NUMBERS = np.arange(4, dtype=np.float32)
CHECKS: dict[str, tuple[Checks, dict[str, Value]]] = {
    "jaxpr": (Checks(jaxpr=JaxprSpec(forbid=["scan", "while"])), {}),
    "cost": (
        Checks(cost=CostSpec(flops=2)),
        {"cost": {"figures": {"flops": 64.0, "bytes_accessed": 64.0, "temp_bytes": 64.0}, "answer": None}},
    ),
    "gradients": (Checks(gradients=GradientsSpec(wrt=["x"])), {"gradients": [{"reverse": [{"x": None}]}]}),
}
"""Each check, with its study's result for the reference, which returns its argument."""
ATTACKS = {
    "another program when it is traced": (
        "jaxpr",
        f"{SLOW}def solve(x):\n    return x + 1 if isinstance(x, jax.core.Tracer) else slow(x)\n",
        "wrong_structure jaxpr.other_program",
    ),
    "another program from the second time on": (
        "cost",
        f"{SLOW}seen = []\n\ndef solve(x):\n    seen.append(0)\n    return slow(x) if len(seen) < 2 else 0 * x\n",
        "wrong_structure cost.other_program",
    ),
    "another answer when it is differentiated": (
        "gradients",
        (
            f"{HEAD}@jax.custom_vjp\ndef solve(x):\n    return x\n\n"
            "solve.defvjp(lambda x: (2 * x, None), lambda _, g: (g,))\n"
        ),
        "wrong_structure gradients.other_values",
    ),
}


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    with Grader(GraderSettings(), spares=0) as grader:
        yield grader


def make_bundle(check: str) -> Bundle:
    checks, studies = CHECKS[check]
    x = Array("float32", (4,), NUMBERS.tobytes())
    if "gradients" in studies:
        studies = {"gradients": [{"reverse": [{"x": x}], "numeric": [], "values": {"reverse": [x]}}]}
    manifest = Manifest(
        slug="studied",
        uuid="11111111-2222-3333-4444-777777777777",
        name="Studied",
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
        checks=checks,
        limits=Limits(time_s=15),
        pool=Pool(draw=1),
        statement="# Studied",
        lesson="# Lesson",
        hints=["Think."],
        starter="",
        warmup=f"{HEAD}def solve(x):\n    return x\n",
        solution=f"{HEAD}def solve(x):\n    return x\n",
    )
    case = Case("sample", "sample", (CaseCall("", {"x": x}, x, None),), studies)
    return seal(manifest, (case,), (), ())


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_looked_at_is_what_is_judged(grader: Grader, name: str) -> None:
    check, source, verdict = ATTACKS[name]
    report = grader.grade(make_bundle(check), source.encode(), mode=Mode.RUN)
    assert f"{report.verdict} {report.code}" == verdict, report.message


def test_who_does_the_same_each_time_is_accepted(grader: Grader) -> None:
    bundle = make_bundle("cost")
    assert grader.grade(bundle, bundle.manifest.solution.encode(), mode=Mode.RUN).code == "accepted"
