import jax
import jax.numpy as jnp
import numpy as np


class Softmax:
    def __init__(self):
        self._compiled = jax.jit(self._body)

    @staticmethod
    def _body(z):
        z = jnp.exp(z - z.max())
        return z / z.sum()

    def __call__(self, scores):
        n = scores.shape[0]
        bucket = int(max(8, 2 ** np.ceil(np.log2(n))))
        padded = jnp.append(scores, jnp.full(bucket - n, -jnp.inf))
        out, _ = jnp.split(self._compiled(padded), [n])
        return out


bucket_softmax = Softmax()
