"""The steps by which a worker confines itself, once, before any authored code runs. Standard library only.

Theory of operation
-------------------
bubblewrap has already put the worker into namespaces of its own (user, mount, PID, network, IPC, UTS) with a
read-only view of little more than Python. It left three capabilities in that user namespace: CAP_SYS_ADMIN and
CAP_SYS_CHROOT, for namespaces and mounts, and CAP_SETPCAP, to empty the bounding set. `confine` uses them, gives them
up, and then applies the restrictions that only a process can impose on itself.

All mounts are made before any authored code has run. The root zygote mounts a small file system over /proc
(`hide_processes`), and for each worker it makes a *room*: a mount namespace with a scratch directory whose bytes and
files are limited (`make_room`). The worker enters the room through its descriptor, whichever process forked the worker.

The order matters. Capabilities, Landlock and no_new_privs belong to a thread, so all of this happens while there is
exactly one; threads started later inherit the restrictions. Landlock and seccomp need no_new_privs. seccomp comes last,
because it refuses system calls that the earlier steps use. Every step is checked, and raises `WallError` if it fails:
the worker must then end with `WALL_EXIT` and grade nothing. The process can't undo any of this later.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import signal
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

WALL_EXIT: Final = 90
"""Exit status of a worker that couldn't set up one of its walls; its last line on stderr names the wall."""
WALL_PREFIX: Final = "jaxdojo-wall"
SCRATCH: Final = "/scratch"
"""The only writable directory; /tmp points to it, unless the interpreter itself lies below /tmp."""
HARMLESS_DEVICES: Final = ("/dev/null", "/dev/urandom", "/dev/random")

_SYS_SECCOMP: Final = {"x86_64": 317, "aarch64": 277}
_SYS_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_SYS_LANDLOCK_CREATE: Final = 444
_SYS_LANDLOCK_ADD_RULE: Final = 445
_SYS_LANDLOCK_RESTRICT: Final = 446
_CAPABILITY_VERSION_3: Final = 0x20080522
_SYS_CAPGET: Final = {"x86_64": 125, "aarch64": 90}
_PR_SET_DUMPABLE: Final = 4
_PR_CAPBSET_READ: Final = 23
_PR_CAPBSET_DROP: Final = 24
_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_IS_SET: Final = 1
_PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
_LAST_CAPABILITY: Final = 63
_SECCOMP_SET_MODE_FILTER: Final = 1
_SECCOMP_FILTER_FLAG_TSYNC: Final = 1
_CLONE_THREAD: Final = 0x10000
_CLONE_NEWNS: Final = 0x20000
_CLONE_NEWIPC: Final = 0x08000000
_CLONE_NEWUSER: Final = 0x10000000
_MS_RDONLY: Final = 1
_MS_NOSUID_NODEV_NOEXEC: Final = 2 | 4 | 8
_MS_REMOUNT: Final = 32
_PROC_OPTIONS: Final = b"size=1m,nr_inodes=8,mode=0755"
_CHANGING: Final = ("cpu MHz", "bogomips")
"""The lines of /proc/cpuinfo that vary with the machine's current load."""
_LANDLOCK_VERSION_FLAG: Final = 1
_LANDLOCK_RULE_PATH: Final = 1
_FIRST_ABI_WITH: Final = {"refer": 2, "truncate": 3, "net": 4, "ioctl": 5, "scope": 6}

_FS_WRITE_FILE: Final = 1 << 1
_FS_READ_FILE: Final = 1 << 2
_FS_READ_DIR: Final = 1 << 3
_FS_REMOVE_DIR: Final = 1 << 4
_FS_REMOVE_FILE: Final = 1 << 5
_FS_MAKE_DIR: Final = 1 << 7
_FS_MAKE_REG: Final = 1 << 8
_FS_MAKE_SYM: Final = 1 << 12
_FS_ALL_OF_ABI_1: Final = (1 << 13) - 1
_FS_REFER: Final = 1 << 13
_FS_TRUNCATE: Final = 1 << 14
_FS_IOCTL_DEV: Final = 1 << 15
_NET_ALL: Final = 0b11
_SCOPE_ALL: Final = 0b11

_libc = ctypes.CDLL(None, use_errno=True)


class WallError(Exception):
    """A step of the confinement failed; the worker must not go on."""

    def __init__(self, wall: str, detail: str) -> None:
        """Name the `wall` that couldn't be set up, and why."""
        super().__init__(f"{wall}: {detail}")
        self.wall = wall
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Confinement:
    """The restrictions that the host's HELLO frame prescribes.

    `pid` is the process id that the seccomp program expects; `readable` lists the directories and files that may be
    opened for reading; of the directories `unlisted`, only files whose names are known; sizes are in bytes.
    """

    pid: int
    readable: tuple[str, ...]
    scratch_bytes: int
    scratch_files: int
    memory_bytes: int
    cpu_seconds: int
    open_files: int
    threads: int
    program: bytes
    unlisted: tuple[str, ...] = ()
    gpu_nodes: tuple[str, ...] = ()
    """The device nodes of a GPU, with read, write and ioctl access."""
    own_namespaces: bool = False
    """Whether a zygote forked the worker, which is then in a room already, and shares the zygote's other namespaces."""

    @classmethod
    def from_hello(cls, described: object, program: bytes) -> Confinement:
        """Read the `confine` key of HELLO's header, and its payload; raise `WallError` if they are malformed."""
        try:
            fields: dict[str, object] = dict(described)  # type: ignore[call-overload]
            for name in ("readable", "unlisted", "gpu_nodes"):
                fields[name] = tuple(map(str, fields[name]))  # type: ignore[call-overload]
            return cls(program=program, **fields)  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError) as error:
            raise WallError("hello", f"malformed confinement: {error}") from error


def confine(described: object, program: bytes, *, keep_fds: Iterable[int]) -> None:
    """Confine this process as HELLO prescribes; `keep_fds` stay open.

    If a wall can't be set up, this does not return: the process ends with `WALL_EXIT` and a line on stderr that names
    the wall.
    """
    try:
        take_steps(Confinement.from_hello(described, program), frozenset(keep_fds))
    except WallError as error:
        give_up(error)


def take_steps(wanted: Confinement, kept: frozenset[int]) -> None:
    """Take all steps of the confinement in order; raise `WallError` if one fails."""
    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("single thread", require_single_thread),
        ("process id", lambda: require_pid(wanted.pid)),
        ("own namespaces", lambda: leave_shared_namespaces(wanted)),
        ("scratch directory", lambda: require_scratch(wanted)),
        ("own users", lambda: leave_shared_users(wanted)),
        ("capabilities", drop_capabilities),
        ("descriptors", lambda: close_descriptors(kept)),
        ("limits", lambda: set_limits(wanted)),
        ("no new privileges", forbid_new_privileges),
        ("landlock", lambda: restrict_paths(wanted)),
        ("dumpable", forbid_dumps),
        ("abort", exit_on_abort),
        ("seccomp", lambda: install_filter(wanted.program)),
    )
    for wall, step in steps:
        try:
            step()
        except (OSError, ValueError) as error:
            raise WallError(wall, str(error)) from error


def give_up(error: WallError) -> NoReturn:
    """Tell the supervisor which wall couldn't be set up, and end the process."""
    sys.stderr.write(f"{WALL_PREFIX} {error.wall}: {error.detail}\n")
    sys.stderr.flush()
    os._exit(WALL_EXIT)


def require_single_thread() -> None:
    """Raise OSError if there is a second thread, which the walls would not confine.

    unshare(2) with CLONE_THREAD fails if the process has several threads, and otherwise changes nothing.
    """
    _check(_libc.unshare(_CLONE_THREAD), "there is more than one thread")


def require_pid(pid: int) -> None:
    """Raise ValueError if the filter, which lets a process signal only itself, was built for another process id."""
    if os.getpid() != pid:
        raise ValueError(f"process id is {os.getpid()}, the filter was built for {pid}")


def leave_shared_namespaces(wanted: Confinement) -> None:
    """Create an IPC namespace, and mount /proc for a GPU, whose driver needs it; without a zygote, only hide /proc."""
    if not wanted.own_namespaces:
        hide_processes()
        return
    _check(_libc.unshare(_CLONE_NEWIPC), "unshare IPC")
    if wanted.gpu_nodes:
        _check(_libc.mount(b"proc", b"/proc", b"proc", _MS_NOSUID_NODEV_NOEXEC, None), "mount /proc")


def hide_processes() -> None:
    """Mount a read-only file system over /proc that holds a copy of the file that JAX's libraries read there."""
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib is needless weight here
        lines = [line for line in file if not line.startswith(_CHANGING)]
    _check(_libc.mount(b"tmpfs", b"/proc", b"tmpfs", _MS_NOSUID_NODEV_NOEXEC, _PROC_OPTIONS), "mount over /proc")
    with open("/proc/cpuinfo", "w", encoding="utf-8") as file:  # noqa: PTH123 - as above
        file.writelines(lines)
    flags = _MS_NOSUID_NODEV_NOEXEC | _MS_REMOUNT | _MS_RDONLY
    _check(_libc.mount(None, b"/proc", None, flags, _PROC_OPTIONS), "make /proc read-only")


def make_room(scratch_bytes: int, scratch_files: int) -> None:
    """Create a mount namespace, and mount a scratch directory in it."""
    _check(_libc.unshare(_CLONE_NEWNS), "unshare mounts")
    mount_scratch(scratch_bytes, scratch_files)


def enter_room(room: int) -> None:
    """Enter the mount namespace that the descriptor `room` refers to."""
    _check(_libc.setns(room, _CLONE_NEWNS), "enter the room")


def leave_shared_users(wanted: Confinement) -> None:
    """Create a user namespace, in which the worker's threads are counted separately from its siblings'.

    No ids are mapped: the worker needs none, and the owners of its files outside stay the same.
    """
    if wanted.own_namespaces:
        _check(_libc.unshare(_CLONE_NEWUSER), "unshare users")


def mount_scratch(scratch_bytes: int, scratch_files: int) -> None:
    """Mount the scratch directory as a tmpfs without exec, with limited bytes and files."""
    options = f"size={scratch_bytes},nr_inodes={scratch_files},mode=0700"
    _check(_libc.mount(b"tmpfs", SCRATCH.encode(), b"tmpfs", _MS_NOSUID_NODEV_NOEXEC, options.encode()), "mount")


def require_scratch(wanted: Confinement) -> None:
    """Mount the scratch directory if no zygote made a room; in a room, raise ValueError if it is missing."""
    if not wanted.own_namespaces:
        mount_scratch(wanted.scratch_bytes, wanted.scratch_files)
    elif os.stat(SCRATCH).st_dev == os.stat("/").st_dev:  # noqa: PTH116 - pathlib is needless weight here
        raise ValueError("the room has none")


def drop_capabilities() -> None:
    """Empty the ambient, bounding, effective, permitted and inheritable sets, and check that they are empty."""
    _check(_libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "clear ambient capabilities")
    for capability in range(_LAST_CAPABILITY + 1):
        if _libc.prctl(_PR_CAPBSET_READ, capability, 0, 0, 0) == 1:
            _check(_libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0), f"drop capability {capability}")
    head = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0))
    held = ctypes.create_string_buffer(bytes(24))
    _check(_libc.syscall(_number(_SYS_CAPSET), head, held), "capset")
    _check(_libc.syscall(_number(_SYS_CAPGET), head, held), "capget")
    if any(held.raw):
        raise ValueError(f"capabilities are still {held.raw.hex()}")
    for capability in range(_LAST_CAPABILITY + 1):
        bounding = _libc.prctl(_PR_CAPBSET_READ, capability, 0, 0, 0)
        if bounding == 1 or _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_IS_SET, capability, 0, 0) == 1:
            raise ValueError(f"capability {capability} is still there")


def close_descriptors(kept: frozenset[int]) -> None:
    """Close every descriptor except `kept` and 0, 1, 2, and make standard input empty."""
    low = 3
    for descriptor in sorted(kept):
        os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, 0, inheritable=False)
    os.close(nothing)


def set_limits(wanted: Confinement) -> None:
    """Set the resource limits, both soft and hard, which means that they can only be lowered later.

    Memory is limited by RLIMIT_DATA rather than RLIMIT_AS: XLA reserves far more addresses than it uses, and dies below
    about 1.5 GB of them. RLIMIT_DATA doesn't count shared mappings, which seccomp refuses.
    """
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: wanted.cpu_seconds,
        resource.RLIMIT_DATA: wanted.memory_bytes,
        resource.RLIMIT_FSIZE: wanted.scratch_bytes,
        resource.RLIMIT_NOFILE: wanted.open_files,
        resource.RLIMIT_NPROC: wanted.threads,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NICE: 0,
        resource.RLIMIT_RTPRIO: 0,
        resource.RLIMIT_SIGPENDING: 64,
    }
    for limit, value in limits.items():
        ceiling = resource.getrlimit(limit)[1]
        value = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)  # noqa: PLW2901
        resource.setrlimit(limit, (value, value))


def forbid_new_privileges() -> None:
    """Prevent exec from ever gaining privileges; Landlock and seccomp require this."""
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")


def forbid_dumps() -> None:
    """Hide this process's memory from other processes of the same user, and prevent core dumps."""
    _check(_libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable")


def exit_on_abort() -> None:
    """Make SIGABRT end the process with the signal's number as its exit status.

    The kernel doesn't deliver unhandled signals to the first process of a PID namespace, so abort() would end it with
    an instruction that looks like a segmentation fault. The handler is libc's own _exit.
    """
    _libc.signal.restype = ctypes.c_void_p
    _libc.signal(signal.SIGABRT, ctypes.cast(_libc._exit, ctypes.c_void_p))  # noqa: SLF001 - that is its name in C


def restrict_paths(wanted: Confinement) -> None:
    """Allow reading below `readable` and writing in the scratch directory; refuse all other file access, and TCP."""
    abi = _libc.syscall(_SYS_LANDLOCK_CREATE, None, 0, _LANDLOCK_VERSION_FLAG)
    if abi < 1:
        raise OSError(ctypes.get_errno(), "this kernel has no Landlock, or it isn't switched on")
    read = _FS_READ_FILE | _FS_READ_DIR
    write = read | _FS_WRITE_FILE | _FS_REMOVE_DIR | _FS_REMOVE_FILE | _FS_MAKE_DIR | _FS_MAKE_REG | _FS_MAKE_SYM
    handled = _FS_ALL_OF_ABI_1
    if abi >= _FIRST_ABI_WITH["refer"]:
        handled |= _FS_REFER
        write |= _FS_REFER
    if abi >= _FIRST_ABI_WITH["truncate"]:
        handled |= _FS_TRUNCATE
        write |= _FS_TRUNCATE
    if abi >= _FIRST_ABI_WITH["ioctl"]:
        handled |= _FS_IOCTL_DEV
    attributes = struct.pack("=Q", handled)
    if abi >= _FIRST_ABI_WITH["net"]:
        attributes += struct.pack("=Q", _NET_ALL)
    if abi >= _FIRST_ABI_WITH["scope"]:
        attributes += struct.pack("=Q", _SCOPE_ALL)
    ruleset = _check(_libc.syscall(_SYS_LANDLOCK_CREATE, attributes, len(attributes), 0), "create ruleset")
    try:
        _allow(ruleset, read, *wanted.readable)
        _allow(ruleset, _FS_READ_FILE, *wanted.unlisted)
        _allow(ruleset, _FS_READ_FILE | _FS_WRITE_FILE, *HARMLESS_DEVICES)
        _allow(ruleset, write, SCRATCH)
        _allow(ruleset, (_FS_READ_FILE | _FS_WRITE_FILE | _FS_IOCTL_DEV) & handled, *wanted.gpu_nodes)
        if wanted.gpu_nodes:  # CUDA names its threads
            _allow(ruleset, read | _FS_WRITE_FILE, "/proc/self/task")
        _check(_libc.syscall(_SYS_LANDLOCK_RESTRICT, ruleset, 0), "restrict")
    finally:
        os.close(ruleset)


def install_filter(program: bytes) -> None:
    """Install the seccomp `program` (an array of `struct sock_filter`) for every thread of this process."""
    size = 8  # of one struct sock_filter
    if not program or len(program) % size:
        raise ValueError("no seccomp program was given")
    code = ctypes.create_string_buffer(program, len(program))
    head = ctypes.create_string_buffer(struct.pack("@HP", len(program) // size, ctypes.addressof(code)))
    number = _number(_SYS_SECCOMP)
    _check(_libc.syscall(number, _SECCOMP_SET_MODE_FILTER, _SECCOMP_FILTER_FLAG_TSYNC, head), "seccomp")


def _allow(ruleset: int, access: int, *paths: str) -> None:
    for path in paths:
        try:
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        try:
            of_files = _FS_READ_FILE | _FS_WRITE_FILE | _FS_IOCTL_DEV
            allowed = access if os.path.isdir(path) else access & of_files  # noqa: PTH112 - pathlib is needless weight here
            rule = ctypes.create_string_buffer(struct.pack("=Qi", allowed, descriptor))
            _check(_libc.syscall(_SYS_LANDLOCK_ADD_RULE, ruleset, _LANDLOCK_RULE_PATH, rule, 0), f"allow {path}")
        finally:
            os.close(descriptor)


def _number(by_machine: dict[str, int]) -> int:
    machine = platform.machine()
    if machine not in by_machine:
        raise ValueError(f"system calls of {machine} aren't known")
    return by_machine[machine]


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
