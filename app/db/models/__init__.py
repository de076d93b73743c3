"""The tables. The migrations in `app/db/migrations` create them; a test checks that both are equal.

Times are UTC. A row's `id` is internal to the database; URLs contain a `public_id`.
"""

from app.db.models.access import Identity, Invitation, RecoveryCode, SecondFactor, Ticket
from app.db.models.accounts import ApiToken, DeviceGrant, Profile, Session, User
from app.db.models.audit import AuditEntry
from app.db.models.base import Base, UtcDateTime, make_public_id, now
from app.db.models.bundles import BundlePrograms
from app.db.models.courses import (
    Assignment,
    AssignmentKata,
    AssignmentOverride,
    Course,
    CourseInvitation,
    CourseLabel,
    CourseStaff,
    ExamExtension,
    ExamStart,
    ExtensionRequest,
    GradeOverride,
    KeptGrades,
    PinnedHint,
    SpentLateDays,
    Student,
    StudentLabel,
)
from app.db.models.limits import Tries
from app.db.models.lti import (
    LtiContext,
    LtiDeployment,
    LtiIdentity,
    LtiKey,
    LtiLineItem,
    LtiLogin,
    LtiMember,
    LtiPlatform,
    LtiScore,
)
from app.db.models.mails import WaitingMail
from app.db.models.practice import (
    Certificate,
    Draft,
    Question,
    QuestionReport,
    SharedProgram,
    SharedSolution,
    ShareLink,
    Unlock,
    Vote,
)
from app.db.models.problems import AuthoringTask, Problem, ProblemAuthor, ProblemVersion
from app.db.models.runners import RegisteredRunner
from app.db.models.submissions import IdempotencyKey, Job, Regrade, Regrading, Submission, SubmissionEvent
from app.db.models.threads import CourseComment, Review, RubricItem, RubricTick, ThreadMessage
from app.db.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "ApiToken",
    "Assignment",
    "AssignmentKata",
    "AssignmentOverride",
    "AuditEntry",
    "AuthoringTask",
    "Base",
    "BundlePrograms",
    "Certificate",
    "Course",
    "CourseComment",
    "CourseInvitation",
    "CourseLabel",
    "CourseStaff",
    "DeviceGrant",
    "Draft",
    "ExamExtension",
    "ExamStart",
    "ExtensionRequest",
    "GradeOverride",
    "IdempotencyKey",
    "Identity",
    "Invitation",
    "Job",
    "KeptGrades",
    "LtiContext",
    "LtiDeployment",
    "LtiIdentity",
    "LtiKey",
    "LtiLineItem",
    "LtiLogin",
    "LtiMember",
    "LtiPlatform",
    "LtiScore",
    "PinnedHint",
    "Problem",
    "ProblemAuthor",
    "ProblemVersion",
    "Profile",
    "Question",
    "QuestionReport",
    "RecoveryCode",
    "RegisteredRunner",
    "Regrade",
    "Regrading",
    "Review",
    "RubricItem",
    "RubricTick",
    "SecondFactor",
    "Session",
    "ShareLink",
    "SharedProgram",
    "SharedSolution",
    "SpentLateDays",
    "Student",
    "StudentLabel",
    "Submission",
    "SubmissionEvent",
    "ThreadMessage",
    "Ticket",
    "Tries",
    "Unlock",
    "User",
    "UtcDateTime",
    "Vote",
    "WaitingMail",
    "Webhook",
    "WebhookDelivery",
    "make_public_id",
    "now",
]
