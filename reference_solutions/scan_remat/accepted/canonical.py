import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        last, _ = jax.lax.scan(jax.checkpoint(step), x, stack)  # the step, not the scan
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
