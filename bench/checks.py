"""What the checks of a problem cost, mechanism by mechanism, in one run, and against a warm trusted process.

`python -m bench.checks [--slug SLUG] [--runs N]` publishes the problem (`jit_forward` by default) into a scratch
folder and grades an accepted solution on the same cases, alternately with `values` alone, without `host`, `eager` and
`follows`, with all checks but `sealed`, and with all. All are forked from the same warm process and have the same
compiled programs. The time is from submitting the source to judging the last case. Only the ratios are meaningful: the
milliseconds depend on the machine's other load.
"""

from __future__ import annotations

import argparse
import statistics
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bench.grading import ROOT, SLUG, published, require_accepted, times, wait_warm
from bench.rivals import WarmProcess
from bench.table import Row, print_table, spread
from grader.package.specs import Checks
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Bundle


WORDS: Final = {
    "warm": "warm trusted process",
    "fork": "a fork of it",
    "values": "values alone",
    "unwatched": "without host, eager and follows",
    "unsealed": "all but sealed",
    "all": "all",
}


def measure(slug: str, runs: int, kinds: Sequence[str] = tuple(WORDS)) -> dict[str, list[float]]:
    """Return the times of verdicts, in milliseconds, by their kind in `WORDS`, for the kinds that the problem has."""
    source = (ROOT / "reference_solutions" / slug / "accepted" / "canonical.py").read_bytes()
    with ExitStack() as stack:
        grader, bundle = stack.enter_context(published(spares=4, slug=slug))
        hidden = bundle.pool[: bundle.drawn]
        checks = bundle.manifest.checks
        graders = {
            "values": with_checks(bundle, Checks(values=checks.values, host=None)),
            "unwatched": with_checks(bundle, checks.model_copy(update=dict.fromkeys(("eager", "follows", "host")))),
            "all": bundle,
        }
        if checks.sealed is not None:
            graders["unsealed"] = with_checks(bundle, checks.model_copy(update={"sealed": None}))
        graders = {name: graded for name, graded in graders.items() if name in kinds}
        trusted = {
            name: stack.enter_context(WarmProcess(grader.settings, bundle, source, hidden, fork=name == "fork"))
            for name in ("warm", "fork")
            if name == "warm" or name in kinds
        }
        taken: dict[str, list[float]] = {name: [] for name in (*trusted, *graders)}
        for turn in range(runs + 1):
            for name, process in trusted.items():
                (milliseconds,) = times(process.run, 1)
                if turn:
                    taken[name].append(milliseconds)
            for name, graded in graders.items():
                (milliseconds,) = times(
                    lambda graded=graded: require_accepted(  # type: ignore[misc]  # the default binds it
                        grader.grade(graded, source, mode=Mode.SUBMIT, hidden=hidden)
                    ),
                    1,
                    before=lambda: wait_warm(grader, bundle),
                )
                if turn:  # the first of each kind isn't counted
                    taken[name].append(milliseconds)
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20, help="timed verdicts of each kind (default 20)")
    parser.add_argument("--slug", default=SLUG, help=f"the problem (default {SLUG})")
    options = parser.parse_args()
    taken = measure(options.slug, options.runs)
    middle = {name: statistics.median(found) for name, found in taken.items()}
    rows = [
        Row(WORDS[name], spread(taken[name]), f"{middle[name] / middle['warm']:.2f}x warm")
        for name in WORDS
        if name in taken
    ]
    print_table(f"{options.slug}, what its checks cost", rows)


def with_checks(bundle: Bundle, checks: Checks) -> Bundle:
    """Return a bundle with other checks, and the same cases and compiled programs."""
    return replace(bundle, manifest=bundle.manifest.model_copy(update={"checks": checks}))


if __name__ == "__main__":
    main()
