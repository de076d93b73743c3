import jax
import jax.numpy as jnp
from jax import lax


class Blender:
    def __init__(self):
        self.fn = jax.jit(lambda args: args[0] + args[2] * (args[1] - args[0]))

    def strong(self, value, shape):
        value = lax.convert_element_type(value, jnp.dtype("float32"))
        return jnp.broadcast_to(value, shape)

    def __call__(self, average, reading, rate):
        return self.fn([self.strong(average, reading.shape), reading, self.strong(rate, ())])


blend = Blender()
