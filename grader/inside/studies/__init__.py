"""What is looked into after the calls of a case, for the checks that need it. One module per family of checks.

A study runs where the submission runs. What it finds is evidence: judged outside, and never a security boundary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.inside.studies import outputs, programs, purity, transforms

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study

STUDIES: dict[str, Study] = {**outputs.STUDIES, **programs.STUDIES, **purity.STUDIES, **transforms.STUDIES}
"""Every study by the name of its check."""
