"""Calls the loss with all rows.

Class: numbers
Why: It takes one example.
"""


def losses(loss, weights, xs, ys):
    return loss(weights, xs, ys)
