"""Gradients are compiled, and the update runs operation by operation.
Class: half_eager
Why: "All floating-point arithmetic runs in functions made by `nnx.jit` or `jax.jit`".
"""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@nnx.jit
def differentiate(model, x, y):
    return nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(nnx.Param, lambda path, _: path[0] == part))
    losses = []
    for _ in range(steps):
        loss, grads = differentiate(model, x, y)
        optimizer.update(model, grads)
        losses.append(loss)
    return jnp.stack(losses)
