"""Several hosts: runners in separate network namespaces, one of which is cut off during a grade, and reconnected."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import make_url

from app.db.models import Submission, SubmissionEvent
from app.db.statuses import EventKind, Role, Status
from app.work.installation import open_installation
from bench.installations import LOST_AFTER_S, ROOT, make_environment, make_settings
from grader.report import Mode, Verdict
from tests.integration.app.conftest import publish
from tests.postgresql import Server, find_binaries

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from app.domains.fleet.schemas import RunnerView
    from app.kit.settings import Settings
    from app.services import Services

DATABASE_PORT: Final = 15432
GRADE_S: Final = 6.0
"""A grade's time in seconds: by its end, a disconnected runner counts as lost."""


class Host:
    """A network namespace with one cable to this machine, over which it reaches the database."""

    def __init__(self, number: int) -> None:
        self.name = f"jd{os.getpid()}n{number}"
        self._cable = f"jd{os.getpid()}c{number}"
        self.here, there = (f"10.213.{number}.{end}" for end in (1, 2))
        inside = ("netns", "exec", self.name, "ip")
        _ip("netns", "add", self.name)
        try:
            _ip("link", "add", self._cable, "type", "veth", "peer", "name", "out", "netns", self.name)
            _ip("addr", "add", f"{self.here}/30", "dev", self._cable)
            _ip("link", "set", self._cable, "up")
            _ip(*inside, "addr", "add", f"{there}/30", "dev", "out")
            for device in ("lo", "out"):
                _ip(*inside, "link", "set", device, "up")
        except BaseException:
            self.remove()
            raise

    def pull_cable(self) -> None:
        """Disconnect the host: packets get lost, and neither side is notified."""
        _ip("link", "set", self._cable, "down")

    def plug_in(self) -> None:
        """Reconnect the host."""
        _ip("link", "set", self._cable, "up")

    def remove(self) -> None:
        _ip("netns", "del", self.name)


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


def _remove_leftovers() -> None:
    """Remove the hosts of test runs that were killed: their addresses are the same as ours."""
    for pid in re.findall(r"^jd(\d+)n\d\b", _ip("netns", "list"), re.MULTILINE):
        if not Path(f"/proc/{pid}").exists():
            for number in (1, 2):
                subprocess.run(["ip", "netns", "del", f"jd{pid}n{number}"], check=False, capture_output=True)
                subprocess.run(["ip", "link", "del", f"jd{pid}c{number}"], check=False, capture_output=True)


@pytest.fixture
def hosts() -> Iterator[list[Host]]:
    """Yield two hosts."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and iproute2")
    made: list[Host] = []
    try:
        _remove_leftovers()
        made.append(Host(1))
        made.append(Host(2))
    except subprocess.CalledProcessError as error:
        for host in made:
            host.remove()
        pytest.skip(f"network namespaces can't be made here: {error.stderr.decode().strip()}")
    yield made
    for host in made:
        host.remove()


@pytest.fixture
def server() -> Iterator[Server]:
    """Yield a PostgreSQL server."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL isn't installed")
    made = Server(binaries)
    made.start()
    yield made
    made.remove()


@asynccontextmanager
async def _offering(hosts: list[Host], port: int) -> AsyncIterator[None]:
    """Let each host reach the database at its end of its cable."""

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(2**16):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(copy(reader, to_writer), copy(to_reader, writer))

    offers = [await asyncio.start_server(forward, host.here, DATABASE_PORT) for host in hosts]
    try:
        yield
    finally:
        for offer in offers:
            offer.close()


@asynccontextmanager
async def _running(host: Host, settings: Settings, log: Path) -> AsyncIterator[None]:
    url = make_url(settings.database_url).set(host=host.here, port=DATABASE_PORT).render_as_string()
    environment = make_environment(settings) | {"JAXDOJO_DATABASE_URL": url, "JAXDOJO_STAND_IN_S": str(GRADE_S)}
    with log.open("wb") as stream:
        process = await asyncio.create_subprocess_exec(
            *("ip", "netns", "exec", host.name, sys.executable, "-m", "tests.chaos.stand_in", "runner"),
            env=environment,
            cwd=ROOT,
            stdout=stream,
            stderr=stream,
        )
        try:
            yield
        finally:
            assert process.returncode is None, await asyncio.to_thread(log.read_text)
            process.terminate()
            await process.wait()


async def _find_runner(services: Services, besides: set[str]) -> RunnerView:
    """Return the next runner that registers and isn't one of the given ones."""
    async with asyncio.timeout(120):
        while True:
            for runner in await services.fleet.list_runners():
                if runner.name not in besides:
                    return runner
            await asyncio.sleep(0.05)


async def _until(services: Services, public_id: str, status: Status) -> None:
    statement = select(Submission.status).where(Submission.public_id == public_id)
    async with asyncio.timeout(120):
        while await services.database.read(lambda session: session.scalar(statement)) is not status:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.timeout(600)
async def test_a_host_that_is_cut_off_in_mid_grade_is_replaced_and_heals(
    hosts: list[Host], server: Server, tmp_path: Path
) -> None:
    settings = make_settings(tmp_path, server.address(server.make_database()))
    async with open_installation(settings) as services, _offering(hosts, server.port):
        await publish(services)
        ada = await services.accounts.add_user("ada", "correct horse battery", Role.LEARNER)

        async def submit() -> str:
            return (await services.submissions.create(ada, "double", "# accepted", Mode.SUBMIT)).id

        async with _running(hosts[0], settings, tmp_path / "cut.log"):
            cut = await _find_runner(services, set())
            first = await submit()
            await _until(services, first, Status.RUNNING)
            hosts[0].pull_cable()
            async with _running(hosts[1], settings, tmp_path / "other.log"):
                other = await _find_runner(services, {cut.name})
                await _until(services, first, Status.DONE)
                view = await services.submissions.get(first, ada)
                assert view.verdict is Verdict.ACCEPTED
                await asyncio.sleep(LOST_AFTER_S)
                assert (await services.fleet.find_runner(cut.name)).is_silent
                # Once reconnected, it reports a grade that is no longer its own, and is refused.
                hosts[0].plug_in()
                async with asyncio.timeout(120):
                    while (await services.fleet.find_runner(cut.name)).is_silent:  # noqa: ASYNC110 - another process
                        await asyncio.sleep(0.1)
                await services.fleet.cordon(other.name)
                second = await submit()
                await _until(services, second, Status.DONE)
        # Both have stopped, so nothing more is logged.
        told = await services.database.read(
            lambda session: session.scalar(select(func.count()).where(SubmissionEvent.kind == EventKind.VERDICT))
        )
        attempts = await services.database.read(
            lambda session: list(session.scalars(select(Submission.attempts).order_by(Submission.id)))
        )
    assert told == 2
    assert attempts[0] >= 2, "it was replaced"
    lines = (tmp_path / "cut.log").read_text().splitlines()
    assert not [line for line in lines if " graded " in line and first in line], "the late report was refused"
    assert [line for line in lines if " graded " in line and second in line], "it grades again"
