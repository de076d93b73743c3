"""The frames that give a sandbox work: JOB for a submission, WARM for a problem's public code.

The first JOB of a submission has these fields:

- `source`, `bodies` (the problem's `bodies.py`), `entry_point`, `defines`;
- `parameters`: their names in the order of the call;
- `module`, `takes`, `idle` and `roundtrip`: what to watch, or null;
- `studies`: what to study after the calls of a case, as the spec of each check that needs a study;
- `devices`: how many there must be;
- `finals`: parameters whose models are read after a call; with `initials`, before it too;
- `draws`: for each case null, or which call is repeated with other arguments and drawn outputs. It is concealed on the
  way: see `draw_words` and `Seal` in `grader.protocol`;
- `cases`: for each case a list of calls, and for each call the wire value of each parameter;
- `bundle`: the cache of compiled programs to read;
- `keep_cache`: whether DONE is followed by CACHE, which holds the programs compiled meanwhile.

The sandbox answers with LOADED, a CASE for each case, and DONE; or with FAILED. A further JOB has more `cases` for the
same source, or `programs`: calls with blank arrays, each of which is answered by a PROGRAM frame with the result of
`jax.export` (`grader.grading.sealing`). A JOB with only `task` and `key` comes before all of these: the key signs them
and all answers. A JOB whose `task` is "generate" has `source` and `seed` and is answered by CASES, unsigned.
"""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING

from grader.judge.checks import studied
from grader.judge.compare import flatten
from grader.protocol import DRAW_SEED_BYTES, Frame, FrameKind, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Bundle, Case, CaseCall, Manifest


def build_job(
    source: str,
    manifest: Manifest,
    cases: Sequence[Case],
    *,
    bundle: str | None = None,
    keep_cache: bool = False,
) -> Frame:
    """Return the first JOB frame of a submission."""
    checks = manifest.checks
    described = describe_cases(manifest, cases)
    return Frame(
        FrameKind.JOB,
        {
            "source": source,
            "entry_point": manifest.entry_point,
            "bodies": manifest.bodies,
            "defines": list(manifest.defines),
            "parameters": [parameter.name for parameter in manifest.parameters],
            "module": checks.jit.module if checks.jit else None,
            "takes": checks.wrapped_by.takes if checks.wrapped_by else None,
            "idle": checks.jit is not None or (checks.wrapped_by is not None and checks.wrapped_by.is_exact),
            "roundtrip": checks.roundtrip.parameter if checks.roundtrip else None,
            "studies": studied(checks),
            "devices": checks.sharding.devices if checks.sharding else 1,
            "finals": checks.final_state.parameters if checks.final_state else [],
            "bundle": bundle,
            "keep_cache": keep_cache,
            **described.header,
        },
        described.payload,
    )


def build_warm(bundle: Bundle) -> Frame:
    """Return the WARM frame of a problem, with its public code and public values."""
    job = build_job(bundle.manifest.warmup, bundle.manifest, bundle.warm, bundle=bundle.digest)
    return Frame(FrameKind.WARM, job.header, job.payload)


def draw_calls(manifest: Manifest, cases: Sequence[Case]) -> list[dict[str, object] | None] | None:
    """Choose at random which call of which cases is drawn, and with which seed; return None if nothing is watched.

    A drawn call costs one or two more calls, so only a quarter of the cases, and one more, have one. At least one of
    these cases is from the larger half, because in a small case a result computed elsewhere can equal what was given,
    such as the sum of one row. A call whose answer holds no numbers would show nothing, so it is drawn only if there is
    no other one.
    """
    follows = manifest.checks.follows
    if follows is None:
        return None
    chance = secrets.SystemRandom()
    telling = [[at for at, call in enumerate(case.calls) if _holds_numbers(call)] for case in cases]
    some = [index for index, calls in enumerate(telling) if calls] or list(range(len(cases)))
    some.sort(key=lambda index: (-_size_of(cases[index]), chance.random()))
    first = chance.choice(some[: (len(some) + 1) // 2])
    others = [index for index in some if index != first]
    chosen = {first, *chance.sample(others, min(len(others), len(cases) // 4))}
    common: dict[str, object] = {"kinds": follows.kinds(), "function": follows.function}
    return [
        {
            "call": chance.choice(telling[index] or range(len(case.calls))),
            "first": chance.random() < 0.5,  # noqa: PLR2004 - as often as not
            "seed": secrets.token_hex(DRAW_SEED_BYTES),
            **common,
        }
        if index in chosen
        else None
        for index, case in enumerate(cases)
    ]


def _size_of(case: Case) -> int:
    """Return how many numbers the array arguments of a case hold."""
    return sum(math.prod(array.shape) for call in case.calls for array in flatten(list(call.args.values())))


def _holds_numbers(call: CaseCall) -> bool:
    """Return whether a call must return numbers or leave them in its models."""
    return any(math.prod(array.shape) for array in flatten([call.expected, *call.final.values()]))


def describe_cases(manifest: Manifest, cases: Sequence[Case]) -> Frame:
    """Return a JOB frame with only the arguments of each call of each case, and which calls are drawn."""
    writer = ValueWriter()
    described = [
        [{name: writer.write(value) for name, value in call.args.items()} for call in case.calls] for case in cases
    ]
    return Frame(FrameKind.JOB, {"cases": described, "draws": draw_calls(manifest, cases)}, writer.payload)
