"""Hostile submissions, graded beside honest ones. Each gets its exact verdict and leaves nothing behind."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.grading.conversation import Conversation
from grader.report import Mode, Verdict
from tests.attacks.callers import CALLERS
from tests.attacks.forward import HONEST, SANDBOX_UID
from tests.attacks.gobetweens import GO_BETWEENS, QUESTIONS
from tests.attacks.lawful import LAWFUL
from tests.attacks.more_lawful import MORE_LAWFUL
from tests.attacks.more_submissions import MACHINE, RESULTS, WATCHING
from tests.attacks.routes import ROUTES
from tests.attacks.submissions import HARNESS, SPEAKING, Attack
from tests.mounts import find_mounts, find_shared_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]

PATIENCE = 10.0
AT_ONCE = 8
"""The number of attacks that are graded at once, beside one honest submission."""


@dataclass
class Health:
    """The platform's state (processes, files, mounts and the like), which no grade may change."""

    cache: Path
    zygotes: list[object]
    seen: dict[str, object] = field(default_factory=dict)

    def look(self) -> dict[str, object]:
        return {
            "processes": sandbox_processes(),
            "descriptors": sum(1 for _ in Path("/proc/self/fd").iterdir()),
            "mounts": find_mounts(),
            "shared memory": find_shared_memory(SANDBOX_UID),
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
        return sorted(found)
    below = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return sorted(below)


def own_groups() -> Iterator[Path]:
    """Return the control groups that this process made for workers."""
    for folder, names, _ in os.walk("/sys/fs/cgroup"):  # tolerates other processes' groups vanishing meanwhile
        if Path(folder).name.startswith(f"jaxdojo-{os.getpid()}-"):
            yield from (Path(folder, name) for name in names)


@pytest.fixture(scope="session")
def processes(grader: Grader) -> list[int]:
    """Return the processes of the grader's zygotes, once the threads that reap workers have ended the earlier ones."""
    reapers = threading.Barrier(2)
    for reaper in [grader.pool._reaper.submit(reapers.wait) for _ in range(reapers.parties)]:
        reaper.result(60)
    return sandbox_processes()


@pytest.fixture
def health(grader: Grader, processes: list[int]) -> Health:
    """Return the state before an attack, once everything that other tests in this process started is gone."""
    cache = grader.settings.compile_cache
    assert cache is not None
    health = Health(cache, zygotes_of(grader))
    deadline = time.monotonic() + PATIENCE
    while (now := health.look()) != health.seen or now["processes"] != processes:
        assert time.monotonic() < deadline, f"something is left of another test: {now}"
        health.seen = now
        time.sleep(0.05)
    return health


def zygotes_of(grader: Grader) -> list[object]:
    return [grader.pool._root, *grader.pool._zygotes.values()]


def check_health(grader: Grader, health: Health) -> None:
    """Assert that the same zygotes are alive and nothing is left behind; reaping a killed worker takes a moment."""
    assert zygotes_of(grader) == health.zygotes
    assert all(zygote.is_alive() for zygote in health.zygotes)  # type: ignore[attr-defined]
    deadline = time.monotonic() + PATIENCE
    while (now := health.look()) != health.seen and time.monotonic() < deadline:
        time.sleep(0.02)
    assert now == health.seen


def run_attacks(grader: Grader, bundle: Bundle, attacks: dict[str, Attack], health: Health) -> dict[str, str]:
    """Grade attacks at once beside an honest submission, check the platform, and return verdicts and codes."""

    def grade(attack: Attack) -> str:
        limits = bundle.manifest.limits.model_copy(update={"time_s": attack.seconds})
        hurried = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
        report = grader.grade(hurried, attack.source, mode=Mode.SUBMIT)
        return f"{report.verdict} {report.code}"

    with ThreadPoolExecutor(1 + len(attacks)) as executor:
        beside = executor.submit(grader.grade, bundle, HONEST, mode=Mode.SUBMIT)
        got = dict(zip(attacks, executor.map(grade, attacks.values()), strict=True))
        honest = beside.result()
    assert (honest.verdict, honest.code) == (Verdict.ACCEPTED, "accepted"), honest.message
    assert honest.message.startswith("All 3 cases are right, bit for bit")
    check_health(grader, health)
    return got


ALL = {
    f"{kind}: {name}": attack
    for kind, table in {
        "harness": HARNESS,
        "watching": WATCHING,
        "speaking": SPEAKING,
        "results": RESULTS,
        "machine": MACHINE,
        "routes": ROUTES,
        "go-betweens": GO_BETWEENS,
        "questions": QUESTIONS,
        "callers": CALLERS,
        "lawful": LAWFUL | MORE_LAWFUL,
    }.items()
    for name, attack in table.items()
}


WAITING = (
    "speaking: part of a frame",
    "speaking: replies into nothing",
    "speaking: the host's questions never seen",
    "speaking: the host's questions read by threads",
    "machine: sleep",
)
"""Attacks for which the grader only waits. They are graded at once."""
NAMES = (*WAITING, *(name for name in ALL if name not in WAITING))
GROUPS = {NAMES[at]: NAMES[at : at + AT_ONCE] for at in range(0, len(NAMES), AT_ONCE)}
"""The names of attacks that are graded at once, by the first of them."""


@pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS)
def test_attacks_get_their_verdicts_and_leave_nothing(
    grader: Grader, bundle: Bundle, health: Health, names: tuple[str, ...]
) -> None:
    got = run_attacks(grader, bundle, {name: ALL[name] for name in names}, health)
    assert {name: verdict for name, verdict in got.items() if verdict not in ALL[name].verdict.split("|")} == {}


def test_compiled_programs_are_found_though_nobody_can_list_them(grader: Grader, bundle: Bundle) -> None:
    compiled: list[set[str]] = []
    for digest in (None, bundle.digest):
        with grader.pool.lend() as spare:
            conversation = Conversation(spare)
            list(conversation.run_cases(HONEST.decode(), bundle.manifest, bundle.warm, bundle=digest, keep_cache=True))
            entries = conversation.receive_cache().header["entries"]
            assert isinstance(entries, list)
            compiled.append({name for name, _ in entries if name.endswith("-cache")})
            assert spare.process.output.stderr == b"", "JAX warns of programs that it can't read"
    assert compiled[0]
    assert compiled[1] == set()


@pytest.mark.parametrize("name", ["closed replies", "closed requests", "all descriptors closed"])
def test_the_harness_prints_nothing_of_its_own(grader: Grader, bundle: Bundle, name: str) -> None:
    assert grader.grade(bundle, SPEAKING[name].source, mode=Mode.SUBMIT).output == ""
