"""Moved and put back.

Class: other
Why: Breaks "The rule knows nothing of the frozen Params": the optimizer is made for all Params, with zero gradients
for the frozen ones. It keeps momentum for them and decays them in each step, and then the old values are put back.
The numbers are right; one sees it in the program, which makes gradients, momentum and updates of the backbone (its
state is as large as the whole network).
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

rule = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@nnx.jit(static_argnames="part")
def train_step(model, optimizer, x, y, part):
    others = nnx.All(nnx.Param, lambda path, _: path[0] != part)
    before = jax.tree.map(lambda value: value, nnx.state(model, others))

    def loss_fn(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    keep = lambda path, grad: grad if path[0].key == part else jnp.zeros_like(grad)
    optimizer.update(model, jax.tree_util.tree_map_with_path(keep, grads))
    nnx.update(model, before)
    return loss


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y, part=part) for _ in range(steps)])
