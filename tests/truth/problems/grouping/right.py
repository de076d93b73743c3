"""Right solutions of `order_by_group`: the order within a group is free."""

import jax
import jax.numpy as jnp
import numpy as np

# %% argsort


def order_by_group(groups, weights):
    totals = jax.ops.segment_sum(weights, groups, num_segments=4)
    return {"order": jnp.argsort(groups), "totals": totals}


# %% by_weight_within_group


@jax.jit
def order_by_group(groups, weights):
    order = jnp.lexsort((weights, groups))
    one_hot = groups[:, None] == jnp.arange(4)
    return dict(order=order, totals=jnp.where(one_hot, weights[:, None], 0.0).sum(axis=0))


# %% heavy_first


def order_by_group(groups, weights):
    order = jnp.lexsort((-weights, groups))
    totals = jnp.zeros(4).at[groups].add(weights)
    return {"totals": totals, "order": order}


# %% last_first


def order_by_group(groups, weights):
    flipped = jnp.argsort(groups[::-1])
    order = len(groups) - 1 - flipped
    totals = jax.nn.one_hot(groups, 4).T @ weights
    return {"order": order, "totals": totals}


# %% counted


def count(group, groups, weights):
    return jnp.sum(weights * (groups == group))


def order_by_group(groups, weights):
    totals = jax.vmap(count, in_axes=(0, None, None))(jnp.arange(4), groups, weights)
    rank = groups * groups.size + jnp.arange(groups.size)
    return {"order": jnp.argsort(rank), "totals": totals}


# %% stacked


def order_by_group(groups, weights):
    parts = []
    for group in range(4):
        parts.append(jnp.where(groups == group, weights, 0.0).sum())
    order = jnp.argsort(groups, stable=False)
    return {"order": order, "totals": jnp.stack(parts)}


# %% bincount


def order_by_group(groups, weights):
    totals = jnp.bincount(groups, weights, length=4)
    order = jnp.argsort(groups, stable=True).astype(jnp.int32)
    return {"order": order, "totals": totals}
