import jax.numpy as jnp
from flax import nnx


class Runner:
    @staticmethod
    @nnx.scan(in_axes=(0, nnx.Carry, None), out_axes=(nnx.Carry, 0))
    def step(layer, x, half):
        x = layer(x)
        return x, 2 * half * jnp.abs(x).mean()

    @staticmethod
    @nnx.jit
    def run(layers, x):
        return Runner.step(layers, x, jnp.float32(0.5))


def run_layers(layers, x):
    y, activities = Runner.run(layers, x)
    return y, activities
