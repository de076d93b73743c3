"""All gradients are computed. One rule is for the part, and another one sets all other updates to zero."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def make_rule(part):
    rule = optax.chain(optax.clip_by_global_norm(1.0), optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))

    def label(params):
        return jax.tree_util.tree_map_with_path(lambda path, _: path[0].key == part, params)

    return optax.partition({True: rule, False: optax.set_to_zero()}, label)


@nnx.jit
def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: jnp.mean((model(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return loss


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, make_rule(part), wrt=nnx.Param)
    return jnp.stack([step(model, optimizer, x, y) for _ in range(steps)])
