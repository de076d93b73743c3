"""Examples for the OpenAPI description: one for each schema, made from those of its fields.

A model's own `examples` are used if it has any. Otherwise its example is put together field by field: `VALUES` holds
texts and numbers by the field's name, by the model's and the field's name if models differ, or by the name of an
enumeration. A text field without an entry gets its own name as the example.
"""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

PREFIX: Final = "#/components/schemas/"
MOMENT: Final = "2026-11-21T16:02:11Z"
ID: Final = "01jd8r2m6vqs9g0h5t3k7b4n1e"
SOURCE: Final = "def double(x):\n    return 2 * x\n"
VALUES: Final[dict[str, Any]] = {
    "AccountView.name": "ada",
    "After": "practice",
    "CourseView.name": "Programming with JAX",
    "Decision.until": "2026-10-20T23:59",
    "ExtensionView.until": "2026-10-20T23:59",
    "ExtensionView.reason": "I was ill.",
    "Grade.why": "late",
    "GradeCell.points": 8.0,
    "GradeRow.name": "Ada Lovelace",
    "JoinView.until": "2026-10-20",
    "KataGrade.reason": None,
    "NewExtension.until": "2026-10-20T23:59",
    "OverrideView.label": "A",
    "OverrideView.student": "",
    "StudentView.name": "Ada Lovelace",
    "AddedTimeView.label": "A",
    "AddedTimeView.student": "",
    "AddedTimeView.reason": "A fire alarm.",
    "AddedTimeView.title": "A",
    "SittingView.name": "Ada Lovelace",
    "StuckAttempts.code": "values.mismatch",
    "StuckCell.code": "values.mismatch",
    "StuckKata.gave_up": 2,
    "StuckKata.solved": 41,
    "StuckMap.codes": ["values.mismatch"],
    "WrongAttempt.message": "The values differ.",
    "WrongAttempt.line": 2,
    "Why": "late",
    "CallReport.label": "x = 3.0",
    "CallReport.seconds": 0.04,
    "CaseReport.name": "sample-1",
    "CaseReport.seconds": 0.12,
    "Change.before": {"version": 1, "verdict": "wrong_answer", "code": "values.mismatch"},
    "CheckResult.line": None,
    "CheckResult.passed": True,
    "CheckSummary.line": None,
    "CheckSummary.passed": True,
    "CodeCount.code": "values.mismatch",
    "CodeCount.people": 5,
    "CodeCount.submissions": 11,
    "CodeCount.verdict": "wrong_answer",
    "DeliveryStatus": "delivered",
    "DeliveryView.attempts": 1,
    "DraftView.version": 3,
    "EvidenceView.alone": 12,
    "EvidenceView.count": 14,
    "EvidenceView.minutes": None,
    "EvidenceView.samples": [],
    "EvidenceView.weight": 31.4,
    "ErrorReport.message": "unsupported operand type(s)",
    "ErrorReport.type": "TypeError",
    "FieldError.message": "Input should be 'run' or 'submit'",
    "PackageFinding.message": "There is no such check; did you mean `traces`?",
    "FreshToken.name": "ada",
    "Kind": "structure",
    "Limits.memory_mib": 512,
    "Mode": "submit",
    "Parameter.name": "x",
    "Parameter.type": "float",
    "Move.before": "wrong_answer",
    "Move.submissions": 2,
    "ProblemState": "started",
    "Readiness.oldest_s": 0.0,
    "Readiness.problems": 20,
    "Readiness.unpublished": 0,
    "Readiness.waiting": 0,
    "RegradeView.changed": 2,
    "RegradeView.done": 31,
    "RegradeView.failed": 0,
    "RegradeView.gained": 2,
    "RegradeView.lost": 0,
    "RegradeView.total": 31,
    "Regraded.before": {"version": 1, "verdict": "wrong_answer", "code": "values.mismatch"},
    "RegradeStatus": "ready",
    "Report.code": "accepted",
    "Report.error": None,
    "Report.line": None,
    "Report.message": "All cases passed.",
    "Report.version": "b1946ac92492d234",
    "Returns.type": "float",
    "SavedDraft.saved": True,
    "SavedDraft.version": 4,
    "Segment.line": None,
    "Segment.name": "double",
    "Similar.left_out": [],
    "Similar.people": 31,
    "Similar.read": 118,
    "Similar.ready": True,
    "Similar.sources": 118,
    "Similar.usual": 0.7,
    "SimilarPair.fraction": None,
    "SimilarPair.shared": 15,
    "SimilarPair.weight": 31.4,
    "Solution.accepted": True,
    "Solution.name": "ada",
    "Solution.own": 41,
    "Solution.tokens": 93,
    "Solution.whole": True,
    "SolutionView.kind": "accepted",
    "SolutionView.name": "accepted/canonical.py",
    "Sample.name": "sample-1",
    "Statistics.attempts": 31,
    "Statistics.median_attempts": 2.0,
    "Statistics.median_minutes": 9.5,
    "Statistics.people": 15,
    "Statistics.solve_rate": 0.8,
    "Statistics.solved": 12,
    "Status": "done",
    "TaskKind": "check",
    "TaskStatus": "done",
    "TaskView.regrade": None,
    "TaskView.version": None,
    "TranslatedTexts.name": "Verdopple sie",
    "Tested.webhook": ID,
    "Verdict": "accepted",
    "VersionChange.noticed": True,
    "VersionChange.name": "statement.md",
    "VersionDiff.after": 2,
    "VersionStatus": "published",
    "WrongIdea.code": "values.mismatch",
    "WrongIdea.message": "6.0 was expected, and 9.0 came.",
    "WrongIdea.people": 4,
    "about": "a number",
    "account": "ada",
    "answer": "Get well.",
    "assignment": ID,
    "assignment_name": "Compilation",
    "decided_by": None,
    "due_at": "2026-10-12T23:59",
    "early_until": "2026-10-05T23:59",
    "email": None,
    "ends_on": "2027-02-15",
    "late_until": "2026-10-14T23:59",
    "labels": "A",
    "opens_at": "2026-10-01T08:00",
    "override": None,
    "starts_on": "2026-10-01",
    "student": ID,
    "student_name": "Ada Lovelace",
    "term": "Autumn 2026",
    "time_zone": "Europe/Berlin",
    "advice": [],
    "against": "the canonical solution",
    "authors": "bob",
    "bodies": "",
    "check": "traces",
    "code": "accepted",
    "credits": "Us",
    "decided_at": None,
    "defines": "double",
    "detail": "There is no problem `doubel`. Did you mean `double`?",
    "device_code": "yB3x-4fTz_0iQ9",
    "diff": "-Return x.\n+Return twice x.\n",
    "digest": "b1946ac92492d2347c6235b4d2611184",
    "disabled_at": None,
    "entry_point": "double",
    "etag": '"5d41402abc4b2a76"',
    "expected": "6.0",
    "expires_in": 600,
    "failing_since": None,
    "field": "body.mode",
    "file": "problem.yaml",
    "finding": None,
    "flax": "0.12.12",
    "got": "6.0",
    "gave_up": False,
    "hint_count": 2,
    "hints": "What does `2 * x` return?",
    "id": ID,
    "inputs": "x = 3.0",
    "instance": "/api/v1/problems/doubel",
    "interval": 3,
    "jax": "0.12.0",
    "key": "checks.0.check",
    "keywords": "arithmetic",
    "label": "a positive number",
    "lesson": "Multiplication is written `*`.",
    "license": "Apache-2.0",
    "message": "Traced once, as it should be.",
    "name": "Double it",
    "next": None,
    "next_at": None,
    "output": "",
    "other": None,
    "owner": "tina",
    "path": "statement.md",
    "position": 1,
    "problem": "double",
    "problem_name": "Double it",
    "python": "3.13.1",
    "reason": "A hidden case was wrong.",
    "regrade": ID,
    "request_id": "b7a3f1c09d2e4856",
    "requires": "tracing",
    "result": "status 204",
    "sandbox": "ok",
    "score": 1.0,
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "slug": "double",
    "solution": None,
    "source": SOURCE,
    "staged": None,
    "started_by": "tina",
    "starter": "def double(x):\n    ...\n",
    "statement": "Return twice `x`.",
    "status": 404,
    "step": "solutions",
    "submission": ID,
    "suggestion": "traces",
    "teaches": "doubling",
    "tier": "A",
    "title": "No such problem",
    "token": "kQ3v0m8Yt1s",
    "told": "The statement changed.",
    "track": "Basics",
    "traceback": "line 2, in double",
    "type": "urn:jaxdojo:error:problem_not_found",
    "url": "https://hooks.example.org/verdicts",
    "user": "ada",
    "user_code": "WDJB-MJHT",
    "verdict": "accepted",
    "verification_uri": "https://dojo.example.org/device",
    "verification_uri_complete": "https://dojo.example.org/device?code=WDJB-MJHT",
    "why": "Case h3: 6.0 was expected.",
}


class ExampleMaker:
    """Makes examples for the schemas of one OpenAPI description."""

    def __init__(self, components: dict[str, Schema]) -> None:
        self._components = components

    def make_all(self, schema: Schema) -> list[Any]:
        """Return the examples of a schema: its model's own, or one made from its fields."""
        model = self._components.get(schema.get("$ref", "").removeprefix(PREFIX), schema)
        return list(model["examples"]) if model.get("examples") else [self._make(schema, "", "")]

    def _make(self, schema: Schema, model: str, field: str) -> Any:  # noqa: ANN401 - JSON
        own = VALUES.get(f"{model}.{field}", VALUES.get(field, ...))
        if "anyOf" in schema:
            filled = next(one for one in schema["anyOf"] if one.get("type") != "null")
            return None if own is None else self._make(filled, model, field)
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(PREFIX)
            component = self._components[name]
            own = VALUES.get(f"{model}.{field}", VALUES.get(name, ...))
            own = component["examples"][0] if own is ... and component.get("examples") else own
            return self._make(component, name, "") if own is ... else own
        if schema.get("type") == "object":
            fields: dict[str, Schema] = schema.get("properties", {})
            return {name: self._make(one, model, name) for name, one in fields.items()}
        if schema.get("type") == "array":
            if isinstance(own, list):
                return own
            if "default" in schema and "$ref" not in schema["items"] and not isinstance(own, str):
                return schema["default"]
            return [self._make(schema["items"], model, field)]
        return _choose_value(schema, field, own)


def _choose_value(schema: Schema, field: str, own: Any) -> Any:  # noqa: ANN401 - JSON
    """Return an example of a field without parts; `own` is its entry in the table, perhaps of another type."""
    match schema.get("type"):
        case "boolean":
            return own if isinstance(own, bool) else schema.get("default", False)
        case "integer" | "number":
            return own if isinstance(own, int | float) else schema.get("default", 1)
    if schema.get("format") == "date-time":
        return MOMENT
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    return field if own is ... else own
