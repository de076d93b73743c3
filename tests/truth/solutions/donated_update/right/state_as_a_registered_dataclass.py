"""Parameters and velocity are one dataclass, a pytree, which is donated as a whole."""
from __future__ import annotations

import dataclasses
from functools import partial

import jax

MOMENTUM = 0.9


@partial(jax.tree_util.register_dataclass, data_fields=["params", "velocity"], meta_fields=[])
@dataclasses.dataclass(frozen=True)
class State:
    params: dict[str, jax.Array]
    velocity: dict[str, jax.Array]

    @partial(jax.jit, donate_argnums=0)
    def advanced(self, grads: dict[str, jax.Array], rate: float) -> State:
        velocity = {name: MOMENTUM * self.velocity[name] + grads[name] for name in grads}
        params = {name: self.params[name] - rate * velocity[name] for name in velocity}
        return dataclasses.replace(self, params=params, velocity=velocity)


def momentum_step(params, velocity, grads, rate):
    state = State(params, velocity).advanced(grads, rate)
    return state.params, state.velocity
