"""A frozen object knows the range, and its rounding has a rule for tangents; the columns are mapped."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@jax.custom_jvp
def passing_round(ratio):
    return jnp.rint(ratio)


# The tangent goes through as it came.
passing_round.defjvps(lambda tangent, answer, ratio: tangent)


@dataclasses.dataclass(frozen=True)
class Quantiser:
    bits: int

    @property
    def ends(self) -> tuple[float, float]:
        half = float(1 << (self.bits - 1))
        return -half, half - 1.0

    def __call__(self, numbers: jax.Array, scale: jax.Array) -> jax.Array:
        low, high = self.ends
        ratio = numbers / scale
        within = jnp.where(ratio < low, low, jnp.where(ratio > high, high, ratio))
        return scale * passing_round(within)


def fake_quantise(x: jax.Array, scale: jax.Array, bits: int) -> jax.Array:
    columns = functools.partial(jax.vmap, in_axes=(1, 0), out_axes=1)
    return columns(Quantiser(bits))(x, scale)
