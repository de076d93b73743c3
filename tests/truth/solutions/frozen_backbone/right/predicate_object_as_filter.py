"""The filter is a frozen dataclass that is called with path and value, so that equal filters are equal keys; one step at module level."""

from dataclasses import dataclass

import jax.numpy as jnp
import optax
from flax import nnx


@dataclass(frozen=True)
class Below:
    name: str

    def __call__(self, path, value) -> bool:
        first, *_ = path
        return first == self.name


RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@nnx.jit(static_argnames="part")
def step(model, optimizer, x, y, *, part):
    def mse(model):
        return ((model(x) - y) ** 2).mean()

    wanted = nnx.DiffState(0, nnx.All(nnx.Param, Below(part)))
    loss, slopes = nnx.value_and_grad(mse, argnums=wanted)(model)
    optimizer.update(model, slopes)
    return loss


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(nnx.Param, Below(part)))
    return jnp.array([step(model, optimizer, x, y, part=part) for _ in range(steps)])
