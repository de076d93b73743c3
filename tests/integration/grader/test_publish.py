"""What publishing makes of a problem, and what it refuses, with the smallest possible problem."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from grader.bundle.store import BundleStore
from grader.errors import PackageError, PublishRefusedError, UnsupportedHereError
from grader.publishing.cases import MAX_CASES
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.publish import publish as publish_package
from grader.publishing.publish import source_digest
from grader.publishing.solutions import LEAST_MIB, LEAST_SECONDS
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from grader.grading.client import Grader
    from grader.publishing.publish import PublishReport
    from tests.integration.grader.conftest import Publisher

pytestmark = pytest.mark.sandbox

PROBLEM = """\
format_version: 1
uuid: 11111111-2222-3333-4444-555555555555
name: Twice
track: Basics
track_position: 1
difficulty: 1
concepts: {teaches: [doubling]}
credits: Nobody
license: Apache-2.0
entry_point: twice
parameters:
  - {name: x, type: "float32[N]", about: numbers}
returns: {type: "float32[N]", about: twice as much}
checks: {}
limits: {time_s: 10}
pool: {draw: 2}
"""
CASES = """\
import numpy as np
from grader.inside.authoring import Call, Case

def samples():
    return [Case("sample", "two numbers", [Call({"x": np.array(x, np.float32)}) for x in ([1, 2], [4, 8])])]

def pool(rng):
    return [Case(f"h{i}", "hidden", [Call({"x": rng.random(3, dtype=np.float32)}) for _ in range(2)]) for i in range(3)]
"""
ECHO = "def twice(x):\n    return x\n"
RIGHT = "def twice(x):\n    return 2 * x\n"
FILES = {
    "problem.yaml": PROBLEM,
    "cases.py": CASES,
    "statement.md": "# Twice\n",
    "lesson.md": "# Twice\n",
    "hints.md": "## Hint\n\nAdd.\n",
    "starter.py": "def twice(x):\n    raise NotImplementedError\n",
    "reference.py": RIGHT,
    "submissions.yaml": """\
accepted: {canonical.py: Plain.}
rejected:
  thrice.py: {verdict: wrong_answer, code: values.mismatch, message: A slip.}
""",
    "accepted/canonical.py": RIGHT,
    "rejected/thrice.py": "def twice(x):\n    return 3 * x\n",
}
SECRET = b"s" * 32


def publish(
    publisher: Publisher,
    root: Path,
    *,
    secret: bytes = SECRET,
    mutants: bool = False,
    quick: bool = False,
    **changed: str,
) -> PublishReport:
    """Publish the small problem with some files changed; `_` in a keyword stands for the dot."""
    package, references = write_files(root, **changed)
    store = BundleStore(root / "bundles")
    return replace(publisher, store=store).publish(package, references, secret, mutants=mutants, quick=quick)


def write_files(root: Path, **changed: str) -> tuple[Path, Path]:
    """Write the small problem with some files changed; return its two folders."""
    package, references = root / "problems" / "twice", root / "references" / "twice"
    files = FILES | {name.replace("__", "/").replace("_", "."): text for name, text in changed.items()}
    for name, text in files.items():
        folder = (
            references if "/" in name or name in {"reference.py", "submissions.yaml", "equivalent.yaml"} else package
        )
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return package, references


def test_a_sound_problem_is_published(publisher: Publisher, grader: Grader, tmp_path: Path) -> None:
    report = publish(publisher, tmp_path)
    assert (report.samples, report.pool, report.accepted, report.rejected) == (1, 3, 1, 1)
    folders = tmp_path / "problems" / "twice", tmp_path / "references" / "twice"
    assert report.source_digest == source_digest(*folders, full=False) != source_digest(*folders)
    assert report.mutants is None
    assert all(10 < (solution.memory_mib or 0) < 1000 for solution in report.solutions)
    assert report.memory_mib == LEAST_MIB, "twice what it takes is less"
    bundle = BundleStore(tmp_path / "bundles").load(report.digest)
    assert bundle.manifest.solution == RIGHT
    assert all(call.expected is not None for case in (*bundle.samples, *bundle.pool) for call in case.calls)
    assert all(call.expected is None for case in bundle.warm for call in case.calls)
    graded = grader.grade(bundle, RIGHT.encode(), mode=Mode.SUBMIT)
    assert (graded.verdict, len(graded.cases)) == (Verdict.ACCEPTED, 3)


def test_limits_that_are_left_out_leave_the_accepted_solutions_room(publisher: Publisher, tmp_path: Path) -> None:
    greedy = "import numpy as np\n\n\ndef twice(x):\n    np.ones(112 * 2**20).sum()\n    return x + x\n"
    manifest = FILES["problem.yaml"].replace("limits: {time_s: 10}", "limits: {}")
    report = publish(publisher, tmp_path, problem_yaml=manifest, accepted__canonical_py=greedy)
    limits = BundleStore(tmp_path / "bundles").load(report.digest).manifest.limits
    assert (limits.time_s, limits.memory_mib) == (report.time_s, report.memory_mib)
    assert report.time_s >= LEAST_SECONDS
    assert report.memory_mib is not None
    assert 2 * 896 <= report.memory_mib < 4 * 896, "896 MiB were touched for a moment"


def test_quick_publishing_makes_the_same_bundle_and_grades_the_accepted_solutions_only(
    publisher: Publisher, tmp_path: Path
) -> None:
    false = "# Twice\n\n```python run\nassert 1 == 2\n```\n"
    report = publish(publisher, tmp_path, quick=True, mutants=True, rejected__thrice_py=RIGHT, lesson_md=false)
    assert (report.samples, report.pool, report.accepted, report.rejected) == (1, 3, 1, 0)
    folders = tmp_path / "problems" / "twice", tmp_path / "references" / "twice"
    assert report.source_digest == source_digest(*folders, full=False)
    assert report.mutants is None
    with pytest.raises(PublishRefusedError) as refused:
        publish(publisher, tmp_path, rejected__thrice_py=RIGHT, lesson_md=false)
    assert len(refused.value.findings) == 2
    mended = FILES["rejected/thrice.py"]
    sound = publish(publisher, tmp_path, quick=True, rejected__thrice_py=mended, lesson_md=false)
    assert sound.digest == report.digest
    with pytest.raises(PublishRefusedError, match=r"accepted/canonical.py got wrong_answer"):
        publish(publisher, tmp_path, accepted__canonical_py=ECHO, quick=True)


def test_the_secret_changes_the_hidden_cases_and_nothing_else(publisher: Publisher, tmp_path: Path) -> None:
    store = BundleStore(tmp_path / "bundles")
    first = store.load(publish(publisher, tmp_path).digest)
    other = store.load(publish(publisher, tmp_path, secret=b"t" * 32).digest)
    assert publish(publisher, tmp_path).digest == first.digest
    assert other.digest != first.digest
    assert (other.manifest, other.samples, other.warm) == (first.manifest, first.samples, first.warm)
    inputs = [{str(case.calls[0].args) for case in bundle.pool} for bundle in (first, other)]
    assert not inputs[0] & inputs[1]
    warm = {str(case.calls[0].args) for case in first.warm}
    assert not warm & (inputs[0] | inputs[1]), "the warm-up must show nothing of a hidden case"


def generator(samples: str = "[]", pool: str = "[]") -> str:
    return (
        "import numpy as np\nfrom grader.inside.authoring import Call, Case\n"
        f"def samples():\n    return {samples}\ndef pool(rng):\n    return {pool}\n"
    )


def failing(text: str) -> str:
    return f"import os, sys\nimport numpy as np\nimport jax.numpy as jnp\ndef twice(x):\n    {text}\n"


ONE = "Case('s', '', [Call({'x': np.ones(1, np.float32)})])"
TWO = "[Case(f'h{i}', '', [Call({'x': np.ones(1, np.float32)})]) for i in range(2)]"
REFUSALS: dict[str, tuple[dict[str, Any], str]] = {
    "a generator that is not deterministic": (
        {"cases_py": CASES.replace("rng.random(3,", "np.random.default_rng().random(3,")},
        "cases.py made different cases in a second run: take random numbers from `rng` only",
    ),
    "a generator that raises": (
        {"cases_py": "def samples():\n    raise ValueError('no idea')\n"},
        "cases.py failed: Traceback (your lines):\n  line 2, in samples\n    raise ValueError('no idea')\n",
    ),
    "a generator that is no Python": (
        {"cases_py": "def samples(:\n"},
        "cases.py failed: Traceback (your lines):\n  line 1, in <module>\n    def samples(:\nSyntaxError",
    ),
    "a generator without a pool": ({"cases_py": "def samples():\n    return []\n"}, "has no attribute 'pool'"),
    "a generator that ends its process": (
        {"cases_py": "import os\nos._exit(3)\n"},
        "cases.py ended its sandbox (exited 3",
    ),
    "a lesson whose claim is not true": (
        {"lesson_md": "Two and two.\n\n```python run\nassert 2 + 2 == 5\n```\n"},
        "lesson.md:4: a runnable block failed:\nTraceback (your lines):\n  line 4",
    ),
    "an example that the solution doesn't agree with": (
        {"statement_md": "```python run\nimport numpy as np\nassert twice(np.ones(1)) == 3\n```\n"},
        "statement.md:3: a runnable block failed",
    ),
    "an input echoed": (
        {"reference_py": ECHO, "accepted__canonical_py": ECHO},
        "`x` echoed would be accepted: 3 of 3 hidden cases take it, and every sample",
    ),
    "no samples": ({"cases_py": generator(pool=TWO)}, "cases.py: `samples()` returns no case; return at least one"),
    "a small pool": (
        {"cases_py": generator(f"[{ONE}]", TWO.replace("range(2)", "range(1)"))},
        "cases.py: `pool()` returns 1 of the 2 cases that problem.yaml, pool.draw, asks for; return more",
    ),
    "a case twice": (
        {"cases_py": generator(f"[{ONE}]", TWO.replace("h{i}", "s"))},
        "cases.py: 3 cases are named 's'; give each a name of its own, samples and pool together",
    ),
    "too many cases": (
        {"cases_py": generator(f"[{ONE}]", TWO.replace("range(2)", f"range({MAX_CASES})"))},
        f"cases.py: there are {MAX_CASES + 1} cases, and at most {MAX_CASES} are allowed; return fewer",
    ),
    "an argument of another name": (
        {"cases_py": generator(f"[{ONE}]", TWO.replace("'x'", "'y'"))},
        "cases.py, case h0: the arguments of a call are those of problem.yaml, parameters, in that order: x; this",
    ),
    "an argument too many": (
        {"cases_py": generator("[Case('s', '', [Call({'z': 1, 'x': 2})])]", TWO)},
        "in that order: x; this one has z, x",
    ),
    "no calls": (
        {"cases_py": generator("[Case('s', '', [])]", TWO)},
        "cases.py, case s: it makes no call; give it at least one `Call`",
    ),
    "an argument that can't be sent": (
        {"cases_py": generator("[Case('s', '', [Call({'x': {1, 2}})])]", TWO)},
        "UnsendableError: an argument is of type set",
    ),
    "traces that are no numbers": (
        {"cases_py": generator("[Case('s', '', [Call({'x': 1.0}, traces='many')])]", TWO)},
        "TypeError: case 's': `traces` is a number, a pair of minimum and maximum, or None, not 'many'",
    ),
    "an argument of another type": (
        {"cases_py": CASES.replace("rng.random(3, dtype=np.float32)", "np.arange(3)")},
        "cases.py, case h0: x is int64[3], where float32[N] is declared",
    ),
    "a result of another shape": (
        {"reference_py": failing("return jnp.append(x, x)")},
        "reference.py returns float32[4], where float32[N] is declared and N = 2, on case sample",
    ),
    "a reference that raises": (
        {"reference_py": failing("raise ValueError('hm')")},
        "reference.py raised on case sample: Traceback (your lines):\n  line 5, in twice\n    raise ValueError('hm')",
    ),
    "a reference that is no Python": ({"reference_py": "def twice(:\n"}, "reference.py can't be used: Traceback"),
    "a reference without the entry point": (
        {"reference_py": "x = 1\n"},
        "reference.py can't be used: it has no `twice`, which problem.yaml, entry_point, names; it defines no function",
    ),
    "a reference that ends its process": (
        {"reference_py": failing("os._exit(0)")},
        "reference.py ended its sandbox (exited 0",
    ),
    "a reference that never ends": (
        {"reference_py": failing("while True: pass"), "problem_yaml": PROBLEM.replace("time_s: 10", "time_s: 1")},
        "problem.yaml, limits.time_limit: reference.py takes longer than the 1 s of processor time; declare more",
    ),
    "a reference that is not deterministic": (
        {"reference_py": failing("return x + np.random.default_rng().random(x.shape, np.float32)")},
        "the reference is not deterministic on case sample",
    ),
    "a reference that returns a NaN": (
        {"reference_py": failing("return jnp.where(x > 1.5, jnp.nan, x)")},
        "the reference returns a NaN or an infinity on case sample",
    ),
    "a reference that returns an infinity": (
        {"reference_py": failing("return {'a': (x, x / 0)}")},
        "the reference returns a NaN or an infinity on case sample",
    ),
    "a reference that returns a bare NaN": (
        {"reference_py": failing("return float('nan')")},
        "the reference returns a NaN or an infinity on case sample",
    ),
    "a reference that returns what can't be sent": (
        {"reference_py": failing("return {1, 2}")},
        "reference.py on case sample: the result is of type set",
    ),
    "a warm-up that can't be loaded": (
        {"starter_py": "x = 1\n"},
        "starter.py can't be used: it has no `twice`, which problem.yaml, entry_point, names; it defines no function",
    ),
    "an accepted solution that is wrong": (
        {"accepted__canonical_py": "def twice(x):\n    return x\n"},
        "accepted/canonical.py got wrong_answer (values.mismatch: The output differs",
    ),
    "an accepted solution that raises": (
        {"accepted__canonical_py": "def twice(x):\n    return y\n"},
        "accepted/canonical.py got runtime_error (error.name: A name is not defined, or used before it is set: 'y'.",
    ),
    "a rejected solution that is right": (
        {"rejected__thrice_py": "def twice(x):\n    return x + x\n"},
        "rejected/thrice.py declares wrong_answer (values.mismatch) and got accepted (accepted: All 3 cases are right",
    ),
    "a rejected solution that fails for another reason": (
        {"rejected__thrice_py": "def twice(x):\n    return 3 * x[:1]\n"},
        "rejected/thrice.py declares wrong_answer (values.mismatch) and got invalid_output (values.shape: The output",
    ),
    "a rejected solution with the verdict and another code": (
        {"submissions_yaml": FILES["submissions.yaml"].replace("values.mismatch", "repeat.differs")},
        "rejected/thrice.py declares wrong_answer (repeat.differs) and got wrong_answer (values.mismatch",
    ),
}


@pytest.mark.parametrize(("changed", "finding"), REFUSALS.values(), ids=REFUSALS)
def test_a_problem_that_does_not_hold_is_refused(
    publisher: Publisher, tmp_path: Path, changed: dict[str, Any], finding: str
) -> None:
    cache = publisher.grader.settings.compile_cache
    assert cache is not None
    before = set(cache.glob("*"))
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, **changed)
    assert set(cache.glob("*")) == before, "compiled programs of refused problems are dropped, others' stay"
    assert len(caught.value.findings) == 1
    assert finding in caught.value.findings[0]
    assert str(caught.value).startswith("twice is not published:\n  - ")
    assert "/dojo" not in str(caught.value)
    assert not (tmp_path / "bundles").exists(), "nothing of a refused problem is kept"


def test_every_solution_that_does_not_hold_is_named(publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, accepted__canonical_py="x = 1\n", rejected__thrice_py=RIGHT)
    assert [finding.split()[0] for finding in caught.value.findings] == ["accepted/canonical.py", "rejected/thrice.py"]


def test_a_mistake_in_a_file_is_told_before_anything_runs(publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=r"problem\.yaml:11: "):
        publish(
            publisher, tmp_path, problem_yaml=PROBLEM.replace("parameters:", "parameter:"), cases_py="while True: pass"
        )


CLIPPED = "import jax.numpy as jnp\n\ndef twice(x):\n    return 2 * jnp.maximum(x, -1.0)\n"
"""No case has a number below -1, so no case shows what becomes of one."""


def test_a_mutant_that_is_accepted_is_shown_until_it_is_listed(publisher: Publisher, tmp_path: Path) -> None:
    earlier = EarlierChecks(tmp_path / "checks")  # a mutant is tried once

    def publish_all(**more: str) -> PublishReport:
        folders = write_files(tmp_path, accepted__canonical_py=CLIPPED, reference_py=CLIPPED, **more)
        return publish_package(*folders, BundleStore(tmp_path / "bundles"), SECRET, publisher.grader, earlier=earlier)

    with pytest.raises(PublishRefusedError) as caught:
        publish_all()
    survivors = [finding.split()[2] for finding in caught.value.findings]
    assert "canonical:change_float.1" in survivors
    told = next(finding for finding in caught.value.findings if "change_float" in finding)
    assert "-    return 2 * jnp.maximum(x, -1.0)\n" in told
    assert "+    return 2 * jnp.maximum(x, " in told
    listing = "".join(f'"{name}": No case has a number below -1, and none may.\n' for name in survivors)
    report = publish_all(equivalent_yaml=listing)
    assert report.mutants is not None
    results = {trial.name: trial.result for trial in report.mutants}
    assert {name for name, result in results.items() if result == "equivalent"} == set(survivors)
    assert {trial.code for trial in report.mutants if trial.name == "canonical:negate.1"} == {"values.mismatch"}
    with pytest.raises(
        PublishRefusedError, match=r"equivalent\.yaml: canonical:drop_jit\.1 is not among the mutants and fakes"
    ):
        publish_all(equivalent_yaml=listing + '"canonical:drop_jit.1": There is no jit in it.\n')


def test_a_manifest_s_memory_and_translations_reach_the_learner(
    publisher: Publisher, grader: Grader, tmp_path: Path
) -> None:
    manifest = PROBLEM.replace("{time_s: 10}", "{time_limit: 10, memory: 1024}").replace(
        "name: Twice", "name: {en: Twice, de: Zweimal}\nkeywords: [doubling]"
    )
    files: dict[str, Any] = {"problem_yaml": manifest, "lesson_de_md": "```python run\nassert 1 + 1 == 2\n```\n"}
    digest = publish(publisher, tmp_path, **files).digest
    bundle = BundleStore(tmp_path / "bundles").load(digest)
    german = bundle.manifest.translations["de"]
    assert (german.name, german.lesson, bundle.manifest.keywords) == ("Zweimal", files["lesson_de_md"], ["doubling"])
    greedy = "import numpy as np\n\ndef twice(x):\n    return 2 * x + 0 * np.ones(2**20 * 140)[:1]\n"
    report = grader.grade(bundle, greedy.encode(), mode=Mode.RUN)
    assert report.verdict is Verdict.MEMORY_LIMIT_EXCEEDED
    assert grader.grade(bundle, RIGHT.encode(), mode=Mode.RUN).verdict is Verdict.ACCEPTED


def test_a_translation_s_claim_must_be_true(publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(PublishRefusedError, match=r"statement\.de\.md:2: a runnable block failed"):
        publish(publisher, tmp_path, statement_de_md="```python run\nassert twice(1) == 3\n```\n")


def test_a_problem_that_needs_what_is_not_here_is_no_broken_one(publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedHereError, match=r"it needs jax >=9, and the sandbox has jax 0\."):
        publish(publisher, tmp_path, problem_yaml=PROBLEM + 'needs: {jax: ">=9"}\n', cases_py="while True: pass")
