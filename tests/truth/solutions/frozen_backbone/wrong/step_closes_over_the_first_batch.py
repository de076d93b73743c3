"""Steps are kept by part and shapes, and close over x and y: a second call with other data trains on the first call's.
Breaks "Each step computes the mean squared error `((model(x) - y) ** 2).mean()`".
Class: numbers
"""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)
_steps = {}


def make_step(wanted, x, y):
    @nnx.jit
    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(
            lambda model: ((model(x) - y) ** 2).mean(), argnums=nnx.DiffState(0, wanted)
        )(model)
        optimizer.update(model, grads)
        return loss

    return step


def tune(model, part, x, y, steps):
    key = part, x.shape, y.shape
    if key not in _steps:
        wanted = nnx.All(nnx.Param, lambda path, value: path[0] == part)
        _steps[key] = wanted, make_step(wanted, x, y)
    wanted, step = _steps[key]
    optimizer = nnx.Optimizer(model, RULE, wrt=wanted)
    return jnp.stack([step(model, optimizer) for _ in range(steps)])
