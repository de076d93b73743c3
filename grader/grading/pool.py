"""A pool of spare sandboxes: forked, confined and warm before a submission needs one. Each serves once, then dies.

Theory of operation
-------------------
One root zygote has done the imports. For each problem in use, a zygote is forked from it and warmed with the problem's
public code. Spares for that problem are forked from this zygote, so that XLA's backend is already started in them and
the problem's operations are compiled. If a warm process can't be forked (jax 0.10, or no C compiler), spares are forked
from the root zygote and each warms up by itself, which takes longer but happens before a submission needs it.

A background thread keeps spares ready for the most recently used problems. `take` returns one at once if there is one;
otherwise it makes one and waits. A zygote that died is replaced. If no spare can be made, the error says why.
"""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from grader.bundle.checksums import is_whole
from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.grading.jobs import build_warm
from grader.grading.spare import Spare
from grader.judge.evidence import StackEvidence
from grader.report import Stack
from grader.sandbox.jail import Bind
from grader.sandbox.native import build_library
from grader.sandbox.spending import Allowance
from grader.sandbox.warm_trial import can_warm_fork
from grader.sandbox.zygote import Zygote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.contents import Bundle
    from grader.settings import GraderSettings

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
SECOND_LOOK_SECONDS = 0.5
"""How long to wait, in seconds, before checking programs that seem damaged a second time."""
WARM_SECONDS = 20.0
"""The processor time, in seconds, in which a problem's zygote must warm up."""
WARM_IDLE_SECONDS = 6.0
"""How long, in seconds, it may be idle. Its public code may run a program that waits for a thread of XLA, of which a
zygote has none: XLA shares the work of a program with many results among threads. Meanwhile no other sandbox starts."""
COLD_SECONDS = 60.0
"""How long to wait, in seconds, before a failed warm-up is tried again; doubled after each further failure."""
MAX_COLD_SECONDS = 3600.0
MAX_ZYGOTES = 32
MAX_AHEAD = 24
"""The maximum number of problems that are warmed before a submission asks. The other zygotes are for older problems
and for drafts, which are graded while they are published; they would take turns with these otherwise."""
MAX_RECENT = 2 * MAX_ZYGOTES
"""The maximum number of bundles remembered for warming up, each of which holds its cases in memory."""
SHARED_CACHE = Path("/cache")
"""The path in the sandbox at which `grader.inside.cache` looks for compiled programs."""


class SandboxPool:
    """Zygotes and spares, replenished in the background. Thread-safe."""

    def __init__(self, settings: GraderSettings, spares: int) -> None:
        """Keep up to `spares` sandboxes ready once `start` has been called."""
        self._settings = settings
        self._wanted = spares
        self._changed = threading.Condition()
        self._ready: dict[str | None, deque[Spare]] = {}
        self._recent: OrderedDict[str, Bundle] = OrderedDict()  # by digest, the most recently used last
        self._zygotes: dict[str, Zygote] = {}
        self._cold: dict[str, _Failure] = {}  # problems whose zygote could not be warmed, by digest
        self._all_cold = False  # whether no problem's zygote can be warmed here
        self._tried: Zygote | None = None  # the root zygote with which that was tested
        self._trouble = ""  # why no spare could be made the last time, as logged
        self._making = threading.Lock()
        self._root: Zygote | None = None
        self._closed = False
        self._refiller: threading.Thread | None = None
        self._reaper = ThreadPoolExecutor(max_workers=2, thread_name_prefix="sandbox-reaper")

    def start(self) -> None:
        """Start making spares."""
        if self._refiller is None:
            self._refiller = threading.Thread(target=self._refill, name="sandbox-refiller", daemon=True)
            self._refiller.start()

    def close(self) -> None:
        """Kill all spares and zygotes, and make no more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._refiller is not None:
            self._refiller.join(self._settings.start_seconds)
        spares = [spare for queue in self._ready.values() for spare in queue]
        self._ready.clear()
        for spare in spares:
            self._reaper.submit(spare.process.kill)
        self._reaper.shutdown(wait=True)
        with self._making:
            self._close_zygotes()

    @property
    def ready(self) -> int:
        """The number of spares that are ready."""
        return sum(map(len, list(self._ready.values())))

    def count_ready(self) -> dict[str, int]:
        """Return how many spares are ready for one particular problem each, and how many for any problem."""
        anybody = len(self._ready.get(None, ()))
        return {"problem": self.ready - anybody, "any": anybody}

    def expect(self, bundle: Bundle) -> None:
        """Prepare for submissions to `bundle`: warm its zygote and make spares in the background."""
        with self._changed:
            self._touch(bundle)
            self._changed.notify_all()

    def is_warm(self, bundle: Bundle) -> bool:
        """Return whether a spare for `bundle` is ready."""
        return bool(self._ready.get(bundle.digest))

    def falls_back(self, bundle: Bundle) -> bool:
        """Return whether spares for `bundle` warm up one by one, because there is no warm zygote."""
        failure = self._cold.get(bundle.digest)
        return self._all_cold or (failure is not None and time.monotonic() < failure.until)

    def find_why_cold(self, bundle: Bundle) -> str:
        """Warm the zygote of `bundle` now, and return why that fails; empty if it is warm, or none can be here."""
        for _ in range(2):  # the machine may have been at fault the first time
            self._cold.pop(bundle.digest, None)
            self._zygote_for(bundle)
            if bundle.digest not in self._cold:
                return ""
        return self._cold[bundle.digest].reason

    def take(self, bundle: Bundle | None = None) -> Spare:
        """Return a spare for one submission to `bundle`, or for other work; the caller must pass it to `discard`.

        Raise `SandboxUnavailableError` or `SandboxStartError` if none can be made.
        """
        digest = bundle.digest if bundle is not None else None
        with self._changed:
            if bundle is not None:
                self._touch(bundle)
            self._changed.notify_all()
            queue = self._ready.get(digest, deque())
            while queue:
                spare = queue.popleft()
                if spare.process.is_alive():
                    return spare
                self.discard(spare)
        return self._make(bundle)

    @contextmanager
    def lend(self, bundle: Bundle | None = None) -> Iterator[Spare]:
        """Take a spare for the duration of the block; raises what `take` raises."""
        spare = self.take(bundle)
        try:
            yield spare
        finally:
            self.discard(spare)

    def discard(self, spare: Spare) -> None:
        """Kill and reap a spare, in the background unless the pool is closed."""
        try:
            self._reaper.submit(spare.process.kill)
        except RuntimeError:  # the reaper has been shut down
            spare.process.kill()

    def _touch(self, bundle: Bundle) -> None:
        if bundle.is_draft:  # nobody submits to it again, and its programs are still being compiled
            return
        self._recent[bundle.digest] = bundle
        self._recent.move_to_end(bundle.digest)
        if len(self._recent) > MAX_RECENT:
            self._recent.popitem(last=False)

    # Making ------------------------------------------------------------------------------------------------

    def _make(self, bundle: Bundle | None) -> Spare:
        """Fork a spare; if its zygote has died, try once more with new zygotes."""
        try:
            return self._fork(bundle)
        except SandboxStartError:
            return self._fork(bundle)

    def _fork(self, bundle: Bundle | None) -> Spare:
        try:
            zygote = self._zygote_for(bundle)
            warms = bundle is not None and zygote is self._root and self._are_compiled(bundle)
            warm = build_warm(bundle) if bundle is not None and warms else None
            memory = bundle.manifest.limits.memory_mib if bundle is not None else None
            process = zygote.fork_worker(warm=warm, memory_mb=memory)
        except OSError as error:  # no memory, no descriptors, no room on the disk
            raise SandboxStartError(f"the system refuses: {error}") from error
        if process.tier != "G" and process.tier > self._settings.minimum_tier:  # a GPU has a setting of its own
            process.kill()
            asked = self._settings.minimum_tier
            raise SandboxUnavailableError(
                "cgroup", f"this is tier {process.tier}, and the settings require at least {asked}"
            )
        try:
            stack = Stack.model_validate(StackEvidence.model_validate(zygote.ready.header).stack)
        except ValidationError as error:
            process.kill()
            raise SandboxStartError(f"the zygote's READY is malformed: {error}") from error
        return Spare(process, stack, bundle.digest if bundle is not None else None)

    def _zygote_for(self, bundle: Bundle | None) -> Zygote:
        """Return the zygote to fork from: the problem's if it can be warmed, else the root."""
        with self._making:
            root = self._root_zygote()
            if bundle is None:
                return root
            self._find_whether_all_cold(root)
            if self.falls_back(bundle) and bundle.digest in self._cold:
                return root
            zygote = self._zygotes.get(bundle.digest)
            if zygote is not None and zygote.is_alive():
                return zygote
            if not self._are_compiled(bundle):  # they will be later: see `grader.publishing.completion`
                return root
            try:
                self._require_programs(bundle)
                if self._all_cold:
                    return root
                zygote = root.fork_zygote(build_warm(bundle), Allowance(WARM_SECONDS, WARM_IDLE_SECONDS))
            except SandboxStartError as error:
                self._leave_cold(bundle, error)
                return root
            self._cold.pop(bundle.digest, None)
            self._zygotes[bundle.digest] = zygote
            self._retire_zygotes()
            return zygote

    def _are_compiled(self, bundle: Bundle) -> bool:
        """Return whether a bundle has compiled programs, damaged or not.

        Without them no zygote is warmed: it would wait for the compiler's threads, which it doesn't have, and each
        spare would compile what only some submissions need.
        """
        cache = self._settings.compile_cache
        return cache is None or (cache / bundle.digest).is_dir()

    def _require_programs(self, bundle: Bundle) -> None:
        """If a bundle's compiled programs are damaged, remove them and raise `SandboxStartError`."""
        cache = self._settings.compile_cache
        if cache is None or is_whole(cache / bundle.digest):
            return
        time.sleep(SECOND_LOOK_SECONDS)  # publishing may be replacing them right now
        if is_whole(cache / bundle.digest):
            return
        shutil.rmtree(cache / bundle.digest, ignore_errors=True)
        raise SandboxStartError(
            f"its compiled programs were damaged; a server makes them anew when it starts, and so does "
            f"`jaxdojo problem publish {bundle.manifest.slug}`"
        )

    def _leave_cold(self, bundle: Bundle, error: SandboxStartError) -> None:
        failed = self._cold.get(bundle.digest)
        pause = min(2 * failed.pause, MAX_COLD_SECONDS) if failed is not None else COLD_SECONDS
        self._cold[bundle.digest] = _Failure(time.monotonic() + pause, pause, str(error))
        logger.warning("%s can't be warmed ahead, next try in %g s: %s", bundle.manifest.slug, pause, error)

    def _root_zygote(self) -> Zygote:
        if self._root is None or not self._root.is_alive():
            self._close_zygotes()
            cache = self._settings.compile_cache
            binds: tuple[Bind, ...] = ()
            if cache is not None:
                cache.mkdir(parents=True, exist_ok=True)
                cache.chmod(0o755)
                binds = (Bind(cache, SHARED_CACHE, listed=False),)  # it also holds programs of drafts and exams
            self._root = Zygote.start(self._settings, binds, self._find_library())
        return self._root

    def _close_zygotes(self) -> None:
        """Close the zygotes of all problems, then the root; a dead one still has a socket here."""
        for zygote in (*self._zygotes.values(), *([self._root] if self._root else [])):
            zygote.close()
        self._zygotes.clear()
        self._root = None

    def _find_library(self) -> Path | None:
        cache = self._settings.compile_cache
        if cache is None or self._settings.device != "cpu":
            return None
        return build_library(cache.parent / "native")

    def _find_whether_all_cold(self, root: Zygote) -> None:
        """Test, once for each root zygote, whether zygotes can be warmed on this machine at all."""
        if self._tried is not root:
            cache = self._settings.compile_cache
            self._all_cold = cache is None or not can_warm_fork(root, cache, self._find_library())
            self._tried = root

    def _retire_zygotes(self) -> None:
        """While there are too many, retire the zygote of a draft or forgotten problem, or else of the least recent."""
        while len(self._zygotes) > MAX_ZYGOTES:
            *older, _newest = self._zygotes
            forgotten = [digest for digest in older if digest not in self._recent]
            oldest = next(digest for digest in (*forgotten, *self._recent) if digest in older)
            # Its workers may still be grading, so the zygote ends after them.
            threading.Thread(target=self._zygotes.pop(oldest).retire, name="zygote-retiring", daemon=True).start()

    # Refilling ---------------------------------------------------------------------------------------------

    def _refill(self) -> None:
        while True:
            with self._changed:
                wanted = self._most_wanted()
                if self._closed:
                    return
                if isinstance(wanted, _Nothing):
                    self._changed.wait()
                    continue
            try:
                if isinstance(wanted, _Warming):
                    self._zygote_for(wanted.bundle)
                    continue
                spare = self._make(wanted)
            except Exception as error:  # noqa: BLE001 - this thread has to outlive whatever happens
                self._tell(f"{type(error).__name__}: {error}")
                with self._changed:
                    if not self._closed:
                        self._changed.wait(RETRY_SECONDS)
                continue
            self._tell("")
            with self._changed:
                self._ready.setdefault(spare.digest, deque()).append(spare)
                self._drop_surplus()

    def _tell(self, trouble: str) -> None:
        """Log why no spare can be made, once for each reason, and when one can be made again."""
        if trouble and trouble != self._trouble:
            logger.warning("no spare sandbox can be made: %s", trouble)
        elif self._trouble and not trouble:
            logger.warning("spare sandboxes can be made again")
        self._trouble = trouble

    def _most_wanted(self) -> Bundle | _Warming | _Nothing | None:
        """Return what to make next: a spare for a bundle (None: for any bundle), a warm zygote, or nothing."""
        for digest, share in self._share_out().items():
            if len(self._ready.get(digest, ())) < share:
                return self._recent[digest] if digest is not None else None
        for bundle in self._list_recent():
            if bundle.digest not in self._zygotes and not self.falls_back(bundle) and self._are_compiled(bundle):
                return _Warming(bundle)
        return _Nothing()

    def _list_recent(self) -> list[Bundle]:
        """Return the problems that get a zygote at least, the most recently used first."""
        return list(reversed(self._recent.values()))[:MAX_AHEAD]

    def _share_out(self) -> dict[str | None, int]:
        """Return how many spares each recently used problem gets, by digest; without any, one for any problem."""
        hot = self._list_recent()[: self._wanted]
        if not hot:
            return {None: min(1, self._wanted)}
        share, rest = divmod(self._wanted, len(hot))
        return {bundle.digest: share + (place < rest) for place, bundle in enumerate(hot)}

    def _drop_surplus(self) -> None:
        """While there are too many spares, kill one for any problem, or of a problem that has more than its share."""
        shares = self._share_out()
        forgotten = [digest for digest in self._ready if digest not in self._recent and digest is not None]
        for digest in (None, *forgotten, *self._recent):
            queue = self._ready.get(digest, deque())
            while len(queue) > shares.get(digest, 0) and self.ready > self._wanted:
                self.discard(queue.popleft())


@dataclass(frozen=True)
class _Failure:
    """A failed warm-up, which may be tried again from `until` (monotonic time) on. `pause` is in seconds."""

    until: float
    pause: float
    reason: str


@dataclass(frozen=True)
class _Warming:
    """The next thing to make is a warm zygote for `bundle`."""

    bundle: Bundle


class _Nothing:
    """Nothing needs to be made."""
