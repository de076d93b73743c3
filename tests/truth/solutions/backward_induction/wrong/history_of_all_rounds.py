"""Right numbers, but the results of all rounds are kept in one array, of which the last is returned: 9 or 10 times T B elements for 192 or 384 steps.
Breaks: "no array in between has more than 8 T B elements"
Class: memory
"""

import jax
import jax.numpy as jnp


def moved_up(x, by, neutral):
    return jnp.concatenate([x[by:], jnp.full((by, x.shape[1]), neutral)])


@jax.jit
def best_values(rewards, exits, discounts, last):
    a, b, d = exits, rewards, discounts
    history = [jnp.maximum(a, b + d * last)]
    reach = 1
    while reach < a.shape[0]:
        a2, b2, d2 = moved_up(a, reach, -jnp.inf), moved_up(b, reach, 0.0), moved_up(d, reach, 1.0)
        a = jnp.maximum(a, b + d * jnp.where(d == 0, 0, a2))
        b, d = b + d * b2, d * d2
        history.append(jnp.maximum(a, b + d * last))
        reach *= 2
    return jnp.stack(history)[-1]
