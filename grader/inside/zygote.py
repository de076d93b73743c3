"""The process that sandboxes are forked from: imports JAX once, stays single-threaded, never runs a submission.

Theory of operation
-------------------
It is the first process of the jail, started as `python -I -S -B zygote.py REQUESTS REPLIES CONTROL SITE_DIRS…`. After
its imports it installs a seccomp filter for itself, sends READY on its pipes and then serves the control socket, one
request at a time. The requests `worker` and `zygote` come with pipe ends: for frames to and from the child, for its
stdout and stderr, and for the zygote's report of how the child ended.

- `room`: make a mount namespace with an empty scratch directory, and answer with its descriptor. Only the root zygote
  does this: a problem's zygote must not mount anything, because the problem's public code runs there.
- `worker`: fork a child in a PID namespace of its own. It enters a room, whose descriptor also comes with the request,
  confines itself and runs one job.
- `zygote`: fork a zygote for one problem; its control socket also comes with the request. It reads a WARM frame, starts
  XLA's backend and runs the problem's public code on public values, which warms everything for its children.

The answer to these two requests carries a pidfd of the child, with which the supervisor kills it and learns of its end.
If a request can't be served, the answer is the reason. Children are reaped when the kernel reports that one ended. The
root zygote also reaps orphaned grandchildren.

No process outlives the one that it depends on. The root zygote ends when the supervisor closes the socket, and its PID
namespace ends with it. A problem's zygote whose supervisor closed the socket forks no more children and ends with its
last worker. A worker dies with the zygote that would report its end.

Why a fork of a warm process works. XLA's thread pools do not survive a fork, so a process that has them can't be
forked. A library preloaded into the zygote (`grader/sandbox/csrc/defer_threads.c`) records the backend's thread
creations instead of performing them; each child starts the threads itself, after confinement. Until then the zygote
must never need a thread: programs come from the compile cache only (compiling would wait for a thread), dispatch is
synchronous, thunks run in sequence, MLIR contexts are made without threading. If a step hangs even so (jax 0.10's cache
read does), the supervisor's deadline ends that zygote, and workers are warmed one by one instead.

The zygote holds nothing that must stay secret from learners: no hidden case, no expected output, no submission.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
import types
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120 - pathlib isn't needed yet
CLONE_NEWPID = 0x20000000
PR_SET_PDEATHSIG = 1
MAX_REQUEST_BYTES = 4096
PIPES = 5
EXPECTED = {"room": 0, "worker": PIPES + 1, "zygote": PIPES + 1}
"""The number of descriptors that come with each request."""
KILL_ME_FIRST = 1000
"""The oom_score_adj of the zygote and its children: if memory runs out, the kernel kills a sandbox, not the service."""

_libc = ctypes.CDLL(None, use_errno=True)


class BadRequestError(Exception):
    """A request is malformed; nothing was forked."""


class RootParts:
    """The root zygote's own resources: access to the real /proc, its mounts, and the filter of problems' zygotes."""

    def __init__(self, problem_program: bytes) -> None:
        """Open the descriptors before /proc is hidden."""
        self.problem_program = problem_program
        self._processes = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self.mounts = self.open_mounts()

    def open_mounts(self) -> int:
        """Return a descriptor of this process's current mount namespace."""
        return os.open("self/ns/mnt", os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._processes)


class ForkServer:
    """Forks children on request and reports how each ended."""

    def __init__(self, control: socket.socket, root: RootParts | None) -> None:
        """Serve `control`; `root` is given in the root zygote, which ends as soon as the supervisor hangs up."""
        self._control = control
        self._root = root
        self._self = os.pidfd_open(os.getpid())
        self._children: dict[int, int] = {}  # pid -> status descriptor
        self._wake, wake = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Answer requests until the supervisor hangs up."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        hung_up = False
        while not hung_up or (self._children and not self._root):
            ready = {descriptor for descriptor, _ in poll.poll()}
            if self._wake in ready:
                os.read(self._wake, MAX_REQUEST_BYTES)
                self._reap()
            if self._control.fileno() in ready:
                hung_up = not self._answer()
                if hung_up:
                    poll.unregister(self._control)
        os._exit(0)

    def _answer(self) -> bool:
        """Serve one request; return False if the supervisor has hung up."""
        request, fds, flags, _ = socket.recv_fds(self._control, MAX_REQUEST_BYTES, PIPES + 1)
        if not request:
            return False
        made = None
        try:
            made = self._make(request, fds, whole=not flags & (socket.MSG_CTRUNC | socket.MSG_TRUNC))
            socket.send_fds(self._control, [b"{}"], [made])
        except (BadRequestError, OSError) as error:
            if made is not None:
                raise  # the answer can't be sent
            self._control.sendmsg([json.dumps({"error": str(error)[:500]}).encode()])  # the filter refuses send
        finally:
            for descriptor in (*fds, *([] if made is None else [made])):
                os.close(descriptor)
        return True

    def _make(self, request: bytes, fds: list[int], *, whole: bool) -> int:
        """Serve a request; return a pidfd of the new child, or the descriptor of the new room."""
        asked = json.loads(request)
        what = asked.get("op")
        if what not in EXPECTED or len(fds) != EXPECTED[what] or not whole or (what != "worker" and not self._root):
            raise BadRequestError(f"{what} with {len(fds)} descriptors")
        if what == "room":
            return self._make_room(int(asked["bytes"]), int(asked["files"]))
        confine.require_single_thread()
        child = self._fork_worker(fds) if what == "worker" else self._fork_zygote(fds, int(asked["memory"]))
        pidfd = os.pidfd_open(child)
        self._children[child] = fds.pop(PIPES - 1)
        return pidfd

    def _make_room(self, scratch_bytes: int, scratch_files: int) -> int:
        """Make a room by entering it briefly, and return its descriptor."""
        if self._root is None:
            raise BadRequestError("a problem's zygote can't make rooms")
        try:
            confine.make_room(scratch_bytes, scratch_files)
            return self._root.open_mounts()
        finally:
            confine.enter_room(self._root.mounts)

    def _fork_zygote(self, fds: list[int], memory: int) -> int:
        """Fork a problem's zygote, which never returns here."""
        child = os.fork()
        if child == 0:
            program = self._root.problem_program if self._root is not None else b""
            become(lambda: become_problem_zygote(fds, memory, program))
        return child

    def _fork_worker(self, fds: list[int]) -> int:
        """Fork the first process of a new PID namespace, which becomes a worker and never returns here."""
        check(_libc.unshare(CLONE_NEWPID), "unshare")
        try:
            child = os.fork()
            if child == 0:
                become(lambda: become_worker(fds))
        finally:
            check(_libc.setns(self._self, CLONE_NEWPID), "setns")
        return child

    def _reap(self) -> None:
        """Reap ended children, and report each to the supervisor."""
        while True:
            try:
                child, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if child == 0:
                return
            descriptor = self._children.pop(child, None)
            if descriptor is None:
                continue  # an orphaned grandchild
            report = {"returncode": os.waitstatus_to_exitcode(status), "cpu": usage.ru_utime + usage.ru_stime}
            with contextlib.suppress(OSError):  # the supervisor may have closed the pipe
                os.write(descriptor, json.dumps(report).encode())
            os.close(descriptor)


def become(run: Callable[[], None]) -> NoReturn:
    """Run `run` in a forked child, then exit. The zygote's own code must never continue in the child."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        run()
    except BaseException as error:  # noqa: BLE001 - reported on stderr
        with contextlib.suppress(BaseException):
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            sys.stderr.flush()
    finally:
        os._exit(70)


def take_streams(fds: list[int]) -> tuple[int, ...]:
    """Install the child's own stdout and stderr, and close the zygote's descriptors; return the child's others."""
    requests, replies, stdout, stderr, _, *control = fds
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    kept = (requests, replies, *control)
    low = 3
    for descriptor in sorted(kept):
        os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))
    return kept


def become_worker(fds: list[int]) -> None:
    """Turn a forked child into a worker: own streams, then confinement, then one job. Does not return."""
    check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "die with the zygote")
    confine.enter_room(fds.pop())
    requests, replies = take_streams(fds)
    worker.serve(channel.Channel(requests, replies), (requests, replies))


def become_problem_zygote(fds: list[int], memory: int, program: bytes) -> None:
    """Warm up for one problem, then serve. Does not return."""
    gc.disable()
    requests, replies, control = take_streams(fds)
    confine.install_filter(program)  # forbids mounts from here on
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    line = channel.Channel(requests, replies)
    line.send(warm.warm_zygote(line.receive()))
    start_serving(control, None)


def harden(program: bytes, *, hide: bool) -> None:
    """Restrict the zygote permanently: install its filter, and hide its memory from other processes of its user.

    A signal from within the jail reaches its first process only if that handles the signal, so SIGINT is not handled.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123 - pathlib is needless weight here
        file.write(str(KILL_ME_FIRST))
    if hide:
        confine.hide_processes()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    confine.forbid_dumps()
    confine.forbid_new_privileges()
    confine.install_filter(program)


def start_serving(control: int, root: RootParts | None) -> None:
    """Freeze the heap, which children then share, and serve the control socket.

    The garbage collector is off until then: imports leave almost no garbage, and searching for it would take a tenth of
    their time. Garbage of public code is collected.
    """
    if root is None:
        gc.collect()
    gc.freeze()
    gc.enable()
    ForkServer(socket.socket(fileno=control), root).serve()


def check(result: int, what: str) -> None:
    """Raise OSError if a call of libc failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


if __name__ == "__main__":
    gc.disable()
    requests, replies, control, *packages = sys.argv[1:]
    sys.path[:0] = [ROOT, *packages]
    warnings.simplefilter("ignore")  # `streams.show_warnings` takes this back in a submission's process
    own = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")  # Libraries that import it must not hold this one.
    # Imported here, not above: the paths come from the command line. Libraries come first because some of them record
    # the existing modules, as `inspect` does.
    import flax.nnx  # noqa: F401
    import optax  # noqa: F401

    from grader.inside import cache, channel, closing, confine, misses, patches, source, warm, worker

    sys.argv = [source.FILENAME]  # a submission's own command line has no arguments
    closing.read_templates(cache, misses, patches)
    closing.hide_classes()
    closing.hide_codes()

    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    main_line = channel.Channel(int(requests), int(replies))
    hello = main_line.receive()
    parts = RootParts(bytes.fromhex(str(hello.header["problem_program"])))
    harden(hello.payload, hide=not hello.header["gpu"])
    main_line.send(warm.describe_stack())
    start_serving(int(control), parts)
