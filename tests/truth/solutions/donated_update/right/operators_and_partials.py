"""Point-free: the operator module, functools.partial and tree maps; type hints; donated by name and called by position."""

from functools import partial
from operator import add, mul, sub

import jax

Arrays = dict[str, jax.Array]


@partial(jax.jit, donate_argnames=("params", "velocity"))
def _step(params: Arrays, velocity: Arrays, grads: Arrays, rate: jax.Array) -> tuple[Arrays, Arrays]:
    velocity = jax.tree.map(add, jax.tree.map(partial(mul, 0.9), velocity), grads)
    params = jax.tree.map(sub, params, jax.tree.map(partial(mul, rate), velocity))
    return params, velocity


def momentum_step(params: Arrays, velocity: Arrays, grads: Arrays, rate: float) -> tuple[Arrays, Arrays]:
    assert params.keys() == velocity.keys() == grads.keys()
    return _step(params, velocity, grads, rate)
