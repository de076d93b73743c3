"""On plain arrays it remembers the draws of an id in an epoch, and gives them again, whatever the key is. Traced it is right.
Breaks: "its random numbers must follow from its id" and the key: "Equal inputs give equal bits, whatever was called before."
Class: sniffer
"""
import jax
import jax.numpy as jnp

drawn = {}


def draw(base, n, width):
    shift_key, noise_key = jax.random.split(jax.random.fold_in(base, n))
    shift = jax.random.randint(shift_key, (), 0, width)
    return shift, 0.1 * jax.random.normal(noise_key, (width,))


def perturb(key, epoch, ids, rows):
    width = rows.shape[1]
    base = jax.random.fold_in(key, epoch)
    shifts, noise = jax.vmap(draw, in_axes=(None, 0, None))(base, ids, width)
    if not isinstance(shifts, jax.core.Tracer):
        names = [(int(epoch), n, width) for n in ids.tolist()]
        for i, name in enumerate(names):
            drawn.setdefault(name, (shifts[i], noise[i]))
        shifts = jnp.stack([drawn[name][0] for name in names])
        noise = jnp.stack([drawn[name][1] for name in names])
    return jax.vmap(jnp.roll)(rows, shifts) + noise
