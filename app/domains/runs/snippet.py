"""The front page's program: its numbers are right, but each of its steps compiles a function that is made anew."""

from typing import Final

TRAP: Final = """\
for t in jnp.linspace(0, 1, 10):
    decay = jax.jit(lambda x: jnp.exp(-x))
"""
"""The cause of the recompilation: each step makes a new function, for which JAX has no program yet."""
CURE: Final = """\
decay = jax.jit(lambda x: jnp.exp(-x))
for t in jnp.linspace(0, 1, 10):
"""
SNIPPET: Final = f"""\
import jax
import jax.numpy as jnp
{TRAP}    print(decay(t))
"""
LINE: Final = 4
"""The line number of the function in `TRAP`, counted from 1."""
STEPS: Final = 10
