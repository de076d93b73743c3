"""Hostile submissions, continued: confused deputies, where no line of the submission itself makes the call.

The guard reads the stack. So these make others call: the harness calls an entry point that is written in C, or made at
run time; trusted modules call objects that they were passed; Python's import machinery gives code a library's name.
"""

from __future__ import annotations

from tests.attacks.submissions import INTROSPECTION, Attack

MADE = """
import sys
def make(text):
    scope = {"sys": sys}
    exec(compile(text, "<made>", "exec"), scope)
    return scope["made"]
"""
LOOK = """
import logging, types
def look():
    import sys
    return sys._getframe(1)
"""
PRINTING = """
import functools, inspect, types
def flushed(flush):
    printing = functools.partial(print, file=types.SimpleNamespace(write=len, flush=flush), flush=True)
    printing.__signature__ = inspect.signature(forward)
    return printing
"""
"""`print` calls `flush` without arguments, and the harness calls `print`."""
RENAMED = """
import importlib._bootstrap as bootstrap, importlib._bootstrap_external as external, importlib.util, logging
import marshal, sys
FILE = logging.__file__
DATA = marshal.dumps(compile("0", "!" * len(FILE), "exec")).replace(b"!" * len(FILE), FILE.encode())
"""

CALLERS = {
    "entry point made at run time": Attack(
        INTROSPECTION, MADE, below='forward = make("def made(x, calls): return sys._getframe(1)")'
    ),
    "handler of a logger made at run time": Attack(
        INTROSPECTION,
        MADE + "import logging\nhandler = logging.Handler()\n"
        'handler.emit = make("def made(record): return sys._getframe(1)")\nlogging.getLogger("a").addHandler(handler)',
        "logging.getLogger('a').error('b')",
    ),
    "coroutine made at run time": Attack(
        INTROSPECTION,
        MADE + 'import asyncio\nlook = make("async def made(): return sys._getframe(1)")',
        "asyncio.run(look())",
    ),
    "frame that the harness asks for, by print": Attack(
        INTROSPECTION,
        PRINTING,
        below="forward = flushed(functools.lru_cache(None)(inspect.currentframe))",
    ),
    "hook that the harness adds, by print": Attack(
        INTROSPECTION,
        PRINTING + "import sys",
        below="forward = flushed(functools.partial(sys.addaudithook, lambda *_: None))",
    ),
    "frames that JAX's core asks for": Attack(
        INTROSPECTION, "import inspect\nfrom jax._src import core", "core.concrete_or_error(inspect.stack, 1)"
    ),
    "frame that an event loop asks for": Attack(
        INTROSPECTION,
        """
        import asyncio, functools, inspect
        async def ask():
            asyncio.get_running_loop().call_soon(functools.lru_cache(None)(inspect.currentframe))
            await asyncio.sleep(0)
        """,
        "asyncio.run(ask())",
    ),
    "frame that a future asks for": Attack(
        INTROSPECTION,
        "import asyncio, functools, sys, types",
        """
        loop = types.SimpleNamespace(get_debug=functools.partial(sys._getframe, 0))
        asyncio.futures._PyFuture(loop=loop)
        """,
    ),
    "frame that a number asks for": Attack(
        INTROSPECTION,
        """
        import doctest, functools, sys
        class Depth: __index__ = functools.partial(functools.lru_cache(None)(sys._getframe), 0)
        """,
        "doctest._normalize_module(None, Depth())",
    ),
    "frames that inspect asks for, as a test": Attack(
        INTROSPECTION,
        """
        import functools, inspect
        class Own:
            def __gt__(self, other): return False
        own = Own()
        own.__wrapped__ = own
        """,
        "inspect.unwrap(own, stop=functools.lru_cache(None)(inspect.stack))",
    ),
    "frames on their way into a stack's summary": Attack(
        INTROSPECTION,
        "import traceback\nkept = []",
        "traceback.StackSummary.from_list(map(kept.append, traceback.walk_stack(None)))",
    ),
    "heap, by a function taken out of JAX's": Attack(
        INTROSPECTION,
        "import types\nfrom jax._src import core",
        """
        code = next(part for part in core._why_alive.__code__.co_consts if isinstance(part, types.CodeType))
        types.FunctionType(code, vars(core), closure=(types.CellType(set()),))(jax.jit)
        """,
    ),
    "hook, added by tree.map": Attack(INTROSPECTION, "import sys", "jax.tree.map(sys.addaudithook, print)"),
    "the grader's modules, imported by tree.map": Attack(
        INTROSPECTION, inside="jax.tree.map(__import__, 'grader.inside.probes')"
    ),
    "code, replaced by tree.map": Attack(
        INTROSPECTION,
        "import functools",
        "jax.tree.map(functools.partial(setattr, jax.make_jaxpr, '__code__'), (lambda f: f).__code__)",
    ),
    "a library's name, by the import machinery": Attack(
        INTROSPECTION, RENAMED, "bootstrap._call_with_frames_removed(compile, 'own = 0', FILE, 'exec')"
    ),
    "a library's name, by a line of it": Attack(
        INTROSPECTION, RENAMED, "eval(compile(b'sys._getframe(1)', FILE, 'eval'), vars(logging))"
    ),
    "a library's name, in compiled code": Attack(INTROSPECTION, RENAMED, "external._compile_bytecode(DATA)"),
    "a library's name, in a file of compiled code": Attack(
        INTROSPECTION,
        RENAMED,
        """
        with open("/tmp/sly.pyc", "wb") as file:
            file.write(importlib.util.MAGIC_NUMBER + bytes(12) + DATA)
        sys.path.insert(0, "/tmp")
        import sly
        """,
    ),
    "a library's name, in another's file": Attack(
        INTROSPECTION, RENAMED, "external._compile_bytecode(DATA, bytecode_path=importlib.util.cache_from_source(FILE))"
    ),
    "a library's name, in what calls itself frozen": Attack(
        "runtime_error error.import", RENAMED, "external._imp.get_frozen_object('runpy', DATA)"
    ),
    "a library's name, given later": Attack(
        INTROSPECTION, LOOK + RENAMED, "external._imp._fix_co_filename(look.__code__, FILE)"
    ),
    "a library's name, given later by the import machinery": Attack(
        INTROSPECTION,
        LOOK + RENAMED,
        """
        class Marshal:
            loads = lambda data: look.__code__
        external.marshal = Marshal
        with open(importlib.util.cache_from_source(FILE), "rb") as file:
            data = file.read()[16:]
        external._compile_bytecode(data, "a", importlib.util.cache_from_source(FILE), FILE)
        """,
    ),
    "a name that calls itself a library's": Attack(
        INTROSPECTION,
        LOOK
        + """
class Sly(str):
    def startswith(self, *_): return True
    def endswith(self, *_): return True
""",
        "look.__code__.replace(co_filename=Sly('x'))",
    ),
}
