"""Calls the loss with all columns.

Class: numbers
Why: It takes one example.
"""


def losses(loss, weights, xs, ys):
    return loss(weights, xs.T, ys)
