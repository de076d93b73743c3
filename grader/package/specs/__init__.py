"""The checks that a problem can declare in `problem.yaml`: one spec for each, in one module per family.

A family `x` has up to three modules of the same name:

- `grader/package/specs/x.py`: the specs, as an instructor writes them, with their documentation.
- `grader/inside/studies/x.py`: studies, which run inside the sandbox after the calls of a case, if a check needs more
  evidence than the calls themselves give.
- `grader/judge/checks/x.py`: the checks, which judge the evidence outside the sandbox.
"""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from grader.package.specs.base import Strict
from grader.package.specs.body import BodySpec
from grader.package.specs.checker import CheckerSpec
from grader.package.specs.gradients import GradientsSpec
from grader.package.specs.guards import LeaksSpec, NansSpec, PromotionSpec
from grader.package.specs.memory import DonationSpec, RematSpec
from grader.package.specs.outputs import InputsUnchangedSpec, RepeatSpec, RoundtripSpec, ValuesSpec
from grader.package.specs.performance import CompilesSpec, CostSpec, WorkSpec
from grader.package.specs.prng import PrngSpec
from grader.package.specs.programs import JaxprSpec
from grader.package.specs.purity import DeterministicSpec, PureSpec
from grader.package.specs.sealed import SealedSpec
from grader.package.specs.sharding import ShardingSpec
from grader.package.specs.structure import JitSpec, NnxStateSpec, TracesSpec
from grader.package.specs.transforms import ModesSpec, WrappedBySpec
from grader.package.specs.watching import EagerSpec, FinalStateSpec, FollowsSpec, HostSpec


class Checks(Strict):
    """The checks of a problem, in order of precedence: if several fail, the first of them gives the reason."""

    values: ValuesSpec | None = ValuesSpec()
    checker: CheckerSpec | None = None
    repeat: RepeatSpec | None = None
    deterministic: DeterministicSpec | None = None
    inputs_unchanged: InputsUnchangedSpec | None = None
    sealed: SealedSpec | None = None
    body: BodySpec | None = None
    jit: JitSpec | None = None
    wrapped_by: WrappedBySpec | None = None
    nnx_state: NnxStateSpec | None = None
    final_state: FinalStateSpec | None = None
    roundtrip: RoundtripSpec | None = None
    traces: TracesSpec | None = None
    host: HostSpec | None = HostSpec()
    eager: EagerSpec | None = None
    follows: FollowsSpec | None = None
    compiles: CompilesSpec | None = None
    pure: PureSpec | None = None
    modes: ModesSpec | None = None
    sharding: ShardingSpec | None = None
    jaxpr: JaxprSpec | None = None
    cost: CostSpec | None = None
    work: WorkSpec | None = None
    gradients: GradientsSpec | None = None
    prng: PrngSpec | None = None
    leaks: LeaksSpec | None = None
    nans: NansSpec | None = None
    promotion: PromotionSpec | None = None
    donation: DonationSpec | None = None
    remat: RematSpec | None = None

    @model_validator(mode="after")
    def _refuse_opposites(self) -> Self:
        if self.donation is not None and self.inputs_unchanged is not None:
            raise ValueError(
                "`donation` and `inputs_unchanged` exclude each other: a donated array is deleted; remove one of them"
            )
        if self.sealed is not None and self.cost is not None and self.cost.bytes_accessed is not None:
            raise ValueError(
                "`cost.bytes_accessed` isn't known for `sealed` cases, where the compiler fuses little; remove one"
            )
        if self.sealed is not None and self.sharding is not None:
            raise ValueError("`sealed` and `sharding` exclude each other: sealed programs run on one device")
        return self

    def declared(self) -> dict[str, Strict]:
        """Return the declared specs, by the names of their checks."""
        specs = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: spec for name, spec in specs.items() if spec is not None}

    @property
    def wrapper(self) -> str:
        """The wrapper of jitted functions in this problem, for messages: `jax.jit`, unless a check says otherwise."""
        if self.jit is not None:
            return f"`{self.jit.wrapper}`"
        asking = self.follows or self.wrapped_by
        return " or ".join(f"`{wrapper}`" for wrapper in asking.wrappers) if asking is not None else "`jax.jit`"

    def sizes(self) -> dict[str, int | str]:
        """Return the sizes in the specs, such as `4 * N * D`, each by its key in `problem.yaml`."""
        keys = {
            "jaxpr": ("max_consts_bytes", "max_intermediate", "max_intermediate_bytes"),
            "remat": ("max_residuals",),
            "sealed": ("max_intermediate",),
            "sharding": ("max_bytes",),
        }
        declared = self.declared()
        sizes = {
            f"checks.{name}.{key}": getattr(declared[name], key)
            for name, of in keys.items()
            for key in of
            if name in declared
        }
        if self.jaxpr is not None and self.jaxpr.kernel is not None:
            kernel = self.jaxpr.kernel
            names = ("min_steps", "max_steps", "max_block")
            sizes |= {f"checks.jaxpr.kernel.{key}": getattr(kernel, key) for key in names}
        return {key: size for key, size in sizes.items() if size is not None}
