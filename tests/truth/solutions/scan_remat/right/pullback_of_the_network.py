"""Goes back with jax.vjp of the network alone; the slope of the mean square is written down. Checkpoint as a decorator."""
import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def network(stack):
        last, nothing = jax.lax.scan(step, x, stack)
        assert nothing is None
        return last

    last, pull = jax.vjp(network, stack)
    error = last - target
    (slopes,) = pull(error * (2 / error.size))
    return jnp.mean(error**2), slopes
