"""Operations of jax.lax only, with explicit broadcasts, and a zero that carries the derivative."""

from jax import lax


def through(flat):
    """Makes `flat` pass the derivative on as if it weren't there."""

    def passing(x):
        zero = lax.sub(x, lax.stop_gradient(x))
        return lax.add(zero, lax.stop_gradient(flat(x)))

    return passing


@through
def to_level(ratio):
    return lax.round(ratio, lax.RoundingMethod.TO_NEAREST_EVEN)


def fake_quantise(x, scale, bits):
    size = 2 ** (bits - 1)
    scales = lax.broadcast_in_dim(scale, shape=x.shape, broadcast_dimensions=(1,))
    low, high = (lax.full_like(x, end) for end in (-size, size - 1))
    return lax.mul(scales, to_level(lax.clamp(low, lax.div(x, scales), high)))
