"""Checks of outputs and inputs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Name, Strict


class ValuesSpec(Strict):
    """Outputs must equal the reference's: first in structure, dtype and shape, then in their numbers, up to rounding.

    The error of an array is its largest difference over the largest expected magnitude, in units of the dtype's eps.
    If terms cancel in the reference, as in a dot product near zero, the terms' magnitude is used instead, up to 256
    times the expected one, and less if an error of half of the expected one could pass; `cancellation: refuse` prevents
    this, for problems about this very loss of precision. There is no absolute tolerance, since an output of zeros could
    pass it. Integers, booleans and random keys must be equal. Within the tolerance, a value is called bit-equal, within
    4 units in the last place, or equal within rounding.
    """

    tolerance: float = Field(default=8.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
    match: Literal["tolerance", "within_ulp", "bit_equal"] = Field(
        default="tolerance", description="how close the values must be, in addition to the tolerance"
    )
    cancellation: Literal["allow", "refuse"] = Field(
        default="allow", description="whether errors are measured relative to terms that cancel in the reference"
    )
    nans: Literal["never", "as_reference"] = Field(
        default="never",
        description="whether NaNs and infinities are allowed, in the places where the reference has them",
    )


class RepeatSpec(Strict):
    """Calls of one case with equal arguments must return bit-identical results.

    With `reordered` the calls are repeated in a fresh import, from the last to the first and back to the last. Each
    must return the same bits as before: no state from earlier calls may matter.
    """

    ignoring: list[Name] = Field(default=[], description="parameters that may differ between such calls")
    reordered: bool = Field(default=False, description="whether the calls are repeated in another order")


class InputsUnchangedSpec(Strict):
    """The arrays given to a call must hold the same bytes after it.

    What else an argument holds must be the same, too. An argument that is an instance of a class of the submission may
    keep more than it was made with, such as its hash.
    """


class RoundtripSpec(Strict):
    """An instance of the submission's class must keep its fields when it is flattened and unflattened as a pytree.

    Each field must hold what the class was given, in an attribute of that name. Its arrays must be children: an
    instance that is made of other leaves must have other arrays.
    """

    parameter: Name = Field(description="the parameter that takes the instance")
