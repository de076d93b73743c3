"""A registered dataclass counts the steps that are left, and lax.select_n freezes it at 0."""

import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Run:
    now: jax.Array  # float32[D]
    home: jax.Array  # float32[D], where a step is always possible
    left: jax.Array  # int32[]

    @property
    def busy(self):
        return self.left > 0

    def advance(self, step):
        busy = jnp.broadcast_to(self.busy, self.now.shape)
        place = jax.lax.select_n(busy, self.home, self.now)
        after = jax.lax.select_n(busy, self.now, step(place))
        return Run(now=after, home=self.home, left=self.left - 1)


def settle(step, weights, state, count, most):
    assert isinstance(most, int) and most >= 1

    def body(run, _):
        return run.advance(lambda place: step(weights, place)), None

    run = Run(state, state, count)
    run, _ = jax.lax.scan(body, run, xs=None, length=most)
    return run.now
