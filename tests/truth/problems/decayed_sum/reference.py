import jax.numpy as jnp


def decayed_sum(xs, decay):
    total, sums = jnp.float32(0), []
    for x in xs:
        total = total * decay + x
        sums.append(total)
    return jnp.stack(sums)
