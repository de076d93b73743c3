"""`optax.multi_transform` with the names of the parts as labels."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@nnx.jit
def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def tune(model, part, x, y, steps):
    def label(path, _):
        return "train" if path[0].key == part else "freeze"

    rule = optax.multi_transform(
        {"train": RULE, "freeze": optax.set_to_zero()},
        lambda params: jax.tree_util.tree_map_with_path(label, params),
    )
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    return jnp.stack([step(model, optimizer, x, y) for _ in range(steps)])
