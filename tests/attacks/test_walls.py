"""Two submissions at once, one of which tries to reach the other through what both see; and lists of all they see.

What the kernel inevitably shares between any two processes is listed in docs/security.md.
"""

from __future__ import annotations

import ast
import errno
import time
from typing import TYPE_CHECKING

import pytest

from grader.protocol import Frame, FrameKind
from grader.sandbox.process import SandboxProcess
from tests.attacks.conftest import describe_frame
from tests.attacks.test_attacks import FAMILIES

if TYPE_CHECKING:
    from grader.sandbox.jail import Jail
    from grader.settings import GraderSettings
    from tests.attacks.conftest import Attack

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(120)]

DENIED = f"failed PermissionError {errno.EPERM}"
IMPORTABLE = frozenset(
    """
    absl aiofiles etils flax flaxlib_src fsspec google humanize importlib_resources jax jaxlib markdown_it mdurl
    ml_dtypes msgpack nest_asyncio numpy opt_einsum optax orbax prometheus_client psutil pygments rich scipy simplejson
    tensorstore toolz chex treescope typing_extensions uvloop yaml _yaml zipp
    """.split()  # noqa: SIM905 - a table to be read
)
"""Top-level packages besides the standard library that a submission may import: those of jax, flax and optax, and their
dependencies in any supported version."""
SHOWN = {
    "/proc": "['cpuinfo']",
    "/dev": "['null', 'random', 'urandom']",
    "/scratch": "[]",
}
"""The complete contents of directories that could reveal something about the machine or about others."""
HOST = "import os; text = open('/proc/cpuinfo').read()\nresult = [word for word in ('MHz', 'bogomips') if word in text]"
GONE = (
    *("cmdline", "partitions", "diskstats", "interrupts", "vmstat", "pressure/cpu", "sys/kernel/random/boot_id"),
    *("loadavg", "stat", "uptime", "meminfo", "locks", "softirqs", "buddyinfo", "slabinfo", "zoneinfo", "net/unix"),
    *("self/mountinfo", "self/status", "self/maps", "self/cgroup", "1/stat", "sysvipc/shm", "keys", "key-users"),
)

LIBRARY = "import os; path = os.__file__\n"
CALL = "import ctypes; libc = ctypes.CDLL(None, use_errno=True)\n"
WAY_OUT = "; result = ctypes.get_errno()"
HOLDS = {
    "flock": LIBRARY + "import fcntl; file = open(path); fcntl.flock(file, fcntl.LOCK_EX)",
    "flock of a device": "import fcntl; file = open('/dev/null', 'r+'); fcntl.flock(file, fcntl.LOCK_EX)",
    "fcntl lock": LIBRARY + "import fcntl; file = open(path); fcntl.lockf(file, fcntl.LOCK_SH)",
    "fcntl lock of a device": "import fcntl; file = open('/dev/null', 'r+'); fcntl.lockf(file, fcntl.LOCK_EX)",
    "lock of an open file": LIBRARY + "import fcntl; file = open(path); fcntl.fcntl(file, 37, (b'\\0' * 32))",
    "a file of the same name": "open('/scratch/flag', 'w').write('1')",
    "many pipes": "import os; kept = [os.pipe() for _ in range(100)]",
    "many watches": "import os, select\nends = [os.pipe()[0] for _ in range(50)]\n"
    "polls = [select.epoll() for _ in ends]\n[poll.register(end) for poll in polls for end in ends]",
    "a name of a thread": CALL + "libc.prctl(15, b'here', 0, 0, 0)",
    "POSIX memory": CALL + "libc.shm_open(b'/x', 0o102, 0o600)",
    "POSIX semaphore": CALL + "libc.sem_open(b'/x', 0o102, 0o600, 1)",
    "time of the last access": LIBRARY + "open(path, 'rb').read()",
}
"""What the first submission does, and what it keeps holding."""
LOOKS = {
    "flock": LIBRARY + "import fcntl; fcntl.flock(open(path), fcntl.LOCK_EX | fcntl.LOCK_NB)",
    "flock of a device": "import fcntl; fcntl.flock(open('/dev/null', 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)",
    "fcntl lock": LIBRARY + "import fcntl; fcntl.lockf(open(path), fcntl.LOCK_SH | fcntl.LOCK_NB)",
    "fcntl lock of a device": "import fcntl; fcntl.lockf(open('/dev/null', 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)",
    "lock of an open file": LIBRARY + "import fcntl; fcntl.fcntl(open(path), 37, (b'\\0' * 32))",
    "a file of the same name": "import os; result = os.path.exists('/scratch/flag')",
    "many pipes": "import os; at = os.pipe()[1]; os.set_blocking(at, False); result = os.write(at, bytes(2**17))",
    "many watches": "import os, select; poll = select.epoll(); poll.register(os.pipe()[0]); result = poll.poll(0)",
    "a name of a thread": "import os; result = [os.path.exists(f'/proc/{n}') for n in range(1, 99)].count(True)",
    "POSIX memory": f"{CALL}libc.shm_open(b'/x', 0, 0o600){WAY_OUT}",
    "POSIX semaphore": f"{CALL}libc.sem_open(b'/x', 0){WAY_OUT}",
    "time of the last access": LIBRARY + "result = os.stat(path).st_atime_ns",
}
"""What the second submission sees. It must be the same whether or not the first one is there."""
REFUSED = {
    "whether somebody has a lock": LIBRARY + "import fcntl; fcntl.fcntl(open(path), fcntl.F_GETLK, b'\\0' * 32)",
    "lease": LIBRARY + "import fcntl; fcntl.fcntl(open(path), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "notice of a directory": LIBRARY
    + "import fcntl; fcntl.fcntl(os.open(os.path.dirname(path), os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
    "owner of a file": LIBRARY + "import fcntl; fcntl.fcntl(open(path), fcntl.F_SETOWN, os.getpid())",
    "signal when a file is ready": LIBRARY + "import fcntl; fcntl.fcntl(open(path), 10, 10)",
    "size of a pipe": "import fcntl, os; fcntl.fcntl(os.pipe()[0], 1031, 2**20)",
    "affinity": "import os; os.sched_setaffinity(0, {0})",
    "priority": "import os; os.nice(1)",
    "page cache, advised": LIBRARY + "os.posix_fadvise(os.open(path, os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED)",
    "page cache, asked by a read": LIBRARY
    + "buffer = bytearray(1); os.preadv(os.open(path, os.O_RDONLY), [buffer], 0, 8)",
    "memory given back": "import mmap; mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANON).madvise(21)",
    "equal pages merged": "import mmap; mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANON).madvise(12)",
}
"""Calls that would reveal what others do with the same file, and that fail."""
ABSENT_CALLS = {
    "inotify_init": "inotify_init()",
    "inotify_init1": "inotify_init1(0)",
    "message queue": "mq_open(b'/x', 0o102, 0o600, None)",
    "System V queue": "msgget(1, 0o1600)",
    "System V semaphores": "semget(1, 1, 0o1600)",
    "System V memory": "shmget(1, 4096, 0o1600)",
    "memory of a file": "memfd_create(b'x', 0)",
    "load of the machine": "sysinfo(ctypes.create_string_buffer(256))",
    "system log": "klogctl(3, None, 0)",
}
MINCORE = """
import ctypes, mmap
libc = ctypes.CDLL(None, use_errno=True)
file = open(mmap.__file__ if hasattr(mmap, '__file__') else __import__('os').__file__, 'rb')
area = mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
libc.mmap.restype = ctypes.c_void_p
at = libc.mmap(None, ctypes.c_size_t(4096), 1, 2, file.fileno(), 0)
libc.mincore(ctypes.c_void_p(at), ctypes.c_size_t(4096), ctypes.create_string_buffer(8))
result = ctypes.get_errno()
"""
SOCKETS = [f"import socket; socket.socket(socket.{family}, socket.SOCK_DGRAM)" for family in FAMILIES]
ALL_REFUSED = [*REFUSED.values(), *(f"{CALL}libc.{call}{WAY_OUT}" for call in ABSENT_CALLS.values()), MINCORE, *SOCKETS]
TRY_ALL = f"""
kept = []
def attempt(source):
    kept.append({{}})
    try:
        exec(source, kept[-1])
    except OSError as error:
        return error.errno
    return kept[-1].get('result', 'done')
result = [attempt(source) for source in {ALL_REFUSED!r}]
"""
"""A program that tries all of these and keeps what it gets; its result has the error of each."""


class Pair:
    """Two sandboxes: the first keeps holding what it took while the second looks."""

    def __init__(self, jail: Jail, settings: GraderSettings) -> None:
        self._jail = jail
        self._settings = settings

    def look(self, held: str, source: str) -> str:
        """Return a description of what the second sandbox saw."""
        with SandboxProcess.spawn(self._jail, self._settings) as first:
            first.start(self._jail, time.monotonic() + 60, header={"preload": []})
            waiting = "\nimport time\nprint('held', flush=True)\ntime.sleep(60)"
            first.send(Frame(FrameKind.JOB, {"source": held + waiting}), time.monotonic() + 20)
            limit = time.monotonic() + 20
            while b"held" not in first.output.stdout:
                assert time.monotonic() < limit, first.output.stderr
                time.sleep(0.01)
                first.drain()
            return self.look_alone(source)

    def look_alone(self, source: str) -> str:
        """Return a description of what a sandbox sees when there is no other."""
        with SandboxProcess.spawn(self._jail, self._settings) as second:
            second.start(self._jail, time.monotonic() + 60, header={"preload": []})
            second.send(Frame(FrameKind.JOB, {"source": source}), time.monotonic() + 20)
            return describe_frame(second.receive(time.monotonic() + 20))


@pytest.mark.parametrize("name", HOLDS)
def test_one_submission_does_not_see_what_another_holds(jail: Jail, settings: GraderSettings, name: str) -> None:
    pair = Pair(jail, settings)
    alone = pair.look_alone(LOOKS[name])
    assert alone.startswith("done")
    assert pair.look(HOLDS[name], LOOKS[name]) == alone


def test_what_is_refused_is_refused_beside_one_who_tries_the_same(jail: Jail, settings: GraderSettings) -> None:
    assert Pair(jail, settings).look(TRY_ALL, TRY_ALL) == f"done {[errno.EPERM] * len(ALL_REFUSED)}"


@pytest.mark.parametrize("source", REFUSED.values(), ids=REFUSED)
def test_no_call_tells_of_files_that_are_shared(attack: Attack, source: str) -> None:
    assert attack(source)[0] == DENIED


@pytest.mark.parametrize("call", ABSENT_CALLS.values(), ids=ABSENT_CALLS)
def test_no_object_can_be_made_that_others_could_find(attack: Attack, call: str) -> None:
    assert attack(f"{CALL}libc.{call}{WAY_OUT}")[0] == f"done {errno.EPERM}"


def test_what_is_in_memory_of_a_file_is_not_told(attack: Attack) -> None:
    assert attack(MINCORE)[0] == f"done {errno.EPERM}"


@pytest.mark.parametrize(("path", "names"), SHOWN.items(), ids=SHOWN)
def test_a_directory_shows_what_is_needed(attack: Attack, path: str, names: str) -> None:
    words, _ = attack(f"import os; result = sorted(os.listdir({path!r}))")
    assert words in (f"done {names}", f"failed PermissionError {errno.EACCES}")


def test_processors_are_told_as_they_are_built(attack: Attack) -> None:
    assert attack(HOST)[0] == "done []"


def test_what_tells_of_the_machine_is_gone(attack: Attack) -> None:
    words, _ = attack(f"import os; result = [name for name in {GONE} if os.path.exists('/proc/' + name)]")
    assert words == "done []"


def test_only_what_is_needed_can_be_imported(attack: Attack) -> None:
    words, _ = attack(
        "import pkgutil; result = sorted({module.name for module in pkgutil.iter_modules() "
        "if str(module.module_finder.path).endswith('-packages')})"
    )
    found = set(ast.literal_eval(words.removeprefix("done ")))
    assert {"jax", "flax", "optax", "numpy"} <= found <= IMPORTABLE


@pytest.mark.parametrize("name", ["pytest", "fastapi", "sqlalchemy", "pip", "setuptools", "app", "hypothesis"])
def test_packages_of_the_service_and_its_tests_are_nowhere(attack: Attack, name: str) -> None:
    words, _ = attack(
        "import os; result = [top for top, folders, _ in os.walk('/') "
        f"if os.path.basename(top) in ('site-packages', 'dist-packages') and {name!r} in folders]\n"
        "import sys; result += [path for path in sys.path if os.path.exists(os.path.join(path, "
        f"{name!r}))]"
    )
    assert words == "done []"
