"""Checks of the memory that a program donates or keeps: `donation`, `remat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks.view import (
    CaseView,
    Check,
    Code,
    Count,
    ForgedEvidenceError,
    Found,
    Line,
    Word,
    failed,
    passed,
    read_found,
)

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.package.specs.memory import DonationSpec, RematSpec
    from grader.report import CheckResult


class Given(Found):
    """What happened to one parameter's arrays."""

    arrays: Count
    deleted: Count
    reused: Count


class Donated(Found):
    """The findings of `study_donation`."""

    parameters: dict[Word, Given]
    in_vain: bool


class Residuals(Found):
    """The findings of `study_remat`: how many elements are kept, the largest array, and where that is made."""

    checkpoint: bool
    residuals: Count
    largest: Word | None
    line: Line | None


def judge_donation(spec: DonationSpec, view: CaseView) -> CheckResult:
    """Check that the named parameters were donated, and no others."""
    entry, study = view.manifest.entry_point, view.study("donation")
    if study.error is not None or study.found is None:
        message = f"`{entry}` could not be called again: {study.error_words}."
        return failed("donation", "donation.failed", message, study.error_line)
    parameters = [parameter.name for parameter in view.manifest.parameters]
    donated = read_found(Donated, study.found)
    found = donated.parameters
    if list(found) != parameters:
        raise ForgedEvidenceError("not what the study of `donation` brings back")
    wanted = " and ".join(f"`{name}`" for name in spec.parameters)
    other = next((name for name, given in found.items() if name not in spec.parameters and given.deleted), None)
    if other is not None:
        message = f"`{other}` was donated or deleted, but its caller may still need it. Donate only {wanted}."
        return failed("donation", "donation.other", message)
    for name in spec.parameters:
        given = found[name]
        if given.deleted < given.arrays:
            message = (
                f"`{name}` still holds its memory after the call ({given.arrays - given.deleted} of {given.arrays} "
                f'arrays). Donate it, as with `jax.jit(..., donate_argnames="{name}")`, and not a copy of it. Only the '
                "outermost jitted function donates, and only what has the shape and dtype of a result."
            )
            return failed("donation", "donation.kept", message)
        if given.reused < given.arrays:
            message = (
                f"`{name}` is gone after the call, but no result has taken over its memory ({given.reused} of "
                f"{given.arrays} arrays). Return what the jitted function makes of it, without copying it again."
            )
            return failed("donation", "donation.copied", message)
    if donated.in_vain:
        message = (
            f"More is donated than {wanted}: JAX warns of an array whose memory no result can take over. XLA chooses "
            f"which one is not reused. Donate only {wanted}."
        )
        return failed("donation", "donation.in_vain", message)
    return passed("donation", f"The results took over the memory of {wanted}.")


def judge_remat(spec: RematSpec, view: CaseView) -> CheckResult:
    """Check that the gradient recomputes, and keeps no more than allowed."""
    entry, study = view.manifest.entry_point, view.study("remat")
    if study.error is not None or study.found is None:
        message = f"The gradient of `{entry}` could not be made: {study.error_words}."
        return failed("remat", "remat.unreadable", message, study.error_line)
    found = read_found(Residuals, study.found)
    theirs = Residuals.model_validate(view.reference("remat")).residuals
    data: dict[str, JsonValue] = {"residuals": found.residuals, "reference": theirs}
    if spec.checkpoint and not found.checkpoint:
        message = (
            f"There is no `jax.checkpoint` in `{entry}`: its gradient keeps {found.residuals} elements instead of "
            "computing them again. Wrap the block that is to be recomputed."
        )
        return failed("remat", "remat.none", message, found.line, data=data)
    limits = []
    if spec.max_residuals is not None:
        limits.append(view.size(spec.max_residuals))
    if spec.max_ratio is not None:
        limits.append(int(spec.max_ratio * theirs))
    most = min(limits, default=None)
    if most is not None and found.residuals > most:
        message = (
            f"The forward pass of `{entry}` keeps {found.residuals} elements for the backward pass, the largest array "
            f"{found.largest}; {most} are enough. Put more of the work under `jax.checkpoint`, or choose a policy that "
            "saves less."
        )
        return failed("remat", "remat.residuals", message, found.line, data=data)
    return passed("remat", f"The forward pass keeps {found.residuals} elements for the backward pass.", data=data)


CHECKS = {
    "donation": Check(
        judge_donation,
        {
            "donation.kept": Code("an array that is to be donated still holds its memory"),
            "donation.copied": Code("an array was given up, but no result took over its memory"),
            "donation.other": Code("an array was donated that the caller may still need"),
            "donation.in_vain": Code("more was donated than there are results of its shape and dtype"),
            "donation.failed": Code("the call could not be made again"),
        },
        example="{parameters: [state]}",
        study=True,
    ),
    "remat": Check(
        judge_remat,
        {
            "remat.none": Code("there is no `jax.checkpoint` in the program"),
            "remat.residuals": Code("too much is kept for the backward pass"),
            "remat.unreadable": Code("the entry point can't be differentiated"),
        },
        example="{parameters: [weights], max_residuals: L * N * D}",
        study=True,
        needs_reference=True,
    ),
}
