"""Each example of a request body in the OpenAPI document is sent, and succeeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import httpx

from app.http.requests import SESSION_COOKIE

if TYPE_CHECKING:
    from tests.integration.app.security.world import World

ELSE: Final = {
    "sign_up": (409, "name_taken"),
    "claim_device": (400, "expired_token"),
    "send_join_code": (403, "join_refused"),
    "send_staff_token": (403, "join_refused"),
    "send_extension_request": (409, "conflict"),
    "put_platform": (409, "platform_in_use"),
    "send_request": (409, "request_refused"),
    "send_unfair_report": (409, "request_refused"),
    "authoring_stage_version": (409, "conflict"),
    "restore_verdicts": (409, "conflict"),
    "save_own_place": (404, "course_not_found"),
}
"""Operations whose example can't succeed: `ada` exists already, nobody knows a device's secret, a course's code or an
invitation's link, she has already asked for more time and for a review, the problem has only one version, and nobody is
invited."""
ENDED: Final = "/api/v1/authoring/problems/{slug}/task/events"
"""The stream that ends once the problem's last task is over."""
STUDENTS: Final = ("/join", "/late-days", "/extensions", "/start", "/requests")
"""The endings of courses' addresses that are for students."""


async def test_each_example_of_a_body_can_be_sent(world: World) -> None:
    wrong, sent = [], 0
    for path, methods in world.application.openapi()["paths"].items():
        teaches = "/courses" in path and not path.endswith(STUDENTS)
        who = "instructor" if teaches or "/authoring/" in path else "admin" if "/admin/" in path else "learner"
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for example in content.get("examples", {}).values():
                await world.sign_in(who)
                async with world.open(cookie=f"{SESSION_COOKIE}={world.cookies[who]}") as http:
                    answer = await http.request(
                        method, world.fill(path), json=example["value"], headers={"if-match": "*"}
                    )
                    if answer.status_code == httpx.codes.ACCEPTED and "/authoring/" in path:
                        await http.get(world.fill(ENDED))  # only one of a problem's tasks runs at a time
                sent += 1
                refusal = (answer.status_code, answer.json().get("code") if answer.content else None)
                if not answer.is_success and refusal != ELSE.get(operation["operationId"]):
                    wrong.append(f"{method} {path} {example['value']}: {answer.text}")
    assert not wrong, "\n".join(wrong)
    assert sent > len(ELSE)
