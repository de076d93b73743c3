"""The supervisor's side of a zygote: starts it in its jail, asks it to fork workers and zygotes for problems.

See `grader.inside.zygote` for what happens inside. A zygote is never believed: it runs trusted code only, but what
comes from it is read under a deadline, and one that does not answer is killed with all its children.
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

if TYPE_CHECKING:
    from grader.sandbox.cgroup import Groups
    from grader.settings import GraderSettings

ANSWER_SECONDS: Final = 10.0
ANSWER_BYTES: Final = 1024
RETIRE_SECONDS: Final = 120.0
RETIRE_PAUSE: Final = 0.05
LIBRARY: Final = Path("/dojo/native/libdefer_threads.so")
SINGLE_THREAD_FLAGS: Final = "--xla_cpu_enable_concurrency_optimized_scheduler=false --xla_cpu_multi_thread_eigen=false"
"""Thunks one after the other and no pool inside an operation. Part of every cache key, so the same everywhere."""


class Zygote:
    """A started zygote. Thread-safe: one request at a time is under way."""

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
        """Start the zygote that has the imports done; with `library`, one whose children can have a warm backend.

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
        told: dict[str, object] = {"gpu": gpu, "problem_program": seccomp.build_problem_program().hex()}
        zygote._begin(Frame(FrameKind.HELLO, told, program), time.monotonic() + settings.start_seconds)
        return zygote

    def fork_zygote(self, warm: Frame, deadline: float) -> Self:
        """Fork a zygote that has warmed up with the WARM frame by `deadline`.

        Raise `SandboxStartError` if it can't; the one that was forked is then gone.
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
            zygote._begin(warm, deadline)  # noqa: SLF001 - its own kind
        except SandboxUnavailableError as error:  # it has no walls to build: that was printed by public code
            raise SandboxStartError(str(error)) from error
        return zygote

    def fork_worker(self, *, warm: Frame | None = None, memory_mb: int | None = None) -> SandboxProcess:
        """Fork a worker, confined and ready; where the zygote isn't warm itself, `warm` is what it warms up with.

        `memory_mb` replaces the settings' limit where it is lower.
        """
        memory = min(memory_mb or self._settings.memory_mb, self._settings.memory_mb)
        settings = self._settings.model_copy(update={"memory_mb": memory})
        room = self._root._make_room()  # noqa: SLF001 - its own kind
        try:
            ours, theirs = Pipes.open()
            process = self._ask("worker", theirs, ours, settings, also=(room,))
        finally:
            os.close(room)
        process.start(self._jail, time.monotonic() + self._settings.start_seconds, forked=True, warm=warm)
        return process

    @property
    def pid(self) -> int | None:
        """Its process id on the host."""
        return self._process.worker_pid

    def is_alive(self) -> bool:
        """Say whether it can still fork."""
        with self._ending:
            return self._process.is_alive()

    def retire(self, seconds: float = RETIRE_SECONDS) -> None:
        """Have it fork no more, wait until the workers it has are through, and end it. Blocks for so long at most."""
        self._retired = True
        self._hang_up()
        limit = time.monotonic() + seconds
        while self.is_alive() and time.monotonic() < limit:
            time.sleep(RETIRE_PAUSE)
        self.close()

    def close(self) -> None:
        """Kill it with all its workers, and with a root zygote everything that was ever forked from it."""
        self._hang_up()
        with self._ending:
            self._process.kill()

    def _begin(self, frame: Frame, deadline: float) -> None:
        """Send its first frame and wait for READY."""
        try:
            self._process.send(frame, deadline)
            ready = self._process.receive(deadline)
        except SandboxEnded as ended:
            self.close()
            raise explain_failed_start(ended.outcome, self._process.output.stderr) from ended
        if ready.kind is not FrameKind.READY:
            self.close()
            raise SandboxStartError(f"a zygote began with {ready.kind.name}, not with READY")
        self.ready = ready

    def _hang_up(self) -> None:
        with self._lock, contextlib.suppress(OSError):
            self._control.close()

    def _ask(
        self, what: str, theirs: Pipes, ours: Pipes, settings: GraderSettings, *, also: tuple[int, ...] = ()
    ) -> SandboxProcess:
        """Have a child forked with the sandbox's pipe ends, which are closed here; return it, in its control group.

        It has the limits of `settings`.
        """
        try:
            asked: dict[str, object] = {"op": what, "memory": self._settings.memory_mb * 2**20}
            handle = ForkHandle(self._request(asked, (*theirs.all(), *also)), ours.status)
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
        """Have a mount namespace with an empty scratch directory made; return its descriptor."""
        limits = {"bytes": self._settings.scratch_mb * 2**20, "files": self._settings.scratch_files}
        return self._request({"op": "room", **limits}, ())

    def _request(self, asked: dict[str, object], descriptors: tuple[int, ...]) -> int:
        """Send a request and return the descriptor that the answer brings; a zygote that doesn't answer is killed."""
        try:
            with self._lock:
                self._process.drain()
                self._control.settimeout(ANSWER_SECONDS)
                socket.send_fds(self._control, [json.dumps(asked).encode()], descriptors)
                answer, made, _, _ = socket.recv_fds(self._control, ANSWER_BYTES, 1)
            if not answer:
                raise OSError("it hung up")
        except OSError as error:
            said = self._process.output.stderr.decode("utf-8", errors="replace")[-500:]
            if not self._retired:  # who asked too late is no reason to end those that are served
                self.close()
            raise SandboxStartError(f"the zygote does not fork: {error} {said}".strip()) from error
        if len(made) != 1:
            raise SandboxStartError(f"the zygote refused to fork: {answer.decode('utf-8', errors='replace')}")
        os.set_inheritable(made[0], False)  # noqa: FBT003 - the standard library's own signature
        return made[0]

    def _require_child(self, handle: ForkHandle) -> None:
        """Make sure that what the zygote handed over is a child of its own, and no other process."""
        parent = handle.parent_pid()
        if parent is None:
            raise SandboxStartError("the zygote's child ended at once")
        if parent != self._process.worker_pid:
            raise SandboxStartError("the zygote handed over a process that isn't its child")


def hold_in_group(process: SandboxProcess, groups: Groups, settings: GraderSettings) -> None:
    """Put `process`, which has run nothing authored yet, into a control group of its own.

    Where that fails it goes without, and its tier says so, unless the settings require control groups: raise
    `SandboxUnavailableError` then.
    """
    try:
        group = groups.create(describe_limits(settings))
    except OSError as error:
        if settings.cgroups == "require":
            raise SandboxUnavailableError("cgroup", str(error)) from error
        return
    try:
        group.add(process.worker_pid or 0)
    except OSError as error:
        groups.release(group)
        if settings.cgroups == "require":
            raise SandboxUnavailableError("cgroup", str(error)) from error
        return
    process.hold(groups, group)
