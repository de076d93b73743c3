"""Two vmaps around a metric that was told to run in a loop when somebody maps it.

Class: decoy
Why: "It has no loop that goes step by step": sequential_vmap turns each vmap into a lax.map, so the program goes over the pairs one by one in a scan.
"""

import jax
from jax.custom_batching import sequential_vmap


def distances(metric, xs, ys):
    careful = sequential_vmap(metric)
    rows = jax.vmap(careful, in_axes=(None, 0))
    return jax.vmap(rows, in_axes=(0, None))(xs, ys)
