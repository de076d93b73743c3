"""Watches a submission's process for attempts to reach the grader's own code and objects. Runs inside the sandbox.

Theory of operation. Submission and harness share one interpreter, in which nothing can be truly hidden: all of this
is hardening of the evidence and never a security boundary. Three things make forging it laborious:

- An audit hook, which nothing in Python can list or remove. It is the only holder of the recorder: the probes (see
  `probes.py`) and the marks in the submission's source speak to it by `sys.audit`. The same hook sees a submission ask
  for frames, for the objects on the heap, or for memory by address, *before* it gets them (see `rules.py`), and ends
  the process.
- Wards: what the harness uses of itself, of the probes and of the standard library must be the same objects after
  each call as before the submission was loaded.
- Once a job is through, a sentinel (`Recorder.prove`) is traced, which must come through all of the probes.

Findings end the process at once with a FAILED frame of stage `tampering`, so that they can't be taken back.
"""

from __future__ import annotations

import builtins
import json
import json.scanner
import os
import sys
import threading
import types
from typing import TYPE_CHECKING, Any, NoReturn

from grader.inside.probes import ARGUMENTS, ENTER, TRACER
from grader.inside.rules import ASKED, RULES, TRACING, AuditFinding, Originals, find_culprit, is_profiler
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Handler = Callable[..., Any]
    Ward = tuple[Any, str, object, str]

TAMPERED = 71
"""Exit status of a worker that ended itself because of a finding."""
OWN = "the grader's own code"
OPEN_BUILTINS = frozenset({"_", "print", "input", "open", "help", "exit", "quit", "breakpoint"})
"""Builtins that a submission may replace: the harness has no use for them."""


originals = Originals()
"""What modules held before anything authored ran: this one is imported by the root zygote."""


class Guard:
    """The audit hook of one process and its wards; `watch` begins."""

    def __init__(self, send: Callable[[Frame], None]) -> None:
        """Report findings by `send`."""
        self._send = send
        self._exit = os._exit
        self._wards: list[tuple[Mapping[str, Any], Any, str, object, str]] = []
        self._sizes: list[tuple[dict[str, Any], int]] = []
        self._kept: list[types.ModuleType] = []
        self._originals = originals

    def watch(self, handlers: Mapping[str, Handler], codes: Iterable[types.CodeType], wards: Iterable[Ward]) -> None:
        """Serve the events in `handlers`, which only the code objects `codes` may cause; watch over `wards`."""
        self._guard_modules()
        self._wards += [(vars(owner), owner, key, value, label) for owner, key, value, label in wards]
        sys.addaudithook(self._make_hook(dict(handlers), frozenset(map(id, codes))))

    def verify(self) -> None:
        """End the process where something that the harness relies on was replaced."""
        for namespace, _, key, expected, label in self._wards:
            if namespace.get(key) is not expected:
                self.alarm("probes", f"replaced {label}")
        for namespace, size in self._sizes:
            if len(namespace) != size:
                self.alarm("probes", f"replaced {OWN}")
        profiler = sys.getprofile()
        if profiler is not None and not is_profiler(profiler):
            self.alarm("introspection", TRACING.what)

    def alarm(self, code: str, what: str, line: int | None = None) -> NoReturn:
        """Report a finding, by what the process was loaded with, and end it."""
        try:
            for namespace, owner, key, expected, _ in self._wards:
                if namespace.get(key) is not expected:
                    setattr(owner, key, expected)  # the builtins come first
            header: dict[str, object] = {"stage": "tampering", "name": code, "found": what, "line": line}
            self._send(Frame(FrameKind.FAILED, header))
        finally:
            self._exit(TAMPERED)

    def _ward(self, owner: Any, label: str) -> None:  # noqa: ANN401 - a module or a class
        self._wards += [(vars(owner), owner, key, value, label) for key, value in vars(owner).items()]

    def _guard_modules(self) -> None:
        """Take the grader's modules out of `sys.modules`, and put wards on them and on what they use."""
        for key, value in vars(builtins).items():
            if key not in OPEN_BUILTINS:
                self._wards.append((vars(builtins), builtins, key, value, f"`builtins.{key}`"))
        for owner in (json, json.encoder, json.JSONEncoder, json.decoder, json.JSONDecoder, json.scanner):
            self._ward(owner, "`json`")
        for name in [name for name in sys.modules if name == "__main__" or name.partition(".")[0] == "grader"]:
            module = sys.modules.pop(name)
            self._kept.append(module)
            vars(module).setdefault("__warningregistry__", {})
            self._sizes.append((vars(module), len(vars(module))))
            self._ward(module, OWN)
            for kind in list(vars(module).values()):
                if isinstance(kind, type) and kind.__module__.startswith("grader."):
                    self._ward(kind, OWN)
        sys.modules["__main__"] = types.ModuleType("__main__")

    def _make_hook(self, handlers: dict[str, Handler], codes: frozenset[int]) -> Callable[[str, tuple[Any, ...]], None]:
        get_frame, get_ident, alarm = sys._getframe, threading.get_ident, self.alarm  # noqa: SLF001 - no other way
        enter, keep_arguments, rules = handlers.pop(ENTER), handlers.pop(ARGUMENTS), {**RULES}
        accuse = self._accuse
        asking: set[int] = set()  # threads in which this hook itself asks for a frame

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if event == ENTER and not enter(*args):
                return
            handler, finding = handlers.get(event), None
            if handler is None and event != ENTER:
                rule = rules.get(event)
                finding = rule(args) if rule is not None else None
                if finding is None:
                    return
            me = get_ident()
            if me in asking:
                return
            asking.add(me)
            try:
                frame = get_frame(1)
            finally:
                asking.discard(me)
            if event == ENTER:
                keep_arguments(frame)
            elif handler is not None:
                if id(frame.f_code) not in codes:
                    alarm("introspection", "speaks in the probes' place", frame.f_lineno)
                handler(frame, *args)
            elif finding is not None:
                accuse(event, finding, frame, args)

        return hook

    def _accuse(self, event: str, finding: AuditFinding, frame: types.FrameType, args: tuple[Any, ...]) -> None:
        """Raise the alarm where what `frame` does is the submission's doing."""
        reads = event == "object.__getattr__"
        asked = str(args[1]) if reads else ASKED.get(event)
        at = frame.f_back if event == TRACER else frame
        guilty, line = find_culprit(at, finding, asked, self._originals, args[:1] if reads else ())
        if guilty:
            self.alarm("introspection", finding.what, line)
