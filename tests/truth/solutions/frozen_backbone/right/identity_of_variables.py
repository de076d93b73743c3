"""The filter asks whether the path is among those of the part."""

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
    own = frozenset((part, *path) for path, _ in nnx.to_flat_state(nnx.state(getattr(model, part), nnx.Param)))
    optimizer = nnx.Optimizer(model, RULE, wrt=lambda path, _: tuple(path) in own)
    return jnp.stack([step(model, optimizer, x, y) for _ in range(steps)])
