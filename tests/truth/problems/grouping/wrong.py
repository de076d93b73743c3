"""Wrong solutions of `order_by_group`, each with the reason code it must get."""

import jax
import jax.numpy as jnp


def add(groups, weights):
    return jax.ops.segment_sum(weights, groups, num_segments=4)


# %% reversed [checker.not_ordered]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(-groups), "totals": add(groups, weights)}


# %% unsorted [checker.not_ordered]
def order_by_group(groups, weights):
    return {"order": jnp.arange(groups.size), "totals": add(groups, weights)}


# %% by_weight [checker.not_ordered]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(weights), "totals": add(groups, weights)}


# %% ranks [checker.not_a_permutation]
def order_by_group(groups, weights):
    return {"order": jnp.searchsorted(jnp.sort(groups), groups), "totals": add(groups, weights)}


# %% sorted_values [checker.not_a_permutation]
def order_by_group(groups, weights):
    return {"order": jnp.sort(groups), "totals": add(groups, weights)}


# %% from_one [checker.not_a_permutation]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(groups) + 1, "totals": add(groups, weights)}


# %% means [checker.totals]
def order_by_group(groups, weights):
    count = add(groups, jnp.ones_like(weights))
    return {"order": jnp.argsort(groups), "totals": add(groups, weights) / count}


# %% counts [checker.totals]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(groups), "totals": jnp.bincount(groups, length=4).astype(jnp.float32)}


# %% largest [checker.totals]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(groups), "totals": jax.ops.segment_max(weights, groups, num_segments=4)}


# %% three_groups [checker.keys]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(groups), "totals": add(groups, weights)[:3]}


# %% other_keys [checker.keys]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(groups), "sums": add(groups, weights)}


# %% a_pair [checker.keys]
def order_by_group(groups, weights):
    return jnp.argsort(groups), add(groups, weights)


# %% float_order [checker.keys]
def order_by_group(groups, weights):
    return {"order": jnp.argsort(groups).astype(jnp.float32), "totals": add(groups, weights)}


# %% scanned [jaxpr.forbidden]
def order_by_group(groups, weights):
    step = lambda totals, item: (totals.at[item[0]].add(item[1]), None)
    totals, _ = jax.lax.scan(step, jnp.zeros(4), (groups, weights))
    return {"order": jnp.argsort(groups), "totals": totals}


# %% fori [jaxpr.forbidden]
def order_by_group(groups, weights):
    put = lambda i, totals: totals.at[groups[i]].add(weights[i])
    return {"order": jnp.argsort(groups), "totals": jax.lax.fori_loop(0, groups.size, put, jnp.zeros(4))}


# %% hashed [jaxpr.unreadable]
def order_by_group(groups, weights):
    order = sorted(range(len(groups)), key=lambda i: int(groups[i]))
    return {"order": jnp.array(order), "totals": add(groups, weights)}


# %% alternates [repeat.differs]
calls = []


def order_by_group(groups, weights):
    calls.append(1)
    order = jnp.lexsort((weights if len(calls) % 2 else -weights, groups))
    order = order if len(calls) < 3 else jnp.lexsort((-weights, groups))
    return {"order": order, "totals": add(groups, weights)}


# %% deleted [inputs.deleted]
def order_by_group(groups, weights):
    result = {"order": jnp.argsort(groups), "totals": add(groups, weights)}
    weights.delete()
    return result


# %% misspelled [error.attribute]
def order_by_group(groups, weights):
    return {"order": jnp.argsrt(groups), "totals": add(groups, weights)}
