"""The front page's program: its numbers are right, but a function is recompiled in each step."""

from typing import Final

SNIPPET: Final = """\
import jax
import jax.numpy as jnp

@jax.jit(static_argnames="rate")
def step(x, rate):
    return x - rate * jnp.tanh(x)

x = jnp.ones(1000)
for n in range(10):
    x = step(x, 1 / (n + 2))
print(x[0])
"""
TRAP: Final = 'jax.jit(static_argnames="rate")'
"""The cause of the recompilation: `rate` has ten values."""
CURE: Final = "jax.jit"
LINE: Final = 4
"""The line number of `TRAP`, counted from 1."""
STEPS: Final = 10
