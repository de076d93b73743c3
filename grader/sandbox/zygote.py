"""The supervisor's side of a zygote: starts it in its jail, and has it fork workers and problems' zygotes.

See `grader.inside.zygote` for the side inside. A zygote is never trusted, although it runs only trusted code: its
answers are read under a deadline, and if it does not answer, it is killed with all its children.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.protocol import Frame, FrameKind
from grader.sandbox import seccomp
from grader.sandbox.cgroup_setup import describe_limits, find_groups
from grader.sandbox.handle import ForkHandle, start_jail
from grader.sandbox.jail import Bind, Jail
from grader.sandbox.outcome import SandboxEnded, explain_failed_start
from grader.sandbox.pipes import Pipes
from grader.sandbox.process import SandboxProcess
from grader.sandbox.spending import Allowance

if TYPE_CHECKING:
    from grader.sandbox.cgroup import Groups
    from grader.sandbox.spending import Limit
    from grader.settings import GraderSettings

ANSWER_SECONDS: Final = 60.0
"""The maximum time, in seconds, until a zygote answers: a fork takes milliseconds, but the machine may be busy."""
ANSWER_BYTES: Final = 1024
ENDED_AT_ONCE: Final = "the zygote's child ended at once"
RETIRE_SECONDS: Final = 120.0
RETIRE_PAUSE_SECONDS: Final = 0.05
LIBRARY: Final = Path("/dojo/native/libdefer_threads.so")
SINGLE_THREAD_FLAGS: Final = "--xla_cpu_enable_concurrency_optimized_scheduler=false --xla_cpu_multi_thread_eigen=false"
"""Runs thunks in sequence, and operations without a thread pool. Part of every cache key, so the same everywhere."""


class Zygote:
    """A started zygote. Thread-safe: it serves one request at a time."""

    def __init__(self, process: SandboxProcess, control: socket.socket, jail: Jail, settings: GraderSettings) -> None:
        """Use `start` or `fork_zygote`."""
        self._process = process
        self._control = control
        self._jail = jail
        self._settings = settings
        self._groups = find_groups(settings)
        self._lock = threading.Lock()
        self._ending = threading.Lock()
        self._retired = False
        self._root: Zygote = self
        self.ready: Frame = Frame(FrameKind.READY, {})

    @classmethod
    def start(cls, settings: GraderSettings, binds: tuple[Bind, ...], library: Path | None) -> Self:
        """Start a root zygote, which has done the imports; with `library`, its descendants can have a warm backend.

        Raise `SandboxUnavailableError` or `SandboxStartError`.
        """
        environment = {"XLA_FLAGS": SINGLE_THREAD_FLAGS}
        if library is not None:
            binds = (*binds, Bind(library, LIBRARY))
            environment |= {"LD_PRELOAD": str(LIBRARY), "DEFER_THREADS": "1"}
        jail = Jail.from_settings(settings, binds=binds, environment=environment)
        program = seccomp.build_zygote_program(on_gpu=bool(jail.gpu_nodes))
        mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours, theirs = Pipes.open()
        try:
            with its:
                numbers = {"requests": theirs.requests, "replies": theirs.replies, "status": theirs.status}
                try:
                    command = jail.command(**numbers, control=its.fileno())
                except BaseException:
                    theirs.close()
                    raise
                process = SandboxProcess(start_jail(command, theirs, ours, also=(its.fileno(),)), ours, settings)
        except BaseException:
            mine.close()
            ours.close()
            raise
        zygote = cls(process, mine, jail, settings)
        gpu = bool(jail.gpu_nodes)
        header: dict[str, object] = {"gpu": gpu, "problem_program": seccomp.build_problem_program().hex()}
        zygote._begin(Frame(FrameKind.HELLO, header, program), Allowance(settings.start_seconds))
        return zygote

    def fork_zygote(self, warm: Frame, limit: Limit) -> Self:
        """Fork a zygote that warms up with the WARM frame within `limit`.

        Raise `SandboxStartError` if it can't; the forked zygote is then gone.
        """
        mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours, theirs = Pipes.open()
        try:
            with its:
                process = self._ask("zygote", theirs, ours, self._settings, also=(its.fileno(),))
        except BaseException:
            mine.close()
            raise
        zygote = type(self)(process, mine, self._jail, self._settings)
        zygote._root = self  # noqa: SLF001 - its own kind
        try:
            zygote._begin(warm, limit)  # noqa: SLF001 - its own kind
        except SandboxUnavailableError as error:  # it sets up no walls, so public code printed that
            raise SandboxStartError(str(error)) from error
        return zygote

    def fork_worker(self, *, warm: Frame | None = None, memory_mb: int | None = None) -> SandboxProcess:
        """Fork a worker, confined and ready; if the zygote isn't warm itself, the worker warms up with `warm`.

        `memory_mb` replaces the settings' limit if it is lower.
        """
        memory = min(memory_mb or self._settings.memory_mb, self._settings.memory_mb)
        settings = self._settings.model_copy(update={"memory_mb": memory})
        room = self._root._make_room()  # noqa: SLF001 - its own kind
        try:
            ours, theirs = Pipes.open()
            process = self._ask("worker", theirs, ours, settings, also=(room,))
        finally:
            os.close(room)
        process.start(self._jail, Allowance(self._settings.start_seconds), forked=True, warm=warm)
        return process

    @property
    def pid(self) -> int | None:
        """The zygote's process id on the host."""
        return self._process.worker_pid

    def is_alive(self) -> bool:
        """Return whether the zygote is alive."""
        with self._ending:
            return self._process.is_alive()

    def retire(self, seconds: float = RETIRE_SECONDS) -> None:
        """Stop forking, wait at most `seconds` until all workers are done, and end the zygote. Blocks."""
        self._retired = True
        self._hang_up()
        limit = time.monotonic() + seconds
        while self.is_alive() and time.monotonic() < limit:
            time.sleep(RETIRE_PAUSE_SECONDS)
        self.close()

    def close(self) -> None:
        """Kill the zygote with all its workers; with a root zygote, everything that was ever forked from it."""
        self._hang_up()
        with self._ending:
            self._process.kill()

    def _begin(self, frame: Frame, limit: Limit) -> None:
        """Send the first frame and wait for READY."""
        try:
            self._process.send(frame, limit)
            ready = self._process.receive(limit)
        except SandboxEnded as ended:
            self.close()
            raise explain_failed_start(ended.outcome, self._process.output.stderr) from ended
        if ready.kind is not FrameKind.READY:
            self.close()
            raise SandboxStartError(f"a zygote sent {ready.kind.name} instead of READY")
        self.ready = ready

    def _hang_up(self) -> None:
        with self._lock, contextlib.suppress(OSError):
            self._control.close()

    def _ask(
        self, what: str, theirs: Pipes, ours: Pipes, settings: GraderSettings, *, also: tuple[int, ...] = ()
    ) -> SandboxProcess:
        """Have a child forked with the sandbox's pipe ends, which are then closed here; return it in its control group.

        It has the limits of `settings`.
        """
        try:
            request: dict[str, object] = {"op": what, "memory": self._settings.memory_mb * 2**20}
            handle = ForkHandle(self._request(request, (*theirs.all(), *also)), ours.status)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        process = SandboxProcess(handle, ours, settings)
        try:
            self._require_child(handle)
            if self._groups is not None:
                hold_in_group(process, self._groups, settings)
        except BaseException:
            process.kill()
            raise
        return process

    def _make_room(self) -> int:
        """Have the zygote make a mount namespace with an empty scratch directory; return its descriptor."""
        limits = {"bytes": self._settings.scratch_mb * 2**20, "files": self._settings.scratch_files}
        return self._request({"op": "room", **limits}, ())

    def _request(self, request: dict[str, object], descriptors: tuple[int, ...]) -> int:
        """Send a request and return the descriptor in the answer; a zygote that doesn't answer is killed."""
        try:
            with self._lock:
                self._process.drain()
                self._control.settimeout(ANSWER_SECONDS)
                socket.send_fds(self._control, [json.dumps(request).encode()], descriptors)
                answer, made, _, _ = socket.recv_fds(self._control, ANSWER_BYTES, 1)
            if not answer:
                raise OSError("it hung up")
        except OSError as error:
            printed = self._process.output.stderr.decode("utf-8", errors="replace")[-500:]
            if not self._retired:  # a request after retirement must not end the remaining workers
                self.close()
            raise SandboxStartError(f"the zygote does not fork: {error} {printed}".strip()) from error
        if len(made) != 1:
            raise SandboxStartError(f"the zygote refused to fork: {answer.decode('utf-8', errors='replace')}")
        os.set_inheritable(made[0], False)  # noqa: FBT003 - the standard library's own signature
        return made[0]

    def _require_child(self, handle: ForkHandle) -> None:
        """Make sure that the process from the zygote is its own child, and no other process."""
        parent = handle.parent_pid()
        if parent is None:
            raise SandboxStartError(ENDED_AT_ONCE)
        if parent != self._process.worker_pid:
            raise SandboxStartError("the zygote returned a process that isn't its child")


def hold_in_group(process: SandboxProcess, groups: Groups, settings: GraderSettings) -> None:
    """Put `process`, which has not run any authored code yet, into a control group of its own.

    If that fails, it has no group, and a lower tier. Raise `SandboxUnavailableError` if the settings require groups,
    and `SandboxStartError` if the process has ended.
    """
    try:
        group = groups.create(describe_limits(settings))
    except OSError as error:
        if settings.cgroups == "require":
            raise SandboxUnavailableError("cgroup", str(error)) from error
        return
    pid = process.worker_pid
    if pid is None:
        groups.release(group)
        raise SandboxStartError(ENDED_AT_ONCE)
    try:
        group.add(pid)
    except OSError as error:
        groups.release(group)
        if settings.cgroups == "require":
            raise SandboxUnavailableError("cgroup", str(error)) from error
        return
    process.hold(groups, group)
