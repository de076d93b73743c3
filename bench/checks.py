"""What the checks of `jit_forward` cost: grading with all of them against grading with `values` alone, in one run.

`python -m bench.checks [--runs N]` publishes the problem into a scratch folder and grades an accepted solution on the
same 10 cases, in turns with all checks and with one. Both are forked from the same warm process and find the same
compiled programs. The time is that from handing over the source to the last case judged.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import replace

from bench.grading import ROOT, SLUG, published, require_accepted, times, wait_warm
from bench.table import Row, print_table, spread
from grader.report import Mode
from grader.specs import Checks


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20, help="timed verdicts of each kind (default 20)")
    options = parser.parse_args()
    source = (ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py").read_bytes()
    with published(spares=2) as (grader, bundle):
        hidden = bundle.pool[: bundle.manifest.pool.draw]
        checks = bundle.manifest.checks
        plain = replace(bundle, manifest=bundle.manifest.model_copy(update={"checks": Checks(values=checks.values)}))
        taken: dict[str, list[float]] = {"all": [], "values": []}
        for turn in range(options.runs + 1):
            for name, graded in (("values", plain), ("all", bundle)):
                (milliseconds,) = times(
                    lambda graded=graded: require_accepted(  # type: ignore[misc]  # the default binds it
                        grader.grade(graded, source, mode=Mode.SUBMIT, hidden=hidden)
                    ),
                    1,
                    before=lambda: wait_warm(grader, bundle),
                )
                if turn:  # the first of each is not counted
                    taken[name].append(milliseconds)
    ratio = statistics.median(taken["all"]) / statistics.median(taken["values"])
    names = ", ".join(checks.declared())
    rows = [
        Row("values alone", spread(taken["values"]), ""),
        Row(f"all: {names}", spread(taken["all"]), f"{ratio:.2f}x"),
    ]
    print_table(f"{SLUG}, checks, {len(bundle.samples) + len(hidden)} cases", rows)


if __name__ == "__main__":
    main()
