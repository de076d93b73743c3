"""Wrong: each Param of the target gets a note of the tau it was moved with in its metadata, which is part of the model's structure.
Breaks: "Both models have the same structure after the call."
Class: state
"""

from flax import nnx


def soft_update(target, online, tau, x):
    for layer in ("hidden", "norm", "out"):
        for name in ("kernel", "scale", "bias"):
            box = getattr(getattr(target, layer), name, None)
            if not isinstance(box, nnx.Param):
                continue
            other = getattr(getattr(online, layer), name)
            box[...] = (1 - tau) * box[...] + tau * other[...]
            box.set_metadata("moved_by", tau)
    return target(x), online(x)
