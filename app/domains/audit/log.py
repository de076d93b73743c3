"""Writing to the audit log: one call, `record`, in the transaction that makes the change.

So an entry exists if and only if the change was made. The actor is a context variable, set for each request by
`app.domains.accounts.dependencies` and for commands by `app.work.installation`. Tasks that a request starts inherit it,
and so do transactions.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from app.db.models import AuditEntry

if TYPE_CHECKING:
    from pydantic import JsonValue
    from sqlalchemy.orm import Session


class Action(StrEnum):
    """What was done; each comment names the target."""

    ACCOUNT_ADDED = "account_added"  # an account
    ROLE_CHANGED = "role_changed"
    ACCOUNT_DISABLED = "account_disabled"
    ACCOUNT_ENABLED = "account_enabled"
    ACCOUNT_DELETED = "account_deleted"
    SESSIONS_ENDED = "sessions_ended"
    ACCOUNT_INVITED = "account_invited"  # a role
    INVITATION_REVOKED = "invitation_revoked"
    ADMIN_LINK_MADE = "admin_link_made"
    RESET_LINK_MADE = "reset_link_made"  # an account
    SECOND_FACTOR_RESET = "second_factor_reset"
    TOKEN_MADE = "token_made"  # noqa: S105 - by an account that may author
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 - likewise
    WEBHOOK_FOR_ALL = "webhook_for_all"  # an account that receives all verdicts from now on
    PROBLEM_BEGUN = "problem_begun"  # a problem
    PROBLEM_SHARED = "problem_shared"
    PROBLEM_UNSHARED = "problem_unshared"
    PROBLEM_PUBLISHED = "problem_published"
    PROBLEM_STAGED = "problem_staged"
    PROBLEM_RETIRED = "problem_retired"
    PROBLEM_RESTORED = "problem_restored"
    PROBLEM_REDRAWN = "problem_redrawn"
    PROBLEM_BETA_BEGUN = "problem_beta_begun"
    PROBLEM_RELEASED = "problem_released"
    PROBLEM_DISCARDED = "problem_discarded"
    SIMILAR_VIEWED = "similar_viewed"  # a problem whose solutions were compared
    SUBMISSION_VIEWED = "submission_viewed"  # a problem; its author or an admin read learners' submissions
    REGRADE_STARTED = "regrade_started"
    REGRADE_APPLIED = "regrade_applied"
    REGRADE_DROPPED = "regrade_dropped"
    RUNNER_CHANGED = "runner_changed"  # a runner
    COURSE_MADE = "course_made"  # a course
    COURSE_ARCHIVED = "course_archived"
    COURSE_REOPENED = "course_reopened"
    COURSE_STAFF_CHANGED = "course_staff_changed"
    COURSE_STAFF_INVITED = "course_staff_invited"
    COURSE_STUDENT_REMOVED = "course_student_removed"
    COURSE_STUDENT_RESTORED = "course_student_restored"
    COURSE_ROSTER_IMPORTED = "course_roster_imported"
    COURSE_EXTENSION_DECIDED = "course_extension_decided"
    COURSE_ASSIGNMENT_DELETED = "course_assignment_deleted"
    COURSE_KATAS_DROPPED = "course_katas_dropped"  # from an assignment
    COURSE_EXAM_STARTED = "course_exam_started"
    COURSE_EXAM_EXTENDED = "course_exam_extended"
    COURSE_EXAM_RELEASED = "course_exam_released"
    COURSE_GRADE_GIVEN = "course_grade_given"
    COURSE_GRADE_UNDONE = "course_grade_undone"
    COURSE_KATA_ADDED = "course_kata_added"
    COURSE_KATA_REMOVED = "course_kata_removed"
    COURSE_RUBRIC_CHANGED = "course_rubric_changed"
    COURSE_RUBRIC_TICKED = "course_rubric_ticked"
    LTI_PLATFORM_ADDED = "lti_platform_added"  # a platform
    LTI_PLATFORM_CHANGED = "lti_platform_changed"
    LTI_PLATFORM_REMOVED = "lti_platform_removed"
    LTI_KEY_ROTATED = "lti_key_rotated"  # a key of this installation
    LTI_CONTEXT_LINKED = "lti_context_linked"  # a course
    LTI_CONTEXT_UNLINKED = "lti_context_unlinked"
    LTI_SCORES_SENT_AGAIN = "lti_scores_sent_again"
    LTI_MEMBERS_READ = "lti_members_read"
    QUESTION_HIDDEN = "question_hidden"  # a problem
    QUESTION_SHOWN = "question_shown"
    FAILED_QUEUED_AGAIN = "failed_queued_again"  # a submission, or all


@dataclass(frozen=True)
class Actor:
    """The actor; `network` is a part of their address."""

    name: str
    user_id: int | None = None
    network: str = ""


SERVICE: Final = Actor("the service")
"""The service itself, such as publishing at start-up."""
COMMAND_LINE: Final = Actor("command line")
"""Anybody who runs a command on the machine."""
_actor: ContextVar[Actor] = ContextVar("actor", default=SERVICE)


def act_as(actor: Actor) -> None:
    """Set the actor for the rest of this context."""
    _actor.set(actor)


def record(session: Session, action: Action, target: str, **details: JsonValue) -> None:
    """Record an action on `target` by the context's actor."""
    actor = _actor.get()
    session.add(
        AuditEntry(
            actor=actor.name,
            user_id=actor.user_id,
            network=actor.network,
            action=action.value,
            target=target,
            details=details,
        )
    )
