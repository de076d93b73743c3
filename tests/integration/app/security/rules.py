"""What each asker is answered: the rules that `RULES` in `test_authorisation.py` names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tests.integration.app.security.world import PEOPLE

if TYPE_CHECKING:
    import httpx

OK: Final = "ok"
"""It is done, or refused for another reason than who asks."""
SIGN_IN: Final = "sign-in"
"""The form for signing in, from where one comes back."""

HIDDEN: Final = "404"
"""There is nothing, or nothing that the asker may know of."""


@dataclass(frozen=True)
class Rule:
    """What each asker is answered: `ok`, `sign-in`, or the status of an error."""

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
    """Return a rule: one answer for all who are signed in, but for those of whom something else is said."""
    return Rule(nobody, **(dict.fromkeys(PEOPLE, everybody) | others))


def name_answer(answer: httpx.Response) -> str:
    """Return what an answer says about whether one may."""
    if answer.status_code == 303 and answer.headers["location"].startswith("/signin"):
        return SIGN_IN
    if answer.status_code in {401, 403, 404, 405} or answer.status_code >= 500:
        return str(answer.status_code)
    return OK


OPEN = make_rule(OK, OK, wrong_token=OK)  # nobody is asked who they are
NOWHERE = make_rule(HIDDEN, HIDDEN, wrong_token=HIDDEN)  # a folder, which isn't listed
PUBLIC = make_rule(OK, OK)  # for everybody; a token that comes along must be right
MEMBER = make_rule("401", OK)  # whoever is signed in
MEMBER_PAGE = make_rule(SIGN_IN, OK)
OWNER = make_rule("401", "404", learner=OK)  # whose it is, and nobody else
OWNER_PAGE = make_rule(SIGN_IN, "404", learner=OK)
RATER = make_rule(
    "401", OK, instructor="403", co_author="403", commenter="403", reader="403"
)  # who solved the problem or gave up, but nobody with whom it is shared
SOLVER_PAGE = make_rule(SIGN_IN, "403", learner=OK, other_learner=OK)  # who solved the problem
VOTER = make_rule("401", "403", other_learner=OK)  # who solved the problem, but not for oneself
AUTHOR = make_rule("401", OK, learner="403", other_learner="403")  # instructors and admins
CHANGE = make_rule("401", "403", instructor=OK, co_author=OK, admin=OK)  # who may change the problem
ANSWER = replace(CHANGE, commenter=OK)  # who may answer reports on it, too
PROBLEM = replace(ANSWER, reader=OK)  # who may read it, too
UNCHANGED = make_rule(
    "401", "403", instructor="404", co_author="404", commenter="404", reader="404", admin="404"
)  # the same, of a submission that the regrade leaves as it is
PROBLEM_OWNER = make_rule("401", "403", instructor=OK, admin=OK)  # who may share it
ADMIN = make_rule("401", "403", admin=OK)
TICKET = make_rule("404", "404")  # who has the link, and here nobody has
OPEN_TICKET = make_rule("404", "404", wrong_token="404")  # the same, and nobody is asked who they are  # noqa: S106
NOT_HERE = TICKET  # no provider of sign-ins is set
MEMBERS_TICKET = make_rule("401", "404")
INVITER = make_rule(
    "401", "404", learner="403", other_learner="403", instructor=OK
)  # who made it, after whom it's gone
