"""The optimizer of a part is kept for the next call, with its momentum.
Class: memory
Why: "The part's Params hold what `steps` updates leave".
"""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)

OPTIMIZERS = {}


@nnx.jit
def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def tune(model, part, x, y, steps):
    if part not in OPTIMIZERS:
        wrt = nnx.All(nnx.Param, lambda path, _: path[0] == part)
        OPTIMIZERS[part] = nnx.Optimizer(model, RULE, wrt=wrt)
    return jnp.stack([step(model, OPTIMIZERS[part], x, y) for _ in range(steps)])
