"""The problem for attacks on the grader, and the grader with an honest submission to it."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING

import numpy as np

from grader.bundle.checksums import write_sums
from grader.bundle.contents import Bundle, Case, CaseCall, Manifest, seal
from grader.grading.conversation import Conversation
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns
from grader.package.specs import Checks
from grader.package.specs.outputs import InputsUnchangedSpec, ValuesSpec
from grader.package.specs.structure import JitSpec, NnxStateSpec, TracesSpec
from grader.protocol import Array
from grader.publishing.program_cache import save_cache
from tests.attacks.submissions import ACCEPTED, Attack

if TYPE_CHECKING:
    from pathlib import Path

    from grader.grading.client import Grader
    from grader.protocol import Value

SANDBOX_UID = 62000 + os.getpid() % 2000
"""A user id for this process's sandboxes alone: the test workers of one run have neighbouring process ids."""
HONEST = Attack(ACCEPTED).source


def make_case(name: str, x: np.ndarray, calls: int) -> Case:
    def call(label: str, traces: tuple[int, int]) -> CaseCall:
        expected = np.repeat(x.sum(axis=1, dtype=np.float32)[:, None], 2, axis=1)
        args: dict[str, Value] = {"x": Array("float32", x.shape, x.tobytes()), "calls": float(calls)}
        return CaseCall(label, args, Array("float32", expected.shape, expected.tobytes()), traces)

    return Case(name, name, (call("first", (1, 1)), call("again", (0, 1))))


def make_manifest(slug: str, *, parameters: dict[str, str], returns: str, checks: Checks, solution: str) -> Manifest:
    """Return the manifest of a small problem whose entry point has the same name."""
    return Manifest(
        slug=slug,
        uuid=str(uuid.uuid5(uuid.NAMESPACE_OID, slug)),
        name=slug,
        track="Attacks",
        track_position=1,
        difficulty=1,
        concepts=Concepts(teaches=["jit"]),
        credits="Nobody",
        license="Apache-2.0",
        entry_point=slug,
        defines=[],
        parameters=[Parameter(name=name, type=kind, about="a value") for name, kind in parameters.items()],
        returns=Returns(type=returns, about="numbers"),
        checks=checks,
        limits=Limits(time_s=30),
        pool=Pool(draw=2),
        statement="# Statement",
        lesson="# Lesson",
        hints=["Think."],
        starter="",
        warmup=solution,
        solution=solution,
    )


def make_bundle() -> Bundle:
    """Return the problem `forward`."""
    checks = Checks(
        values=ValuesSpec(tolerance=8),
        inputs_unchanged=InputsUnchangedSpec(),
        jit=JitSpec(wrapper="nnx.jit", module="Linear", calls="calls"),
        nnx_state=NnxStateSpec(),
        traces=TracesSpec(),
    )
    parameters = {"x": "any", "calls": "any"}
    manifest = make_manifest(
        "forward", parameters=parameters, returns="float32[4, 2]", checks=checks, solution=HONEST.decode()
    )
    rng = np.random.default_rng(5)
    sample = make_case("sample", np.arange(12, dtype=np.float32).reshape(4, 3), 2)
    hidden = [make_case(f"hidden-{i}", rng.random((4, 3), np.float32) + 1, 2) for i in range(3)]
    return seal(manifest, (sample,), tuple(hidden), (sample,))


def fill_cache(grader: Grader, bundle: Bundle, directory: Path) -> None:
    """Do what publishing does, so that workers can be forked from a warm zygote."""
    directory.mkdir(parents=True)
    spare = grader.pool.take()
    conversation = Conversation(spare)
    list(conversation.run_cases(HONEST.decode(), bundle.manifest, bundle.warm, keep_cache=True))
    save_cache(conversation.receive_cache(), directory)
    write_sums(directory)
    grader.pool.discard(spare)
