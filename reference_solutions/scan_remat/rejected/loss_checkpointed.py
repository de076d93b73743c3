import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        last, _ = jax.lax.scan(step, x, stack)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(jax.checkpoint(loss))(stack)
