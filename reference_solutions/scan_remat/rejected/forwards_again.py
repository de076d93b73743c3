import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    last, inputs = jax.lax.scan(lambda h, layer: (block(layer, h), h), x, stack)

    def step_back(slope, kept):
        layer, h = kept
        _, pull = jax.vjp(block, layer, h)
        of_layer, of_input = pull(slope)
        return of_input, of_layer

    error = last - target
    _, slopes = jax.lax.scan(step_back, 2 * error / error.size, (stack, inputs))
    return jnp.mean(error**2), slopes
