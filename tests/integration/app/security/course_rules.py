"""The access rules of courses: each route, and the right that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from app.db.statuses import Right
from tests.integration.app.security.rules import HIDDEN, Rule

OK: Final = "ok"
NONE, VIEW, EDIT = Right.NONE, Right.VIEW, Right.EDIT


@dataclass(frozen=True)
class Who:
    """A user's role in the course: none, a student, or staff with rights."""

    content: Right = NONE
    data: Right = NONE
    student: bool = False

    @property
    def is_staff(self) -> bool:
        """Whether the user is on the course's staff."""
        return self.content is not NONE or self.data is not NONE


OUTSIDER: Final = Who()
STUDENT: Final = Who(student=True)
TEACHER: Final = Who(EDIT, EDIT)
PEOPLE: Final = {
    "outsider": OUTSIDER,
    "student": STUDENT,
    "content_viewer": Who(content=VIEW),
    "content_editor": Who(content=EDIT),
    "data_viewer": Who(data=VIEW),
    "data_editor": Who(data=EDIT),
    "viewer": Who(VIEW, VIEW),
    "owner": TEACHER,
    "other_staff": OUTSIDER,
    "admin": TEACHER,
}
"""The users who make requests; `other_staff` teaches another course with all rights."""


@dataclass(frozen=True)
class Need:
    """The rights that a route needs.

    `gone`: it deletes its object, so later requests find nothing. `late`: an earlier route has already deleted it.
    """

    who: Literal["member", "staff", "student", "manager", "thread"] = "member"
    content: Right = NONE
    data: Right = NONE
    gone: bool = False
    late: bool = False

    def answer(self, asker: Who) -> str:
        """Return the expected response to a signed-in user: `ok`, or the status of an error."""
        if asker == OUTSIDER:
            return "404"
        if self.who == "student":
            return OK if asker.student else "404"
        if self.who == "thread":  # the submission's owner, and staff who may see students' data
            return OK if asker.student or asker.data.includes(VIEW) else "403"
        may = {"manager": asker == TEACHER, "staff": asker.is_staff, "member": True}[self.who]
        return OK if may and asker.content.includes(self.content) and asker.data.includes(self.data) else "403"


def make_course_rule(need: Need) -> Rule:
    """Return the rule of a route of `iris`'s course, which `ada` attends."""
    outside, owner = need.answer(OUTSIDER), need.answer(TEACHER)
    admin = HIDDEN if need.gone else owner  # it is gone once `iris` has sent the request
    return Rule(
        nobody="401",
        learner=HIDDEN if need.late and need.who == "student" else need.answer(STUDENT),
        other_learner=outside,
        instructor=HIDDEN if need.late else owner,
        co_author=outside,
        commenter=outside,
        reader=outside,
        other_instructor=outside,
        admin=admin,
    )


MEMBER = Need()
STAFF = Need("staff")
OWN = Need("student")
THREAD = Need("thread")
MANAGER = Need("manager")
SEES_CONTENT, CHANGES_CONTENT = Need(content=VIEW), Need(content=EDIT)
SEES_DATA, CHANGES_DATA = Need(data=VIEW), Need(data=EDIT)

NEEDS: Final[dict[str, Need]] = {
    "GET /courses/{course_id}": MEMBER,
    "GET /courses/{course_id}/settings": SEES_CONTENT,
    "GET /courses/{course_id}/staff": STAFF,
    "GET /courses/{course_id}/students": SEES_DATA,
    "GET /courses/{course_id}/students/{student_id}": SEES_DATA,
    "GET /courses/{course_id}/assignments": SEES_CONTENT,
    "GET /courses/{course_id}/assignments/{assignment_id}": SEES_CONTENT,
    "GET /courses/{course_id}/extensions": SEES_DATA,
    "GET /courses/{course_id}/grades": SEES_DATA,
    "GET /api/v1/courses/{course_id}": MEMBER,
    "GET /api/v1/courses/{course_id}/export": SEES_CONTENT,
    "GET /api/v1/courses/{course_id}/staff": STAFF,
    "GET /api/v1/courses/{course_id}/students": SEES_DATA,
    "GET /api/v1/courses/{course_id}/students/{student_id}": SEES_DATA,
    "GET /api/v1/courses/{course_id}/students/{student_id}/course": SEES_DATA,
    "GET /api/v1/courses/{course_id}/assignments": SEES_CONTENT,
    "GET /api/v1/courses/{course_id}/assignments/{assignment_id}": SEES_CONTENT,
    "GET /api/v1/courses/{course_id}/assignments/{assignment_id}/overrides": SEES_CONTENT,
    "GET /api/v1/courses/{course_id}/extensions": SEES_DATA,
    "GET /api/v1/courses/{course_id}/own": OWN,
    "GET /api/v1/courses/{course_id}/grades": SEES_DATA,
    "GET /api/v1/courses/{course_id}/grades.csv": SEES_DATA,
    "GET /courses/{course_id}/assignments/{exam_id}/exam": SEES_DATA,
    "GET /api/v1/courses/{course_id}/assignments/{exam_id}/exam": SEES_DATA,
    "GET /api/v1/courses/{course_id}/assignments/{exam_id}/clock": OWN,
    "GET /courses/{course_id}/stuck": STAFF,
    "GET /courses/{course_id}/stuck/{problem}/{code}": STAFF,
    "GET /api/v1/courses/{course_id}/stuck": STAFF,
    "GET /api/v1/courses/{course_id}/stuck/{problem}/{code}": STAFF,
    "GET /courses/{course_id}/similar/{problem}": SEES_DATA,
    "GET /courses/{course_id}/similar/{problem}/{submission_id}/{other_id}": SEES_DATA,
    "GET /api/v1/courses/{course_id}/similar/{problem}": SEES_DATA,
    "GET /api/v1/courses/{course_id}/similar/{problem}/dolos": SEES_DATA,
    "GET /courses/{course_id}/lms": SEES_DATA,
    "GET /api/v1/courses/{course_id}/lms": SEES_DATA,
    "GET /courses/{course_id}/submissions/{submission_id}": THREAD,
    "GET /courses/{course_id}/requests": SEES_DATA,
    "GET /courses/{course_id}/comments": SEES_DATA,
    "GET /courses/{course_id}/assignments/{assignment_id}/rubrics/{problem}": SEES_CONTENT,
    "GET /api/v1/courses/{course_id}/submissions/{submission_id}/thread": THREAD,
    "GET /api/v1/courses/{course_id}/requests": SEES_DATA,
    "GET /api/v1/courses/{course_id}/comments": SEES_DATA,
    "GET /api/v1/courses/{course_id}/katas": SEES_CONTENT,
    "GET /api/v1/courses/{course_id}/threads": THREAD,
    "GET /api/v1/courses/{course_id}/assignments/{assignment_id}/rubrics/{problem}": SEES_CONTENT,
    # Routes that change something that no other route needs
    "POST /courses/{course_id}/submissions/{submission_id}/messages": THREAD,
    "POST /courses/{course_id}/submissions/{submission_id}/requests": OWN,
    "POST /courses/{course_id}/submissions/{submission_id}/rubric": CHANGES_DATA,
    "POST /courses/{course_id}/requests/{request_id}/owner": CHANGES_DATA,
    "POST /courses/{course_id}/requests/{request_id}/answer": CHANGES_DATA,
    "POST /courses/{course_id}/requests/{request_id}/withdraw": OWN,
    "POST /courses/{course_id}/comments": CHANGES_DATA,
    "POST /courses/{course_id}/comments/{comment_id}": CHANGES_DATA,
    "POST /courses/{course_id}/assignments/{assignment_id}/rubrics/{problem}": CHANGES_CONTENT,
    "POST /api/v1/courses/{course_id}/submissions/{submission_id}/messages": THREAD,
    "POST /api/v1/courses/{course_id}/submissions/{submission_id}/requests": OWN,
    "PUT /api/v1/courses/{course_id}/submissions/{submission_id}/rubric": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}/requests/{request_id}/owner": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/requests/{request_id}/answer": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/requests/{request_id}/withdraw": OWN,
    "POST /api/v1/courses/{course_id}/comments": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}/comments/{comment_id}": CHANGES_DATA,
    "DELETE /api/v1/courses/{course_id}/comments/{comment_id}": Need(data=EDIT, gone=True),
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/rubrics/{problem}": CHANGES_CONTENT,
    "POST /courses/{course_id}/assignments/{exam_id}/start": OWN,
    "POST /courses/{course_id}/assignments/{exam_id}/time": CHANGES_DATA,
    "POST /courses/{course_id}/assignments/{exam_id}/release": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/assignments/{exam_id}/start": OWN,
    "POST /api/v1/courses/{course_id}/assignments/{exam_id}/time": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/assignments/{exam_id}/release": CHANGES_DATA,
    "DELETE /api/v1/courses/{course_id}/assignments/{exam_id}/time/{added_id}": Need(data=EDIT, gone=True),
    "POST /courses/{course_id}/stuck/{problem}/{code}": CHANGES_CONTENT,
    "PUT /api/v1/courses/{course_id}/stuck/{problem}/{code}/hint": CHANGES_CONTENT,
    "POST /courses/{course_id}/settings": CHANGES_CONTENT,
    "POST /courses/{course_id}/copies": SEES_CONTENT,
    "POST /courses/{course_id}/archived": MANAGER,
    "POST /courses/{course_id}/staff": MANAGER,
    "POST /courses/{course_id}/invitations": MANAGER,
    "POST /courses/{course_id}/joining": CHANGES_DATA,
    "POST /courses/{course_id}/students": CHANGES_DATA,
    "POST /courses/{course_id}/roster": CHANGES_DATA,
    "POST /courses/{course_id}/labels": CHANGES_DATA,
    "POST /courses/{course_id}/students/{student_id}": CHANGES_DATA,
    "POST /courses/{course_id}/students/{student_id}/grades": CHANGES_DATA,
    "POST /courses/{course_id}/assignments/{assignment_id}": CHANGES_CONTENT,
    "POST /courses/{course_id}/assignments/{assignment_id}/place": CHANGES_CONTENT,
    "POST /courses/{course_id}/assignments/{assignment_id}/overrides": CHANGES_CONTENT,
    "POST /courses/{course_id}/assignments/{assignment_id}/late-days": OWN,
    "POST /courses/{course_id}/assignments/{assignment_id}/extensions": OWN,
    "POST /courses/{course_id}/extensions/{extension_id}": CHANGES_DATA,
    "POST /courses/{course_id}/lms/members": CHANGES_DATA,
    "POST /courses/{course_id}/lms/columns": CHANGES_DATA,
    "POST /courses/{course_id}/lms/scores": CHANGES_DATA,
    "POST /courses/{course_id}/lms/unlink": MANAGER,
    "POST /courses/{course_id}/lms/staff": MANAGER,
    "POST /api/v1/courses/{course_id}/lms/members": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/webhooks": SEES_DATA,
    "POST /courses/{course_id}/katas": MANAGER,  # must also be an author of the problem
    "PUT /api/v1/courses/{course_id}/katas/{problem}": MANAGER,
    "POST /api/v1/courses/{course_id}/lms/columns": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/lms/scores": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}": CHANGES_CONTENT,
    "POST /api/v1/courses/{course_id}/copies": SEES_CONTENT,
    "PUT /api/v1/courses/{course_id}/archived": MANAGER,
    "PUT /api/v1/courses/{course_id}/staff/{staff_name}": MANAGER,
    "POST /api/v1/courses/{course_id}/invitations": MANAGER,
    "PUT /api/v1/courses/{course_id}/joining": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/students": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}/roster": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}/labels/{label_name:path}": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}/students/{student_id}": CHANGES_DATA,
    "PUT /api/v1/courses/{course_id}/students/{student_id}/grades/{assignment_id}/{problem}": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/assignments": CHANGES_CONTENT,
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}": CHANGES_CONTENT,
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/place": CHANGES_CONTENT,
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/overrides": CHANGES_CONTENT,
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/late-days": OWN,
    "POST /api/v1/courses/{course_id}/assignments/{assignment_id}/extensions": OWN,
    "POST /api/v1/courses/{course_id}/extensions/{extension_id}/decision": CHANGES_DATA,
    # Routes that delete something: each comes before the one that deletes its container
    "POST /courses/{course_id}/extensions/{extension_id}/withdraw": OWN,
    "DELETE /api/v1/courses/{course_id}/extensions/{extension_id}": OWN,
    "POST /courses/{course_id}/invitations/{staff_invitation}/revoke": Need("manager", gone=True),
    "DELETE /api/v1/courses/{course_id}/invitations/{staff_invitation}": Need("manager", gone=True, late=True),
    "POST /courses/{course_id}/staff/{staff_name}/remove": Need("manager", gone=True),
    "DELETE /api/v1/courses/{course_id}/staff/{staff_name}": Need("manager", gone=True, late=True),
    "DELETE /api/v1/courses/{course_id}/students/{student_id}/grades/{assignment_id}/{problem}": Need(
        data=EDIT, gone=True, late=True
    ),
    "POST /courses/{course_id}/assignments/{assignment_id}/overrides/{override_id}/delete": Need(
        content=EDIT, gone=True
    ),
    "DELETE /api/v1/courses/{course_id}/assignments/{assignment_id}/overrides/{override_id}": Need(
        content=EDIT, gone=True, late=True
    ),
    "DELETE /api/v1/courses/{course_id}/labels/{label_name:path}": Need(data=EDIT, gone=True),
    "DELETE /api/v1/courses/{course_id}/stuck/{problem}/{code}/hint": Need(content=EDIT, gone=True, late=True),
    "POST /courses/{course_id}/students/{student_id}/remove": CHANGES_DATA,
    "POST /api/v1/courses/{course_id}/students/{student_id}/restore": CHANGES_DATA,
    "DELETE /api/v1/courses/{course_id}/students/{student_id}": CHANGES_DATA,
    "POST /courses/{course_id}/assignments/{assignment_id}/delete": Need(content=EDIT, gone=True),
    "DELETE /api/v1/courses/{course_id}/assignments/{assignment_id}": Need(content=EDIT, gone=True, late=True),
    "POST /courses/{course_id}/katas/{problem}/remove": Need("manager", gone=True, late=True),
    "DELETE /api/v1/courses/{course_id}/katas/{problem}": Need("manager", gone=True, late=True),
    "DELETE /api/v1/courses/{course_id}/lms/contexts/{context_id}": Need("manager", gone=True, late=True),
    "DELETE /api/v1/courses/{course_id}/place": Need("student", gone=True),
    "POST /courses/{course_id}/leave": Need("student", gone=True, late=True),
}
"""Each route of one course."""
BODIES: Final[dict[str, dict[str, object]]] = {
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/overrides": {"label": "A", "late_days": 2},
    "POST /courses/{course_id}/assignments/{assignment_id}/overrides": {"label": "A", "late_days": "2"},
    "POST /api/v1/courses/{course_id}/submissions/{submission_id}/messages": {"body": "A message."},
    "POST /courses/{course_id}/submissions/{submission_id}/messages": {"body": "A message."},
    "POST /courses/{course_id}/katas": {"problem": "shift"},
    "POST /courses/{course_id}/assignments/{assignment_id}/delete": {"with_grades": "true"},
}
"""The bodies without which a request would be refused before access is checked."""
DATES: Final = {"opens_at": "2026-01-01T00:00", "due_at": "2099-01-01T00:00"}
ALL_BODIES: Final[dict[str, dict[str, object]]] = {
    "/messages": {"body": "A message."},
    "/requests": {"reason": "Because."},
    "/rubric": {"items": []},
    "/owner": {"name": ""},
    "/answer": {"body": "Because."},
    "/comments/{comment_id}": {"body": "Another comment."},
    "/rubrics/{problem}": {"items": []},
    "/time": {"minutes": 5, "reason": "Because."},
    "/start": {"access_code": ""},
    "/students/{student_id}": {"name": "Dora"},
    "/grades": {"assignment": "{assignment_id}", "problem": "shift", "points": 5, "reason": "Because."},
    "/grades/{assignment_id}/{problem}": {"points": 5, "reason": "Because."},
    "/assignments/{assignment_id}": {"name": "Changed", "katas": [{"problem": "shift", "points": 5}], **DATES},
    "POST /courses/{course_id}/assignments/{assignment_id}": {
        "name": "Changed", "problem": "shift", "points": 5, **DATES,
    },
    "/place": {"place": 1},
    "/overrides": {"label": "A", "late_days": 2},
    "/late-days": {"days": 1},
    "/assignments/{assignment_id}/extensions": {"until": "2099-03-01T00:00", "reason": "Because."},
    "/extensions/{extension_id}": {"decision": "declined"},
    "/decision": {"granted": False},
}  # fmt: skip
"""Valid bodies of the routes with a second id in their path, by the route's end: mostly for pages and API alike."""
MIXED_BODIES: Final[dict[str, dict[str, object]]] = {
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/overrides": {
        "student": "{student_id}", "late_days": 1,
    },
    "POST /courses/{course_id}/assignments/{assignment_id}/overrides": {"student": "{student_id}", "late_days": 1},
    "POST /api/v1/courses/{course_id}/assignments/{exam_id}/time": {
        "student": "{student_id}", "minutes": 5, "reason": "Because.",
    },
    "POST /courses/{course_id}/assignments/{exam_id}/time": {
        "student": "{student_id}", "minutes": 5, "reason": "Because.",
    },
    "POST /courses/{course_id}/students/{student_id}/grades": ALL_BODIES["/grades"],
    "PUT /api/v1/courses/{course_id}/submissions/{submission_id}/rubric": {"items": ["{item_id}"]},
    "POST /courses/{course_id}/submissions/{submission_id}/rubric": {"items": ["{item_id}"]},
    "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/rubrics/{problem}": {
        "items": [{"id": "{item_id}", "points": 1, "words": "Theirs."}],
    },
}  # fmt: skip
"""Bodies that name a thing of the course, by routes."""
