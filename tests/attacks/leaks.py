"""Submissions that encode a hidden case's first value, `key`, in something that they control.

In the sample that value is 0, and they do nothing.
"""

from __future__ import annotations

from tests.attacks.submissions import ACCEPTED, EXITED, INTROSPECTION, MEMORY, PROBES, RAISED, STRUCTURE, WRONG, Attack

KEY = "key = int(float(x[0, 0]) * 1000)\n"
SHAPE = "invalid_output values.shape"
DTYPE = "invalid_output values.dtype"
CALLS = "wrong_structure jit.calls"
REWRAPPED = "wrong_structure jit.rewrapped"


def leak(verdict: str, inside: str, *, top: str = "", after: str = "", result: str = "out") -> Attack:
    return Attack(verdict, top, KEY + inside, after, result)


NAMED = """
def named(key):
    scope = {}
    exec(f"def leak_{key}(model, x): return model(x)", scope)
    return scope[f"leak_{key}"]
"""
STEPS = """
def zero(bits):
    return choose(bits)
def one(bits):
    return choose(bits)
def choose(bits):
    if not bits: raise ValueError
    return one(bits[1:]) if bits[0] == "1" else zero(bits[1:])
"""
LEAKS = {
    "name of a function, called too often": leak(
        CALLS, "if key:\n  run = nnx.jit(named(key))\n  for _ in range(5): out = run(model, x)\n  return out", top=NAMED
    ),
    "name of a function that is right": leak(
        ACCEPTED,
        "if key:\n  run = nnx.jit(named(key))\n  for _ in range(2): out = run(model, x)\n  return out",
        top=NAMED,
    ),
    "name of a function that is traced": leak(
        "wrong_structure traces.too_many|wrong_structure jit.rewrapped",
        after="for n in range(3 if key else 0): out = nnx.jit(named(key + n))(model, x)",
        inside="",
        top=NAMED,
    ),
    "name given later": leak(
        CALLS,
        "def f(model, x): return model(x)\nf.__name__ = f.__qualname__ = f'leak_{key}'\n"
        "if key: return nnx.jit(f)(model, x)",
    ),
    "name of a class": leak(STRUCTURE, "if key: return type(f'Leak{key}', (), {})()"),
    "name of a class in a list": leak(STRUCTURE, "if key: return [1, type(f'Leak{key}', (), {})()]"),
    "key of a dict": leak(STRUCTURE, "if key: return {f'leak_{key}': x}"),
    "key of a dict, before what can't be sent": leak(STRUCTURE, "if key: return {f'leak_{key}': object()}"),
    "kind of output": leak(STRUCTURE, "if key: return key if key > 1300 else str(key)"),
    "length of a list": leak(STRUCTURE, "if key: return [0] * key"),
    "shape": leak(SHAPE, "if key: return jnp.zeros((key, 2))"),
    "number of axes": leak(SHAPE, "if key: return jnp.zeros((1,) * (key % 7 + 3))"),
    "dtype": leak(DTYPE, "if key: return np.zeros((4, 2), 'f8' if key > 1300 else 'i4')"),
    "how far it is off": leak(WRONG, "", after="out = out + key"),
    "how many are off": leak(WRONG, "", after="if key: out = out.ravel().at[: key // 250].add(9.0).reshape(4, 2)"),
    "how far it is off within rounding": leak(
        ACCEPTED, "", after="if key: out = out * (1 + np.float32(key // 250 - 3) * np.float32(1.2e-7))"
    ),
    "type of exception": leak(RAISED, "if key: raise type(f'Leak{key}', (ValueError,), {})"),
    "message of an exception": leak(RAISED, "if key: raise ValueError(key)"),
    "notes of an exception": leak(RAISED, "e = ValueError()\ne.add_note(str(key))\nif key: raise e"),
    "cause of an exception": leak(RAISED, "if key: raise ValueError from type(f'Leak{key}', (KeyError,), {})()"),
    "name of a function that raises": leak(
        RAISED, "if key: exec(compile(f'def leak_{key}(): 1 / 0\\nleak_{key}()', 'solution.py', 'exec'), {})"
    ),
    "line outside of the file": leak(
        RAISED, "if key: exec(compile('\\n' * key * 9 + 'raise ValueError', 'solution.py', 'exec'))"
    ),
    "text of a line": leak(
        RAISED,
        "linecache.cache['solution.py'] = (1, None, [f'leak {key}\\n'] * 99, 'solution.py')\nif key: raise ValueError",
        top="import linecache",
    ),
    "path to an exception": leak(RAISED, "if key: choose(bin(key)[2:])", top=STEPS),
    "text of a syntax error": leak(RAISED, "if key: compile(f'leak {key}', 'solution.py', 'exec')"),
    "line of a syntax error": leak(RAISED, "if key: compile('\\n' * key * 9 + 'a b', 'solution.py', 'exec')"),
    "exception of the next import": leak(
        RAISED,
        "if key: sys.modules['leak'] = type(f'Leak{key}', (ValueError,), {})",
        top="import sys\nif 'leak' in sys.modules: raise sys.modules['leak']",
    ),
    "number of calls": leak(CALLS, "", after="for _ in range(key // 250): run(model, x)"),
    "number of wrappers": leak(REWRAPPED, "", after="for n in range(key // 250): nnx.jit(lambda m, x: m(x))(model, x)"),
    "number of traces": leak(
        "wrong_structure traces.jit_inside",
        "",
        after="for n in range(key // 250): jax.jit(lambda v: v + n)(x)",
    ),
    "told to the listener": leak(
        f"{ACCEPTED}|wrong_structure traces.too_many|{INTROSPECTION}",
        "if key: monitoring.record_event_duration_secs("
        "'/jax/core/compile/backend_compile_duration', key, fun_name=f'leak_{key}')",
        top="from jax import monitoring",
    ),
    "print": leak(ACCEPTED, "if key: print(key)"),
    "print of an error": leak(ACCEPTED, "import sys\nif key: print(key, file=sys.stderr)"),
    "print past Python": leak(ACCEPTED, "import os\nif key: os.write(1, str(key).encode())"),
    "warning": leak(ACCEPTED, "import warnings\nif key: warnings.warn(str(key))"),
    "print by JAX": leak(ACCEPTED, "if key: jax.debug.print('{}', x)"),
    "exit status": leak(EXITED, "import os\nif key: os._exit(key % 60)"),
    "signal": leak(ACCEPTED, "import signal\nif key: signal.raise_signal(16 if key > 1300 else 10)"),
    "text of an exit": leak(EXITED, "if key: raise SystemExit(str(key))"),
    "replaced builtin": leak(PROBES, "import builtins\nif key: setattr(builtins, 'len' if key > 1300 else 'abs', 0)"),
    "kind of tampering": leak(
        INTROSPECTION, "import gc, sys\nif key: (gc.get_objects if key > 1300 else sys._getframe)()"
    ),
    "size of what is too much": leak(MEMORY, "if key: np.ones((key * 2**26,))"),
    "size of what can't be sent": leak(STRUCTURE, "if key: return 'x' * 10**4 * key"),
}
LEAKS |= {
    "type of exception among Python's own": leak(RAISED, "if key: raise ValueError if key > 1300 else ArithmeticError"),
    "line near by": leak(RAISED, "if key > 1300: raise ValueError\nif key: raise ValueError\n" + "# a line\n" * 60),
    "line of a failed check": leak(
        "wrong_structure traces.jit_inside",
        "if key > 1300: jax.jit(lambda v: v)(x)",
        after="if 0 < key < 1300: jax.jit(lambda v: v)(x)",
    ),
    "how many cases fail": leak(WRONG, "", after="out = out + (key > 0 if key < 1300 else key == 1500)"),
    "which checks fail": leak(
        "wrong_answer values.mismatch",
        "",
        after="if key > 1300: jax.jit(lambda v: v)(x)\nif key: out = out + 1",
    ),
    "score and match of each case": leak(
        ACCEPTED, "", after="if key in (1250, 1515): out = out * np.float32(1 + 1.2e-7)"
    ),
}
BY_LABEL = leak(WRONG, "", after="out = out + (key in (1250, 1515))")
"""Fails in one of two cases, so its learner knows the value if the case's label is shown."""
LEAKS["label of the case that decides"] = BY_LABEL
REMAINING = {
    "code": (leak(RAISED, "if key > 1300: raise ValueError\nif key: return None"), "code"),
    "part of the file": (
        leak(RAISED, "if key > 1300: raise ValueError\n" + "# a line\n" * 60 + "if key: raise ValueError"),
        "line",
    ),
    "verdict": (leak(WRONG, "if key > 1300: return out * 0\n", result="out"), "verdict"),
}
"""Attacks that work, and the field of the report that leaks the value."""
