"""The gradients of the other parts are replaced by zeros.
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

    @nnx.jit
    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        for name in grads:
            if name != part:
                grads[name] = jax.tree.map(jnp.zeros_like, grads[name])
        optimizer.update(model, grads)
        return loss

    return jnp.stack([step(model, optimizer) for _ in range(steps)])
