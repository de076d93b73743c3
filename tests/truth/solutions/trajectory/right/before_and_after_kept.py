from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.tree_util.register_dataclass, data_fields=["before", "after"], meta_fields=[])
@dataclass(frozen=True)
class Transition:
    before: jax.Array
    after: jax.Array


def trajectory(step, start, inputs):
    def body(state, x):
        move = Transition(before=state, after=step(state, x))
        return move.after, move

    moves = jax.lax.scan(body, start, inputs)[1]
    return jnp.append(moves.before[:1], moves.after, axis=0)


if __name__ == "__main__":
    print(trajectory(lambda s, x: s + x, jnp.zeros(2), jnp.ones((3, 2))))
