"""Flat states, as dictionaries from path to Param; the boxes are looked up by path, and each is written in place."""

from flax import nnx


def _flat(net):
    return dict(nnx.to_flat_state(nnx.state(net, nnx.Param)))


def soft_update(target, online, tau, x):
    mine, theirs = _flat(target), _flat(online)
    assert mine.keys() == theirs.keys(), "two networks of one class"
    mixed = [(path, box.replace((1 - tau) * box[...] + tau * theirs[path][...])) for path, box in mine.items()]
    nnx.update(target, nnx.from_flat_state(mixed))
    return tuple(net(x) for net in (target, online))
