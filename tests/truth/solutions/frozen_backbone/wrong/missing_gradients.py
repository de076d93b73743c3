"""The gradient is narrowed to the part, and the optimizer isn't.
Class: structure
Why: "The rule knows nothing of the frozen Params".
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
    argnums = nnx.DiffState(0, nnx.All(nnx.Param, lambda path, _: path[0] == part))

    @nnx.jit
    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean(), argnums=argnums)(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([step(model, optimizer) for _ in range(steps)])
