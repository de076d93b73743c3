"""Lawful submissions that inspect the interpreter, as people do for debugging. None may be reported as tampering."""

from __future__ import annotations

from tests.attacks.submissions import ACCEPTED, DEBUGGER, RAISED, Attack

LAWFUL = {
    "breakpoint": Attack(DEBUGGER, inside="breakpoint()"),
    "breakpoint while imported": Attack(DEBUGGER, "breakpoint()"),
    "breakpoint in a traced function": Attack(DEBUGGER, inside="jax.jit(lambda v: (breakpoint(), v)[1])(x)"),
    "set_trace": Attack(DEBUGGER, inside="import pdb; pdb.set_trace()"),
    "a debugger of its own": Attack(DEBUGGER, inside="import pdb; pdb.Pdb().set_trace()"),
    "a call in the debugger": Attack(DEBUGGER, inside="import pdb; pdb.runcall(abs, 1)"),
    "the debugger after an error": Attack(
        DEBUGGER,
        inside="""
        import pdb
        try:
            1 / 0
        except ZeroDivisionError as error:
            pdb.post_mortem(error.__traceback__)
        """,
    ),
    "an event loop": Attack(
        ACCEPTED,
        "import asyncio",
        "assert asyncio.run(asyncio.wait_for(asyncio.sleep(0, 'woken'), 60)) == 'woken'",
    ),
    "files of its own": Attack(
        ACCEPTED,
        "import os, fcntl, numpy as np",
        """
        os.chdir("/tmp")
        kept = np.memmap("kept", np.float32, "w+", shape=(4,))
        kept[:] = 1
        kept.flush()
        os.chmod("kept", 0o600)
        if not os.path.exists("same"):
            os.link("kept", "same")
        assert np.memmap("same", np.float32, "r").sum() == 4
        with open("lock", "w") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)
        """,
    ),
    "import of the debugger": Attack(ACCEPTED, "import bdb, pdb"),
    "warnings": Attack(
        ACCEPTED,
        "import warnings",
        """
        warnings.warn("slow", stacklevel=2)
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            warnings.warn("again", DeprecationWarning, stacklevel=9)
        """,
    ),
    "logging": Attack(
        ACCEPTED,
        "import logging\nlogging.basicConfig(level=logging.DEBUG, format='%(funcName)s %(lineno)d %(message)s')",
        """
        logging.debug("here", stack_info=True)
        try:
            1 / 0
        except ZeroDivisionError:
            logging.exception("there", stacklevel=2)
        """,
    ),
    "logging's logger": Attack(
        ACCEPTED, "import logging", "logging.getLogger('a').warning('b', stack_info=True, stacklevel=3)"
    ),
    "traceback": Attack(
        ACCEPTED,
        "import sys, traceback",
        """
        try:
            1 / 0
        except ZeroDivisionError as error:
            traceback.print_exc()
            traceback.print_exception(error)
            traceback.format_exc()
            traceback.extract_tb(error.__traceback__)
            traceback.print_tb(error.__traceback__)
            traceback.TracebackException.from_exception(error, capture_locals=True).format()
            sys.exc_info()
        traceback.print_stack()
        traceback.format_stack()
        traceback.extract_stack()
        """,
    ),
    "warnings and logging of its own": Attack(
        ACCEPTED,
        """
        import logging, sys, warnings
        warnings.showwarning = lambda message, *rest, **more: print(message)
        sys.excepthook = lambda *error: print(error)
        class Shown(logging.Handler):
            def emit(self, record): print(self.format(record))
        logging.getLogger("mine").addHandler(Shown())
        """,
        """
        warnings.warn("shown")
        logging.getLogger("mine").error("%s", x, exc_info=True, stack_info=True)
        """,
    ),
    "a patched clock": Attack(
        ACCEPTED,
        "import unittest.mock, warnings",
        "with unittest.mock.patch('time.time', lambda: 0.0): warnings.warn('x', stacklevel=2)",
    ),
    "errors of JAX, told": Attack(
        ACCEPTED,
        "import traceback",
        """
        try:
            jnp.zeros(3) + jnp.zeros(4)
        except TypeError as error:
            traceback.print_exc()
            traceback.TracebackException.from_exception(error, capture_locals=True).format()
        """,
    ),
    "a signal handled": Attack(
        ACCEPTED,
        "import signal",
        """
        was = signal.signal(signal.SIGUSR1, print)
        assert signal.getsignal(signal.SIGUSR1) is print
        assert signal.signal(signal.SIGUSR1, was) is print
        assert signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL
        """,
    ),
    "locks and a database of its own": Attack(
        ACCEPTED,
        "import fcntl, sqlite3",
        """
        with open("/scratch/lock", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
        with sqlite3.connect("/scratch/notes") as notes:
            notes.execute("create table if not exists note (text)")
        """,
    ),
    "subclasses": Attack(
        ACCEPTED, "class A: pass\nclass B(A): pass", "assert A.__subclasses__() == [B] and bool in int.__subclasses__()"
    ),
    "a watched method, jitted and looked at": Attack(
        "wrong_structure jit.rewrapped",
        "import inspect\nrun_method = nnx.jit(nnx.Linear.__call__)",
        "run_method(model, x); inspect.getsource(jax.jit)",
    ),
    "addresses of an array": Attack(ACCEPTED, inside="np.zeros(3).ctypes.data"),
    "inspect": Attack(
        ACCEPTED,
        "import inspect",
        """
        for function in (forward, jax.jit, nnx.jit, nnx.Linear.__call__, nnx.Linear, jnp.sin, jax.vmap):
            inspect.signature(function)
            inspect.getdoc(function)
            inspect.isfunction(function)
            inspect.unwrap(function)
        for function in (forward, jax.jit, nnx.Linear.__call__, nnx.Linear, jax.vmap):
            inspect.getsource(function)
            inspect.getsourcefile(function)
            inspect.getmodule(function)
        inspect.getfullargspec(jax.jit)
        inspect.getmembers(nnx.Linear, inspect.isfunction)
        """,
    ),
    "dataclasses": Attack(
        ACCEPTED,
        """
        import dataclasses

        @dataclasses.dataclass(frozen=True, slots=True)
        class Box:
            side: int = 1
            made: list = dataclasses.field(default_factory=list)

        dataclasses.make_dataclass("Made", ["a", "b"])(1, 2)
        """,
        "dataclasses.replace(Box(), side=2)",
    ),
    "typing": Attack(
        ACCEPTED,
        """
        import collections, enum, typing

        T = typing.TypeVar("T")
        class Generic(typing.Generic[T]): pass
        class Row(typing.NamedTuple):
            a: int
        class Typed(typing.TypedDict):
            a: int
        class Proto(typing.Protocol):
            a: int
        New = typing.NewType("New", int)
        Point = collections.namedtuple("Point", "x y")
        Colour = enum.Enum("Colour", "red green")
        def annotated(a: "int", b: "Row") -> "Point": ...
        typing.get_type_hints(annotated)
        typing.ParamSpec("P")
        """,
    ),
    "abstract classes and dispatch": Attack(
        ACCEPTED,
        """
        import abc, functools

        class Base(abc.ABC):
            @abc.abstractmethod
            def go(self): ...

        @functools.singledispatch
        def kind(value): return "any"
        @kind.register
        def _(value: int): return "int"
        @functools.lru_cache(maxsize=None)
        def cached(n): return n
        """,
        "kind(3); cached(3)",
    ),
    "doctest": Attack(
        ACCEPTED,
        """
        import doctest, sys

        def double(n):
            '''Return it twice.

            >>> double(2)
            4
            '''
            return 2 * n
        """,
        "assert doctest.testmod(sys.modules['solution']).failed == 0",
    ),
    "unittest": Attack(
        ACCEPTED,
        """
        import unittest

        class TestIt(unittest.TestCase):
            def test_it(self):
                with self.assertWarns(UserWarning), self.assertLogs():
                    import logging, warnings
                    warnings.warn("w")
                    logging.warning("l")
                self.assertEqual(1, 2)
        """,
        "unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(TestIt))",
    ),
    "cProfile": Attack(
        ACCEPTED,
        "import cProfile, pstats",
        """
        profiler = cProfile.Profile()
        profiler.enable()
        jnp.sin(x)
        profiler.disable()
        pstats.Stats(profiler).print_stats(2)
        with cProfile.Profile() as again:
            jnp.cos(x)
        again.runcall(jnp.tan, x)
        """,
    ),
    "cProfile around everything": Attack(
        ACCEPTED,
        "import cProfile\nprofiler = cProfile.Profile()\nprofiler.enable()",
        after="profiler.disable()",
    ),
    "cProfile never switched off": Attack(f"{ACCEPTED}|{RAISED}", "import cProfile\ncProfile.Profile().enable()"),
    "profile": Attack(DEBUGGER, "import profile", "profile.Profile().runcall(jnp.sin, x)"),
    "trace": Attack(DEBUGGER, "import trace", "trace.Trace(count=1, trace=0).runfunc(jnp.sin, x)"),
    "no trace function": Attack(
        ACCEPTED, "import sys, threading", "sys.settrace(None); sys.setprofile(None); threading.settrace(None)"
    ),
    "the trace function put back": Attack(
        ACCEPTED, "import sys", "sys.settrace(sys.gettrace()); sys.setprofile(sys.getprofile())"
    ),
    "timeit": Attack(ACCEPTED, "import timeit", "timeit.timeit(lambda: 1, number=3); timeit.timeit('1 + 1', number=3)"),
    "tracemalloc": Attack(
        ACCEPTED,
        "import tracemalloc",
        "tracemalloc.start()",
        "tracemalloc.take_snapshot().statistics('lineno'); tracemalloc.stop()",
    ),
    "gc": Attack(ACCEPTED, "import gc, weakref", "gc.collect(); gc.disable(); gc.enable(); gc.get_count()"),
    "copy and pickle": Attack(
        ACCEPTED, "import copy, pickle", "copy.deepcopy({'a': [1]}); pickle.loads(pickle.dumps((1, 'a')))"
    ),
    "faulthandler": Attack(ACCEPTED, "import faulthandler", "faulthandler.enable(); faulthandler.dump_traceback()"),
    "a context manager and a generator": Attack(
        ACCEPTED,
        """
        import asyncio, contextlib, concurrent.futures

        @contextlib.contextmanager
        def opened():
            yield 1

        async def soon(): return 1
        """,
        """
        with opened(), contextlib.suppress(ValueError), contextlib.ExitStack() as stack:
            stack.enter_context(opened())
            raise ValueError
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            assert pool.submit(pow, 2, 3).result() == 8
        """,
    ),
    "an assertion of numpy": Attack(
        ACCEPTED, inside="np.testing.assert_allclose(x, x); np.testing.assert_array_equal(x, x)"
    ),
    "pretty printing": Attack(
        ACCEPTED,
        "import pprint, reprlib, textwrap",
        "pprint.pprint({'a': model}); reprlib.repr(model); nnx.display(model)",
    ),
    "JAX's own debugging": Attack(
        ACCEPTED,
        inside="""
        jax.debug.print("x is {}", x)
        jax.debug.callback(lambda v: None, x)
        jax.make_jaxpr(jnp.sin)(x)
        with jax.disable_jit():
            jnp.sin(x)
        with jax.named_scope("here"):
            jax.eval_shape(jnp.sin, x)
        """,
    ),
    "lowering a jitted function anew in each call": Attack(
        "wrong_structure traces.jit_inside", inside="jax.jit(jnp.sin).lower(x).as_text()"
    ),
    "JAX's explanations of cache misses": Attack(
        "wrong_structure traces.jit_inside",
        "import logging",
        """
        class Kept(logging.Handler):
            texts = []

            def emit(self, record):
                self.texts.append(record.getMessage())

        def count_explained():
            before = len(Kept.texts)
            jax.make_jaxpr(lambda v: v + 1)(x)
            return sum("TRACING CACHE MISS" in text for text in Kept.texts[before:])

        handler = Kept()
        logging.getLogger("jax").addHandler(handler)
        jax.config.update("jax_explain_cache_misses", False)
        assert count_explained() == 0
        jax.config.update("jax_explain_cache_misses", True)
        assert count_explained() > 0
        jax.config.update("jax_explain_cache_misses", False)
        with jax.explain_cache_misses(True):
            assert count_explained() > 0
        assert count_explained() == 0
        logging.getLogger("jax").removeHandler(handler)
        """,
    ),
    "jitted functions that nothing needs any more": Attack(
        ACCEPTED,
        "import gc, weakref",
        """
        class Owner:
            def __init__(self):
                self.jitted = jax.jit(self.method)

            def method(self):
                pass

        owner = weakref.ref(Owner())
        gc.collect()
        assert owner() is None
        plain = lambda: None
        jitted, seen = jax.jit(plain), weakref.ref(plain)
        del plain
        assert seen() is not None
        del jitted
        assert seen() is None
        """,
    ),
    "a type made at run time": Attack(
        ACCEPTED, "import types", "types.SimpleNamespace(a=1); type('Made', (), {}); types.new_class('New')"
    ),
    "an interactive console": Attack(ACCEPTED, "import code", "code.InteractiveInterpreter().runsource('1 + 1')"),
}
"""Programs, by the feature that they use, with the verdict that they must get."""
