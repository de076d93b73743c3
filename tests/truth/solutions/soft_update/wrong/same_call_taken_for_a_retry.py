"""Takes a second call with the same four arguments for a retry, and doesn't move the target twice.

Class: state
Why: two calls in a row with the same networks, tau and x must move the target twice; the second one changes nothing and returns the first results.
"""

import jax
from flax import nnx

last = {}


def is_retry(target, online, tau, x):
    if not last:
        return False
    return last["target"] is target and last["online"] is online and last["tau"] == tau and last["x"] is x


def soft_update(target, online, tau, x):
    if not is_retry(target, online, tau, x):
        old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
        nnx.update(target, jax.tree.map(lambda old, new: (1 - tau) * old + tau * new, old, new))
        last.update(target=target, online=online, tau=tau, x=x, results=(target(x), online(x)))
    return last["results"]
