import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    @jax.checkpoint
    def run(stack):
        return jax.lax.scan(step, x, stack)[0]

    def loss(stack):
        last = run(stack)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
