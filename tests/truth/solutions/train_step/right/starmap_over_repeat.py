"""itertools: the same arguments repeated `steps` times, starmapped through the step; types in the signature, a walrus for the error."""

from itertools import repeat, starmap

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def loss_of(model: nnx.Module, x: jax.Array, y: jax.Array) -> jax.Array:
    return ((error := model(x) - y) * error).mean()


@nnx.jit
def train_step(model: nnx.Module, optimizer: nnx.Optimizer, x: jax.Array, y: jax.Array) -> jax.Array:
    before, slopes = nnx.value_and_grad(loss_of)(model, x, y)
    optimizer.update(model, slopes)
    return before


def train(model: nnx.Module, x: jax.Array, y: jax.Array, steps: int) -> jax.Array:
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = starmap(train_step, repeat((model, optimizer, x, y), steps))
    return jnp.stack([*losses])
