"""The other parts are cut off by `stop_gradient`, and decay.
Class: numbers
Why: "their weights don't decay".
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.Param)
    mine = nnx.All(nnx.Param, lambda path, _: path[0] == part)

    def loss_fn(model):
        graphdef, own, rest = nnx.split(model, mine, ...)
        return ((nnx.merge(graphdef, own, jax.lax.stop_gradient(rest))(x) - y) ** 2).mean()

    @nnx.jit
    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(loss_fn)(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([step(model, optimizer) for _ in range(steps)])
