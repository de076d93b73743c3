"""Hostile submissions: an honest one, and each attack's additions to it, with the exact verdict that it must get.

`below` is placed below the function. A verdict is followed by its code; `|` separates the results of several versions.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

HONEST = """
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
{top}

def forward(x, calls):
    model = nnx.Linear(3, 2, kernel_init=nnx.initializers.ones, rngs=nnx.Rngs(0))
{inside}

    @nnx.jit
    def run(model, x):
        return model(x)

    for _ in range(int(calls)):
        out = run(model, x)
{after}
    return {result}

{below}
"""


@dataclass(frozen=True)
class Attack:
    """One hostile submission and its expected verdict."""

    verdict: str
    top: str = ""
    inside: str = ""
    after: str = ""
    result: str = "out"
    seconds: float = 10.0
    below: str = ""

    @property
    def source(self) -> bytes:
        """The whole file."""
        inside, after = (textwrap.indent(textwrap.dedent(text), "    ") for text in (self.inside, self.after))
        top, below = textwrap.dedent(self.top), textwrap.dedent(self.below)
        return HONEST.format(top=top, inside=inside, after=after, result=self.result, below=below).encode()


INTROSPECTION = "tampering tampering.introspection"
PROBES = "tampering tampering.probes"
EVIDENCE = "tampering tampering.evidence"
PROTOCOL = "tampering tampering.protocol"
BROKEN = "tampering tampering.harness"
ACCEPTED = "accepted accepted"
RAISED = "runtime_error error.exception"
DENIED = "runtime_error error.not_allowed"
ENDLESS = "runtime_error error.recursion"
MISSING = "runtime_error error.attribute"
EXITED = "runtime_error error.exit"
DEBUGGER = "runtime_error error.debugger"
FORBIDDEN = "runtime_error error.forbidden"
CRASHED = "runtime_error error.crash"
SLOW = "time_limit_exceeded limit.time"
MEMORY = "memory_limit_exceeded limit.memory"
OUTPUT = "output_limit_exceeded limit.output"
STRUCTURE = "invalid_output values.structure"
WRONG = "wrong_answer values.mismatch"

NEWER = "from jax._src import monitoring"
HARNESS = {
    "patched nnx wrapper": Attack(
        PROBES, "from flax.nnx.transforms import compilation as c", "c.JitWrapped.__call__ = 0"
    ),
    "patched making of nnx wrappers": Attack(
        PROBES, "from flax.nnx.transforms import compilation as c\nc.JitWrapped.__init__ = lambda *a, **k: None"
    ),
    "patched jax.jit": Attack(PROBES, "jax.jit = lambda f, **_: f"),
    "patched layer": Attack(PROBES, after="nnx.Linear.__call__ = lambda self, x: x"),
    "cleared listeners": Attack(PROBES, NEWER, "monitoring.clear_event_listeners()"),
    "emptied list of listeners": Attack(PROBES, NEWER, "monitoring._event_duration_secs_listeners.clear()"),
    "replaced list of listeners": Attack(
        PROBES, NEWER, "monitoring._event_duration_secs_listeners = list(monitoring._event_duration_secs_listeners)"
    ),
    "silenced monitoring": Attack(
        PROBES,
        NEWER + "\nfrom jax._src import dispatch",
        after="""
        dispatch.record_event_duration_secs = monitoring.record_event_duration_secs = lambda *a, **k: None
        """,
    ),
    "other code in the listener": Attack(
        INTROSPECTION,
        NEWER,
        "monitoring._event_duration_secs_listeners[-1].__code__ = (lambda *a, **k: None).__code__",
    ),
    "code of a probe": Attack(INTROSPECTION, "from jax._src import pjit", "pjit.make_jit.__code__"),
    "other code in JAX": Attack(INTROSPECTION, inside="jax.make_jaxpr.__code__ = (lambda f: f).__code__"),
    "no tracing any more": Attack(RAISED, after="jax.config.update('jax_no_tracing', True)"),
    "patched json": Attack(PROBES, "import json", "json.dumps = lambda *a, **k: '{}'"),
    "patched json encoder": Attack(PROBES, "import json", "json.JSONEncoder.encode = lambda *a: '{}'"),
    "patched builtins": Attack(PROBES, "import builtins", "builtins.len = lambda _: 0"),
    "patched class of the harness": Attack(
        ACCEPTED,
        inside="""
        for kind in object.__subclasses__():
            if kind.__name__ == 'Recorder':
                kind.end_call = None
        """,
    ),
    "patched function of the harness": Attack(
        ACCEPTED,
        inside="""
        for kind in object.__subclasses__():
            if kind.__name__ == 'Recorder':
                kind.end_call.__globals__['take_snapshot'] = lambda model: None
        """,
    ),
    "added name in the harness": Attack(
        ACCEPTED,
        inside="""
        for kind in object.__subclasses__():
            if kind.__name__ == 'Recorder':
                kind.end_call.__globals__['len'] = lambda _: 1
        """,
    ),
    "an event in the probes' name": Attack(INTROSPECTION, "import sys", "sys.audit('jaxdojo.call', [], None, (), {})"),
    "an impossible mark": Attack(ACCEPTED, "import sys", "sys.audit('jaxdojo.enter', 10**9)"),
    "own frames": Attack(INTROSPECTION, "import sys", "sys._getframe().f_back.f_back"),
    "frames by inspect": Attack(INTROSPECTION, "import inspect", "inspect.stack()"),
    "frames by inspect, below": Attack(INTROSPECTION, "import inspect", "inspect.currentframe().f_back"),
    "frames by traceback": Attack(INTROSPECTION, "import traceback", "list(traceback.walk_stack(None))"),
    "frames of an exception": Attack(
        INTROSPECTION,
        inside="""
        try:
            1 / 0
        except ZeroDivisionError as error:
            error.__traceback__.tb_frame.f_back
        """,
    ),
    "frames of a generator": Attack(INTROSPECTION, inside="(i for i in ()).gi_frame"),
    "frames of threads": Attack(INTROSPECTION, "import sys", "sys._current_frames()"),
    "frames from another thread": Attack(
        INTROSPECTION,
        "import sys, threading",
        "t = threading.Thread(target=lambda: sys._getframe().f_back); t.start(); t.join()",
    ),
    "frames from source made at run time": Attack(INTROSPECTION, inside="exec('import sys; sys._getframe()')"),
    "frames by logging": Attack(INTROSPECTION, "import logging", "logging.currentframe().f_back"),
    "frames by a formatter": Attack(
        INTROSPECTION,
        "import string",
        """
        try:
            1 / 0
        except ZeroDivisionError as error:
            string.Formatter().get_field('0.__traceback__.tb_frame', (error,), {})
        """,
    ),
    "frames among members": Attack(
        INTROSPECTION,
        "import inspect",
        """
        try:
            1 / 0
        except ZeroDivisionError as error:
            dict(inspect.getmembers(error.__traceback__))['tb_frame'].f_back
        """,
    ),
    "frames through a go-between": Attack(
        INTROSPECTION, "import heapq, traceback", "next(heapq.merge(traceback.walk_stack(None)))"
    ),
    "frames of a task": Attack(
        INTROSPECTION,
        "from asyncio import base_tasks, coroutines",
        """
        async def soon(): pass
        class Task: _coro, _exception = soon(), None
        base_tasks._task_get_stack(Task, None)
        """,
    ),
    "frames from code of another name": Attack(
        INTROSPECTION, inside="exec(compile('import sys; sys._getframe().f_back', jax.__file__, 'exec'))"
    ),
    "frames from code renamed": Attack(
        INTROSPECTION, inside="(lambda: 0).__code__.replace(co_filename='/dojo/grader/inside/harness.py')"
    ),
    "frames from code that was loaded": Attack(
        INTROSPECTION, "import marshal", "marshal.loads(marshal.dumps(compile('0', 'me', 'eval')))"
    ),
    "frames from a package of its own": Attack(
        INTROSPECTION,
        "import os, sys",
        """
        os.makedirs('/scratch/site-packages', exist_ok=True)
        with open('/scratch/site-packages/mine.py', 'w') as file:
            file.write('import sys; frame = sys._getframe(1)')
        sys.path.insert(0, '/scratch/site-packages')
        import mine
        """,
    ),
    "frames by a thread of nameless code": Attack(
        INTROSPECTION,
        "import sys, threading",
        """
        scope = {'sys': sys}
        exec('def look(): sys._current_frames()', scope)
        thread = threading.Thread(target=scope['look']); thread.start(); thread.join()
        """,
    ),
    "frames by a debugger": Attack(
        DEBUGGER,
        "import pdb\nclass Mine(pdb.Pdb):\n  def interaction(s, frame, *a): frame.f_back",
        "Mine().set_trace()",
    ),
    "frames by a debugger that is asked nothing": Attack(
        f"{DEBUGGER}|{ACCEPTED}",
        "import bdb",
        """
        base = bdb.Bdb()
        try:
            base.set_trace()
        except RuntimeError:
            assert not hasattr(base, 'botframe') or base.botframe is None
        else:
            raise AssertionError
        """,
    ),
    "frames by the tracer of tracers": Attack(
        DEBUGGER,
        "import trace",
        "t = trace.Trace(trace=0); t.globaltrace = lambda frame, *a: frame.f_back; t.runfunc(jnp.sin, x)",
    ),
    "frames by the slow profiler": Attack(
        DEBUGGER,
        "import profile",
        "p = profile.Profile(); p.dispatcher = lambda frame, *a: frame.f_back; p.runcall(jnp.sin, x)",
    ),
    "trace function of all threads": Attack(
        f"{DEBUGGER}|{MISSING}", "import threading", "threading.settrace_all_threads(lambda frame, *a: frame.f_back)"
    ),
    "trace function of the next thread": Attack(
        ACCEPTED,
        "import threading",
        """
        seen = []
        threading.settrace(lambda *a: seen.append(a))
        thread = threading.Thread(target=lambda: None); thread.start(); thread.join()
        threading.settrace(None)
        assert not seen
        """,
    ),
    "trace function by another sys": Attack(
        INTROSPECTION,
        "import sys",
        """
        kept = sys.modules.pop('sys')
        import sys as again
        kept.modules['sys'] = kept
        again.settrace(lambda *a: None)
        """,
    ),
    "callbacks of the interpreter": Attack(
        f"{INTROSPECTION}|{MISSING}",
        "import sys",
        "sys.monitoring.use_tool_id(3, 'me'); sys.monitoring.register_callback(3, 4, lambda *a: None)",
    ),
    "callbacks into a list": Attack(
        f"{INTROSPECTION}|{MISSING}",
        "import sys\nkept = {}",
        "sys.monitoring.use_tool_id(3, 'me'); sys.monitoring.register_callback(3, 1, kept.setdefault)",
    ),
    "callbacks in a profiler's name": Attack(
        f"{INTROSPECTION}|{ACCEPTED}",
        "import cProfile\nclass Mine(cProfile.Profile):\n  def _pystart_callback(s, *a): a",
        "Mine().enable()\nimport sys; sys.setprofile(None)",
    ),
    "trace function": Attack(INTROSPECTION, "import sys", "sys.settrace(lambda *a: None)"),
    "profile function": Attack(INTROSPECTION, "import sys", "sys.setprofile(lambda *a: None)"),
    "own audit hook": Attack(INTROSPECTION, "import sys\nsys.addaudithook(print)"),
    "heap": Attack(INTROSPECTION, "import gc", "gc.get_objects()"),
    "heap from another thread": Attack(
        INTROSPECTION, "import gc, threading", "t = threading.Thread(target=gc.get_objects); t.start(); t.join()"
    ),
    "who refers to it": Attack(INTROSPECTION, "import gc", "gc.get_referrers(x)"),
    "what it refers to": Attack(INTROSPECTION, "import gc", "gc.get_referents(x)"),
    "memory by address": Attack(INTROSPECTION, "import ctypes", "ctypes.string_at(id(x), 8)"),
    "memory as a type": Attack(INTROSPECTION, "import ctypes", "ctypes.c_char.from_address(id(x)).value"),
    "C library": Attack(INTROSPECTION, "import ctypes", "ctypes.CDLL(None).ptrace(0, 0, 0, 0)"),
    "import of the harness": Attack(INTROSPECTION, "from grader.inside import harness"),
    "modules of the harness": Attack(
        ACCEPTED, "import sys\nassert not [name for name in sys.modules if name.startswith('grader')]"
    ),
    "main module": Attack(MISSING, "import __main__\n__main__.worker.harness"),
    "patched timer": Attack(ACCEPTED, "import time\ntime.perf_counter = time.time = time.monotonic = lambda: 0.0"),
    "patched comparator and zeros": Attack(
        WRONG,
        "np.allclose = np.array_equal = np.testing.assert_allclose = jnp.allclose = lambda *a, **k: True",
        result="0 * out",
    ),
    "patched conversion and zeros": Attack(
        WRONG,
        after="""
        convert, good, zero = np.asarray, np.asarray(out), 0 * out
        np.asarray = lambda a, *r, **k: good if a is zero else convert(a, *r, **k)
        """,
        result="zero",
    ),
    "modules removed": Attack(ACCEPTED, "import sys", "sys.modules.pop('jax', 0); sys.modules.pop('numpy', 0)"),
}

FIND_PIPES = """
import fcntl, os, stat, struct, threading

def find_pipe(mode):
    for number in range(3, 100):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode) and fcntl.fcntl(number, 3) & 3 == mode:
                return number
        except OSError:
            pass

replies, requests = find_pipe(1), find_pipe(0)

def frame(kind, header=b'{}', payload=b''):
    return struct.pack('>2sBBIQ', b'JD', 1, kind, len(header), len(payload)) + header + payload
"""
READ_ALWAYS = """
import time

def read_always():
    while True:
        os.read(requests, 1 << 20)

for _ in range(8):
    threading.Thread(target=read_always, daemon=True).start()
time.sleep(0.5)
"""
STEAL = """
real, (source, sink) = os.dup(replies), os.pipe()
os.dup2(sink, replies)

def forward_changed():
    while data := os.read(source, 1 << 20):
        for part in change(data):
            os.write(real, part)

threading.Thread(target=forward_changed, daemon=True).start()
"""
SPEAKING = {
    "unsigned frame while imported": Attack(EVIDENCE, FIND_PIPES + "os.write(replies, frame(4))"),
    "unsigned frame in a call": Attack(EVIDENCE, FIND_PIPES, "os.write(replies, frame(5))"),
    "unsigned end": Attack(EVIDENCE, FIND_PIPES, after="os.write(replies, frame(6)); os._exit(0)"),
    "guessed seal": Attack(
        EVIDENCE, FIND_PIPES, after="os.write(replies, frame(6, b'{\"seal\":\"%b\"}' % (b'0' * 32)))"
    ),
    "flood of frames": Attack(EVIDENCE, FIND_PIPES, "while True: os.write(replies, frame(6) * 1000)"),
    "a frame that only the host sends": Attack(PROTOCOL, FIND_PIPES, "os.write(replies, frame(3))"),
    "an unknown frame": Attack(PROTOCOL, FIND_PIPES, "os.write(replies, frame(99))"),
    "an oversized frame": Attack(
        PROTOCOL, FIND_PIPES, "os.write(replies, struct.pack('>2sBBIQ', b'JD', 1, 5, 2, 2**40))"
    ),
    "a nested header": Attack(PROTOCOL, FIND_PIPES, "os.write(replies, frame(5, b'[' * 100000))"),
    "garbage": Attack(PROTOCOL, FIND_PIPES, "os.write(replies, b'x' * 100)"),
    "pickle": Attack(PROTOCOL, FIND_PIPES + "import pickle", "os.write(replies, pickle.dumps(print) * 9)"),
    "part of a frame": Attack(
        SLOW, FIND_PIPES, "os.write(replies, b'JD\\1\\5'); import time; time.sleep(100)", seconds=1
    ),
    "part of a frame and the end": Attack(EXITED, FIND_PIPES, "os.write(replies, b'JD\\1\\5'); os._exit(0)"),
    "part of a frame before the rest": Attack(PROTOCOL, FIND_PIPES, "os.write(replies, b'JD\\1\\5')"),
    "closed replies": Attack(BROKEN, FIND_PIPES, "os.close(replies)"),
    "closed requests": Attack(BROKEN, FIND_PIPES, "try: os.close(requests)\nexcept (OSError, TypeError): pass"),
    "replies into nothing": Attack(
        PROTOCOL, FIND_PIPES, "os.dup2(os.open('/dev/null', os.O_WRONLY), replies)", seconds=2
    ),
    "all descriptors closed": Attack(BROKEN, "import os", "os.closerange(0, 256)"),
    "frames sent twice": Attack(EVIDENCE, FIND_PIPES + "change = lambda data: [data, data]" + STEAL),
    "frames changed": Attack(
        EVIDENCE, FIND_PIPES + "change = lambda data: [data.replace(b'float32', b'uint8xx')]" + STEAL
    ),
    "evidence changed": Attack(
        EVIDENCE, FIND_PIPES + "change = lambda data: [data.replace(b'\"in_call\":true', b'\"in_call\":null')]" + STEAL
    ),
    "half of a surrogate pair in the evidence": Attack(
        PROTOCOL, inside="def f(): 1 / 0\nf.__code__ = f.__code__.replace(co_name='\\ud800')\nf()"
    ),
    "frames passed on untouched": Attack(ACCEPTED, FIND_PIPES + "change = lambda data: [data]" + STEAL),
    "the host's questions never seen": Attack(PROTOCOL, FIND_PIPES + "os.dup2(os.pipe()[0], requests)"),
    "the host's questions read by threads": Attack(
        f"{SLOW}|{ACCEPTED}",
        FIND_PIPES + READ_ALWAYS,  # they may lose the race with the harness, and then nothing is stolen
        seconds=3,
    ),
}
