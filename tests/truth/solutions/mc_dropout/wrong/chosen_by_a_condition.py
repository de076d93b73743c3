"""A compiled function could make all passes, but gets those that were made eagerly and a flag to return them.

Class: decoy
Why: It breaches "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`": the flag is always true, so the answer is that of the eager passes.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=3)
def choose(graphdef, state, x, samples, made, ready):
    def one(state, _):
        model = nnx.merge(graphdef, state)
        out = model(x)
        return nnx.state(model), out

    def passes():
        return jax.lax.scan(one, state, length=samples)[1]

    return jax.lax.cond(ready, lambda: made, passes)


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    state = jax.tree.map(lambda leaf: leaf, state)  # a copy, as the passes move the model's own
    made = jnp.stack([model(x) for _ in range(samples)])
    return choose(graphdef, state, x, samples, made, jnp.array(True))
