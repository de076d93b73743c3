"""Wrong: the first pass is made by one compiled function and the others by a scan in another one, so the forward pass is traced twice.
Breaks: "Compile the forward pass, once" and "JAX traces your code once in a call, however many passes there are."
Class: retrace
"""

import jax
import jax.numpy as jnp
from flax import nnx


def one(graphdef, state, x):
    model = nnx.merge(graphdef, state)
    y = model(x)
    return nnx.state(model), y


first_pass = jax.jit(one, static_argnums=0)


def many(graphdef, state, x, rest):
    return jax.lax.scan(lambda state, _: one(graphdef, state, x), state, length=rest)


other_passes = jax.jit(many, static_argnums=(0, 3))


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    state, y = first_pass(graphdef, state, x)
    outputs = y[None]
    if samples > 1:
        state, others = other_passes(graphdef, state, x, samples - 1)
        outputs = jnp.concatenate([outputs, others])
    nnx.update(model, state)
    return outputs
