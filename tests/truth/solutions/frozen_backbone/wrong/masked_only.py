"""`optax.masked` hands the raw gradients of the frozen Params on.
Class: state
Why: "All other variables of the model keep their values".
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
    def inside(params):
        return jax.tree_util.tree_map_with_path(lambda path, _: path[0].key == part, params)

    optimizer = nnx.Optimizer(model, optax.masked(RULE, inside), wrt=nnx.Param)

    @nnx.jit
    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([step(model, optimizer) for _ in range(steps)])
