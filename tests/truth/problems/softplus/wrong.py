"""Wrong solutions of `softplus`, each with the reason code it must get."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

# %% overflows [values.not_finite]
def softplus(x):
    return jnp.log1p(jnp.exp(x))


# %% overflows_in_log [values.not_finite]
def softplus(x):
    return jnp.log(1 + jnp.exp(x))


# %% one_over [values.not_finite]
def softplus(x):
    return -jnp.log(1 / (1 + jnp.exp(x)))


# %% nan_between [values.not_finite]
def softplus(x):
    return x + jnp.log1p(jnp.exp(x)) - jnp.log(jnp.exp(x))


# %% clipped [values.mismatch]
def softplus(x):
    return jnp.log1p(jnp.exp(jnp.minimum(x, 10.0)))


# %% relu [values.mismatch]
def softplus(x):
    return jnp.maximum(x, 0)


# %% base_two [values.mismatch]
def softplus(x):
    return jnp.logaddexp2(x, 0.0)


# %% gelu [values.mismatch]
def softplus(x):
    return jax.nn.gelu(x)


# %% series [values.mismatch]
def softplus(x):
    return jnp.where(jnp.abs(x) < 3, jnp.log(2.0) + x / 2 + x**2 / 8 - x**4 / 192, jnp.maximum(x, 0))


# %% smooth_max [values.mismatch]
def softplus(x):
    return (x + jnp.sqrt(x**2 + 1)) / 2


# %% half [values.dtype]
def softplus(x):
    return jnp.logaddexp(x.astype(jnp.float16), jnp.float16(0))


# %% sum_of_all [values.shape]
def softplus(x):
    return jnp.logaddexp(x, 0.0).sum()


# %% a_column [values.shape]
def softplus(x):
    return jax.nn.logsumexp(jnp.stack([x, 0 * x]), axis=0, keepdims=True)


# %% with_gradient [values.structure]
def softplus(x):
    return jnp.logaddexp(x, 0.0), jax.nn.sigmoid(x)


# %% table_of_pairs [jaxpr.intermediate]
def softplus(x):
    return jnp.logaddexp(x[:, None], 0 * x[None, :]).mean(1)


# %% outer_product [jaxpr.intermediate]
def softplus(x):
    return jnp.logaddexp(jnp.diagonal(jnp.diag(x)), 0.0)


# %% by_lax_map [jaxpr.forbidden]
def softplus(x):
    return jax.lax.map(lambda v: jnp.logaddexp(v, 0.0), x)


# %% in_numpy [jaxpr.unreadable]
def softplus(x):
    return jnp.asarray(np.logaddexp(np.asarray(x), np.float32(0)))


# %% python_branch [jaxpr.unreadable]
def softplus(x):
    return jnp.stack([jnp.logaddexp(v, 0.0) if v < 50 else v for v in x])


# %% donated [inputs.deleted]
@functools.partial(jax.jit, donate_argnums=0)
def softplus(x):
    return jnp.logaddexp(x, 0.0)


# %% branch_in_jit [error.tracer_bool]
@jax.jit
def softplus(x):
    return x if x.min() > 50 else jnp.logaddexp(x, 0.0)


# %% masked_afterwards [gradients.not_finite]
def softplus(x):
    return jnp.where(x > 15.0, x, jnp.log1p(jnp.exp(x)))


# %% stopped [gradients.zero]
def softplus(x):
    return jax.lax.stop_gradient(jnp.logaddexp(x, 0.0))


# %% wrong_rule [gradients.wrong]
@jax.custom_jvp
def softplus(x):
    return jnp.logaddexp(x, 0.0)


@softplus.defjvp
def softplus_jvp(primals, tangents):
    return softplus(*primals), jax.nn.sigmoid(-primals[0]) * tangents[0]


# %% two_percent_off [gradients.wrong]
@jax.custom_jvp
def softplus(x):
    return jnp.logaddexp(x, 0.0)


@softplus.defjvp
def softplus_jvp(primals, tangents):
    return softplus(*primals), 1.02 * jax.nn.sigmoid(primals[0]) * tangents[0]


# %% kept_in_a_global [leaks.leaked]
kept = []


@jax.jit
def softplus(x):
    kept.append(x)
    return jnp.logaddexp(x, 0.0)


# %% nan_masked [nans.made]
def softplus(x):
    nothing = jnp.where(jnp.isnan(jax.lax.stop_gradient(0.0 * x / (0.0 * x))), 0.0, 0.0)
    return jnp.logaddexp(x, 0.0) + nothing


# %% mixed_dtypes [promotion.dtype]
def softplus(x):
    return jnp.logaddexp(x, 0.0) + jnp.zeros(x.shape, jnp.bfloat16)


# %% mixed_ranks [promotion.rank]
def softplus(x):
    return (jnp.logaddexp(x, 0.0) + jnp.zeros((1, 1)))[0]


# %% in_eight_parts [remat.residuals]
def softplus(x):
    y = x
    for _ in range(8):
        y = jnp.logaddexp(y, -jnp.log(8.0))
    return y


# %% newton [remat.residuals]
def softplus(x):
    y = jnp.maximum(x, 0.0) + jnp.log(2.0)
    for _ in range(6):
        mine, other = jnp.exp(x - y), jnp.exp(-y)
        y = y - (1.0 - mine - other) / (mine + other)
    return y
