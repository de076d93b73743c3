"""A frozen dataclass is the filter, and `itertools.starmap` drives one `nnx.jit` made in each call."""

import dataclasses
import itertools
from typing import Any

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@dataclasses.dataclass(frozen=True)
class Under:
    """Selects what lies under one attribute of the model."""

    attribute: str

    def __call__(self, path: tuple, value: Any) -> bool:
        match path:
            case (first, *_):
                return first == self.attribute
            case _:
                return False


def make_rule() -> optax.GradientTransformation:
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )


def tune(model: nnx.Module, part: str, x: jax.Array, y: jax.Array, steps: int) -> jax.Array:
    wanted = nnx.All(nnx.Param, Under(part))
    optimizer = nnx.Optimizer(model, make_rule(), wrt=wanted)

    def mean_squared_error(net, inputs, targets):
        return ((net(inputs) - targets) ** 2).mean()

    slope = nnx.value_and_grad(mean_squared_error, argnums=nnx.DiffState(0, wanted))

    @nnx.jit
    def advance(net, opt, inputs, targets):
        loss, grads = slope(net, inputs, targets)
        opt.update(net, grads)
        return loss

    calls = itertools.repeat((model, optimizer, x, y), steps)
    return jnp.stack([*itertools.starmap(advance, calls)])
