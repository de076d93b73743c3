import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
from dataclasses import dataclass


@dataclass(frozen=True)
class Attention:
    length: int
    size: int
    width: int

    @property
    def steps(self):
        return pl.cdiv(self.length, self.size)

    def start(self, out, top, total):
        top[...] = jnp.full(top.shape, -jnp.inf)
        total[...] = jnp.zeros(total.shape)
        out[...] = jnp.zeros(out.shape)

    def take(self, q, k, v, out, top, total):
        step = pl.program_id(0)
        pl.when(step == 0)(lambda: self.start(out, top, total))
        rows = jax.lax.broadcasted_iota(jnp.int32, (self.size, 1), 0)
        used = rows < self.length - self.size * step
        scores = jnp.where(used.T, jnp.matmul(q[...], k[...].T), -jnp.inf)
        new = jnp.maximum(top[...], scores.max(axis=1, keepdims=True))
        factor, weights = jnp.exp(top[...] - new), jnp.exp(scores - new)
        out[...] = factor * out[...] + jnp.matmul(weights, jnp.where(used, v[...], 0))
        total[...] = factor * total[...] + weights.sum(axis=1, keepdims=True)
        top[...] = new
        pl.when(step == self.steps - 1)(lambda: self.finish(out, total))

    def finish(self, out, total):
        out[...] = out[...] / total[...]


def attend(queries, keys, values, length):
    n, d = queries.shape
    attention = Attention(length, keys.shape[1], d)
    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    block = pl.BlockSpec((None, attention.size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        attention.take,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(attention.steps,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)
