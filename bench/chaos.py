"""Whether anything is lost when everything is killed: a server and runners under load, killed again and again.

`python -m bench.chaos [--kills N] [--runners N] [--learners N] [--seed N] [--database-url URL]` publishes a problem
into a scratch data directory, starts `jaxdojo serve` and separate runners on it, and lets learners submit over HTTP.
Then faults are injected at random: SIGKILL for the server, a runner, a zygote or a spare, and freezing a runner until
its jobs are requeued. Killed processes are restarted. In the end all work is completed, and the stored results are
compared with the promises and the events that learners got. Exit status 1: something was lost, sent twice, judged twice
or stuck.

Kills are paced by readiness: a killed process must be ready before it can be chosen again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.chaos_findings import compare
from bench.installations import (
    COMMAND,
    LOST_AFTER_S,
    ROOT,
    SLUG,
    make_environment,
    make_settings,
    publish,
    read_solution,
)
from bench.learners import Learners, enrol
from bench.processes import list_below
from bench.table import Row, print_table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.kit.settings import Settings

END_S: Final = 300.0
"""The maximum time, in seconds, to complete all work after the last kill."""
BACK_S: Final = 120.0
"""The maximum time, in seconds, until a killed process is ready again."""


@dataclass(frozen=True)
class Plan:
    """The processes to run, and the faults to inject. `serve` or `runner` is appended to `command`."""

    command: list[str]
    environment: dict[str, str]
    settings: Settings
    slug: str
    sources: dict[str, str]
    faults: tuple[str, ...]
    kills: int
    runners: int = 2
    learners: int = 6
    pace_s: float = 0.5
    seed: int = 0


@dataclass
class Outcome:
    """The result: how often each fault was injected, figures, and descriptions of what went wrong."""

    faults: Counter[str]
    promised: int
    resumed: int
    refused: int
    broken: int
    seconds: float
    findings: list[str]


class Member:
    """A process that is restarted whenever it ends."""

    def __init__(self, plan: Plan, role: str, log: Path) -> None:
        self.role = role
        self.up = asyncio.Event()
        """Set while the process has reported that it is ready."""
        self.crashes = 0
        """The number of times it ended without being killed."""
        self._plan = plan
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._stopping = False
        self._struck = False

    @property
    def pid(self) -> int:
        """The current process id."""
        return self._process.pid if self._process is not None else 0

    async def run(self) -> None:
        """Keep it running until `stop`."""
        while not self._stopping:
            self._struck = False
            with self._log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *(*self._plan.command, self.role),
                    env=self._plan.environment,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    cwd=ROOT,
                )
                assert self._process.stdout is not None  # noqa: S101 - it was asked for
                if await self._process.stdout.readline():
                    self.up.set()
                await self._process.wait()
            self.up.clear()
            if not self._struck and not self._stopping:
                self.crashes += 1
                await asyncio.sleep(1.0)

    def kill(self) -> None:
        """Kill it without warning."""
        self._struck = True
        self.up.clear()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def freeze(self, seconds: float) -> None:
        """Stop it for a while, like a machine that is cut off or swapping."""
        pid = self.pid
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(pid, signal.SIGCONT)

    async def stop(self) -> None:
        """Ask it to stop, and wait for it."""
        self._stopping = True
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


@asynccontextmanager
async def _running(plan: Plan, logs: Path) -> AsyncIterator[list[Member]]:
    roles = ["serve", *["runner"] * plan.runners]
    members = [Member(plan, role, logs / f"{role}{number}.log") for number, role in enumerate(roles)]
    tasks = [asyncio.create_task(member.run()) for member in members]
    try:
        async with asyncio.timeout(BACK_S):
            await asyncio.gather(*(member.up.wait() for member in members))
        yield members
    finally:
        await asyncio.gather(*(member.stop() for member in members))
        await asyncio.gather(*tasks)


async def wreak(plan: Plan, *, progress: bool = False) -> Outcome:
    """Run the plan and return the result."""
    began = time.monotonic()
    tokens = await enrol(plan.settings, plan.learners)
    address = f"http://127.0.0.1:{plan.settings.port}"
    learners = Learners(address, plan.slug, plan.sources, seed=plan.seed)
    struck: Counter[str] = Counter()
    findings = []
    async with _running(plan, plan.settings.data) as members:
        load = asyncio.create_task(learners.learn(tokens))
        chance = random.Random(plan.seed)  # noqa: S311 - nothing secret
        while (killed := struck.total() - struck["freeze"]) < plan.kills:
            await asyncio.sleep(plan.pace_s)
            fault = await _strike(chance.choice(plan.faults), chance, members)
            struck.update([fault] if fault else [])
            if progress and fault and struck.total() % 10 == 0:
                print(f"{killed} of {plan.kills} kills, {len(learners.promises)} promises", file=sys.stderr)
        learners.stop()
        try:
            await asyncio.wait_for(load, END_S)
        except TimeoutError:
            findings += [f"{one.id} got no verdict in {END_S:.0f} s" for one in learners.promises if not one.is_over]
        findings += await compare(plan.settings, learners.promises, END_S)
        findings += [f"{member.role} ended {member.crashes} times by itself" for member in members if member.crashes]
    return Outcome(
        struck,
        len(learners.promises),
        sum(promise.resumed for promise in learners.promises),
        learners.refused,
        learners.broken,
        time.monotonic() - began,
        findings,
    )


async def _strike(fault: str, chance: random.Random, members: list[Member]) -> str:
    """Inject one fault into a running process; return the fault's name, or an empty string if there is no target."""
    role = "serve" if fault == "server" else "runner"
    there = [member for member in members if member.role == role]
    member = chance.choice(there)
    async with asyncio.timeout(BACK_S):
        await member.up.wait()
    if fault in {"server", "runner"}:
        member.kill()
    elif fault == "freeze":
        await member.freeze(LOST_AFTER_S * 2.5)
    else:  # a zygote, or a spare, which is any other descendant of a runner
        below = [pid for pid, line in list_below(member.pid) if (b"zygote" in line) == (fault == "zygote")]
        if not below:
            return ""
        try:
            os.kill(chance.choice(below), signal.SIGKILL)
        except ProcessLookupError:
            return ""
    return fault


def show(outcome: Outcome, title: str) -> None:
    """Print the result."""
    struck = ", ".join(f"{count} {fault}" for fault, count in sorted(outcome.faults.items()))
    rows = [
        Row("faults", str(outcome.faults.total()), struck),
        Row("submissions with a 202", str(outcome.promised), ""),
        Row("tries to resume a stream of events", str(outcome.resumed), ""),
        Row("POSTs refused, without an answer", f"{outcome.refused}, {outcome.broken}", ""),
        Row("seconds", f"{outcome.seconds:.0f}", ""),
        Row("lost, stuck, told or judged twice", str(len(outcome.findings)), ""),
    ]
    print_table(title, rows)
    for finding in outcome.findings:
        print(finding)


def main() -> None:
    """Publish, inject faults, print the result, and exit with a status that says whether anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=300, help="how many; freezes come on top (default 300)")
    parser.add_argument("--runners", type=int, default=2, help="runner processes (default 2)")
    parser.add_argument("--learners", type=int, default=6, help="learners at once (default 6)")
    parser.add_argument("--seed", type=int, default=0, help="of what strikes when (default 0)")
    parser.add_argument("--database-url", help="an empty database in place of SQLite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="jaxdojo-chaos-", ignore_cleanup_errors=True) as scratch:
        settings = make_settings(Path(scratch), options.database_url)
        publish(settings)
        plan = Plan(
            command=COMMAND,
            environment=make_environment(settings),
            settings=settings,
            slug=SLUG,
            sources={read_solution(): "accepted", "raise ValueError\n": "runtime_error"},
            faults=("server", "runner", "runner", "zygote", "spare", "spare", "freeze"),
            kills=options.kills,
            runners=options.runners,
            learners=options.learners,
            seed=options.seed,
        )
        outcome = asyncio.run(wreak(plan, progress=True))
    show(outcome, f"{options.runners} runners, {options.learners} learners, {settings.database_url.partition(':')[0]}")
    sys.exit(bool(outcome.findings))


if __name__ == "__main__":
    main()
