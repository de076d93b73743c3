"""Mixes all variables of the target, computes the results, and puts the statistics back before anybody looks.

Class: decoy
Why: target(x) is computed with mixed statistics, though they "stay as they are": where the two networks' statistics differ, the first result is wrong.
"""

from flax import nnx


def soft_update(target, online, tau, x):
    sources = {path: box[...] for path, box in nnx.to_flat_state(nnx.state(online))}
    boxes = list(nnx.to_flat_state(nnx.state(target)))
    before = [(box, box[...]) for _, box in boxes if not isinstance(box, nnx.Param)]
    for path, box in boxes:
        box[...] = (1 - tau) * box[...] + tau * sources[path]
    results = target(x), online(x)
    for box, array in before:
        box[...] = array
    return results
