import math

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    steps, width = drive.shape
    side = math.isqrt(steps - 1) + 1
    fill = ((0, side * side - steps), (0, 0))
    decay, drive = (jnp.pad(x, fill).reshape(side, side, width) for x in (decay, drive))

    product, state = decay[:, :1], drive[:, :1]
    products, states = [product], [state]
    for t in range(1, side):
        now = decay[:, t : t + 1]
        product, state = now * product, now * state + drive[:, t : t + 1]
        products.append(product)
        states.append(state)

    begin = jnp.zeros_like(state[:1])
    begins = [begin]
    for block in range(side - 1):
        begin = product[block : block + 1] * begin + state[block : block + 1]
        begins.append(begin)

    all_states = jnp.concatenate(products, axis=1) * jnp.concatenate(begins) + jnp.concatenate(states, axis=1)
    return all_states.reshape(side * side, width)[:steps]
