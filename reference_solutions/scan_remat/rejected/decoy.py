import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    def loss(stack, step):
        last, _ = jax.lax.scan(step, x, stack)
        return jnp.mean((last - target) ** 2)

    kept = jax.value_and_grad(loss)(stack, step)
    again = jax.value_and_grad(loss)(stack, jax.checkpoint(step))
    return jax.tree.map(lambda a, b: a + 0 * b, kept, again)
