"""The supervisor's side of one sandbox: starts it, exchanges frames under deadlines, kills and reaps it.

Theory of operation
-------------------
The supervisor and the worker share only four pipes: requests, replies, stdout and stderr. (A fifth carries status
reports from the process that started the worker; the worker has no access to it.) The supervisor never opens a path
that the worker can write, and never blocks: each step waits in `poll` until the caller's deadline, and reads the output
pipes meanwhile, so neither side can stall the other. Any irregularity ends the sandbox: a missed deadline, too much
output, a frame that is malformed or of a kind that only the host may send, bytes after the last frame.

The sandbox's process is either a jail of its own or a child forked from a zygote. A `Handle` (see
`grader.sandbox.handle`) hides the difference: it watches, kills and reaps the process.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NoReturn, Self

from grader.errors import GraderError, SandboxStartError
from grader.protocol import Frame, FrameKind, ProtocolError, encode_frame, read_frame
from grader.sandbox.handle import find_current_line, start_jail, wait_readable
from grader.sandbox.jail import Jail, describe_confinement
from grader.sandbox.outcome import Ending, Outcome, SandboxEnded, classify_exit, explain_failed_start
from grader.sandbox.pipes import Capture, Output, Pipes, read_some
from grader.sandbox.spending import Allowance, Limit, Meter, RanOut, Spent, find_deadline, read_memory_mib, read_spent
from grader.sandbox.walls import require_walls

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from grader.protocol import Seal
    from grader.sandbox.cgroup import Group, Groups
    from grader.sandbox.handle import Handle
    from grader.sandbox.walls import Tier
    from grader.settings import GraderSettings

__all__ = ["SandboxEnded", "SandboxProcess"]

FROM_SANDBOX: Final = frozenset(FrameKind) - {FrameKind.HELLO, FrameKind.WARM, FrameKind.JOB}
PATIENCE: Final = 10.0
"""The time, in seconds, that a worker has to end by itself after closing a pipe: a busy machine needs time for it."""
LONGEST_POLL_SECONDS: Final = 60.0
SECOND_LOOK: Final = 0.5  # Seconds until it is looked again whether a new jail's worker is known.


class SandboxProcess:
    """A started sandbox, as a context manager. Not thread-safe, but may be passed from one thread to another."""

    def __init__(self, handle: Handle, pipes: Pipes, settings: GraderSettings) -> None:
        """Communicate through `pipes` with the process that `handle` holds."""
        self._handle = handle
        self._pipes = pipes
        self._settings = settings
        self._output = {
            pipes.stdout: Capture(settings.output_kept),
            pipes.stderr: Capture(settings.output_kept),
        }
        self._replied = 0
        self._waiting = select.poll()
        for descriptor in (*self._output, handle.exit_fd):
            self._waiting.register(descriptor, select.POLLIN)
        self._meter = Meter(most_idle=float(settings.cpu_seconds))
        self._waits_since = 0.0
        self._look = 0.0  # when to look at the worker's spending next; each step begins with a look
        self._outcome: Outcome | None = None
        self._walled = False
        self._groups: Groups | None = None
        self._group: Group | None = None

    @classmethod
    def spawn(cls, jail: Jail, settings: GraderSettings) -> Self:
        """Start a sandbox with a jail of its own and return at once; its program starts in the background.

        Raise `SandboxUnavailableError` if it can't be started.
        """
        ours, theirs = Pipes.open()
        try:
            command = jail.command(requests=theirs.requests, replies=theirs.replies, status=theirs.status)
        except BaseException:
            theirs.close()
            ours.close()
            raise
        try:
            return cls(start_jail(command, theirs, ours), ours, settings)
        except BaseException:
            ours.close()
            raise

    def __enter__(self) -> Self:
        """Return this sandbox."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill and reap the sandbox."""
        self.kill()

    @property
    def outcome(self) -> Outcome | None:
        """How the sandbox ended, or None while it is alive."""
        return self._outcome

    @property
    def tier(self) -> Tier:
        """The tier of this worker's walls, according to the kernel; "none" until the worker is ready."""
        if not self._walled:
            return "none"
        if self._settings.device == "gpu":
            return "G"
        return "B" if self._group is None else "A"

    @property
    def group(self) -> Group | None:
        """The sandbox's control group, or None if it has none."""
        return self._group

    def hold(self, groups: Groups, group: Group) -> None:
        """Own the process's `group`, one of `groups`: it is read and removed when the process is reaped."""
        self._groups, self._group = groups, group

    def is_alive(self) -> bool:
        """Return whether the sandbox is still running, without waiting."""
        return self._outcome is None and not wait_readable(self._handle.exit_fd, 0)

    @property
    def output(self) -> Output:
        """The output that the sandbox has printed so far."""
        stdout, stderr = self._output[self._pipes.stdout], self._output[self._pipes.stderr]
        return Output(bytes(stdout.kept), bytes(stderr.kept), stdout.total, stderr.total)

    @property
    def pid(self) -> int | None:
        """The id of the sandbox's outermost process on the host."""
        return self._handle.pid()

    @property
    def worker_pid(self) -> int | None:
        """The id of the worker on the host; None while it isn't known."""
        return self._handle.worker_pid() if self._outcome is None else None

    @property
    def cpu_seconds(self) -> float:
        """User and system time of the worker so far; of the whole sandbox once it has ended."""
        if self._outcome is not None:
            return self._outcome.cpu_seconds
        spent = self._read_spent()
        return spent.processor if spent is not None else 0.0

    @property
    def step_seconds(self) -> float:
        """Seconds of processor time that the worker used for the last step, up to its latest frame."""
        return self._meter.seconds

    @property
    def memory_mib(self) -> int | None:
        """The worker's memory use so far, in MiB; None if it has ended or the kernel doesn't report it."""
        pid = self.worker_pid
        return read_memory_mib(pid) if pid is not None else None

    def start(
        self,
        jail: Jail,
        limit: Limit,
        *,
        forked: bool = False,
        warm: Frame | None = None,
        header: Mapping[str, object] | None = None,
    ) -> Frame:
        """Send HELLO, and the WARM frame if given, wait for READY and return it.

        `forked` means that a zygote in `jail` forked the worker, which still has to leave shared namespaces. `header`
        is added to HELLO's.

        Raise `SandboxUnavailableError` if a wall could not be set up, and `SandboxStartError` if the worker failed
        otherwise. Only trusted code has run until then, so a submission can't cause either.
        """
        try:
            hello = describe_confinement(jail, self._settings, forked=forked)
            self.send(replace(hello, header=hello.header | {"warm": warm is not None} | dict(header or {})), limit)
            if warm is not None:
                self.send(warm, limit)
            frame = self.receive(limit)
        except SandboxEnded as end:
            raise explain_failed_start(end.outcome, self.output.stderr) from end
        if frame.kind is not FrameKind.READY:
            self.kill()
            raise SandboxStartError(f"the worker sent {frame.kind.name} instead of READY")
        try:
            require_walls(self.worker_pid, forked=forked)
        except GraderError:
            self.kill()
            raise
        self._walled = True
        return frame

    def send(self, frame: Frame, limit: Limit, seal: Seal | None = None) -> None:
        """Send `frame`, signed by `seal`; raise `SandboxEnded` if the sandbox ends, or hasn't read it in time.

        Reading it is a step of the worker. What the worker uses from then on counts towards its answer.
        """
        self._require_alive()
        rest = memoryview(encode_frame(frame, seal))
        allowance = limit if isinstance(limit, Allowance) else None
        deadline = find_deadline(limit)
        self._waits_since, self._look = time.monotonic(), 0.0
        self._meter.start_step(self._read_spent())
        while rest:
            try:
                rest = rest[os.write(self._pipes.requests, rest) :]
            except BlockingIOError:
                self._wait_for(self._pipes.requests, select.POLLOUT, deadline, allowance)
            except BrokenPipeError:
                self._await_end(time.monotonic() + PATIENCE, "the worker closed the request pipe")
        self._meter.end_step(self._read_spent(), time.monotonic() - self._waits_since)

    def receive(self, limit: Limit) -> Frame:
        """Return the next frame; raise `SandboxEnded` if it doesn't arrive in time.

        An allowance counts from the last frame in either direction. When this returns, `output` contains everything
        that the worker printed before it sent the frame.
        """
        self._require_alive()
        allowance = limit if isinstance(limit, Allowance) else None
        deadline = find_deadline(limit)
        self._waits_since, self._look = time.monotonic(), 0.0
        try:
            frame = read_frame(lambda size: self._read_exactly(size, deadline, allowance))
        except ProtocolError as error:
            self._end(Outcome(Ending.PROTOCOL_ERROR, detail=str(error)))
        if frame.kind not in FROM_SANDBOX:
            self._end(Outcome(Ending.PROTOCOL_ERROR, detail=f"a sandbox may not send {frame.kind.name}"))
        for descriptor in self._output:
            self._read_output(descriptor)
        self._require_little_output()
        self._meter.end_step(self._read_spent(), time.monotonic() - self._waits_since)
        return frame

    def wait(self, deadline: float) -> Outcome:
        """Wait until the sandbox ends by itself, or kill it at `deadline`; return how it ended, after reaping it.

        Unexpected bytes on the reply pipe are a protocol error.
        """
        if self._outcome is None:
            with contextlib.suppress(SandboxEnded):
                self._await_end(deadline, None)
        return self._ended()

    def kill(self) -> Outcome:
        """Kill and reap the sandbox with all its processes, and return how it ended. May be called more than once."""
        if self._outcome is None:
            with contextlib.suppress(SandboxEnded):
                self._end(Outcome(Ending.KILLED))
        return self._ended()

    def _require_alive(self) -> None:
        if self._outcome is not None:
            raise SandboxEnded(self._outcome)

    def _ended(self) -> Outcome:
        if self._outcome is None:
            raise SandboxStartError("a sandbox that was killed is still there")
        return self._outcome

    def _read_exactly(self, size: int, deadline: float, allowance: Allowance | None = None) -> bytes:
        self._replied += size
        if self._replied > self._settings.reply_cap:
            self._end(Outcome(Ending.ANSWER_LIMIT, detail=f"more than {self._settings.reply_cap} bytes of frames"))
        data = bytearray()
        while len(data) < size:
            try:
                some = os.read(self._pipes.replies, min(size - len(data), 2**20))
            except BlockingIOError:
                self._wait_for(self._pipes.replies, select.POLLIN, deadline, allowance)
                continue
            if not some:
                complaint = "the worker closed the reply pipe" + (" inside a frame" if data else "")
                self._await_end(min(deadline, time.monotonic() + PATIENCE), complaint)
            data += some
            if time.monotonic() >= deadline and len(data) < size:
                self._end(Outcome(Ending.TIMED_OUT, detail="the deadline passed inside a frame"))
        return bytes(data)

    def _wait_for(self, descriptor: int, event: int, deadline: float, allowance: Allowance | None = None) -> None:
        """Read the output pipes until `descriptor` is ready; end the sandbox at `deadline`, or beyond `allowance`."""
        self._waiting.register(descriptor, event)
        try:
            while True:
                if time.monotonic() >= self._look:  # not after each event: a look reads a file for each thread
                    self._look = self._next_look(allowance)
                ready = self._serve(min(deadline, self._look))
                if descriptor in ready:
                    return
                if self._handle.exit_fd in ready:
                    self._end(None)
                if time.monotonic() >= deadline:
                    self._end(Outcome(Ending.TIMED_OUT, detail="the deadline passed", ran_out=RanOut.STARVED))
        finally:
            if self._outcome is None:
                self._waiting.unregister(descriptor)

    def _read_spent(self) -> Spent | None:
        pid = self.worker_pid
        return read_spent(pid) if pid is not None else None

    def _next_look(self, allowance: Allowance | None) -> float:
        """Return when to check the worker's spending next; end the sandbox if it has exceeded its allowance."""
        if allowance is None:
            return math.inf
        now = self._read_spent()
        ran_out, spent = self._meter.find_excess(now, allowance, time.monotonic() - self._waits_since)
        if now is None or spent is None:
            return time.monotonic() + SECOND_LOOK
        if ran_out is not None:
            self.drain()
            line = find_current_line(self._handle, self._pipes.stderr) if ran_out is RanOut.PROCESSOR else None
            self._end(Outcome(Ending.TIMED_OUT, detail=f"{ran_out}: {spent}", ran_out=ran_out, line=line))
        return now.at + allowance.next_look(spent)

    def _await_end(self, deadline: float, complaint: str | None) -> NoReturn:
        """Wait for the sandbox to end by itself, and raise `SandboxEnded`.

        `complaint` is the protocol error if it is still alive at `deadline`; None means that it merely took too long.
        """
        watch_replies = complaint is None
        if watch_replies:
            self._waiting.register(self._pipes.replies, select.POLLIN)
        while True:
            ready = self._serve(deadline)
            if self._pipes.replies in ready and watch_replies:
                if read_some(self._pipes.replies):
                    self._end(Outcome(Ending.PROTOCOL_ERROR, detail="bytes after the last frame"))
                self._waiting.unregister(self._pipes.replies)
                watch_replies = False
            elif self._handle.exit_fd in ready:
                self._end(None)
            elif time.monotonic() >= deadline:
                ending = Ending.TIMED_OUT if complaint is None else Ending.PROTOCOL_ERROR
                self._end(Outcome(ending, detail=complaint or "the deadline passed"))

    def _serve(self, deadline: float) -> set[int]:
        """Wait for an event, read printed output, and return the descriptors that are ready."""
        remaining = min(max(deadline - time.monotonic(), 0.0), LONGEST_POLL_SECONDS)
        ready = {descriptor for descriptor, _ in self._waiting.poll(remaining * 1000)}
        for descriptor in self._output.keys() & ready:
            if not self._read_output(descriptor):
                self._waiting.unregister(descriptor)
        self._require_little_output()
        return ready

    def _read_output(self, descriptor: int) -> bool:
        """Read the current contents of an output pipe, at most its capacity; return whether it is still open."""
        for _ in range(32):
            data = read_some(descriptor)
            if not data:
                return data is None
            self._output[descriptor].add(data)
        return True

    def _require_little_output(self) -> None:
        printed = sum(capture.total for capture in self._output.values())
        if printed > self._settings.output_cap:
            self._end(Outcome(Ending.OUTPUT_LIMIT, detail=f"more than {self._settings.output_cap} bytes printed"))

    def drain(self) -> None:
        """Read the printed output, to keep its pipes from filling up."""
        if self._outcome is None:
            for descriptor in self._output:
                self._read_output(descriptor)

    def _end(self, outcome: Outcome | None) -> NoReturn:
        """Kill remaining processes, reap, close everything and raise. `outcome` is None if the sandbox ended itself."""
        if outcome is not None:
            self._handle.kill()
        returncode, cpu_seconds = self._handle.reap()
        for descriptor in self._output:
            self._read_output(descriptor)
        if outcome is None:
            limit = float(self._settings.cpu_seconds)
            tail = self._output[self._pipes.stderr].tail
            memory = self._group.memory_events() if self._group is not None else None
            outcome = classify_exit(returncode, tail, cpu_seconds=cpu_seconds, cpu_limit=limit, memory=memory)
        self._outcome = replace(outcome, cpu_seconds=cpu_seconds)
        if self._groups is not None and self._group is not None:
            self._groups.release(self._group)
        self._pipes.close()
        self._handle.close()
        raise SandboxEnded(self._outcome)
