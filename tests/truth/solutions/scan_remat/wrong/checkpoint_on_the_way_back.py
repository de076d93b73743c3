"""Keeps the backward pass of each block in a stack, and puts the checkpoint where nothing is differentiated any more.

Class: decoy
Why: Each pullback holds all wide arrays of its block (and its parameters), so the memory is that of a plain scan; the checkpoint around the step back is for show.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def there(h, layer):
        return jax.vjp(lambda layer, h: block(layer, h), layer, h)

    @jax.checkpoint
    def back(slope, pull):
        layer_slope, slope = pull(slope)
        return slope, layer_slope

    last, pulls = jax.lax.scan(there, x, stack)
    loss, slope = jax.value_and_grad(lambda h: jnp.mean((h - target) ** 2))(last)
    _, slopes = jax.lax.scan(back, slope, pulls, reverse=True)
    return loss, slopes
