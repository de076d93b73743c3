"""All Params are trained, and the frozen ones put back after each step.
Class: numbers
Why: "Their gradients don't count in the norm".
"""

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
    others = nnx.All(nnx.Param, lambda path, _: path[0] != part)
    kept = nnx.state(model, others)

    @nnx.jit
    def step(model, optimizer, kept):
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        nnx.update(model, kept)
        return loss

    return jnp.stack([step(model, optimizer, kept) for _ in range(steps)])
