"""Style: a NamedTuple as carry with the steps still to take, and lax.switch between two named branches."""
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Carry(NamedTuple):
    left: jax.Array
    state: jax.Array


def settle(step, weights, state, count, most):
    def stay(carry: Carry) -> Carry:
        return carry

    def go(carry: Carry) -> Carry:
        return Carry(carry.left - 1, step(weights, carry.state))

    def body(carry: Carry, _: None) -> tuple[Carry, None]:
        return jax.lax.switch((carry.left > 0).astype(jnp.int32), (stay, go), carry), None

    return jax.lax.scan(body, Carry(count, state), None, length=most)[0].state
