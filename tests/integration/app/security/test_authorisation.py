"""Access control: each route of the API and of the pages, requested by each kind of user.

A new route needs one line in `RULES`: its method and path, as FastAPI writes them, and its rule. If none of the rules
in `rules.py` fits, make one with `Rule`. If the path has a new parameter, such as `{webhook_id}`, let `make_world` (in
`world.py`) create such a thing for `ada`, and name it in `things`. Routes that end an account or a sign-in go to the
end: reading routes are requested first, the others in the order of the table.
"""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import TYPE_CHECKING, Final

from tests.integration.app.conftest import PASSWORD
from tests.integration.app.security.course_rules import BODIES, NEEDS, make_course_rule
from tests.integration.app.security.rules import (
    ADMIN,
    ANSWER,
    AUTHOR,
    CHANGE,
    INVITER,
    MEMBER,
    MEMBER_PAGE,
    MEMBERS_TICKET,
    NOT_HERE,
    NOWHERE,
    OK,
    OPEN,
    OPEN_TICKET,
    OWNER,
    OWNER_PAGE,
    PROBLEM,
    PROBLEM_OWNER,
    PUBLIC,
    RATER,
    SIGN_IN,
    SOLVER_PAGE,
    TICKET,
    UNCHANGED,
    VOTER,
    Rule,
    make_rule,
    name_answer,
)
from tests.integration.app.security.world import PEOPLE, list_routes

if TYPE_CHECKING:
    from tests.integration.app.security.world import World


RULES: Final[dict[str, Rule]] = {
    # The service itself
    "GET /healthz": OPEN,
    "GET /readyz": OPEN,
    "GET /metrics": OPEN,
    "GET /openapi.json": OPEN,
    "GET /static": NOWHERE,
    "GET /docs": PUBLIC,
    "GET /help": OPEN,
    "GET /help/{path:path}": NOWHERE,  # there is no page with that name
    "POST /language": OPEN,
    # Signing up and in
    "POST /api/v1/accounts": OPEN,
    "POST /api/v1/session": OPEN,
    "GET /api/v1/session": PUBLIC,
    "GET /signin": PUBLIC,
    "POST /signin": OPEN,
    "POST /signin/code": OPEN_TICKET,
    "GET /signin/oidc": NOT_HERE,
    "GET /signin/oidc/callback": NOT_HERE,
    "POST /signin/oidc/join": TICKET,
    "GET /signup": PUBLIC,
    "POST /signup": OPEN,
    "GET /forgot": PUBLIC,
    "POST /forgot": PUBLIC,
    "GET /setup": TICKET,
    "POST /setup": OPEN_TICKET,
    "GET /reset": TICKET,
    "POST /reset": TICKET,
    # The user's own account
    "GET /account": MEMBER_PAGE,
    "POST /account/password": MEMBER,
    "POST /account/email": MEMBER,
    "GET /account/email": MEMBER_PAGE,
    "POST /account/email/confirm": MEMBERS_TICKET,
    "POST /account/second-factor": MEMBER,
    "GET /account/second-factor": MEMBER,
    "POST /account/second-factor/enable": MEMBER,
    "POST /account/second-factor/codes": MEMBER,
    "POST /account/second-factor/disable": MEMBER,
    "POST /account/provider/unlink": MEMBER,
    "POST /account/platforms/{identity_id}/unlink": MEMBER,
    "GET /account/export": MEMBER,
    "POST /account/delete": MEMBER,  # a wrong password
    "POST /account/betas": MEMBER,  # no choice
    "GET /api/v1/account/betas": MEMBER,
    "PUT /api/v1/account/betas": MEMBER,  # no body
    "POST /account/sessions/{session_id}/end": MEMBER,
    "POST /account/sessions/end": MEMBER,
    # Who may join
    "GET /invitations": AUTHOR,
    "POST /invitations": AUTHOR,
    "POST /invitations/{invitation_id}/revoke": INVITER,
    # Problems
    "GET /": PUBLIC,
    "GET /problems/{slug}": PUBLIC,
    "GET /map": PUBLIC,
    "GET /api/v1/problems": PUBLIC,
    "GET /api/v1/problems/{slug}": PUBLIC,
    "POST /problems/{slug}/hints": MEMBER,
    "POST /api/v1/problems/{slug}/hints/{number}": MEMBER,
    "POST /problems/{slug}/solution": MEMBER,
    "POST /api/v1/problems/{slug}/solution": MEMBER,
    # Ratings: users who solved the problem or gave up, but not its authors
    "GET /api/v1/problems/{slug}/rating": PUBLIC,
    "PUT /api/v1/problems/{slug}/rating": MEMBER,  # no body
    "DELETE /api/v1/problems/{slug}/rating": MEMBER,
    "POST /problems/{slug}/rating": RATER,
    "POST /problems/{slug}/rating/withdraw": MEMBER,
    # What users write and submit
    "POST /api/v1/format": MEMBER,
    "GET /api/v1/problems/{slug}/draft": MEMBER,
    "PUT /api/v1/problems/{slug}/draft": MEMBER,
    "POST /problems/{slug}/submissions": MEMBER,
    "POST /api/v1/problems/{slug}/submissions": MEMBER,
    "GET /api/v1/problems/{slug}/submissions": MEMBER,
    # Runs that aren't kept: anybody may start one, and anybody with its id sees a guest's
    "POST /api/v1/problems/{slug}/runs": PUBLIC,
    "POST /problems/{slug}/runs": PUBLIC,
    "POST /api/v1/programs": PUBLIC,
    "POST /programs": PUBLIC,
    "GET /api/v1/runs/{run_id}": PUBLIC,
    "GET /runs/{run_id}": PUBLIC,
    "GET /runs/{run_id}/live": PUBLIC,
    "GET /scratchpad": PUBLIC,
    # Questions: users who solved the problem or gave up, and instructors
    "GET /problems/{slug}/questions": make_rule(SIGN_IN, OK),
    "POST /problems/{slug}/questions": MEMBER,  # an empty one
    "POST /questions/{question_id}/answers": MEMBER,
    "POST /questions/{question_id}/report": MEMBER,
    "POST /questions/{question_id}/moderate": AUTHOR,
    "POST /questions/{question_id}/delete": make_rule("401", "404", learner=OK),  # gone once `ada` has asked
    # Reports on verdicts: the submission's owner, and the problem's authors
    "GET /api/v1/submissions/{submission_id}/report": OWNER,
    "POST /api/v1/submissions/{submission_id}/report": MEMBER,  # no body
    "POST /api/v1/submissions/{submission_id}/report/messages": MEMBER,
    "POST /submissions/{public_id}/report/messages": MEMBER,  # an empty one
    "POST /submissions/{public_id}/report": OWNER,
    "GET /reports": MEMBER,  # what each may answer
    "GET /authoring/{slug}/reports": PROBLEM,
    "GET /authoring/{slug}/reports/{report_id}": PROBLEM,
    "POST /authoring/{slug}/reports/{report_id}/owner": ANSWER,
    "POST /authoring/{slug}/reports/{report_id}/answer": ANSWER,
    "GET /api/v1/authoring/problems/{slug}/reports": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/reports/{report_id}": PROBLEM,
    "PUT /api/v1/authoring/problems/{slug}/reports/{report_id}/owner": ANSWER,
    "POST /api/v1/authoring/problems/{slug}/reports/{report_id}/answer": ANSWER,
    "POST /submissions/{public_id}/report/withdraw": OWNER,
    "DELETE /api/v1/submissions/{submission_id}/report": make_rule("401", "404"),  # withdrawn just before
    "GET /certificates/{certificate}": PUBLIC,
    "POST /progress/certificates": MEMBER,  # for a track that isn't finished
    "POST /certificates/{certificate}/delete": make_rule("401", "404", learner=OK),
    "GET /scratchpad/{program}": PUBLIC,
    "POST /scratchpad/programs": make_rule("401", "404"),  # a run that doesn't exist
    "POST /scratchpad/{program}/delete": make_rule("401", "404", learner=OK, admin="404"),  # gone once `ada` has asked
    "GET /submissions": MEMBER_PAGE,
    "GET /submissions/{public_id}": OWNER_PAGE,
    "GET /submissions/{public_id}/live": OWNER,
    "GET /submissions/{public_id}/earlier/{number}": OWNER,
    "GET /api/v1/submissions/{submission_id}": OWNER,
    "GET /api/v1/submissions/{submission_id}/events": OWNER,
    "GET /api/v1/submissions/{submission_id}/regrades": MEMBER,  # an empty list for others
    "GET /api/v1/submissions/{submission_id}/regrades/{number}/report": OWNER,
    "GET /api/v1/notices": MEMBER,
    "POST /notices": MEMBER,
    "DELETE /api/v1/notices": MEMBER,
    "GET /api/v1/submissions": MEMBER,
    "POST /api/v1/submissions/batch": MEMBER,
    # What users show each other
    "GET /progress": MEMBER_PAGE,
    "POST /progress/publicity": MEMBER,
    "GET /people/{name}": PUBLIC,
    "GET /shared/{token}": PUBLIC,
    "GET /client/{file}": OPEN,
    "GET /cards/{card}": PUBLIC,
    "GET /cards/{card}/picture.png": PUBLIC,
    "GET /problems/{slug}/leaderboard": PUBLIC,
    "GET /problems/{slug}/solutions": SOLVER_PAGE,
    "POST /solutions/{solution_id}/vote": VOTER,
    "POST /submissions/{public_id}/link": OWNER,
    "POST /submissions/{public_id}/share": OWNER,
    "POST /submissions/{public_id}/unshare": OWNER,
    "POST /submissions/{public_id}/unlink": OWNER,
    # Tokens, and programs that wait for one
    "GET /account/tokens": MEMBER_PAGE,
    "POST /account/tokens": MEMBER,
    "POST /account/tokens/{token_id}/revoke": OWNER,
    "GET /device": MEMBER_PAGE,
    "POST /device": MEMBER,
    "POST /api/v1/device": OPEN,
    "POST /api/v1/device/token": OPEN,
    "DELETE /api/v1/token": OPEN,
    # Webhooks
    "GET /account/webhooks": MEMBER_PAGE,
    "POST /account/webhooks": MEMBER,
    "POST /account/webhooks/{webhook_id}/enable": OWNER,
    "POST /account/webhooks/{webhook_id}/test": OWNER,
    "POST /account/webhooks/{webhook_id}/send": OWNER,
    "GET /api/v1/webhooks": MEMBER,
    "POST /api/v1/webhooks": MEMBER,
    "GET /api/v1/webhooks/{webhook_id}/deliveries": OWNER,
    "POST /api/v1/webhooks/{webhook_id}/enable": OWNER,
    "POST /api/v1/webhooks/{webhook_id}/test": OWNER,
    "POST /account/webhooks/{webhook_id}/delete": OWNER,
    "DELETE /api/v1/webhooks/{webhook_id}": make_rule("401", "404"),  # it was deleted just before
    # Pages for authoring
    "GET /authoring": AUTHOR,
    "POST /authoring": AUTHOR,
    "POST /authoring/archive": AUTHOR,
    "POST /authoring/import": AUTHOR,
    "GET /authoring/{slug}": PROBLEM,
    "POST /authoring/{slug}/files": CHANGE,
    "POST /authoring/{slug}/delete": CHANGE,
    "POST /authoring/{slug}/preview": CHANGE,
    "POST /authoring/{slug}/task": CHANGE,
    "POST /authoring/{slug}/task/cancel": CHANGE,
    "GET /authoring/{slug}/task/live": PROBLEM,
    "GET /authoring/{slug}/sharing": PROBLEM,
    "POST /authoring/{slug}/change": CHANGE,
    "POST /authoring/{slug}/restage": CHANGE,
    "POST /authoring/{slug}/rename": CHANGE,
    "POST /authoring/{slug}/equivalent": CHANGE,
    "POST /authoring/{slug}/authors": PROBLEM_OWNER,
    "POST /authoring/{slug}/archive": CHANGE,
    "GET /authoring/{slug}/versions": PROBLEM,
    "GET /authoring/{slug}/versions/{number}": PROBLEM,
    "GET /authoring/{slug}/regrades/{regrade_id}/submissions/{submission_id}": UNCHANGED,
    "POST /authoring/{slug}/rejudge": CHANGE,
    "GET /authoring/{slug}/regrades/{regrade_id}": PROBLEM,
    "POST /authoring/{slug}/regrades/{regrade_id}": CHANGE,
    "GET /authoring/{slug}/statistics": PROBLEM,
    "GET /authoring/{slug}/similar": PROBLEM,
    "GET /authoring/{slug}/similar/dolos": PROBLEM,
    "GET /authoring/{slug}/similar/{left}/{right}": PROBLEM,
    # The same, for programs
    "GET /api/v1/authoring/checks": AUTHOR,
    "GET /api/v1/authoring/schema": AUTHOR,
    "GET /api/v1/authoring/problems": AUTHOR,
    "POST /api/v1/authoring/problems": AUTHOR,
    "POST /api/v1/authoring/problems/archive": AUTHOR,
    "POST /api/v1/authoring/problems/import": AUTHOR,
    "GET /api/v1/authoring/problems/{slug}": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/files/{path:path}": PROBLEM,
    "PUT /api/v1/authoring/problems/{slug}/files/{path:path}": CHANGE,
    "DELETE /api/v1/authoring/problems/{slug}/files/{path:path}": CHANGE,
    "GET /api/v1/authoring/problems/{slug}/archive": PROBLEM,
    "PUT /api/v1/authoring/problems/{slug}/archive": CHANGE,
    "PUT /api/v1/authoring/problems/{slug}/authors/{name}": PROBLEM_OWNER,
    "DELETE /api/v1/authoring/problems/{slug}/authors/{name}": PROBLEM_OWNER,
    "DELETE /api/v1/authoring/problems/{slug}": PROBLEM_OWNER,
    "POST /api/v1/authoring/problems/{slug}/try": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/redraw": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/retire": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/restore": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/beta": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/release": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/equivalent": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/versions/{number}/stage": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/rename/{path:path}": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/check": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/publish": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/stage": CHANGE,
    "GET /api/v1/authoring/problems/{slug}/task": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/task/events": PROBLEM,
    "POST /api/v1/authoring/problems/{slug}/task/cancel": CHANGE,
    "GET /api/v1/authoring/problems/{slug}/versions": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/versions/{before}/diff/{after}": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/versions/{number}/files": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/versions/{number}/files/{path:path}": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/versions/{number}/archive": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/versions/{before}/changes/{after}": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/regrades/{regrade_id}/submissions/{submission_id}": UNCHANGED,
    "GET /api/v1/authoring/problems/{slug}/statistics": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/similar": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/similar/dolos": PROBLEM,
    "POST /api/v1/authoring/problems/{slug}/rejudge": CHANGE,
    "GET /api/v1/authoring/problems/{slug}/regrades": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/regrades/{regrade_id}": PROBLEM,
    "GET /api/v1/authoring/problems/{slug}/regrades/{regrade_id}/events": PROBLEM,
    "POST /api/v1/authoring/problems/{slug}/regrades/{regrade_id}/apply": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/regrades/{regrade_id}/drop": CHANGE,
    "POST /api/v1/authoring/problems/{slug}/regrades/{regrade_id}/return": CHANGE,  # no reason
    # LTI: platforms send people without any cookie of ours, so the first of these routes need no authentication
    "GET /lti/jwks": OPEN,
    "GET /lti/login": OPEN,
    "POST /lti/login": OPEN,
    "POST /lti/launch": OPEN,
    "POST /lti/deep-link": OPEN_TICKET,
    "GET /lti/canvas.json": OPEN,
    "GET /lti/register/{registration_token}": OPEN_TICKET,
    "POST /lti/register/{registration_token}": OPEN_TICKET,
    "POST /lti/continue": OPEN_TICKET,
    "GET /lti/continue": PUBLIC,  # refused without the secret of the browser that began the launch
    "POST /lti/join": PUBLIC,  # likewise
    "POST /lti/link": MEMBER,  # likewise
    "GET /lti/contexts/{context_id}": OWNER_PAGE,  # users who came from that platform
    "POST /lti/contexts/{context_id}/join": OWNER,
    "POST /lti/contexts/{context_id}/course": make_rule("401", "404", learner="403"),  # users who teach there
    "GET /admin/lti": ADMIN,
    "POST /admin/lti/platforms": ADMIN,
    "POST /admin/lti/keys": ADMIN,
    "POST /admin/lti/registrations": ADMIN,
    "GET /api/v1/admin/lti/configuration": ADMIN,
    "GET /api/v1/admin/lti/platforms": ADMIN,
    "POST /api/v1/admin/lti/platforms": ADMIN,
    "POST /api/v1/admin/lti/keys": ADMIN,
    "POST /api/v1/admin/lti/registrations": ADMIN,
    "PUT /api/v1/admin/lti/platforms/{platform_id}": ADMIN,
    "POST /admin/lti/platforms/{platform_id}/delete": ADMIN,
    "DELETE /api/v1/admin/lti/platforms/{platform_id}": make_rule("401", "403", admin="404"),  # it is gone
    # Courses: those of one course are in `course_rules`
    "GET /courses": MEMBER_PAGE,
    "POST /courses": AUTHOR,
    "GET /courses/join": MEMBER_PAGE,
    "POST /courses/join": make_rule("401", "403"),  # no course has an empty code
    "GET /courses/teach/{staff_token}": make_rule(SIGN_IN, "403"),  # users with the link, which nobody has here
    "POST /courses/teach/{staff_token}": make_rule("401", "403"),
    "POST /courses/{course_id}/place": make_rule("401", "404"),  # users who are invited
    "PUT /api/v1/courses/{course_id}/place": MEMBER,  # users who are invited, once the body is read
    "GET /api/v1/courses/invitations": MEMBER,
    "GET /api/v1/courses": MEMBER,
    "POST /api/v1/courses": AUTHOR,
    "POST /api/v1/courses/import": AUTHOR,
    "POST /api/v1/courses/join": MEMBER,
    "POST /api/v1/courses/teach": MEMBER,  # users with the link, once the body is read
    **{route: make_course_rule(need) for route, need in NEEDS.items()},
    # Administration
    "GET /admin": ADMIN,
    "GET /admin/users": ADMIN,
    "POST /admin/users/{name}/role": ADMIN,
    "POST /admin/users/{name}/disable": ADMIN,
    "POST /admin/users/{name}/enable": ADMIN,
    "POST /admin/users/{name}/signout": ADMIN,
    "POST /admin/users/{name}/delete": ADMIN,
    "GET /admin/submissions": ADMIN,
    "GET /admin/submissions/{public_id}": ADMIN,
    "GET /admin/audit": ADMIN,
    "GET /admin/settings": ADMIN,
    "GET /admin/runners": ADMIN,
    "POST /admin/settings/mail": ADMIN,
    "POST /admin/runners": ADMIN,
    "GET /admin/queue": ADMIN,
    "POST /admin/queue": ADMIN,
    # Routes that end a sign-in
    "POST /signout": OPEN,
    "DELETE /api/v1/session": OPEN,
}

FORMS: Final = {
    "POST /setup": {"name": "zoe", "password": PASSWORD, "token": "made-up"},
    "POST /signin/oidc/join": {"name": "zoe", "ticket": "made-up"},
    "POST /reset": {"password": PASSWORD, "token": "made-up"},
    "POST /signin": {"name": "ada", "password": PASSWORD},
    "POST /solutions/{solution_id}/vote": {"given": "true"},
    "POST /problems/{slug}/rating": {"clarity": "clear", "difficulty": "3"},
    "POST /lti/contexts/{context_id}/course": {"course": "COURSE"},
    "POST /authoring/{slug}/authors": {"name": "coco"},
    **{
        route: {name: str(value) for name, value in body.items()}
        for route, body in BODIES.items()
        if "/api/" not in route
    },
}
"""The bodies without which a request would be refused before access is checked."""


async def test_everybody_may_what_the_table_says(world: World) -> None:
    routes = list_routes(world.application)
    advice = "Give each route a line in RULES (see the top of this file), and take out lines of routes that are gone:"
    assert sorted(RULES) == sorted(set(routes)), f"{advice} {sorted(set(routes) ^ set(RULES))}"
    unknown = {name for route in RULES for name in world.find_unknown(route)}
    assert not unknown, f"make_world has to name what these parameters of paths stand for: {sorted(unknown)}"
    wrong = []
    for route, rule in sorted(RULES.items(), key=lambda item: not item[0].startswith("GET ")):
        method, path = route.split(" ")
        for asker, wanted in zip(fields(rule), astuple(rule), strict=True):
            form = {
                name: value.replace("COURSE", world.things["course_id"]) for name, value in FORMS.get(route, {}).items()
            }
            answer = await world.ask(asker.name, method, world.fill(path), form or None)
            if (given := name_answer(answer)) != wanted:
                wrong.append(f"{route} for {asker.name}: {given} ({answer.status_code}) instead of {wanted}")
            if asker.name in PEOPLE:
                await world.sign_in_again(asker.name, method, answer)
    assert not wrong, "\n".join(wrong)
