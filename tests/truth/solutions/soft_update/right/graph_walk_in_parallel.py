from flax import nnx


def boxes(model):
    return {path: node for path, node in nnx.iter_graph(model) if isinstance(node, nnx.Param)}


def soft_update(target, online, tau, x):
    others = boxes(online)
    for path, box in boxes(target).items():
        box[...] = (1 - tau) * box[...] + tau * others[path][...]
    return tuple(model(x) for model in (target, online))
