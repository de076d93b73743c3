"""The step is wrapped for each step.
Class: retrace
Why: "Wrap it once, when the file is loaded or once in a call of `tune`, and not for each step".
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
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(nnx.Param, lambda path, _: path[0] == part))

    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([nnx.jit(step)(model, optimizer) for _ in range(steps)])
