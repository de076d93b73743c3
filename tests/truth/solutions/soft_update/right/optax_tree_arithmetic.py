def soft_update(target, online, tau, x):
    from flax import nnx
    from optax import tree_utils as otu

    params = nnx.state(target, nnx.Param)
    kept = otu.tree_scale(1 - tau, params)
    nnx.update(target, otu.tree_add_scale(kept, tau, nnx.state(online, nnx.Param)))
    return tuple(map(lambda network: network(x), [target, online]))
