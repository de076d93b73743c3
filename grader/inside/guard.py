"""Watches a submission's process for attempts to reach the grader's own code and objects. Runs inside the sandbox.

Theory of operation. Submission and harness share one interpreter, in which nothing can be truly hidden: all of this
hardens the evidence, and is never a security boundary. Three measures make forging evidence laborious:

- An audit hook, which Python code can't list or remove. Only the hook refers to the recorder: the probes (see
  `probes.py`) and the marks in the submission's source reach it through `sys.audit`. The hook also sees a submission
  request frames, objects on the heap, or memory by address *before* it gets them (see `rules.py`), and ends the
  process.
- Wards: the harness, the probes and the standard library must hold the same objects after each call as before the
  submission was loaded, as far as the harness uses them. So must JAX's rules for its own primitives: whoever replaces
  one changes what any function's derivative or batch is.
- After each job, a sentinel function (`Recorder.prove`) is traced, which all of the probes must report.

A finding ends the process at once with a FAILED frame of stage `tampering`, and so can't be taken back.
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

from jax._src.interpreters import ad, batching

from grader.inside.culprits import Originals, find_culprit
from grader.inside.probes import ARGUMENTS, ENTER, RENAMED, TRACER
from grader.inside.rules import ASKED, RULES, TRACING, AuditFinding, is_profiler
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Handler = Callable[..., Any]
    Ward = tuple[Any, str, object, str]

TAMPERED = 71
"""The exit status of a worker that ended itself because of a finding."""
OWN = "the grader's own code"
OPEN_BUILTINS = frozenset({"_", "print", "input", "open", "help", "exit", "quit", "breakpoint"})
"""Builtins that a submission may replace, because the harness doesn't use them."""


JAX_RULES: list[dict[Any, Any]] = [
    *(getattr(ad, name, {}) for name in ("primitive_jvps", "primitive_linearizations")),
    *(getattr(ad, name, {}) for name in ("primitive_transposes", "fancy_transposes")),
    getattr(batching, "fancy_primitive_batchers", {}),
]
"""JAX's tables of rules, by primitive. Submissions may add rules for primitives of their own."""

originals = Originals()
"""The modules' contents before any authored code ran, because the root zygote imports this module."""


class Guard:
    """The audit hook and the wards of one process; `watch` activates them."""

    def __init__(self, send: Callable[[Frame], None]) -> None:
        """Report findings through `send`."""
        self._send = send
        self._exit = os._exit
        self._wards: list[tuple[Mapping[str, Any], Any, str, object, str]] = []
        self._sizes: list[tuple[dict[str, Any], int]] = []
        self._kept: list[types.ModuleType] = []
        self._rules = [(table, dict(table)) for table in JAX_RULES]
        self._originals = originals

    def watch(self, handlers: Mapping[str, Handler], codes: Iterable[types.CodeType], wards: Iterable[Ward]) -> None:
        """Handle the events in `handlers`, which only the code objects `codes` may raise, and guard `wards`."""
        self._guard_modules()
        self._originals.machinery.renew()
        self._wards += [(vars(owner), owner, key, value, label) for owner, key, value, label in wards]
        sys.addaudithook(self._make_hook(dict(handlers), frozenset(map(id, codes))))

    def verify(self) -> None:
        """End the process if something that the harness relies on was replaced."""
        for namespace, _, key, expected, label in self._wards:
            if namespace.get(key) is not expected:
                self.alarm("probes", f"replaced {label}")
        for namespace, size in self._sizes:
            if len(namespace) != size:
                self.alarm("probes", f"replaced {OWN}")
        for table, rules in self._rules:
            for primitive, rule in rules.items():
                if table.get(primitive) is not rule:
                    self.alarm("probes", f"replaced JAX's own rule for `{primitive.name}`")
        profiler = sys.getprofile()
        if profiler is not None and not is_profiler(profiler):
            self.alarm("introspection", TRACING.what)

    def alarm(self, code: str, what: str, line: int | None = None) -> NoReturn:
        """Restore replaced objects, report a finding, and end the process."""
        try:
            for namespace, owner, key, expected, _ in self._wards:
                if namespace.get(key) is not expected:
                    setattr(owner, key, expected)  # builtins are restored first
            header: dict[str, object] = {"stage": "tampering", "name": code, "found": what, "line": line}
            self._send(Frame(FrameKind.FAILED, header))
        finally:
            self._exit(TAMPERED)

    def _ward(self, owner: Any, label: str) -> None:  # noqa: ANN401 - a module or a class
        self._wards += [(vars(owner), owner, key, value, label) for key, value in vars(owner).items()]

    def _guard_modules(self) -> None:
        """Remove the grader's modules from `sys.modules`, and put wards on them and on the modules that they use."""
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
        asking: set[int] = set()  # threads in which this hook itself requests a frame

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
                    alarm("introspection", "raises the grader's own audit events", frame.f_lineno)
                handler(frame, *args)
            elif finding is not None:
                accuse(event, finding, frame, args)

        return hook

    def _accuse(self, event: str, finding: AuditFinding, frame: types.FrameType, args: tuple[Any, ...]) -> None:
        """Raise the alarm if the submission caused the event in `frame`."""
        reads = event == "object.__getattr__"
        asked = str(args[1]) if reads else ASKED.get(event)
        at = frame.f_back if event in (TRACER, RENAMED) else frame
        guilty, line = find_culprit(at, finding, asked, self._originals, args)
        if guilty:
            self.alarm("introspection", finding.what, line)
