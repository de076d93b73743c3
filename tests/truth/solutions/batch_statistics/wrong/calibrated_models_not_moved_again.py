"""A model that was calibrated before only predicts: further batches are ignored in a second call for the same model.
Breaks "The model's statistics go on from where they were, by the `B` batches in order".
Class: numbers
"""

import weakref

from flax import nnx

_known = {}


@nnx.jit
def forward(model, rows):
    return model(rows)


def calibrate(model, batches, x):
    seen = _known.get(id(model))
    if seen is None or seen() is not model:
        for batch in batches:
            forward(model, batch)
        _known[id(model)] = weakref.ref(model)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
