"""Lets the optimizer have all Params, with zero gradients, and puts the frozen ones back when it is done.

Class: decoy
Why: the frozen weights decay from step to step and are only restored after the last one, so for steps >= 2 the losses and the part's Params are wrong ("The rule knows nothing of the frozen Params").
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
    frozen = nnx.All(nnx.Param, lambda path, value: path[0] != part)
    saved = jax.tree.map(lambda array: array, nnx.state(model, frozen))
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.Param)

    def keep(path, grad):
        return grad if path[0].key == part else 0 * grad

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn)(model)
        optimizer.update(model, jax.tree_util.tree_map_with_path(keep, grads))
        return loss

    losses = [train_step(model, optimizer, x, y) for _ in range(steps)]
    nnx.update(model, saved)  # frozen
    return jnp.stack(losses)
