"""Inputs of `pad_to_buckets`: some lengths in some buckets; the number of traces says how they are padded."""

import numpy as np

from grader.inside.authoring import Call, Case

LENGTHS = [
    [5, 8, 1, 9, 16, 20],
    [1, 7, 2, 31, 17, 8],
    [12, 16, 9, 3, 40, 8],
    [8, 16, 32, 4, 10, 20],
    [33, 64, 513, 6, 300, 3],
    [2, 257, 65, 128, 5, 11],
    [16, 11, 17, 30, 32, 6],
    [3, 16, 20, 64, 128, 200, 300, 600, 900],
]
"""The hidden cases."""
RANGES = [(-3.0, 3.0), (-410.0, -404.0), (95.0, 101.0), (-20_006.0, -20_000.0), (-60.0, 60.0), (9_994.0, 10_000.0)]
RANGES += [(-400.0, 400.0), (-88.5, -79.5), (85.0, 88.5)]
"""Lowest and highest score; each hidden case has calls with some of them.

Without the maximum subtracted, exponentials vanish in the one before the last, and their sum overflows in the last one.
"""
LOW = -1e35
"""A score that is lower than most numbers that one would pad with."""
EXAMPLES = [[0.0, 0.6931472, 1.609438], [-200.0]]
"""What the statement's example calls with."""


def find_bucket(n):
    """Return the smallest power of two that is at least `n` and at least 8."""
    return max(8, 1 << (n - 1).bit_length())


def make_scores(n, rng, low, high):
    """Return scores from this range with both its ends; one is 0 where the range has it, as a score of 0 is a score."""
    scores = rng.uniform(low, high, n).astype(np.float32)
    scores[0], scores[-1] = low, high
    scores[n // 2] *= not low < 0 < high
    return scores


def make_case(name, lengths, rng, *, low=-3.0, high=3.0):
    """Return the case that calls with these lengths."""
    return call_all(name, [make_scores(n, rng, low, high) for n in lengths])


def call_all(name, given):
    """Return the case that calls with each of the given scores, and once more with the first."""
    calls, seen = [], set()
    for scores in [*given, given[0]]:
        bucket = find_bucket(scores.size)
        equal = f", all scores {scores[0]:g}" if scores.size > 1 and np.ptp(scores) == 0 else ""
        label = f"N = {scores.size}, in the bucket of {bucket}{equal}"
        calls.append(Call({"scores": scores}, traces=int(bucket not in seen), label=label))
        seen.add(bucket)
    return Case(name, f"N = {', '.join(str(scores.size) for scores in given)}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(7)
    return [
        make_case("sample-1", [5, 7, 8, 9, 16, 3], rng),
        make_case("sample-2", [1, 20, 2, 32, 6, 17], rng, low=-130.0, high=-120.0),
        call_all("sample-3", [np.array(scores, np.float32) for scores in EXAMPLES]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, lengths in enumerate(LENGTHS):
        ranges = [RANGES[(i + at) % len(RANGES)] for at in range(len(lengths))]
        scores = [make_scores(n, rng, *chosen) for n, chosen in zip(lengths, ranges, strict=True)]
        equal = [np.full(lengths[at], score, np.float32) for at, score in ((1, 0), (3, LOW))]
        cases.append(call_all(f"hidden-{i + 1}", [*scores, *equal]))
    return cases
