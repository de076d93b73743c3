"""Hostile submissions, continued: objects that keep the result of another's privileged call, and other ways inside.

C code has no frames of its own. A cache, a property or a partial function written in C acts in the name of the Python
code that called it, and keeps the result for the submission.
"""

from __future__ import annotations

from tests.attacks.submissions import (
    ACCEPTED,
    BROKEN,
    DEBUGGER,
    FIND_PIPES,
    INTROSPECTION,
    PROBES,
    RAISED,
    STRUCTURE,
    Attack,
)

CAUGHT = """
try: 1 / 0
except ZeroDivisionError as error: fake.real = error.__traceback__
"""
KEEPER = "import functools, operator\nclass Fake: pass\n"


def keep(path: str) -> str:
    """Return the source of a class whose attribute is read from another object in C, and kept."""
    name = path.rpartition(".")[2]
    return f"{KEEPER}read = functools.lru_cache(None)(operator.attrgetter('{path}'))\nFake.{name} = property(read)\n"


GO_BETWEENS = {
    "a cache in the place of a giver of frames": Attack(
        RAISED,
        "import functools, logging, sys\nsys._getframe = functools.lru_cache(None)(sys._getframe)",
        "logging.warning('x')\nraise AssertionError(sys._getframe(1))",
    ),
    "a cache in the place of a package's `sys`": Attack(
        RAISED,
        """
        import functools, sys, typing_extensions
        class Sys: _getframe = staticmethod(functools.lru_cache(None)(sys._getframe))
        typing_extensions.sys = Sys
        """,
        "typing_extensions._caller(0)",
    ),
    "frames that logging prints": Attack(
        RAISED,
        "import logging, traceback\ntraceback.print_stack = lambda frame, file: frame.f_back",
        "logging.warning('x', stack_info=True)",
    ),
    "frames that absl prints": Attack(
        RAISED,
        "import absl.logging, traceback\ntraceback.print_stack = lambda frame, file: frame.f_back",
        "absl.logging.warning('x', stack_info=True)",
    ),
    "frames that an event loop extracts": Attack(
        RAISED,
        "import traceback\nfrom asyncio import format_helpers\ntraceback.walk_stack = lambda frame: iter(())",
        "format_helpers.extract_stack()",
    ),
    "code of logging with another `sys`": Attack(
        DEBUGGER,
        """
        import functools, logging, sys, types
        class Sys: _getframe = staticmethod(functools.lru_cache(None)(sys._getframe))
        find = types.FunctionType(logging.currentframe.__code__, {"sys": Sys})
        find = types.FunctionType(logging.Logger.findCaller.__code__, vars(logging) | {"currentframe": find})
        """,
        "find(None, False, 1)",
    ),
    "code of typing with another `sys`": Attack(
        DEBUGGER,
        """
        import functools, sys, types, typing_extensions
        class Sys: _getframe = staticmethod(functools.lru_cache(None)(sys._getframe))
        find = types.FunctionType(typing_extensions._caller.__code__, {"sys": Sys, "AttributeError": AttributeError})
        """,
        "find(0, 'x')",
    ),
    "heap that JAX searches for a leak": Attack(
        RAISED,
        "import functools, gc\ngc.get_referrers = functools.lru_cache(None)(gc.get_referrers)",
        "kept = []\nwith jax.checking_leaks(): jax.jit(lambda v: kept.append(v))(x)",
    ),
    "frame of a traceback in a property": Attack(
        INTROSPECTION,
        keep("real.tb_frame") + "import traceback\nfake = Fake()\nfake.tb_next = None",
        CAUGHT + "traceback.clear_frames(fake)",
    ),
    "frame of a traceback in a property, beside the traceback": Attack(
        INTROSPECTION,
        keep("real.tb_frame") + "import dis\nfake = Fake()\nfake.tb_next, fake.tb_lasti = None, 0",
        CAUGHT + "dis.distb(fake, file=fake.real)",
    ),
    "frame of a traceback in a property, as another's method": Attack(
        INTROSPECTION,
        keep("real.tb_frame") + "import unittest\nfake = Fake()",
        CAUGHT + "unittest.TestResult._is_relevant_tb_level(fake.real, fake)",
    ),
    "frame of a traceback in a property of an exception's": Attack(
        INTROSPECTION,
        keep("real.tb_frame")
        + "fake = Fake()\nfake.tb_next = None\nclass E(Exception): __traceback__ = property(lambda self: fake)",
        CAUGHT + "raise E",
    ),
    "frame of a generator in a property": Attack(
        INTROSPECTION,
        keep("real.gi_frame") + "import inspect\nFake.gi_running = Fake.gi_suspended = False",
        "fake = Fake(); fake.real = (i for i in ()); inspect.getgeneratorstate(fake)",
    ),
    "code of a patched function in a property": Attack(
        INTROSPECTION,
        keep("real.__code__")
        + """
import inspect
Fake.__call__ = lambda self: None
Fake.__name__, Fake.__defaults__, Fake.__kwdefaults__, Fake.__annotations__ = "x", None, None, {}
""",
        "fake = Fake(); fake.real = type.__subclasses__; inspect.signature(fake)",
    ),
    "code of a patched function by a patched test of it": Attack(
        RAISED,
        "import inspect\nkept = []",
        "inspect.istraceback = kept.append\ninspect.getfile(type.__subclasses__)",
    ),
    "code of a patched function by another `getattr`": Attack(
        RAISED,
        "import functools, inspect\ninspect.getattr = functools.lru_cache(None)(getattr)",
        "inspect._signature_is_functionlike(type.__subclasses__)",
    ),
    "code of the harness by the profiler": Attack(
        ACCEPTED,
        "import cProfile\nprofiler = cProfile.Profile()\nprofiler.enable()",
        """
        type.__subclasses__(int)
        profiler.disable()
        entries = profiler.getstats()
        codes = [part.code for entry in entries for part in (entry, *(entry.calls or ()))]
        own = [code for code in codes if not isinstance(code, str)]
        profiler.enable()
        assert len(own) > 9 and not [code for code in own if "/dojo/" in code.co_filename], codes
        assert not [code for code in own if "__subclasses__" in code.co_name]
        """,
        after="profiler.disable()",
    ),
    "garbage that is kept": Attack(
        ACCEPTED,
        "import gc\ngc.set_debug(gc.DEBUG_SAVEALL)\nclass Own: pass",
        "own = Own(); own.own = own; del own; gc.collect(); assert not gc.garbage; gc.set_debug(0)",
    ),
    "a second copy of the collector": Attack(INTROSPECTION, "import sys\nsys.modules.pop('gc')\nimport gc"),
    "notes on a program, by its weak references": Attack(
        "wrong_structure traces.jit_inside",
        "import weakref",
        """
        twice = jax.jit(lambda v: v * 2)
        twice(x)
        for program in (twice.trace(x).jaxpr, twice.trace(x).jaxpr.jaxpr):
            for reference in weakref.getweakrefs(program):
                assert not hasattr(reference.__callback__, "__defaults__"), reference.__callback__
        """,
    ),
    "a built-in module whose name changes": Attack(
        "runtime_error error.attribute",
        """
        import _imp
        class Spec:
            names = iter(["sys_", "_signal", "_signal", "_signal"])
            name = property(lambda self: next(self.names))
        _imp.create_builtin(Spec()).signal
        """,
    ),
    "modules of Python's own tests as a package's": Attack(
        INTROSPECTION,
        """
        import importlib.machinery as machinery, importlib.util as util, os, sys
        folder = next(path for path in sys.path if path.endswith("lib-dynload"))
        file = next(name for name in os.listdir(folder) if name.startswith("_xxtestfuzz."))
        loader = machinery.ExtensionFileLoader("mine._xxtestfuzz", os.path.join(folder, file))
        util.module_from_spec(util.spec_from_loader("mine._xxtestfuzz", loader))
        """,
    ),
    "an array of its own class": Attack(
        STRUCTURE,
        """
        class Late(jax.Array):
            def __array__(self, *args, **kwargs): raise SystemExit
            def is_deleted(self): raise SystemExit
            dtype, shape = np.dtype("float32"), (4, 2)
        Late.__abstractmethods__ = frozenset()
        """,
        result="Late()",
    ),
    "what JSON is read by": Attack(
        PROBES, "import json.decoder", "json.decoder.JSONDecoder.decode = json.decoder.JSONDecoder.raw_decode"
    ),
}
BETWEEN = (
    FIND_PIPES
    + """
real, (source, sink) = os.dup(requests), os.pipe()
os.dup2(source, requests)

def forward_questions():
    while data := os.read(real, 1 << 20):
        for part in change(data):
            os.write(sink, part)

threading.Thread(target=forward_questions, daemon=True).start()
"""
)
QUESTIONS = {
    "questions passed on untouched": Attack(ACCEPTED, "change = lambda data: [data]\n" + BETWEEN),
    "questions changed": Attack(BROKEN, "change = lambda data: [data.replace(b'\"at\":0', b'\"at\":1')]\n" + BETWEEN),
    "questions with one more argument": Attack(
        BROKEN, 'change = lambda data: [data.replace(b\'"calls":\', b\'"added":1,"calls":\')]\n' + BETWEEN
    ),
    "the key in memory that was freed": Attack(
        ACCEPTED,
        """
        import re
        for size in (*range(512, 8192, 16), *(2**n for n in range(13, 21))):
            for block in [np.empty(size, np.uint8).tobytes() for _ in range(3)]:
                assert not re.search(rb'"(key|seed)":"[0-9a-f]{32}', block), size
        """,
    ),
}
