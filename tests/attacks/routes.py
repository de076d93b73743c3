"""Hostile submissions, continued: ways to the harness's frames and objects that were found by reading the guard's code.

If something is refused with an ordinary exception, the submission continues without it, or ends with the exception.
"""

from __future__ import annotations

from tests.attacks.submissions import ACCEPTED, DEBUGGER, INTROSPECTION, PROBES, RAISED, Attack

CAUGHT = """
    try:
        1 / 0
    except ZeroDivisionError as error:
        raised = error.__traceback__
"""
WALK = """
import collections, sys, types

PLAIN = (str, bytes, int, float, bool, type(None), np.ndarray)
NAMES = ("__dict__", "__globals__", "__closure__", "__self__", "__func__", "__wrapped__", "cell_contents",
         "__defaults__", "__kwdefaults__", "func", "args", "keywords", "fget", "fset",
         "__class__", "__mro__", "__bases__")

def is_ours(value):
    if isinstance(value, type):
        return str(value.__module__).startswith("grader")
    names = getattr(value, "__globals__", None) if isinstance(value, types.FunctionType) else None
    return type(names) is dict and "__file__" in names and str(names.get("__name__")).startswith("grader")

def children(value):
    kind = type(value)
    if kind is dict or kind is types.MappingProxyType:
        yield from value.items()
    elif kind in (list, tuple, set, frozenset, collections.deque):
        yield from enumerate(list(value)[:2000])
    else:
        read = type.__getattribute__ if isinstance(value, type) else object.__getattribute__
        slots = [name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ()) if isinstance(name, str)]
        for name in (*NAMES, *slots):
            try:
                yield name, read(value, name)
            except BaseException:
                pass
        if isinstance(value, type) and value is not type:
            yield from ((f"below {value.__name__}", below) for below in type.__subclasses__(value))

def walk():
    waiting = collections.deque(((name,), module) for name, module in list(sys.modules.items()))
    waiting += [(("object",), object), (("stdout",), sys.stdout), (("this",), sys.modules[__name__])]
    seen, found = {}, []
    while waiting:
        path, value = waiting.popleft()
        if id(value) in seen or type(value) in PLAIN:
            continue
        seen[id(value)] = value
        if is_ours(value):
            found.append(path)
            continue
        waiting.extend(((*path, str(name)[:40]), child) for name, child in children(value))
    assert len(seen) > 50_000, len(seen)
    assert not found, found[:20]
"""
"""Follows every attribute that Python exposes, from everything that has a name."""

ROUTES = {
    "every object that leads to another": Attack(
        ACCEPTED, WALK + "\ndone = []", "if x[0, 0] == 0 and not done:\n  done.append(1)\n  walk()", seconds=60
    ),
    "globals of a patched function": Attack(
        ACCEPTED,
        """
        from jax import monitoring
        from jax._src import compilation_cache, config, monitoring as listening, pjit
        from jax._src.interpreters import partial_eval
        import logging
        """,
        """
        patched = [jax.jit, nnx.jit, nnx.Linear.__call__, pjit._run_python_pjit, partial_eval.diff_trees,
            compilation_cache.get_executable_and_time, *listening._event_duration_secs_listeners[-1:],
            *logging.getLogger("jax._src.interpreters.partial_eval").filters,
            config.explain_cache_misses._update_global_hook, config.explain_cache_misses._update_thread_local_hook]
        for function in patched:
            names = getattr(function, "__globals__", {})
            assert set(names) <= {"__name__", "__builtins__"} or not names["__name__"].startswith("grader"), names
            assert not any("grader" in repr(cell) for cell in function.__closure__ or ()), function
        """,
    ),
    "code of a patched function under another name": Attack(
        INTROSPECTION,
        "from jax._src import pjit",
        inside="pjit.make_jit.__globals__['__name__'] = 'mine'\npjit.make_jit.__code__",
    ),
    "classes below object": Attack(
        ACCEPTED, inside="assert not [k for k in object.__subclasses__() if k.__module__.startswith('grader')]"
    ),
    "frame of a traceback, asked for by tree.map": Attack(
        INTROSPECTION,
        "import operator",
        CAUGHT.replace("\n    ", "\n") + "jax.tree.map(operator.attrgetter('tb_frame.f_back'), raised)",
    ),
    "frames, asked for by tree.map": Attack(INTROSPECTION, "import sys", "jax.tree.map(sys._getframe, 1)"),
    "heap, asked for by tree.map": Attack(INTROSPECTION, "import gc", "jax.tree.map(gc.get_referrers, x)"),
    "memory, asked for by tree.map": Attack(INTROSPECTION, "import ctypes", "jax.tree.map(ctypes.string_at, id(x))"),
    "heap, asked for below many others": Attack(
        INTROSPECTION,
        "import functools, gc",
        """
        ask = gc.get_objects
        for _ in range(50):
            ask = functools.partial(jax.tree.map, lambda _, f=ask: f(), 0)
        ask()
        """,
    ),
    "heap, asked for when an object dies": Attack(
        INTROSPECTION,
        "import gc, weakref\nclass T: pass\nt = T()\nr = weakref.ref(t, gc.get_referrers)",
        "globals().pop('t')",
    ),
    "frames through a stack's summary": Attack(
        INTROSPECTION,
        "import traceback\nkept = []",
        "traceback.StackSummary.extract(map(kept.append, traceback.walk_stack(None)))",
    ),
    "variables of the whole stack": Attack(
        INTROSPECTION,
        "import traceback",
        "traceback.StackSummary.extract(traceback.walk_stack(None), capture_locals=True)",
    ),
    "modules of frames by traceback's linecache": Attack(
        RAISED,
        "import traceback\nkept = []\nclass Mine:\n  lazycache = lambda name, names: kept.append(names)",
        "traceback.linecache = Mine\ntraceback.extract_stack()",
    ),
    "modules of frames by linecache itself": Attack(
        RAISED,
        "import linecache, traceback\nkept = []",
        "linecache.lazycache = lambda name, names: kept.append(names)\ntraceback.print_stack()",
    ),
    "frames by logging's test of a frame": Attack(
        f"{RAISED}|{ACCEPTED}",  # older versions have no such test
        "import logging\nkept = []",
        "logging._is_internal_frame = kept.append\nlogging.warning('x')",
    ),
    "frames by a patched class of traceback": Attack(
        RAISED,
        "import traceback\nkept = []",
        """
        traceback.StackSummary.extract = classmethod(lambda c, frames, **k: kept.append(frames))
        traceback.print_stack()
        """,
    ),
    "frames by a patched deque": Attack(
        RAISED,
        "import collections, traceback",
        "collections.deque = lambda *a, **k: []\ntraceback.extract_stack(limit=-2)",
    ),
    "names of frames by a patched ChainMap": Attack(
        RAISED, "import collections, logging", "collections.ChainMap = lambda *a: a[0]\nlogging.warning('x')"
    ),
    "frames by JAX's own filter of them": Attack(
        RAISED,
        "from jax._src import traceback_util\nkept = []",
        "traceback_util.include_frame = kept.append\ntry: jnp.zeros(3) + jnp.zeros(4)\n"
        "except TypeError: raise AssertionError\nfinally: assert not kept",
    ),
    "frames by a debugger of JAX": Attack(
        DEBUGGER,
        "from jax._src.debugger import core\nkept = []",
        "core.register_debugger('mine', lambda *a, **k: kept.append(a), 1000)\njax.debug.breakpoint()",
    ),
    "variables of callers by rich": Attack(
        DEBUGGER, "import rich.console", "rich.console.Console().log('x', log_locals=True, _stack_offset=4)"
    ),
    "variables of a caller by numpy": Attack(DEBUGGER, "import functools", "functools.reduce(np.bmat, ['x'], 'given')"),
    "frames by a signal": Attack(
        ACCEPTED,
        "import signal\nkept = []",
        """
        signal.signal(signal.SIGALRM, lambda number, frame: kept.append(frame))
        signal.raise_signal(signal.SIGALRM)
        signal.signal.__wrapped__(signal.SIGUSR1, lambda number, frame: kept.append(frame))
        signal.raise_signal(signal.SIGUSR1)
        assert kept and not any(kept)
        """,
    ),
    "signals by a second copy": Attack(INTROSPECTION, "import sys\nsys.modules.pop('_signal')\nimport _signal"),
    "a built-in module made by hand": Attack(
        "runtime_error error.import|runtime_error error.exception",
        "import _imp, importlib.machinery\n_imp.create_builtin(importlib.machinery.ModuleSpec('_signal', None))",
    ),
    "another interpreter": Attack(
        f"{INTROSPECTION}", "try: import _interpreters\nexcept ImportError: import _xxsubinterpreters"
    ),
    "modules of Python's own tests": Attack(INTROSPECTION, "import _testcapi"),
    "builtins replaced while frames are looked at": Attack(
        f"{RAISED}|{PROBES}",
        "import builtins, traceback\nkept = []",
        """
        was, builtins.hasattr = hasattr, lambda o, n: kept.append(o)
        try: traceback.print_stack()
        finally: builtins.hasattr = was
        """,
    ),
}
