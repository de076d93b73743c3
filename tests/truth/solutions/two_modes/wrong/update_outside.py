"""The gradient is compiled, and the update is not.
Class: half_eager
Why: "All floating-point arithmetic runs in the jitted function".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.compat.jit
def slope(model, x):
    return nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)


def fit(model, xs, rate):
    losses = []
    for x in xs:
        loss, grads = slope(model, x)
        params = nnx.compat.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        losses.append(loss)
    return jnp.stack(losses)
