"""The expected response to each user: the rules for `RULES` in `test_authorisation.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tests.integration.app.security.world import PEOPLE

if TYPE_CHECKING:
    import httpx

OK: Final = "ok"
"""The request succeeds, or is refused for a reason other than the user."""
SIGN_IN: Final = "sign-in"
"""A redirect to the sign-in form, which leads back to the page."""

HIDDEN: Final = "404"
"""There is no such thing, or none that the user may know of."""


@dataclass(frozen=True)
class Rule:
    """The expected response to each user: `ok`, `sign-in`, or the status of an error."""

    nobody: str
    learner: str
    other_learner: str
    instructor: str
    co_author: str
    commenter: str
    reader: str
    other_instructor: str
    admin: str
    wrong_token: str = "401"  # noqa: S105


def make_rule(nobody: str, everybody: str, **others: str) -> Rule:
    """Return a rule: one response for all signed-in users, except for those given by name."""
    return Rule(nobody, **(dict.fromkeys(PEOPLE, everybody) | others))


def name_answer(answer: httpx.Response) -> str:
    """Return the name of a response in terms of access."""
    if answer.status_code == 303 and answer.headers["location"].startswith("/signin"):
        return SIGN_IN
    if answer.status_code in {401, 403, 404, 405} or answer.status_code >= 500:
        return str(answer.status_code)
    return OK


OPEN = make_rule(OK, OK, wrong_token=OK)  # without authentication
NOWHERE = make_rule(HIDDEN, HIDDEN, wrong_token=HIDDEN)  # a folder, which isn't listed
PUBLIC = make_rule(OK, OK)  # for everybody, but a token must be valid if there is one
MEMBER = make_rule("401", OK)  # all signed-in users
MEMBER_PAGE = make_rule(SIGN_IN, OK)
OWNER = make_rule("401", "404", learner=OK)  # only the owner
OWNER_PAGE = make_rule(SIGN_IN, "404", learner=OK)
RATER = make_rule(
    "401", OK, instructor="403", co_author="403", commenter="403", reader="403"
)  # users who solved the problem or gave up, but nobody with whom it is shared
SOLVER_PAGE = make_rule(SIGN_IN, "403", learner=OK, other_learner=OK)  # users who solved the problem
VOTER = make_rule("401", "403", other_learner=OK)  # users who solved the problem, except the solution's author
AUTHOR = make_rule("401", OK, learner="403", other_learner="403")  # instructors and admins
CHANGE = make_rule("401", "403", instructor=OK, co_author=OK, admin=OK)  # users who may change the problem
ANSWER = replace(CHANGE, commenter=OK)  # also those who may answer reports on it
PROBLEM = replace(ANSWER, reader=OK)  # also those who may read it
UNCHANGED = make_rule(
    "401", "403", instructor="404", co_author="404", commenter="404", reader="404", admin="404"
)  # the same, for a submission that the regrade doesn't change
PROBLEM_OWNER = make_rule("401", "403", instructor=OK, admin=OK)  # users who may share it
ADMIN = make_rule("401", "403", admin=OK)
TICKET = make_rule("404", "404")  # users with the link, which nobody has here
OPEN_TICKET = make_rule("404", "404", wrong_token="404")  # the same, without authentication  # noqa: S106
NOT_HERE = TICKET  # no identity provider is configured
MEMBERS_TICKET = make_rule("401", "404")
INVITER = make_rule(
    "401", "404", learner="403", other_learner="403", instructor=OK
)  # its creator, whose request deletes it
