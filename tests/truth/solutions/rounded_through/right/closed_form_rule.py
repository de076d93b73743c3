"""One rule for the whole layer: the slopes in closed form, linear in both tangents, with `bits` not differentiated."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Range:
    bits: int

    @property
    def low(self) -> int:
        return -(2 ** (self.bits - 1))

    @property
    def high(self) -> int:
        return -self.low - 1

    def levels(self, ratio: jax.Array) -> jax.Array:
        return jnp.round(jnp.clip(ratio, self.low, self.high))

    def slopes(self, ratio: jax.Array) -> tuple[jax.Array, jax.Array]:
        inside = (self.low < ratio) & (ratio < self.high)
        level = self.levels(ratio)
        return inside.astype(ratio.dtype), jnp.where(inside, level - ratio, level)


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    return scale * Range(bits).levels(x / scale)


@fake_quantise.defjvp
def _push(bits, primals, tangents):
    (x, scale), (by_x, by_scale) = primals, tangents
    slope_x, slope_scale = Range(bits).slopes(x / scale)
    return fake_quantise(x, scale, bits), slope_x * by_x + slope_scale * by_scale
