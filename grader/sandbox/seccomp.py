"""The seccomp filters: BPF programs that list the system calls of a confined worker, and of the zygote that forks it.

Theory of operation
-------------------
XLA compiles to machine code, so a submission can execute any instruction; it is stopped at the system call. The filter
is an allow-list: calls that it doesn't name fail with EPERM. Calls that no honest program makes here, but that an
attack would start with, kill the process, which makes the outcome clear. A call through another entry (32-bit, x32)
kills it too.

libseccomp builds the program here, on the trusted side, once; the worker only receives bytes and installs them
(`grader.inside.confine.install_filter`) after its imports and before XLA starts threads. The lists were found by
tracing a wide range of JAX code after import: convolutions, SVD, scans, gradients, host callbacks, printing from jitted
code, eight virtual devices, and reads of a compilation cache.

With a GPU any `ioctl` and any shared mapping is allowed, because CUDA uses them to control the driver (see
`grader.sandbox.gpu`).

A zygote has a wider filter, which its workers inherit in addition to their own: it may confine a child, fork, and pass
descriptors over its existing socket. It must not execute a program, connect a socket, inspect or signal another
process, or change a mount; it may only add mounts from which nothing can be executed. A problem's zygote runs an
author's public code, so this filter is a wall too; before that, it installs one more filter, with which any mount kills
it.
"""

from __future__ import annotations

import errno
import tempfile
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grader.errors import SandboxUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

WORKER_PID: Final = 1
"""The worker's process id in its own PID namespace, of which it is the first process."""

ALLOWED: Final = frozenset(
    """
    brk mprotect mremap munmap msync
    futex futex_wait futex_wake futex_waitv set_robust_list get_robust_list rseq membarrier set_tid_address
    sched_yield sched_getaffinity sched_getparam sched_getscheduler getcpu
    exit exit_group restart_syscall
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigtimedwait rt_sigpending sigaltstack
    read readv pread64 preadv write writev pwrite64 pwritev lseek close close_range
    open openat openat2 creat dup dup2 dup3 pipe pipe2
    stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat getdents getdents64 getcwd
    statfs fstatfs fsync fdatasync ftruncate truncate fallocate umask
    mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat utimensat
    chmod fchmod fchmodat fchmodat2 chdir fchdir
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2
    recvfrom getsockname getpeername getsockopt shutdown
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times
    getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp getpgid getsid
    getrusage getrlimit uname getrandom arch_prctl
    """.split()  # noqa: SIM905 - a table to be read
)
"""Calls that are allowed with any arguments. Names that the machine doesn't have are skipped.

Landlock and read-only mounts restrict paths. The only possible sockets are pairs within the process (see `_add_pairs`).
Timers that send signals are not allowed: a handler could run anywhere in the harness, and would get the current frame.
"""

FATAL: Final = frozenset(
    """
    execve execveat fork vfork ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd pidfd_open
    process_madvise process_mrelease
    mount umount umount2 mount_setattr move_mount open_tree fsopen fsconfig fsmount fspick pivot_root chroot
    unshare setns io_uring_setup io_uring_enter io_uring_register userfaultfd bpf perf_event_open
    add_key request_key keyctl kexec_load kexec_file_load init_module finit_module delete_module create_module
    seccomp landlock_create_ruleset open_by_handle_at name_to_handle_at
    reboot swapon swapoff settimeofday clock_settime clock_adjtime adjtimex acct quotactl quotactl_fd
    iopl ioperm modify_ldt vm86 vm86old uselib personality fanotify_init lookup_dcookie nfsservctl
    setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capset
    """.split()  # noqa: SIM905 - a table to be read
)
"""Calls that kill the process at once."""

ZYGOTE_ALLOWED: Final = frozenset(
    """
    fork wait4 waitid pidfd_open
    capget capset landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp
    prctl sendmsg recvmsg getsockopt getsockname setrlimit mmap sched_setaffinity
    """.split()  # noqa: SIM905 - a table to be read
)
"""Additional calls of a zygote, which makes children and walls."""

_CLONE_VM: Final = 0x100
_CLONE_THREAD: Final = 0x10000
_CLONE_NEW_ANY: Final = 0x7E020080  # new time, mount, cgroup, uts, ipc, user, pid and net namespaces
_CLONE_NEWPID: Final = 0x20000000
_CLONE_NEWNS: Final = 0x20000
_UNSHARED: Final = (_CLONE_THREAD, _CLONE_NEWPID, _CLONE_NEWNS, 0x08000000, 0x10000000)
"""Threads (to test whether there are others), process ids, mounts, IPC, users."""
_MS_NOSUID_NODEV_NOEXEC: Final = 2 | 4 | 8
"""The mount flags of a scratch directory. Mounts that bind, move or make writable have other flags."""
_MAP_SHARED: Final = 0x1
_MAP_ANONYMOUS: Final = 0x20
_AF_UNIX: Final = 1
_IOCTLS: Final = (0x5401, 0x5450, 0x5451, 0x5421)  # TCGETS, FIONCLEX, FIOCLEX, FIONBIO
_FCNTLS: Final = (0, 1, 2, 3, 4, 1030)  # duplicate; flags of descriptor and file
_LOCKS: Final = (6, 7, 37, 38)  # F_SETLK, F_SETLKW and those of open files
_ADVICE: Final = (0, 1, 2, 3, 4, 8, 14, 15, 16, 17, 18, 19, 22, 23)
"""Allowed memory advice: all except advice that evicts pages of files, or merges equal pages of processes."""
_PRCTLS: Final = (15, 16, 0x53564D41)  # set and get a thread's name; name a mapping


@lru_cache(maxsize=8)
def build_program(pid: int = WORKER_PID, *, on_gpu: bool = False) -> bytes:
    """Return the filter as an array of `struct sock_filter`, for a worker whose process id is `pid`.

    Raise `SandboxUnavailableError` if libseccomp is missing or this machine isn't supported.
    """
    return _export(lambda library: _build(library, pid, on_gpu=on_gpu))


@lru_cache(maxsize=2)
def build_zygote_program(*, on_gpu: bool = False) -> bytes:
    """Return the filter of a zygote; raises the same error as `build_program`."""
    return _export(lambda library: _build_for_zygote(library, on_gpu=on_gpu))


@lru_cache(maxsize=1)
def build_problem_program() -> bytes:
    """Return the additional filter of a problem's zygote, which forbids mounts; raises the same as `build_program`."""

    def build(library: ModuleType) -> object:
        rules, add = _begin(library, library.ALLOW)
        add(library.KILL_PROCESS, "mount")
        return rules

    return _export(build)


def _export(build: Callable[[ModuleType], object]) -> bytes:
    library = _load_library()
    try:
        program = build(library)
        with tempfile.TemporaryFile() as file:
            program.export_bpf(file)  # type: ignore[attr-defined]
            file.seek(0)
            return file.read()
    except (OSError, ValueError) as error:
        raise SandboxUnavailableError("seccomp", f"libseccomp could not build the filter: {error}") from error


def _build(library: ModuleType, pid: int, *, on_gpu: bool) -> object:
    argument, allow, kill = library.Arg, library.ALLOW, library.KILL_PROCESS
    rules, add = _begin(library)
    for name in sorted(ALLOWED):
        add(allow, name)
    for name in sorted(FATAL):
        add(kill, name)
    # Allow clone for threads only. glibc tries clone3 first, whose flags a filter can't see.
    threads = _CLONE_VM | _CLONE_THREAD
    add(allow, "clone", argument(0, library.MASKED_EQ, threads | _CLONE_NEW_ANY, threads))
    add(kill, "clone", argument(0, library.MASKED_EQ, _CLONE_THREAD, 0))
    add(library.ERRNO(errno.ENOSYS), "clone3")
    # RLIMIT_DATA doesn't count anonymous shared memory. Shared memory of files is limited by the scratch directory.
    if on_gpu:
        add(allow, "mmap")
        add(allow, "ioctl")
    else:
        add(allow, "mmap", argument(3, library.MASKED_EQ, _MAP_SHARED, 0))
        add(allow, "mmap", argument(3, library.MASKED_EQ, _MAP_SHARED | _MAP_ANONYMOUS, _MAP_SHARED))
        for request in _IOCTLS:
            add(allow, "ioctl", argument(1, library.MASKED_EQ, 0xFFFFFFFF, request))
    _add_pairs(library, add)
    _refuse_what_crosses(library, add)
    # abort() and raise() signal a thread of the same process.
    add(allow, "tgkill", argument(0, library.EQ, pid))
    # A process may only read its own limits.
    add(allow, "prlimit64", argument(0, library.EQ, 0), argument(2, library.EQ, 0))
    for command in _FCNTLS:
        add(allow, "fcntl", argument(1, library.MASKED_EQ, 0xFFFFFFFF, command))
    for option in _PRCTLS:
        add(allow, "prctl", argument(0, library.MASKED_EQ, 0xFFFFFFFF, option))
    return rules


def _build_for_zygote(library: ModuleType, *, on_gpu: bool) -> object:
    argument, allow, kill = library.Arg, library.ALLOW, library.KILL_PROCESS
    rules, add = _begin(library)
    for name in sorted(ALLOWED | ZYGOTE_ALLOWED):
        add(allow, name)
    for name in sorted(FATAL - ZYGOTE_ALLOWED - {"unshare", "setns", "mount"}):
        add(kill, name)
    add(allow, "clone", argument(0, library.MASKED_EQ, _CLONE_NEW_ANY, 0))
    add(library.ERRNO(errno.ENOSYS), "clone3")
    for flags in _UNSHARED:
        add(allow, "unshare", argument(0, library.EQ, flags))
    _add_pairs(library, add)
    for kind in (_CLONE_NEWPID, _CLONE_NEWNS):
        add(allow, "setns", argument(1, library.EQ, kind))
    add(allow, "mount", argument(3, library.EQ, _MS_NOSUID_NODEV_NOEXEC))
    _refuse_what_crosses(library, add)
    add(allow, "tgkill", argument(0, library.EQ, WORKER_PID))  # for workers; the root zygote ignores signals
    add(allow, "prlimit64", argument(0, library.EQ, 0))
    if on_gpu:
        add(allow, "ioctl")  # each worker has its own filter too
    for request in () if on_gpu else _IOCTLS:
        add(allow, "ioctl", argument(1, library.MASKED_EQ, 0xFFFFFFFF, request))
    for command in _FCNTLS:
        add(allow, "fcntl", argument(1, library.MASKED_EQ, 0xFFFFFFFF, command))
    return rules


def _add_pairs(library: ModuleType, add: Callable[..., None]) -> None:
    """Allow pairs of local sockets, which can't be connected elsewhere, and writes to them: event loops need both."""
    add(library.ALLOW, "socketpair", library.Arg(0, library.EQ, _AF_UNIX))
    add(library.ALLOW, "sendto", library.Arg(4, library.EQ, 0))


def _refuse_what_crosses(library: ModuleType, add: Callable[..., None]) -> None:
    """Allow locks, reads and advice only if another sandbox with the same open file can't notice them.

    Locking reports success without locking: a sandbox is one process, so no other process would have to wait.
    """
    argument, allow = library.Arg, library.ALLOW
    add(library.ERRNO(0), "flock")
    for command in _LOCKS:
        add(library.ERRNO(0), "fcntl", argument(1, library.MASKED_EQ, 0xFFFFFFFF, command))
    for advice in _ADVICE:
        add(allow, "madvise", argument(2, library.MASKED_EQ, 0xFFFFFFFF, advice))
    for name in ("preadv2", "pwritev2"):  # a flag tells whether a page is in memory
        add(allow, name, argument(5, library.MASKED_EQ, 0xFFFFFFFF, 0))


def _begin(library: ModuleType, otherwise: int | None = None) -> tuple[object, Callable[..., None]]:
    """Return an empty filter and a function that adds rules. Other calls fail with EPERM, or as `otherwise` says."""
    rules = library.SyscallFilter(library.ERRNO(errno.EPERM) if otherwise is None else otherwise)
    rules.set_attr(library.Attr.ACT_BADARCH, library.KILL_PROCESS)

    def add(action: int, name: str, *conditions: object) -> None:
        try:
            number = library.resolve_syscall(library.Arch.NATIVE, name)
        except (OSError, ValueError):
            return  # this version of the library doesn't know the call, which is refused by default
        if number >= 0:
            rules.add_rule(action, number, *conditions)

    return rules, add


def _load_library() -> ModuleType:
    try:
        import pyseccomp  # noqa: PLC0415 - the import fails if libseccomp is missing
    except (ImportError, RuntimeError, OSError) as error:
        raise SandboxUnavailableError("seccomp", f"libseccomp can't be loaded ({error})") from error
    module: ModuleType = pyseccomp
    return module
