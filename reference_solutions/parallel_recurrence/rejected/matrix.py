import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    n = drive.shape[0]
    later, earlier = jnp.arange(n)[:, None], jnp.arange(n)[None, :]
    # weights[t, s] is the product of the decays after s, up to t
    steps = jnp.where((later > earlier)[:, :, None], decay[:, None, :], 1.0)
    weights = jnp.cumprod(steps, axis=0) * (later >= earlier)[:, :, None]
    return (weights * drive[None]).sum(axis=1)
