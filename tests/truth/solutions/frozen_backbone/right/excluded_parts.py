"""The filter says what is frozen, and is inverted."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@nnx.jit
def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.square(m(x) - y).mean())(model)
    optimizer.update(model, grads)
    return loss


def tune(model, part, x, y, steps):
    frozen = nnx.Any(nnx.BatchStat, lambda path, _: path[0] != part)
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.Not(frozen))
    return jnp.stack([step(model, optimizer, x, y) for _ in range(steps)])
