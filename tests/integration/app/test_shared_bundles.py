"""Bundles that several machines share: published once, fetched by each, and trusted only if their digest is right."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.request import urlopen

import fsspec
import pytest

from app.db.statuses import EventKind, Role
from app.domains.bundles.programs import pack, unpack
from app.domains.bundles.remote import RemoteFolder
from app.kit.settings import prepare_data_directory
from app.services import make_services
from app.work.publishing import Publisher
from app.work.runner import Runner
from app.work.workshop import Workshop
from grader.bundle.checksums import is_whole, write_sums
from grader.errors import BundleError
from grader.package.scaffold import write_package
from grader.report import Mode
from tests.integration.app.conftest import StandInGrader, publish
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from app.kit.settings import Settings
    from app.services import Services

    Machine = Callable[[str], Services]

PROGRAMS = {"jit_double-abc-cache": b"one", "jit_double-def-cache": b"two"}


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """Yield the address of an S3 server on this machine."""
    port = find_free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address, deadline = f"http://127.0.0.1:{port}", time.monotonic() + 60
    while True:
        try:
            with urlopen(f"{address}/moto-api/"):  # noqa: S310 - our own server
                break
        except OSError as error:
            if server.poll() is not None or time.monotonic() > deadline:
                server.kill()
                server.wait()
                pytest.skip(f"moto's S3 server doesn't start: {error}")
            time.sleep(0.1)
    yield address
    server.terminate()
    server.wait()


@pytest.fixture(params=["folder", "memory", "s3"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of an empty store."""
    if request.param == "folder":
        return f"file://{tmp_path}/shared"
    if request.param == "memory":
        return f"memory://{tmp_path.name}-{time.time_ns()}"
    pytest.importorskip("s3fs")
    monkeypatch.setenv("AWS_ENDPOINT_URL", request.getfixturevalue("s3"))
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    bucket = f"bundles-{time.time_ns()}"
    fsspec.filesystem("s3", skip_instance_cache=True).mkdir(bucket)
    return f"s3://{bucket}/prefix"


@pytest.fixture
async def machine(settings: Settings, url: str, tmp_path: Path, sqlite_template: Path) -> AsyncIterator[Machine]:
    """Yield a function that makes a machine's services, with a shared database and store and its own data directory."""
    made: list[Services] = []
    shutil.copy(sqlite_template, tmp_path / "shared.sqlite3")

    def make(name: str) -> Services:
        changes = {"data": tmp_path / name, "bundles_url": url, "database_url": f"sqlite:///{tmp_path}/shared.sqlite3"}
        own = settings.model_copy(update=changes)
        prepare_data_directory(own)
        made.append(make_services(own))
        return made[-1]

    yield make
    for one in made:
        await one.close()


async def _publish(services: Services) -> str:
    await publish(services)
    [version] = (await services.catalogue.list_all_versions()).values()
    return version.digest


def _write_programs(services: Services, digest: str) -> Path:
    folder = services.settings.compile_cache / digest
    folder.mkdir(parents=True)
    for name, content in PROGRAMS.items():
        (folder / name).write_bytes(content)
    write_sums(folder)
    return folder


async def test_a_runner_elsewhere_grades_what_was_published_here(machine: Machine) -> None:
    here, elsewhere = machine("here"), machine("elsewhere")
    digest = await _publish(here)
    account = await here.accounts.add_user("ada", "correct horse battery", Role.LEARNER)
    submission = (await here.submissions.create(account, "double", "x = 1", Mode.SUBMIT)).id
    runner = Runner(elsewhere, StandInGrader(), poll_s=0.05)
    await runner.start()
    async with asyncio.timeout(60):
        events = [event.kind async for event in here.submissions.events(submission, account)]
    await runner.stop()
    assert events[-1] is EventKind.VERDICT
    kept = elsewhere.settings.bundles / digest
    assert sorted(path.name for path in kept.iterdir()) == ["cases.bin", "manifest.json"]
    assert {path.name for path in elsewhere.settings.bundles.iterdir()} == {digest, ".lock"}, "no half of a bundle"


async def test_what_is_kept_needs_the_store_no_more(machine: Machine, url: str) -> None:
    here, elsewhere = machine("here"), machine("elsewhere")
    digest = await _publish(here)
    elsewhere.store.load(digest)
    fsspec.core.url_to_fs(url)[0].rm(fsspec.core.url_to_fs(url)[1], recursive=True)
    elsewhere.store._loaded.clear()  # as after a restart
    assert elsewhere.store.load(digest).digest == digest
    with pytest.raises(BundleError, match=r"can't be read"):
        machine("third").store.load(digest)


@pytest.mark.usefixtures("press")
async def test_what_the_store_has_lost_is_published_again(machine: Machine, url: str) -> None:
    """As after a restore that left the shared folder out: runners have nothing else, of earlier versions neither."""
    here = machine("here")
    write_package("mine", here.settings.problems, here.settings.references, name="Mine", credits_="me")
    publisher = Publisher(here, StandInGrader)  # type: ignore[arg-type]
    digests = []
    for text in ("# First\n", "# Second\n"):
        (here.settings.problems / "mine" / "statement.md").write_text(text, encoding="utf-8")
        await publisher.publish(quick=True)
        digests.append((await here.catalogue.list_all_versions())["mine"].digest)
    files, root = fsspec.core.url_to_fs(url)
    files.rm(root, recursive=True)
    assert [one.outcome for one in await publisher.publish(quick=True)] == ["unchanged"]
    elsewhere = machine("elsewhere").store
    assert [elsewhere.load(digest).digest for digest in digests] == digests


async def test_half_a_file_in_the_store_is_replaced_by_a_whole_one_only(machine: Machine, url: str) -> None:
    """A full disk or a crash leaves half a file, here or there."""
    here = machine("here")
    files, root = fsspec.core.url_to_fs(url)
    digest = await _publish(here)
    kept, shared = here.settings.bundles / digest / "cases.bin", f"{root}/{digest}/cases.bin"
    whole = kept.read_bytes()
    files.pipe_file(shared, whole[:-1])
    here.store.share([digest])
    assert files.cat_file(shared) == whole
    kept.write_bytes(whole[:-1])
    here.store.share([digest])
    assert files.cat_file(shared) == whole


@pytest.mark.usefixtures("press")
@pytest.mark.parametrize("url", ["folder"], indirect=True)
async def test_an_earlier_version_that_the_store_has_lost_is_shared_before_it_is_staged(
    machine: Machine, url: str
) -> None:
    here = machine("here")
    write_package("mine", here.settings.problems, here.settings.references, name="Mine", credits_="me")
    publisher = Publisher(here, StandInGrader)  # type: ignore[arg-type]
    statement = here.settings.problems / "mine" / "statement.md"
    for text in ("# First\n", "# Second\n"):
        statement.write_text(text, encoding="utf-8")
        await publisher.publish()
    files, root = fsspec.core.url_to_fs(url)
    files.rm(root, recursive=True)
    admin = await here.accounts.add_user("root", "correct horse battery", Role.ADMIN)
    workshop = Workshop(here, StandInGrader)  # type: ignore[arg-type]
    await workshop.stage_version(await here.authoring.find(admin, "mine"), 1, "The first was right.")
    await workshop.close()
    first = (await here.lifecycle.get_history("mine")).versions[-1]
    assert machine("elsewhere").store.load(first.digest).digest == first.digest


@pytest.mark.parametrize("name", ["manifest.json", "cases.bin"])
async def test_what_is_damaged_or_forged_is_refused_and_fetched_again(machine: Machine, url: str, name: str) -> None:
    here, elsewhere = machine("here"), machine("elsewhere")
    digest = await _publish(here)
    files, root = fsspec.core.url_to_fs(url)
    whole = files.cat_file(f"{root}/{digest}/{name}")
    files.pipe_file(f"{root}/{digest}/{name}", whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(BundleError, match="damaged or forged"):
        elsewhere.store.load(digest)
    assert not (elsewhere.settings.bundles / digest).exists()
    files.pipe_file(f"{root}/{digest}/{name}", whole)
    assert elsewhere.store.load(digest).digest == digest
    # A bundle that was damaged on this machine is fetched again, too.
    (elsewhere.settings.bundles / digest / name).write_bytes(b"damaged")
    elsewhere.store._loaded.clear()
    assert elsewhere.store.load(digest).digest == digest
    assert (elsewhere.settings.bundles / digest / name).read_bytes() == whole


FETCHING = """
import os, signal, sys
from pathlib import Path
from app.domains.bundles import store
from app.domains.bundles.remote import RemoteFolder

def stop(descriptor):
    "Leave the bundle half written, hold the lock, and wait to be killed."
    print("half", flush=True)
    signal.pause()

os.fsync = stop
store.SharedBundleStore(Path(sys.argv[1]), RemoteFolder(sys.argv[2])).load(sys.argv[3])
"""


async def test_two_processes_of_a_machine_fetch_a_bundle_once(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share a data directory, and a second fetch would replace the bundle while the first process uses it."""
    digest = await _publish(machine("here"))
    stores = [machine("elsewhere").store for _ in range(3)]
    reads = []
    read = RemoteFolder.read

    def read_slowly(self: RemoteFolder, names: list[str], adds_up: Callable[[list[bytes]], bool]) -> list[bytes]:
        reads.append(names)
        time.sleep(0.2)
        return read(self, names, adds_up)

    monkeypatch.setattr(RemoteFolder, "read", read_slowly)
    found = await asyncio.gather(*(asyncio.to_thread(store.load, digest) for store in stores))
    assert {bundle.digest for bundle in found} == {digest}
    assert len(reads) == 1


@pytest.mark.parametrize("url", ["folder"], indirect=True)
async def test_a_process_killed_while_it_fetches_is_in_nobodys_way(machine: Machine, url: str) -> None:
    digest = await _publish(machine("here"))
    elsewhere = machine("elsewhere")
    kept = elsewhere.settings.bundles
    killed = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", FETCHING, str(kept), url, digest), stdout=subprocess.PIPE
    )
    assert killed.stdout is not None
    assert await killed.stdout.readline() == b"half\n"
    assert list(kept.glob(".fetching-*/manifest.json")), "it has begun"
    killed.kill()
    await killed.wait()
    assert elsewhere.store.load(digest).digest == digest
    assert {path.name for path in kept.iterdir()} == {digest, ".lock"}, "what it left is gone"


async def test_a_store_that_is_away_is_told(machine: Machine, tmp_path: Path) -> None:
    here = machine("here")
    with pytest.raises(BundleError, match="can't be read"):
        here.store.load("0" * 64)
    for nonsense in ("../here", "", "x" * 64 + "/.."):
        with pytest.raises(BundleError):
            here.store.load(nonsense)


async def test_programs_travel_with_the_bundle(machine: Machine, url: str) -> None:
    here, elsewhere = machine("here"), machine("elsewhere")
    digest = await _publish(here)
    assert here.programs is not None
    assert elsewhere.programs is not None
    here.programs.share(digest)  # there are none yet
    _write_programs(here, digest)
    here.programs.share(digest)
    elsewhere.programs.bring(digest)
    folder = elsewhere.settings.compile_cache / digest
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == PROGRAMS
    assert is_whole(folder)
    assert folder.stat().st_mode & 0o777 == 0o755, "sandboxes read it"
    # Forged bundles aren't unpacked.
    files, root = fsspec.core.url_to_fs(url)
    [name] = [path for path in files.ls(f"{root}/{digest}", detail=False) if path.endswith(".zip")]
    other = machine("other")
    forged = BytesIO()
    with zipfile.ZipFile(forged, "w") as archive:
        archive.writestr("jit_double-abc-cache", b"forged")
    files.pipe_file(name, forged.getvalue())
    assert other.programs is not None
    other.programs.bring(digest)
    assert not (other.settings.compile_cache / digest).exists()


@pytest.mark.parametrize("url", ["folder"], indirect=True)
def test_a_slow_download_holds_up_no_other_problem(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    programs, begun, over = machine("here").programs, threading.Event(), threading.Event()
    assert programs is not None

    def fetch(digest: str) -> None:
        if digest == "slow":
            begun.set()
            assert over.wait(60)

    monkeypatch.setattr(programs, "_fetch", fetch)
    slow, other = (threading.Thread(target=programs.bring, args=(digest,)) for digest in ("slow", "other"))
    slow.start()
    try:
        assert begun.wait(60)
        other.start()
        other.join(20)
        assert not other.is_alive()
    finally:
        over.set()
        slow.join()
        other.join()


async def test_programs_of_another_kind_of_machine_stay_away(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine("here")
    digest = await _publish(here)
    _write_programs(here, digest)
    assert here.programs is not None
    here.programs.share(digest)
    monkeypatch.setattr("app.domains.bundles.programs.name_machine", lambda _device: "another")
    elsewhere = machine("elsewhere")
    assert elsewhere.programs is not None
    elsewhere.programs.bring(digest)
    assert not (elsewhere.settings.compile_cache / digest).exists()


def test_an_archive_is_the_same_each_time_and_unpacks_nothing_outside(tmp_path: Path) -> None:
    source = tmp_path / "a"
    source.mkdir()
    (source / "x-cache").write_bytes(b"x")
    data = pack(source)
    (source / "x-cache").touch()
    assert pack(source) == data
    unpack(data, tmp_path / "b" / "digest")
    assert is_whole(tmp_path / "b" / "digest")
    for name in ("../x", "/x", "a/b", ".hidden"):
        bad = BytesIO()
        with zipfile.ZipFile(bad, "w") as archive:
            archive.writestr(name, b"x")
        with pytest.raises(BundleError):
            unpack(bad.getvalue(), tmp_path / "c" / "digest")
        assert [path.name for path in (tmp_path / "c").iterdir()] == []
    with pytest.raises(BundleError):
        unpack(b"no archive", tmp_path / "c" / "digest")
    shutil.rmtree(tmp_path / "b")
