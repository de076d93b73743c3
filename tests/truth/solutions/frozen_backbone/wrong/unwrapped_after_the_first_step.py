"""The first step is compiled; all others call the function below it, `__wrapped__`, operation by operation.
Breaks "Run the steps in a function made by `nnx.jit` or `jax.jit`".
Class: half_eager
"""

import jax.numpy as jnp
import optax
from flax import nnx


def tune(model, part, x, y, steps):
    rule = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )
    wanted = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, rule, wrt=wanted)

    def plain(model, optimizer, x, y):
        def mse(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(mse, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, grads)
        return loss

    step = nnx.jit(plain)
    losses = [step(model, optimizer, x, y)]
    body = getattr(step, "__wrapped__", plain)
    for _ in range(steps - 1):
        losses.append(body(model, optimizer, x, y))
    return jnp.stack(losses)
