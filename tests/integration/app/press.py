"""A problem about doubling, and a publisher without sandboxes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.bundle.contents import Bundle, Case, CaseCall, Manifest
from grader.errors import PublishRefusedError
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns, read_package
from grader.package.specs import Checks
from grader.publishing.checked import Proof
from grader.publishing.publish import PublishReport, proof_digest, source_digest
from grader.publishing.solutions import Solution
from grader.report import Verdict

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from grader.bundle.store import BundleStore
    from grader.publishing.trials import Trial
    from tests.integration.app.conftest import StandInGrader


def make_manifest(slug: str = "double", **changes: object) -> Manifest:
    fields: dict[str, Any] = {
        "slug": slug,
        "uuid": "00000000-0000-4000-8000-000000000000",
        "name": "Double it",
        "track": "Basics",
        "track_position": 1,
        "difficulty": 1,
        "concepts": Concepts(teaches=["doubling"]),
        "credits": "Us",
        "license": "Apache-2.0",
        "entry_point": "double",
        "defines": [],
        "parameters": [Parameter(name="x", type="float", about="a number")],
        "returns": Returns(type="float", about="its double"),
        "checks": Checks(),
        "limits": Limits(time_s=20),
        "pool": Pool(draw=1),
        "statement": "Double `x`.",
        "lesson": "Twice is double.",
        "hints": ["Add it to itself."],
        "starter": "def double(x):\n    ...\n",
        "warmup": "def double(x):\n    ...\n",
        "bodies": "def halve(x):\n    return x / 2\n",
        "solution": "def double(x):\n    return x + x\n",
    }
    return Manifest.model_validate(fields | changes)


@dataclass
class StandInPress:
    """Publishes without sandboxes; a package whose starter contains BROKEN is refused, and `gate` blocks publishing."""

    seen: list[Path] = field(default_factory=list)
    quick: list[bool] = field(default_factory=list)
    graders: list[object] = field(default_factory=list)
    failure: Exception | None = None
    gate: threading.Event | None = None

    def publish(
        self,
        package: Path,
        references: Path,
        store: BundleStore,
        secret: bytes,  # noqa: ARG002 - as the real one's
        grader: StandInGrader,
        progress: Callable[[str, int, int], None],
        *,
        workers: int,  # noqa: ARG002 - likewise
        quick: bool = False,
        proof: Proof | None = None,
        compiled: bool = True,  # noqa: ARG002 - likewise
        draw: int = 0,
        earlier: object = None,  # noqa: ARG002 - likewise
        known: Callable[[str], None] = lambda _finding: None,
    ) -> PublishReport:
        self.seen.append(package)
        self.quick.append(quick)
        self.graders.append(grader)
        read = read_package(package, references)
        progress("solutions", 1, 2)
        if "BROKEN" in read.starter:
            known("lesson.md:7: it failed")
        if self.gate is not None:
            assert self.gate.wait(60)
            progress("mutants", 0, 1)
        if self.failure is not None:
            raise self.failure
        solution = Solution("accepted", "canonical.py", Verdict.ACCEPTED, "accepted", 0.25, 300, None)
        if "BROKEN" in read.starter:
            findings = [f"accepted/canonical.py got wrong_answer in {references}/accepted", "lesson.md:7: it failed"]
            raise PublishRefusedError(read.slug, findings, [solution])
        manifest = make_manifest(read.slug, statement=read.statement, name=read.problem.name["en"], notes=read.notes)
        case = Case("s0", "one", (CaseCall("call 1", {"x": 1.0}, 2.0, None),))
        drawn = Case("s0", "one", (CaseCall("call 1", {"x": 1.0 + draw}, 2.0 + 2 * draw, None),))
        digest = store.save(Bundle("", manifest, (case,), (drawn,)))
        source = source_digest(package, references, full=not quick)
        mutants: list[Trial] | None = None if quick else []
        graded = [] if proof is not None and proof.fits(grader.stack, "cpu") else [solution]
        made = None if quick else Proof(proof_digest(package, references), 10.0, 1536, ("cpu/1/1/1",))
        return PublishReport(
            digest, source, 1, 1, graded, 10.0, 1536, mutants=mutants, mutants_left=2, stacks=[], proof=made
        )
