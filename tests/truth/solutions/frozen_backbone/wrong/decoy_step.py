"""A jitted step runs on a copy, and the model is trained eagerly.
Class: decoy
Why: "Losses and Params are what these return".
"""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


compiled = nnx.jit(step)


def tune(model, part, x, y, steps):
    trained = nnx.All(nnx.Param, lambda path, _: path[0] == part)
    copy = nnx.clone(model)
    other = nnx.Optimizer(copy, RULE, wrt=trained)
    optimizer = nnx.Optimizer(model, RULE, wrt=trained)
    losses = []
    for _ in range(steps):
        compiled(copy, other, x, y)
        losses.append(step(model, optimizer, x, y))
    return jnp.stack(losses)
