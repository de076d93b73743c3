import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    last, inputs = jax.lax.scan(lambda h, layer: (block(layer, h), h), x, stack)
    slope = 2 * (last - target) / target.size

    def slopes_of(kept):
        layer, h = kept
        return jax.vjp(block, layer, h)[1](slope)[0]

    return jnp.mean((last - target) ** 2), jax.lax.map(slopes_of, (stack, inputs))
