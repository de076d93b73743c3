import numpy as np

from grader.inside.authoring import Finding


def check(calls):
    for call in calls:
        groups, weights = call.args["groups"], call.args["weights"]
        output = call.output
        if not isinstance(output, dict) or set(output) != {"order", "totals"}:
            return Finding("keys", "A dict with the keys order and totals is asked for.")
        order, totals = (np.asarray(output[key]) for key in ("order", "totals"))
        if order.shape != groups.shape or totals.shape != (4,) or order.dtype.kind != "i":
            return Finding("keys", "The order has one index for each item, and there are four totals.")
        if sorted(order.tolist()) != list(range(len(groups))):
            return Finding("not_a_permutation", "Each item must come once.")
        if (np.diff(groups[order]) < 0).any():
            return Finding("not_ordered", "Items of a smaller group come first.")
        wanted = np.bincount(groups, weights, minlength=4)
        if not np.abs(totals - wanted).max() <= 1e-6 * wanted.max():
            return Finding("totals", "A total is the sum of the weights in the group.")
    return None
