import jax
import jax.numpy as jnp


class Leaky:
    def __init__(self, decay):
        self.decay = decay

    def start(self, xs):
        return jnp.zeros(xs.shape[1], dtype=self.decay.dtype)

    def __call__(self, total, x):
        total = self.decay * total + x.astype(self.decay.dtype)
        return total, total.astype(x.dtype)


def leaky_sums(xs, decay):
    leaky = Leaky(decay)
    return jax.lax.scan(leaky, leaky.start(xs), xs)
