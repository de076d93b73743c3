"""All steps in one program, unrolled."""

from functools import partial

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@partial(nnx.jit, static_argnames=("steps",))
def run(model, optimizer, x, y, steps):
    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        losses.append(loss)
    return jnp.stack(losses)


def tune(model, part, x, y, steps):
    def is_trained(path, value):
        return isinstance(value, nnx.Param) and path[:1] == (part,)

    return run(model, nnx.Optimizer(model, RULE, wrt=is_trained), x, y, steps=steps)
