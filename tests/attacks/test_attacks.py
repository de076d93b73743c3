"""Attacks on the sandbox, each with its exact outcome. A new hole gets its attack here before it is closed."""

from __future__ import annotations

import errno
import platform
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pyseccomp
import pytest

if TYPE_CHECKING:
    from tests.attacks.conftest import Attack

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(120)]

REPOSITORY = Path(__file__).resolve().parents[2]
KILLED = f"signalled {signal.SIGSYS.value}: SIGSYS"
DENIED = f"failed PermissionError {errno.EPERM}"
UNREADABLE = f"failed PermissionError {errno.EACCES}"
ABSENT = f"failed FileNotFoundError {errno.ENOENT}"
FULL = f"failed OSError {errno.ENOSPC}"

PROCESSES = {
    "fork": ("import os; os.fork()", KILLED),
    "fork bomb": ("import os\nwhile True: os.fork()", KILLED),
    "double fork daemon": ("import os\nif os.fork() == 0:\n  os.setsid()\n  os.fork()", KILLED),
    "subprocess": ("import subprocess; subprocess.run(['/bin/true'])", KILLED),
    "system": ("import os; os.system('true')", KILLED),
    "exec": ("import os, sys; os.execv(sys.executable, ['python'])", KILLED),
    "posix_spawn": ("import os, sys; os.posix_spawn(sys.executable, ['python'], {})", KILLED),
    "multiprocessing": ("import multiprocessing as m; m.get_context('fork').Process(target=print).start()", KILLED),
    "setsid": ("import os; os.setsid()", DENIED),
    "kill everything": ("import os; os.kill(-1, 9)", DENIED),
    "kill init": ("import os; os.kill(1, 9)", DENIED),
    "kill the parent": ("import os; os.kill(os.getppid(), 15)", DENIED),
    "kill itself": ("import os; os.kill(os.getpid(), 9)", DENIED),
    "priority": ("import os; os.nice(-5)", DENIED),
    "affinity": ("import os; os.sched_setaffinity(0, {0})", DENIED),
    "abort": ("import os; os.abort()", "signalled 6: SIGABRT"),
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "signalled 11: SIGSEGV"),
    "thread bomb": (
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "failed RuntimeError",
    ),
    "raised limit": (
        "import resource as r; r.setrlimit(r.RLIMIT_DATA, (r.RLIM_INFINITY, r.RLIM_INFINITY))",
        "failed ValueError|failed PermissionError 1",
    ),
}

MEMORY = {
    "bytes": ("result = len(bytearray(2**40))", "failed MemoryError"),
    "list": ("x = []\nwhile True: x.append(bytearray(2**22))", "failed MemoryError"),
    "shared map": ("import mmap; mmap.mmap(-1, 2**30)", DENIED),
    "memfd": ("import os; os.memfd_create('x')", DENIED),
    "/dev/shm": (  # noqa: S108 - it must not be there
        "open('/dev/shm/x', 'w')",
        ABSENT,
    ),
    "/dev/zero": ("open('/dev/zero')", ABSENT),
    "shmget": (
        "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.shmget(0, 4096, 0o1600); result = ctypes.get_errno()",
        f"done {errno.EPERM}",
    ),
    "recursion": ("def f(): return f()\nf()", "failed RecursionError"),
    "raised recursion": (
        "import sys; sys.setrecursionlimit(2**30)\nclass A:\n  def __repr__(self): return repr(self)\nrepr(A())",
        "failed MemoryError|failed RecursionError|signalled 11: SIGSEGV",
    ),
    "integer text": ("str(10**10000)", "failed ValueError"),
}

TIME = {
    "busy loop": ("while True: pass", "timed_out: the deadline passed"),
    "sleep": ("import time; time.sleep(1000)", "timed_out: the deadline passed"),
    "busy loop in C": ("sum(range(10**15))", "timed_out: the deadline passed"),
    "slow pattern": ("import re; re.match('(a+)+$', 'a' * 60 + 'b')", "timed_out: the deadline passed"),
    "signals ignored": (
        "import signal\nfor n in set(signal.Signals) - {9, 19}: signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
        "timed_out: the deadline passed",
    ),
    "a thread that stays": (
        "import threading, time; threading.Thread(target=time.sleep, args=(1000,)).start()",
        "done None",
    ),
    "alarm": ("import signal; signal.alarm(1)", "done None|failed PermissionError 1"),
}

FILES = {
    "disk": ("for n in range(10**6): open(f'/scratch/{n}', 'wb').write(bytes(2**20))", FULL),
    "inodes": ("for n in range(10**6): open(f'/scratch/{n}', 'wb').close()", FULL),
    "large file": (
        "with open('/scratch/x', 'wb') as f:\n  while True: f.write(bytes(2**20))",
        f"{FULL}|failed OSError {errno.EFBIG}",
    ),
    "descriptors": ("x = []\nwhile True: x.append(open('/dev/null'))", f"failed OSError {errno.EMFILE}"),
    "write to the library": ("import os; open(os.__file__, 'w')", f"failed OSError {errno.EROFS}"),
    "write to the root": ("open('/x', 'w')", f"{UNREADABLE}|failed OSError {errno.EROFS}"),
    "write to the grader": ("open('/dojo/grader/protocol.py', 'a')", f"failed OSError {errno.EROFS}|{UNREADABLE}"),
    "users": ("open('/etc/passwd')", ABSENT),
    "symlink out": ("import os; os.symlink('/etc/passwd', '/scratch/x'); open('/scratch/x')", ABSENT),
    "judge": ("open('/dojo/grader/judge/compare.py')", ABSENT),  # all others: test_nothing_else_of_ours_is_there
    "what else there is of us": ("import os; os.listdir('/dojo/grader')", UNREADABLE),
    "checkout": (f"open({str(REPOSITORY / 'pyproject.toml')!r})", ABSENT),
    "reference": (f"import os; os.listdir({str(REPOSITORY / 'reference_solutions')!r})", ABSENT),
    "own start": ("open('/proc/self/environ').read()", ABSENT),
    "own memory": ("open('/proc/self/mem', 'r+b')", ABSENT),
    "kernel settings": ("open('/proc/sys/kernel/core_pattern', 'w')", ABSENT),
    "processes seen": ("import os; result = os.listdir('/proc')", "done ['cpuinfo']"),
    "processors told anew": ("open('/proc/cpuinfo', 'w')", f"{UNREADABLE}|failed OSError {errno.EROFS}"),
    "own library": (
        "import ctypes, shutil, _ctypes as c; shutil.copyfile(c.__file__, '/scratch/x'); ctypes.CDLL('/scratch/x')",
        "failed OSError",
    ),
    "device node": ("import os; os.mknod('/scratch/z', 0o20666, os.makedev(1, 5))", DENIED),
    "named pipe": ("import os; os.mkfifo('/scratch/z')", DENIED),
    "permissions of the library": ("import os; os.chmod(os.__file__, 0o777)", f"failed OSError {errno.EROFS}"),
    "permissions of a device": ("import os; os.chmod('/dev/null', 0o777)", f"{DENIED}|failed OSError {errno.EROFS}"),
    "a link to the library": (
        "import os; os.link(os.__file__, '/scratch/x')",
        f"failed OSError {errno.EXDEV}|{UNREADABLE}|{DENIED}",
    ),
    "terminal": ("open('/dev/tty')", ABSENT),
}

SECRETS = {
    "environment": (
        "import os; result = sorted(os.environ)",
        "done ['HOME', 'JAX_PLATFORMS', 'LANG', 'OPENBLAS_NUM_THREADS', 'PWD', 'TMPDIR']",
    ),
    "descriptors": (
        "import os\nresult = 0\nfor n in range(3, 4096):\n  try: os.fstat(n); result += 1\n  except OSError: pass",
        "done 2",
    ),
    "user": (
        "import os; result = os.getuid(), os.getgid(), os.getgroups()",
        "done (65534, 65534, [])|done (65534, 65534, [65534",
    ),
    "host name": ("import os; result = os.uname().nodename", "done 'sandbox'"),
    "no standard input": ("import sys; result = sys.stdin.read()", "done ''"),
    "what the processors do now": ("result = 'MHz' in open('/proc/cpuinfo').read()", "done False"),
}

SPEAKING = {
    "exit 0": ("import os; os._exit(0)", "exited 0"),
    "exit 3": ("import os; os._exit(3)", "exited 3"),
    "sys.exit": ("import sys; sys.exit(0)", "failed SystemExit"),
    "garbage": ("import os, time; os.write(replies, b'x' * 100); time.sleep(100)", "protocol_error: not a frame"),
    "half a frame": ("import os, time; os.write(replies, b'JD'); time.sleep(100)", "timed_out: the deadline passed"),
    "half a frame and exit": ("import os; os.write(replies, b'JD'); os._exit(0)", "exited 0"),
    "slow frame": (
        "import os, time\nfor x in b'JD\\1\\6\\0\\0~~' + bytes(999): os.write(replies, bytes([x])); time.sleep(.1)",
        "timed_out: the deadline passed",
    ),
    "closed pipe": (
        "import os, time; os.close(replies); time.sleep(100)",
        "protocol_error: the worker closed the reply",
    ),
    "a frame that only the host sends": (
        "import os, struct; os.write(replies, struct.pack('>2sBBIQ', b'JD', 1, 3, 2, 0) + b'{}')",
        "protocol_error: a sandbox may not send JOB",
    ),
    "oversized frame": (
        "import os, struct; os.write(replies, struct.pack('>2sBBIQ', b'JD', 1, 6, 2, 2**40) + b'{}')",
        "protocol_error: frame over its size cap",
    ),
    "a second result": (
        "import os, struct; os.write(replies, (struct.pack('>2sBBIQ', b'JD', 1, 6, 2, 0) + b'{}') * 2)",
        "done None, then protocol_error: bytes after the last frame",
    ),
    "flood of frames": (
        "import os, struct\nwhile True: os.write(replies, struct.pack('>2sBBIQ', b'JD', 1, 6, 2, 0) + b'{}')",
        "done None, then protocol_error: bytes after the last frame",
    ),
    "stdout flood": ("while True: print('x' * 1000)", "output_limit: "),
    "stderr flood": ("import sys\nwhile True: sys.stderr.write('x' * 1000)", "output_limit: "),
    "closed streams": ("import os; os.close(2); os.close(1)", "done None"),
}


def check(words: str, expected: str) -> None:
    """Assert that `words` begins with one of the outcomes in `expected`."""
    assert any(words.startswith(each) for each in expected.split("|")), words


def cases(table: dict[str, tuple[str, str]]) -> list[object]:
    return [pytest.param(source, expected, id=name) for name, (source, expected) in table.items()]


@pytest.mark.parametrize(("source", "expected"), cases(PROCESSES | MEMORY))
def test_processes_and_memory(attack: Attack, source: str, expected: str) -> None:
    words, _ = attack(source)
    check(words, expected)


@pytest.mark.parametrize(("source", "expected"), cases(FILES) + cases(SECRETS))
def test_files_and_secrets(attack: Attack, source: str, expected: str) -> None:
    words, _ = attack(source)
    check(words, expected)


@pytest.mark.parametrize(("source", "expected"), cases(TIME) + cases(SPEAKING))
def test_time_and_speech(attack: Attack, monkeypatch: pytest.MonkeyPatch, source: str, expected: str) -> None:
    monkeypatch.setattr("grader.sandbox.process.PATIENCE", 1.0)
    words, output = attack(source, seconds=1.0 if expected.startswith("timed_out") else 20.0)
    check(words, expected)
    assert len(output.stdout) <= 1000
    assert len(output.stderr) <= 1000


def test_processor_time_is_bounded(attack: Attack) -> None:
    words, _ = attack("while True: pass", seconds=100.0, cpu_seconds=1)
    assert words == "timed_out: used up its processor time"


def test_processor_time_is_bounded_when_the_signal_is_ignored(attack: Attack) -> None:
    source = "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
    words, _ = attack(source, seconds=100.0, cpu_seconds=1)
    assert words == "timed_out: used up its processor time"


FAMILIES = ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_VSOCK", "AF_PACKET", "AF_ALG"]


@pytest.mark.parametrize("family", FAMILIES)
def test_no_socket_can_be_made(attack: Attack, family: str) -> None:
    words, _ = attack(f"import socket; socket.socket(socket.{family}, socket.SOCK_DGRAM)")
    assert words == DENIED


@pytest.mark.parametrize("family", FAMILIES)
def test_no_pair_of_sockets_but_local_ones_can_be_made(attack: Attack, family: str) -> None:
    words, _ = attack(f"import socket; socket.socketpair(socket.{family})")
    assert words.startswith("done" if family == "AF_UNIX" else DENIED)


def test_a_pair_of_sockets_leads_nowhere(attack: Attack) -> None:
    calls = ("connect('\\0x')", "bind('/tmp/x')", "listen()", "sendto(b'x', '/tmp/x')", "sendmsg([b'x'])")
    for call in calls:
        words, _ = attack(f"import socket\na, b = socket.socketpair()\na.{call}")
        assert words == DENIED, call


FATAL_CALLS = """
    vfork ptrace process_vm_readv process_vm_writev io_uring_setup userfaultfd bpf perf_event_open add_key keyctl
    mount umount2 move_mount fsopen pivot_root chroot unshare setns kexec_load init_module seccomp open_by_handle_at
    setuid setgroups capset personality execveat pidfd_open pidfd_getfd reboot fanotify_init
""".split()  # noqa: SIM905 - a table to be read


@pytest.mark.parametrize("name", FATAL_CALLS)
def test_calls_that_kill(attack: Attack, name: str) -> None:
    number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
    if number < 0:
        pytest.skip("this machine has no such call")
    words, _ = attack(f"import ctypes; ctypes.CDLL(None).syscall({number}, 0, 0, 0, 0, 0, 0)")
    assert words == KILLED


CLONES = {
    "new user namespace": (0x10000000 | 17, KILLED),
    "shared memory process": (0x100 | 17, KILLED),
    "thread in a new namespace": (0x10000 | 0x100 | 0x800 | 0x10000000, f"done {errno.EPERM}"),
}


@pytest.mark.parametrize(("flags", "expected"), CLONES.values(), ids=CLONES)
def test_clone_makes_threads_only(attack: Attack, flags: int, expected: str) -> None:
    number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, "clone")
    words, _ = attack(
        "import ctypes; l = ctypes.CDLL(None, use_errno=True)\n"
        f"l.syscall({number}, {flags}, 0, 0, 0, 0); result = ctypes.get_errno()"
    )
    assert words == expected


def test_clone3_does_not_exist(attack: Attack) -> None:
    words, _ = attack(
        "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.syscall(435, 0, 0); result = ctypes.get_errno()"
    )
    assert words == f"done {errno.ENOSYS}"


MACHINE_CODE = """
import ctypes, mmap
l = ctypes.CDLL(None, use_errno=True)
l.mmap.restype = ctypes.c_void_p
code = bytes.fromhex({code!r})
at = l.mmap(None, ctypes.c_size_t(4096), 7, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
ctypes.memmove(at, code, len(code))
result = ctypes.CFUNCTYPE(ctypes.c_long)(at)()
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="these entries exist on x86-64 only")
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("b814000000cd80c3", f"{KILLED}|signalled 11: SIGSEGV", id="int80"),
        pytest.param("b8270000400f05c3", KILLED, id="x32"),
        pytest.param("b8270000000f05c3", "done 1", id="the usual entry, which shows that the code runs"),
    ],
)
def test_other_entries_to_the_kernel(attack: Attack, code: str, expected: str) -> None:
    words, _ = attack(MACHINE_CODE.format(code=code))
    check(words, expected)


def test_output_is_kept_and_cut(attack: Attack) -> None:
    words, output = attack("print('x' * 5000)")
    assert words == "done None"
    assert output.stdout == b"x" * 1000
    assert output.stdout_total == 5001
    assert output.truncated


def test_honest_code_runs(attack: Attack) -> None:
    words, output = attack("import threading, os; print(os.getpid()); result = 6 * 7")
    assert words == "done 42"
    assert output.stdout == b"1\n"


def test_xla_cannot_take_more_memory_than_there_is(attack: Attack) -> None:
    source = "import jax.numpy as jnp; jnp.ones((2**15, 2**15)).block_until_ready()"
    preload = ["jax", "jax.numpy", "jaxlib.mlir.dialects.mhlo"]
    words, _ = attack(source, seconds=60.0, preload=preload, cpu_seconds=60)
    assert words == "failed JaxRuntimeError"


def test_nothing_else_of_ours_is_there(attack: Attack) -> None:
    """Search for each of this project's files where it would be: only those that run inside are found."""
    inside = ("grader/__init__.py", "grader/protocol.py", "grader/inside/")
    ours = ("app", "grader", "problems", "reference_solutions", "tests")
    files = [path for top in ours for path in (REPOSITORY / top).rglob("*") if "__pycache__" not in path.parts]
    names = sorted(str(path.relative_to(REPOSITORY)) for path in files)
    hidden = [name for name in names if not f"{name}/".startswith(inside) and name != "grader"]
    assert {"grader/judge/checks/outputs.py", "app/services.py", "problems/checked.txt"} <= set(hidden)
    paths = [f"/dojo/{name}" for name in hidden] + [str(REPOSITORY / name) for name in ours]
    words, _ = attack(f"import os; result = [path for path in {paths!r} if os.path.lexists(path)]")
    assert words == "done []"
    words, _ = attack("import os; result = os.path.lexists('/dojo/grader/protocol.py')")
    assert words == "done True", "this would be seen"
