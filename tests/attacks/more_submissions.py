"""Hostile submissions, continued: hostile return values, and attacks on the machine."""

from __future__ import annotations

from tests.attacks.submissions import (
    ACCEPTED,
    CRASHED,
    DENIED,
    ENDLESS,
    EXITED,
    FORBIDDEN,
    INTROSPECTION,
    MEMORY,
    OUTPUT,
    PROBES,
    RAISED,
    SLOW,
    STRUCTURE,
    WRONG,
    Attack,
)

SHAPE, DTYPE = "invalid_output values.shape", "invalid_output values.dtype"
NUMPY = "invalid_output host.numpy"
NOT_FINITE = "wrong_answer values.not_finite"

WATCHING = {
    "patched calls of jitted functions": Attack(
        PROBES,
        "from jax._src import pjit\nkept = pjit._run_python_pjit",
        "pjit._run_python_pjit = lambda *args: kept(*args)",
    ),
    "the fast path taken out of the patch": Attack(
        RAISED,
        "from jax._src import pjit",
        "pjit._get_fastpath_data = pjit._get_fastpath_data.__closure__[0].cell_contents",
    ),
    "another fast path": Attack(
        PROBES, "from jax._src import pjit", "pjit._get_fastpath_data = lambda *args, **kwargs: None"
    ),
    "patched programs compiled ahead of time": Attack(
        PROBES, "from jax._src import stages", "stages.Compiled.__call__ = lambda self, *args: 0"
    ),
    "another derivative of one of JAX's operations": Attack(
        PROBES,
        "from jax._src.interpreters import ad\nfrom jax._src import lax",
        "ad.defjvp(lax.lax.sin_p, lambda t, x: 2 * t)",
    ),
    "another transpose of one of JAX's operations": Attack(
        PROBES,
        "from jax._src.interpreters import ad\nfrom jax._src import lax",
        "ad.fancy_transposes.pop(lax.slicing.gather_p, None) or ad.primitive_transposes.pop(lax.slicing.gather_p)",
    ),
    "another way to batch one of JAX's operations": Attack(
        PROBES,
        "from jax._src.interpreters import batching\nfrom jax._src import lax",
        "batching.fancy_primitive_batchers[lax.lax.sin_p] = lambda *args, **kwargs: 0",
    ),
    "tells of a run that never was": Attack(INTROSPECTION, "import sys", "sys.audit('jaxdojo.ran', [], [])"),
}
RESULTS = {
    "nothing": Attack(STRUCTURE, result="None"),
    "zeros": Attack(WRONG, result="jnp.zeros_like(out)"),
    "input": Attack(SHAPE, result="x"),
    "input, cut to shape": Attack(WRONG, result="x[:, :2]"),
    "broadcastable": Attack(SHAPE, result="out[:, :1]"),
    "one number": Attack(SHAPE, result="out[0, 0]"),
    "flattened": Attack(SHAPE, result="out.ravel()"),
    "NaN": Attack(NOT_FINITE, result="out * jnp.nan"),
    "infinity": Attack(NOT_FINITE, result="out / 0"),
    "large enough to be near infinity": Attack(NOT_FINITE, result="out * 1e38 * 1e38"),
    "denormal": Attack(WRONG, result="out * 0 + 1e-40"),
    "another precision": Attack(DTYPE, result="out.astype(jnp.float16)"),
    "double precision": Attack(DTYPE, result="np.asarray(out, np.float64)"),
    "complex": Attack(DTYPE, result="out.astype(jnp.complex64)"),
    "integers": Attack(DTYPE, result="out.astype(jnp.int32)"),
    "other byte order": Attack(NUMPY, result="np.asarray(out).astype('>f4')"),
    "numpy": Attack(NUMPY, result="np.asarray(out)"),
    "list of lists": Attack(STRUCTURE, result="out.tolist()"),
    "object dtype": Attack(STRUCTURE, result="np.asarray(out).astype(object)"),
    "texts": Attack(STRUCTURE, result="np.asarray(out).astype(str)"),
    "records": Attack(STRUCTURE, result="np.zeros(3, [('a', 'f4')])"),
    "float0": Attack(STRUCTURE, result="np.zeros((4, 2), jax.dtypes.float0)"),
    "random key": Attack("invalid_output values.shape", result="jax.random.key(0)"),
    "subclass of an array": Attack(STRUCTURE, result="np.asarray(out).view(type('A', (np.ndarray,), {}))"),
    "masked array": Attack(STRUCTURE, result="np.ma.masked_all((4, 2), np.float32)"),
    "equal to everything": Attack(STRUCTURE, "class E(float):\n  __eq__ = lambda *a: True", result="E(1.0)"),
    "turns into an array": Attack(
        STRUCTURE, "class A:\n  def __init__(s, v): s.v = v\n  def __array__(s, *a): return s.v", result="A(out)"
    ),
    "turns into a JAX array": Attack(
        STRUCTURE, "class A:\n  def __init__(s, v): s.v = v\n  def __jax_array__(s): return s.v", result="A(out)"
    ),
    "slow to turn into an array": Attack(
        STRUCTURE, "class A:\n  def __array__(s, *a):\n    while True: pass", result="A()", seconds=5
    ),
    "slow representation": Attack(
        STRUCTURE, "class A:\n  def __repr__(s):\n    while True: pass", result="A()", seconds=5
    ),
    "pickled as a command": Attack(STRUCTURE, "class A:\n  def __reduce__(s): return print, ('x',)", result="A()"),
    "claims to be an array": Attack(STRUCTURE, "class A:\n  __class__ = jax.Array", result="A()"),
    "generator": Attack(STRUCTURE, result="(row for row in out)"),
    "endless generator": Attack(STRUCTURE, "import itertools", result="itertools.count()"),
    "numbers without end": Attack(STRUCTURE, result="[0] * 10**5"),
    "deeply nested": Attack(STRUCTURE, inside="deep = []\nfor _ in range(10**4): deep = [deep]", result="deep"),
    "nested deeper than the interpreter can": Attack(
        f"{STRUCTURE}|{ENDLESS}", inside="deep = ()\nfor _ in range(10**5): deep = (deep,)", result="deep"
    ),
    "millions of numbers": Attack(STRUCTURE, result="[0] * 10**7"),
    "contains itself": Attack(STRUCTURE, inside="own = []; own.append(own)", result="own"),
    "huge number": Attack(STRUCTURE, result="1 << 10**6"),
    "huge text": Attack(STRUCTURE, result="'x' * 10**8"),
    "text that is not Unicode": Attack(STRUCTURE, result="'\\ud800'"),
    "key that is not Unicode": Attack(STRUCTURE, result="{'\\udfff': out}"),
    "huge array of nothing": Attack(STRUCTURE, result="np.broadcast_to(np.float32(1), (2**20, 2**20))"),
    "a long axis in an array of nothing": Attack(STRUCTURE, result="np.empty((10**9, 0), np.float32)"),
    "many axes": Attack(STRUCTURE, result="np.zeros((1,) * 40, np.float32)"),
    "deleted": Attack("invalid_output values.structure|runtime_error error.donated", after="out.delete()"),
    "tracer": Attack(
        STRUCTURE,
        "kept = []",
        inside="jax.make_jaxpr(lambda v: (kept.append(v), v)[1])(1.0)",
        result="kept[-1]",
    ),
    "not computed yet": Attack(ACCEPTED, result="out + 0.0"),
    "deleted input": Attack("wrong_structure inputs.deleted", after="x.delete()"),
    "answers of the samples": Attack(
        WRONG, result="jnp.asarray(np.repeat(np.arange(12, dtype=np.float32).reshape(4, 3).sum(1), 2).reshape(4, 2))"
    ),
    "guessed from the clock": Attack(
        WRONG, "import time", result="jnp.asarray(np.random.default_rng(int(time.time())).random((4, 2), np.float32))"
    ),
    "computed by a callback": Attack(
        "wrong_structure jit.no_module",
        after="""
        out = jax.jit(lambda v: jax.pure_callback(lambda v: np.asarray(v) @ np.ones((3, 2), np.float32),
            jax.ShapeDtypeStruct((4, 2), np.float32), v))(x)
        """,
        inside="run_by_hand = True\ncalls = 0",
    ),
    "jit switched off": Attack("wrong_structure jit.not_jitted", inside="jax.config.update('jax_disable_jit', True)"),
}

MACHINE = {
    "fork": Attack(FORBIDDEN, "import os", "os.fork()"),
    "fork while imported": Attack(FORBIDDEN, "import os\nos.fork()"),
    "program": Attack(FORBIDDEN, "import subprocess", "subprocess.run(['/bin/true'])"),
    "shell": Attack(FORBIDDEN, "import os", "os.system('true')"),
    "pool of processes": Attack(
        FORBIDDEN, "import multiprocessing", "multiprocessing.get_context('fork').Process(target=print).start()"
    ),
    "signal to the parent": Attack(DENIED, "import os", "os.kill(os.getppid(), 9)"),
    "signal to everybody": Attack(DENIED, "import os", "os.kill(-1, 9)"),
    "signals to whoever there may be": Attack(
        ACCEPTED,
        "import os",
        """
        for pid in range(2, 2000):
            try:
                os.kill(pid, 9)
            except OSError:
                continue
            raise AssertionError(pid)
        """,
    ),
    "memory of others": Attack(
        ACCEPTED,
        "import os",
        """
        for pid in range(2, 2000):
            try:
                open(f'/proc/{pid}/mem', 'rb')
            except OSError:
                continue
            raise AssertionError(pid)
        assert os.listdir('/proc') == ['cpuinfo']
        """,
    ),
    "own memory": Attack(RAISED, inside="open('/proc/self/mem', 'r+b')"),
    "environment at the start": Attack(RAISED, inside="open('/proc/self/environ').read()"),
    "the judge's source": Attack(RAISED, inside="open('/dojo/grader/judge/compare.py')"),
    "changed source of the harness": Attack(
        "runtime_error error.path", inside="open('/dojo/grader/inside/harness.py', 'a')"
    ),
    "poisoned compile cache": Attack(
        "runtime_error error.path",
        inside="open(jax.config.jax_compilation_cache_dir + '/jit_run-cache', 'wb')",
    ),
    "who else has compiled programs": Attack(
        "runtime_error error.path", "import os", "assert os.path.isdir('/cache'); os.listdir('/cache')"
    ),
    "which programs the solution has": Attack(
        "runtime_error error.path", "import os", "os.listdir(jax.config.jax_compilation_cache_dir)"
    ),
    "other cache directory": Attack(ACCEPTED, inside="jax.config.update('jax_compilation_cache_dir', '/cache/none')"),
    "dump of programs": Attack(
        ACCEPTED, "import os\nos.environ['XLA_FLAGS'] = '--xla_dump_to=/cache'; jax.clear_caches()"
    ),
    "connection": Attack(DENIED, "import socket", "socket.create_connection(('127.0.0.1', 80))"),
    "alarm": Attack(ACCEPTED, "import signal", "signal.signal(14, lambda *a: 1 / 0); signal.alarm(1)"),
    "timer": Attack(RAISED, "import signal", "signal.setitimer(signal.ITIMER_REAL, 0.01)"),
    "exit in a call": Attack(EXITED, "import os", "os._exit(0)"),
    "exit while imported": Attack(EXITED, "import os\nos._exit(0)"),
    "exit as the harness does when it fails": Attack("tampering tampering.harness", "import os", "os._exit(70)"),
    "exit as if it were killed": Attack(EXITED, "import os", "os._exit(128 + 9)"),
    "exit as if its time were up": Attack(EXITED, "import os", "os._exit(128 + 24)"),
    "sys.exit": Attack(EXITED, "import sys", "sys.exit(0)"),
    "interrupt": Attack(EXITED, inside="raise KeyboardInterrupt"),
    "abort": Attack(CRASHED, "import os", "os.abort()"),
    "segmentation fault": Attack(CRASHED, inside="np.lib.stride_tricks.as_strided(np.zeros(1), (9,), (2**40,)).sum()"),
    "exit handler": Attack(ACCEPTED, "import atexit, time\natexit.register(time.sleep, 1000)"),
    "a thread that stays": Attack(
        ACCEPTED, "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()"
    ),
    "a thread that prints": Attack(
        "accepted accepted|output_limit_exceeded limit.output",
        "import threading\ndef talk():\n  while True: print('x' * 1000)\n"
        "threading.Thread(target=talk, daemon=True).start()",
    ),
    "threads without end": Attack(
        RAISED, "import threading, time", "while True: threading.Thread(target=time.sleep, args=(99,)).start()"
    ),
    "loop": Attack(SLOW, inside="while True: pass", seconds=1),
    "loop while imported and an exit": Attack(EXITED, "import os\nfor _ in range(10**7): pass\nos._exit(1)"),
    "loop with signals ignored": Attack(
        SLOW,
        "import signal",
        "for n in set(signal.Signals) - {9, 19}: signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
        seconds=1,
    ),
    "loop that floods when it is asked for its line": Attack(
        SLOW,
        """
        import os, signal
        def flood(*_):
            while True: os.write(2, b"x" * 65536)
        """,
        "signal.signal(signal.SIGUSR1, flood)\nwhile True: pass",
        seconds=1,
    ),
    "sleep": Attack(SLOW, "import time", "time.sleep(1000)", seconds=1),
    "slow pattern": Attack(SLOW, "import re", "re.match('(a+)+$', 'a' * 60 + 'b')", seconds=1),
    "large power": Attack(SLOW, inside="10 ** 10 ** 9", seconds=1),
    "text of a large integer": Attack(RAISED, inside="str(10 ** 10 ** 5)"),
    "large program": Attack(
        SLOW,
        "def grow(v):\n  for i in range(200000): v = jnp.sin(v) + i\n  return v",
        "jax.jit(grow)(x)",
        seconds=2,
    ),
    "exception that is slow to tell": Attack(
        SLOW, "class E(Exception):\n  def __str__(s):\n    while True: pass", "raise E", seconds=1
    ),
    "exception that exits when told": Attack(
        EXITED, "import os\nclass E(Exception):\n  def __str__(s): os._exit(0)", "raise E"
    ),
    "endless sum": Attack(SLOW, "import itertools", "sum(itertools.repeat(1))", seconds=1),
    "recursion": Attack(ENDLESS, "def f(): return f()", "f()"),
    "recursion without a limit": Attack(
        ENDLESS, "import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()", "f()"
    ),
    "bytes": Attack(MEMORY, inside="bytearray(2**40)"),
    "numpy": Attack(MEMORY, inside="np.ones(2**34)"),
    "XLA": Attack(MEMORY, inside="jnp.ones((2**16, 2**16)).block_until_ready()"),
    "lists": Attack(MEMORY, inside="kept = []\nwhile True: kept.append(bytearray(2**22))"),
    "shared memory": Attack(DENIED, "import mmap", "mmap.mmap(-1, 2**30)"),
    "disk": Attack(RAISED, inside="for n in range(10**6): open(f'/scratch/{n}', 'wb').write(bytes(2**20))"),
    "files": Attack(RAISED, inside="for n in range(10**6): open(f'/scratch/{n}', 'wb').close()"),
    "descriptors": Attack(RAISED, inside="kept = []\nwhile True: kept.append(open('/dev/null'))"),
    "all descriptors, quietly": Attack(
        ACCEPTED, "kept = []\ntry:\n  while True: kept.append(open('/dev/null'))\nexcept OSError: pass"
    ),
    "printing": Attack(OUTPUT, inside="while True: print('x' * 1000)"),
    "printing errors": Attack(OUTPUT, "import sys", "while True: sys.stderr.write('x' * 1000)"),
    "closed streams": Attack(ACCEPTED, "import os, sys\nsys.stdout.close(); os.closerange(1, 3)"),
    "streams that raise": Attack(ACCEPTED, "import sys\nclass S:\n  def flush(s): raise SystemExit\nsys.stdout = S()"),
    "removed listener after the work": Attack(
        PROBES, "from jax._src import monitoring", after="monitoring._event_duration_secs_listeners.pop()"
    ),
}
