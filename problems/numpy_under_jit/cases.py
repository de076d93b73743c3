"""Inputs of `numpy_under_jit`: recordings with loud, quiet and silent frames, and with samples that are left over."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(48, 4), (45, 7), (50, 11)]
"""N and the frame of the hidden cases."""


def make_call(samples, frame, label):
    """Return a call with these samples."""
    return Call({"samples": np.array(samples, np.float32), "frame": frame}, label=label)


def make_samples(n, frame, rng, scale):
    """Return samples of about `scale`; two frames are quiet, and the last one silent."""
    samples = scale * rng.uniform(0.3, 1, n) * rng.choice([-1, 1], n)
    frames = samples[: n // frame * frame].reshape(-1, frame)
    frames *= rng.uniform(0.2, 1, (len(frames), 1))
    if len(frames) > 2:
        frames[1] *= 3e-4
        frames[-2] *= 2e-3
        frames[-1] = 0
    return samples


def make_calls(n, frame, rng, scale):
    """Return calls with recordings of one length."""
    left_over = make_samples(n, frame, rng, scale)
    left_over[n // frame * frame :] *= 50
    only_rest = np.where(np.arange(n) < n // frame * frame, 0, left_over)
    faint = 2e-6 * rng.choice([-1, 1], n)
    return [
        make_call(make_samples(n, frame, rng, scale), frame, "loud and quiet frames"),
        make_call(np.zeros(n), frame, "a silent recording"),
        make_call(left_over, frame, "the samples left over, if any, are the loudest"),
        make_call(-np.abs(make_samples(n, frame, rng, 0.1 * scale)), frame, "a quiet recording, below zero"),
        make_call(only_rest, frame, "silent but for the samples left over, if any"),
        make_call(faint, frame, "the quietest recording that isn't silent"),
        make_call(make_samples(n, frame, rng, 1e6), frame, "a very loud recording"),
    ]


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(117)
    shown = [3, -3, 1, 1, 0, 0, 8]
    example = [
        make_call(shown, 2, "the statement's example"),
        make_call(np.zeros(5), 5, "a silent recording"),
        make_call(shown, 1, "frames of one sample"),
        make_call([-2.5], 1, "one sample"),
        make_call(shown, 7, "one frame"),
        make_call(shown, 4, "one frame, and samples left over"),
    ]
    return [
        Case("sample-1", "the statement's example, and other frames", example),
        Case("sample-2", "a longer recording", make_calls(26, 6, rng, 1.0)),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        Case(f"hidden-{i + 1}", "a recording", make_calls(n, frame, rng, 10.0 ** float(rng.integers(2, 4))))
        for i, (n, frame) in enumerate(HIDDEN)
    ]
