"""Only its user can reach a background grader: no other user of the machine, and nothing in a sandbox."""

from __future__ import annotations

import asyncio
import ctypes
import os
import platform
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from app.kit.settings import Settings
from app.work.background import place
from app.work.background.client import NoGraderError, grade_in_background
from app.work.background.messages import MAX_ASKED, Asked, encode
from grader.report import Mode
from tests.attacks.test_attacks import ABSENT, DENIED
from tests.integration.app.test_background import ask, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.attacks.conftest import Attack

NOBODY = 65534
SETRESUID = {"x86_64": 117, "aarch64": 147}.get(platform.machine(), 0)
"""The system call's number. The call changes one thread, whereas `os.setresuid` changes all."""
needs_root = pytest.mark.skipif(os.getuid() != 0 or not SETRESUID, reason="only root can become somebody else")


@pytest.fixture
def runtime() -> Iterator[Path]:
    """Return a folder with a short path, since another user can't use the short name that the program uses."""
    with TemporaryDirectory(prefix="run-") as folder:
        yield Path(folder)


@pytest.fixture
def installation(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    return Settings(data=tmp_path / "data", background_minutes=15, _env_file=None)


HOSTILE = {
    "nothing": b"",
    "no JSON": b"\xff\x00 not json\n",
    "another kind": b'{"slug": "double", "do": "rm"}\n',
    "no base64": b'{"slug": "double", "source": "***"}\n',
    "a wrong mode": b'{"slug": "double", "source": "MC41", "mode": "root"}\n',
    "too long": b"[" * (MAX_ASKED + 10) + b"\n",
    "half a line": b'{"slug": "dou',
    "deep": b"[" * 100_000 + b"\n",
}


async def test_whatever_is_sent_it_goes_on(installation: Settings) -> None:
    async with serve(installation) as server:
        for told in HOSTILE.values():
            reader, writer = await asyncio.open_unix_connection(str(place.find_socket(installation)))
            writer.write(told)
            with suppress(ConnectionResetError):  # it hangs up before it has read everything
                writer.write_eof()
                assert await reader.read() == b""
            writer.close()
        gone = socket.socket(socket.AF_UNIX)
        gone.connect(str(place.find_socket(installation)))
        gone.sendall(encode(Asked(slug="double", source=b"1")))
        gone.close()
        report, _ = await ask(installation, "double")
        assert report.score == 0.5
        assert not server.ended.is_set()


def make_open(folder: Path) -> None:
    folder.mkdir(0o755)


def make_link(folder: Path) -> None:
    folder.with_name("elsewhere").mkdir(0o700)
    folder.symlink_to(folder.with_name("elsewhere"))


def make_foreign(folder: Path) -> None:
    folder.mkdir(0o700)
    os.chown(folder, NOBODY, NOBODY)


def make_file(folder: Path) -> None:
    folder.touch(0o600)


@pytest.mark.parametrize("make", [make_open, make_link, make_file, pytest.param(make_foreign, marks=needs_root)])
def test_only_a_folder_of_ones_own_is_used(installation: Settings, runtime: Path, make: Callable[[Path], None]) -> None:
    make(runtime / place.NAME)
    with pytest.raises(place.UnsafePlaceError):
        place.find_socket(installation)
    with pytest.raises(NoGraderError):
        grade_in_background(installation, "double", b"1", mode=Mode.RUN, progress=lambda *_: None)


def as_stranger(do: Callable[[], str]) -> str:
    """Return a function's result in a thread that runs as another user: the kernel keeps a user for each thread."""

    def run() -> str:
        if ctypes.CDLL(None, use_errno=True).syscall(SETRESUID, NOBODY, NOBODY, NOBODY) != 0:
            raise OSError(ctypes.get_errno(), "a thread can't become somebody else")
        return do()

    with ThreadPoolExecutor(1) as executor:
        return executor.submit(run).result()


@needs_root
async def test_a_stranger_is_not_answered(installation: Settings, runtime: Path) -> None:
    """Not even if file modes would let them in: the kernel tells who they are."""
    async with serve(installation) as server:
        path = place.find_socket(installation)

        def knock() -> str:
            with socket.socket(socket.AF_UNIX) as peer:
                peer.settimeout(10)
                try:
                    peer.connect(str(path))
                    peer.sendall(encode(Asked()))
                    return "answered" if peer.recv(1) else "hung up"
                except OSError as error:
                    return type(error).__name__

        assert await asyncio.to_thread(as_stranger, knock) == "PermissionError"
        for folder in (path.parent, runtime):
            folder.chmod(0o755)
        path.chmod(0o666)
        assert await asyncio.to_thread(as_stranger, knock) in {"hung up", "ConnectionResetError", "BrokenPipeError"}
        assert not server.ended.is_set()


@needs_root
def test_nothing_is_sent_to_a_stranger(installation: Settings) -> None:
    """A socket of another user in this place gets no source."""
    path = place.find_socket(installation)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))

        def listen() -> str:
            listener.listen()
            return ""

        as_stranger(listen)
        with pytest.raises(NoGraderError) as refused:
            grade_in_background(installation, "double", b"secret", mode=Mode.RUN, progress=lambda *_: None)
        assert isinstance(refused.value.__cause__, PermissionError)
        peer, _ = listener.accept()
        with peer:
            assert peer.recv(1) == b""


REACH = {
    "its folder": ("import os; os.listdir({folder!r})", ABSENT),
    "the socket": ("import os; os.stat({path!r})", ABSENT),
    "a connection": ("import socket; socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect({path!r})", DENIED),
    "a pair's connection": ("import socket; socket.socketpair()[0].connect({path!r})", DENIED),
}


@pytest.mark.sandbox
@pytest.mark.parametrize("way", REACH)
def test_a_submission_does_not_reach_the_socket(installation: Settings, attack: Attack, way: str) -> None:
    """Regardless of the socket's mode."""
    path = place.find_socket(installation)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(0.1)
        source, wanted = REACH[way]
        words, _ = attack(source.format(folder=str(path.parent), path=str(path)))
        assert words == wanted
        with pytest.raises(TimeoutError):
            listener.accept()
