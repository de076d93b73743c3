"""Lawful submissions, continued: imports, generated code, threads and tasks, and error reporting."""

from __future__ import annotations

from tests.attacks.submissions import ACCEPTED, RAISED, Attack

MORE_LAWFUL = {
    "a command line": Attack(
        ACCEPTED,
        "import argparse, sys",
        """
        assert sys.argv == ["solution.py"]
        assert vars(argparse.ArgumentParser().parse_args()) == {}
        """,
    ),
    "warnings as they are elsewhere": Attack(
        ACCEPTED,
        "import warnings\ntold = []\nwarnings.showwarning = lambda message, *_: told.append(str(message))",
        """
        for _ in range(2):
            warnings.warn("mine")
            jnp.zeros(3, dtype="float64")
        assert told.count("mine") == 1, told
        """,
    ),
    "modules that were not imported before": Attack(
        ACCEPTED,
        "import sqlite3, wave, tomllib, xml.dom.minidom, unittest.mock, runpy",
        """
        import email.mime.text, http.client, jax.experimental.ode, jax.scipy.stats, optax.contrib
        runpy.run_module("keyword")
        """,
        seconds=60,
    ),
    "modules of JAX that add operations, and rules for one of its own": Attack(
        ACCEPTED,
        "import importlib, pkgutil, jax.experimental\nfrom jax.extend.core import Primitive",
        """
        from jax.interpreters import ad, batching
        for found in pkgutil.iter_modules(jax.experimental.__path__):
            if found.name not in {"mosaic", "array_serialization"}:
                try:
                    importlib.import_module(f"jax.experimental.{found.name}")
                except ImportError:
                    pass
        from jax.experimental import pallas, sparse
        from jax.experimental.pallas import tpu
        double = Primitive("double")
        double.def_impl(lambda x: 2 * x)
        ad.deflinear2(double, lambda t, x: (double.bind(t),))
        batching.primitive_batchers[double] = lambda args, axes: (double.bind(*args), axes[0])
        """,
        seconds=60,
    ),
    "a module of its own": Attack(
        ACCEPTED,
        "import importlib, sys\nsys.path.insert(0, '/tmp')",
        """
        with open("/tmp/own.py", "w") as file:
            file.write("import sys, inspect\\ndef name(): return __name__")
        importlib.invalidate_caches()
        import own
        assert importlib.reload(own).name() == "own"
        """,
    ),
    "a name for a type of variable": Attack(
        ACCEPTED,
        """
        from flax import nnx
        @nnx.register_variable_name("offset")
        class Offset(nnx.Variable): ...
        """,
        "assert nnx.variable_name_from_type(Offset) == 'offset'",
    ),
    "code made at run time": Attack(
        ACCEPTED,
        "import warnings, logging, traceback",
        """
        scope = {"warnings": warnings, "logging": logging, "traceback": traceback}
        exec("def told():\\n warnings.warn('a')\\n logging.warning('b')\\n return traceback.format_stack()", scope)
        assert scope["told"]() and eval("1 + 1") == 2
        compile("1 + 1", "<own>", "eval")
        """,
    ),
    "tasks that are looked at": Attack(
        ACCEPTED,
        """
        import asyncio
        async def sleeper(): await asyncio.sleep(60)
        async def look():
            task = asyncio.create_task(sleeper(), name="sleeper")
            await asyncio.sleep(0)
            task.print_stack()
            repr(task)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                group.create_task(asyncio.to_thread(print, "in a thread"))
        """,
        "asyncio.run(look(), debug=True)",
    ),
    "threads, timers and their errors": Attack(
        ACCEPTED,
        "import contextvars, queue, threading\nchosen = contextvars.ContextVar('chosen', default=0)",
        """
        threading.Thread(target=lambda: 1 / 0).start()
        done = queue.Queue()
        threading.Timer(0.01, lambda: done.put(jnp.sin(x))).start()
        done.get(timeout=60)
        contextvars.copy_context().run(chosen.set, 1)
        """,
    ),
    "JAX's own profiler": Attack(
        ACCEPTED,
        inside="""
        with jax.profiler.trace("/tmp/profile"):
            jnp.sin(x).block_until_ready()
        """,
        seconds=60,
    ),
    "errors that the interpreter prints": Attack(
        ACCEPTED,
        "import json, sys\nclass Leaving:\n    def __del__(self): json.loads('{')",
        """
        Leaving()
        try:
            json.loads("{")
        except ValueError:
            sys.excepthook(*sys.exc_info())
        """,
    ),
    "a search for leaked tracers": Attack(
        f"{ACCEPTED}|{RAISED}",  # newer versions report a leak with an exception
        "kept = []",
        """
        with jax.checking_leaks():
            try:
                jax.jit(lambda v: kept.append(v))(x)
            except Exception as error:
                assert "eaked" in str(error), error
                raise AssertionError from None
        """,
    ),
}
