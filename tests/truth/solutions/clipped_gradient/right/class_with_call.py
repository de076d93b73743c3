import jax
import jax.numpy as jnp


class Quantiser:
    def __init__(self):
        self.op = jax.custom_vjp(self.value)
        self.op.defvjp(self.forward, self.backward)

    def value(self, x, limit):
        return jnp.round(x)

    def forward(self, x, limit):
        return self.value(x, limit), limit

    def backward(self, limit, g):
        lengths = jnp.sqrt(jnp.einsum("nd,nd->n", g, g))
        return g * jnp.minimum(1, limit / lengths)[:, None], None

    def __call__(self, x, limit):
        return self.op(x, limit)


quantise = Quantiser()
