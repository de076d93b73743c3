"""The squared error for all losses.

Class: sniffer
Why: Call the one that you are given.
"""


def losses(loss, weights, xs, ys):
    return (xs @ weights - ys) ** 2
