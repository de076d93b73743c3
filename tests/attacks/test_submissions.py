"""Whole submissions that attack, graded beside honest ones. Each gets its exact verdict and leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.bundle.checksums import write_sums
from grader.bundle.contents import Bundle, Case, CaseCall, Manifest, seal
from grader.grading.client import Grader
from grader.grading.conversation import Conversation
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns
from grader.package.specs import Checks
from grader.package.specs.outputs import InputsUnchangedSpec, ValuesSpec
from grader.package.specs.structure import JitSpec, NnxStateSpec, TracesSpec
from grader.protocol import Array
from grader.publishing.program_cache import save_cache
from grader.report import Mode, Verdict
from grader.settings import GraderSettings
from tests.attacks.lawful import LAWFUL
from tests.attacks.more_submissions import MACHINE, RESULTS, WATCHING
from tests.attacks.routes import ROUTES
from tests.attacks.submissions import ACCEPTED, HARNESS, SPEAKING, Attack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.protocol import Value

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]

SANDBOX_UID = 62000 + os.getpid() % 2000
"""A user for the sandboxes of this process alone: workers of one run have neighbouring process ids."""
HONEST = Attack(ACCEPTED).source
PATIENCE = 10.0
ELSEWHERE = ("PostgreSQL.", ".org.chromium.", "sem.")


def make_case(name: str, x: np.ndarray, calls: int) -> Case:
    def call(label: str, traces: tuple[int, int]) -> CaseCall:
        expected = np.repeat(x.sum(axis=1, dtype=np.float32)[:, None], 2, axis=1)
        args: dict[str, Value] = {"x": Array("float32", x.shape, x.tobytes()), "calls": float(calls)}
        return CaseCall(label, args, Array("float32", expected.shape, expected.tobytes()), traces)

    return Case(name, name, (call("first", (1, 1)), call("again", (0, 1))))


@pytest.fixture(scope="session")
def bundle() -> Bundle:
    manifest = Manifest(
        slug="forward",
        uuid="11111111-2222-3333-4444-555555555555",
        name="Forward",
        track="Attacks",
        track_position=1,
        difficulty=1,
        concepts=Concepts(teaches=["jit"]),
        credits="Nobody",
        license="Apache-2.0",
        entry_point="forward",
        defines=[],
        parameters=[Parameter(name=name, type="any", about="a value") for name in ("x", "calls")],
        returns=Returns(type="float32[4, 2]", about="numbers"),
        checks=Checks(
            values=ValuesSpec(tolerance=8),
            inputs_unchanged=InputsUnchangedSpec(),
            jit=JitSpec(wrapper="nnx.jit", module="Linear", calls="calls"),
            nnx_state=NnxStateSpec(),
            traces=TracesSpec(),
        ),
        limits=Limits(time_s=30),
        pool=Pool(draw=2),
        statement="# Forward",
        lesson="# Lesson",
        hints=["Think."],
        starter="",
        warmup=HONEST.decode(),
        solution=HONEST.decode(),
    )
    rng = np.random.default_rng(5)
    sample = make_case("sample", np.arange(12, dtype=np.float32).reshape(4, 3), 2)
    hidden = [make_case(f"hidden-{i}", rng.random((4, 3), np.float32) + 1, 2) for i in range(3)]
    return seal(manifest, (sample,), tuple(hidden), (sample,))


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory, bundle: Bundle) -> Iterator[Grader]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    cache = tmp_path_factory.mktemp("attacks") / "cache"
    settings = GraderSettings(
        compile_cache=cache, sandbox_uid=SANDBOX_UID, memory_mb=768, output_cap=2**20, scratch_mb=16, threads=64
    )
    with Grader(settings, spares=0) as grader:
        fill_cache(grader, bundle, cache / bundle.digest)
        assert grader.grade(bundle, HONEST, mode=Mode.SUBMIT).verdict is Verdict.ACCEPTED
        yield grader


def fill_cache(grader: Grader, bundle: Bundle, directory: Path) -> None:
    """Do what publishing does, so that workers can be forked from a warm zygote."""
    directory.mkdir(parents=True)
    spare = grader.pool.take()
    conversation = Conversation(spare)
    list(conversation.run_cases(HONEST.decode(), bundle.manifest, bundle.warm, keep_cache=True))
    save_cache(conversation.receive_cache(), directory)
    write_sums(directory)
    grader.pool.discard(spare)


@dataclass
class Health:
    """What there is of the platform; nothing of it may change by a grade."""

    cache: Path
    zygotes: list[object]
    seen: dict[str, object] = field(default_factory=dict)

    def look(self) -> dict[str, object]:
        return {
            "processes": sorted(sandbox_processes()),
            "descriptors": sum(1 for _ in Path("/proc/self/fd").iterdir()),
            "mounts": len(Path("/proc/self/mountinfo").read_text().splitlines()),
            "shared memory": sorted(shared_memory()),
            "cache": sorted(str(path) for path in self.cache.rglob("*")),
            "groups": sorted(str(path) for path in own_groups()),
        }


def sandbox_processes() -> list[int]:
    """Return the processes of this test's sandboxes: those of their user, or below this process."""
    parents: dict[int, int] = {}
    found = []
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in path.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        pid = int(path.parent.name)
        parents[pid] = int(fields["PPid"])
        if str(SANDBOX_UID) in fields["Uid"].split():
            found.append(pid)
    if os.geteuid() == 0:
        return found
    below = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return sorted(below)


def shared_memory() -> Iterator[str]:
    """Return the names in this machine's shared memory, but for what another worker's servers and browsers keep there.

    What sandboxes leave has their user, whatever its name is.
    """
    for path in Path("/dev/shm").iterdir():  # noqa: S108 - only looked at
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_uid == SANDBOX_UID or not path.name.startswith(ELSEWHERE):
                yield path.name


def own_groups() -> Iterator[Path]:
    """Return the control groups that this process made for workers."""
    for found in Path("/sys/fs/cgroup").glob(f"**/jaxdojo-{os.getpid()}-*"):
        yield from (path for path in found.iterdir() if path.is_dir())


@pytest.fixture(scope="session")
def health(grader: Grader) -> Health:
    cache = grader.settings.compile_cache
    assert cache is not None
    health = Health(cache, zygotes_of(grader))
    time.sleep(1.0)  # the worker of the first grade is reaped in the background
    health.seen = health.look()
    return health


def zygotes_of(grader: Grader) -> list[object]:
    return [grader.pool._root, *grader.pool._zygotes.values()]


def check_health(grader: Grader, health: Health) -> None:
    """Assert that the same zygotes live and that nothing is left; a killed worker takes a moment to be reaped."""
    assert zygotes_of(grader) == health.zygotes
    assert all(zygote.is_alive() for zygote in health.zygotes)  # type: ignore[attr-defined]
    deadline = time.monotonic() + PATIENCE
    while (now := health.look()) != health.seen and time.monotonic() < deadline:
        time.sleep(0.02)
    assert now == health.seen


def run_attack(grader: Grader, bundle: Bundle, attack: Attack, health: Health) -> str:
    """Grade an attack with an honest submission beside it; return verdict and code, the platform being well."""
    limits = bundle.manifest.limits.model_copy(update={"time_s": attack.seconds})
    hurried = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    with ThreadPoolExecutor(1) as executor:
        beside = executor.submit(grader.grade, bundle, HONEST, mode=Mode.SUBMIT)
        report = grader.grade(hurried, attack.source, mode=Mode.SUBMIT)
        honest = beside.result()
    assert (honest.verdict, honest.code) == (Verdict.ACCEPTED, "accepted"), honest.message
    assert honest.message.startswith("All 3 cases are right, bit for bit")
    check_health(grader, health)
    return f"{report.verdict} {report.code}"


ALL = {
    f"{kind}: {name}": attack
    for kind, table in {
        "harness": HARNESS,
        "watching": WATCHING,
        "speaking": SPEAKING,
        "results": RESULTS,
        "machine": MACHINE,
        "routes": ROUTES,
        "lawful": LAWFUL,
    }.items()
    for name, attack in table.items()
}


@pytest.mark.parametrize("attack", ALL.values(), ids=ALL)
def test_an_attack_gets_its_verdict_and_leaves_nothing(
    grader: Grader, bundle: Bundle, health: Health, attack: Attack
) -> None:
    assert run_attack(grader, bundle, attack, health) in attack.verdict.split("|")


@pytest.mark.parametrize("name", ["closed replies", "closed requests", "all descriptors closed"])
def test_the_harness_prints_nothing_of_its_own(grader: Grader, bundle: Bundle, name: str) -> None:
    assert grader.grade(bundle, SPEAKING[name].source, mode=Mode.SUBMIT).output == ""
