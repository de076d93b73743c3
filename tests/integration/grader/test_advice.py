"""Who follows the advice of a message gets further: the changed solution is accepted, or meets the next lesson."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from grader.report import Mode, Verdict
from tests.integration.grader.advice import ADVICE, STARTER

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from tests.integration.grader.conftest import Publisher

ROOT = Path(__file__).parents[3]

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]


def publish_alone(publisher: Publisher, slug: str, root: Path) -> Bundle:
    """Publish a shipped problem with its canonical solution alone: nothing else is graded here."""
    package, references, shipped = root / slug, root / f"{slug}-references", ROOT / "reference_solutions" / slug
    shutil.copytree(ROOT / "problems" / slug, package)
    (references / "accepted").mkdir(parents=True)
    for name in ("reference.py", "accepted/canonical.py"):
        shutil.copy(shipped / name, references / name)
    listing = {"accepted": {"canonical.py": "The only one."}, "rejected": {}}
    (references / "submissions.yaml").write_text(yaml.safe_dump(listing), encoding="utf-8")
    return publisher.store.load(publisher.publish(package, references, quick=True).digest)


@pytest.mark.parametrize("slug", ADVICE)
def test_who_follows_the_advice_gets_further(publisher: Publisher, slug: str, tmp_path: Path) -> None:
    bundle = publish_alone(publisher, slug, tmp_path)
    for name, advice in ADVICE[slug].items():
        folder = ROOT / "problems" / slug if name == STARTER else ROOT / "reference_solutions" / slug / "rejected"
        source = (folder / name).read_text(encoding="utf-8")
        before = publisher.grader.grade(bundle, source.encode(), mode=Mode.RUN)
        assert before.verdict is not Verdict.ACCEPTED, name
        assert advice.words in before.message, f"{name}: {before.message}"
        after = publisher.grader.grade(bundle, advice.follow(source).encode(), mode=Mode.RUN)
        assert after.code == advice.then, f"{name}, changed: {after.message}"


def test_no_message_of_the_first_starter_advises_the_other_wrapper(publisher: Publisher, tmp_path: Path) -> None:
    bundle = publish_alone(publisher, "jit_forward", tmp_path)
    report = publisher.grader.grade(bundle, bundle.manifest.starter.encode(), mode=Mode.RUN)
    told = [report.message, *(check.message for check in report.checks), *(hint.message for hint in report.hints)]
    assert any("nnx.jit" in message for message in told)
    assert not [message for message in told if "jax.jit" in message]
