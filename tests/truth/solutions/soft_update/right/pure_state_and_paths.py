"""Works on flat dictionaries of arrays, by path."""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    target_state = nnx.state(target, nnx.Param)
    online_state = nnx.state(online, nnx.Param)
    online_by_path = dict(jax.tree_util.tree_leaves_with_path(online_state))

    def mix(path, array):
        return (1 - tau) * array + tau * online_by_path[path]

    nnx.update(target, jax.tree_util.tree_map_with_path(mix, target_state))
    return target(x), online(x)
