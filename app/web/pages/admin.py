"""The admins' pages, in English only: overview, accounts, everybody's submissions, audit log, current settings."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.db.statuses import Role
from app.domains.accounts.dependencies import RecoveryDep
from app.domains.administration.dependencies import AdministrationDep, CurrentAdmin
from app.domains.administration.settings import list_settings
from app.domains.audit.dependencies import AuditDep
from app.domains.audit.log import Action
from app.domains.audit.schemas import AuditFilter
from app.domains.mails.dependencies import MailsDep
from app.domains.problems.dependencies import CatalogueDep
from app.domains.submissions.dependencies import OversightDep, SubmissionsDep
from app.domains.submissions.schemas import AllFilter
from app.http.parts import SettingsDep
from app.kit.version import find_version
from app.web.drawing import verdicts
from app.web.navigation import RendererDep, go
from grader.report import Verdict

router = APIRouter(prefix="/admin", default_response_class=HTMLResponse, include_in_schema=False)

PageNumber = Annotated[int, Query(ge=1, le=10_000)]


class AllQuery(AllFilter):
    """The query of the filter of everybody's submissions, and of links to its other pages."""

    page: int = 1


class AuditQuery(AuditFilter):
    """The query of the audit log's filter, and of links to its other pages."""

    page: int = 1


@router.get("")
async def show_overview(
    request: Request,
    admin: CurrentAdmin,
    administration: AdministrationDep,
    audit: AuditDep,
    catalogue: CatalogueDep,
    submissions: SubmissionsDep,
    renderer: RendererDep,
) -> Response:
    """Show the overview."""
    return renderer.page(
        request,
        "admin/overview.html",
        admin,
        version=find_version(),
        users=await administration.count_by_role(),
        backlog=await submissions.measure_backlog(),
        problems=len(await catalogue.list_all_versions()),
        preparation=request.app.state.preparation,
        entries=(await audit.list_page(AuditFilter(), 1)).entries[:10],
    )


@router.get("/users")
async def list_users(
    request: Request,
    admin: CurrentAdmin,
    administration: AdministrationDep,
    renderer: RendererDep,
    search: str = "",
    page: PageNumber = 1,
) -> Response:
    """List accounts, with the actions on each."""
    return renderer.page(
        request,
        "admin/users.html",
        admin,
        found=await administration.list_users(search, page),
        search=search,
        roles=list(Role),
        address=lambda number: f"/admin/users?{urlencode({'search': search, 'page': number})}",
    )


@router.post("/users/{name}/role")
async def change_role(
    name: str, admin: CurrentAdmin, administration: AdministrationDep, role: Annotated[Role, Form()]
) -> Response:
    """Change an account's role."""
    await administration.change_role(admin, name, role)
    return _go_to(name)


@router.post("/users/{name}/disable")
async def disable_account(name: str, admin: CurrentAdmin, administration: AdministrationDep) -> Response:
    """Disable an account, at once."""
    await administration.disable(admin, name)
    return _go_to(name)


@router.post("/users/{name}/enable")
async def enable_account(name: str, admin: CurrentAdmin, administration: AdministrationDep) -> Response:
    """Let a disabled account sign in again."""
    await administration.enable(admin, name)
    return _go_to(name)


@router.post("/users/{name}/delete")
async def delete_account(name: str, admin: CurrentAdmin, administration: AdministrationDep) -> Response:
    """Delete an account with everything it owns, for good."""
    await administration.delete(admin, name)
    return go("/admin/users")


@router.post("/users/{name}/signout")
async def end_sessions(name: str, _admin: CurrentAdmin, administration: AdministrationDep) -> Response:
    """End an account's sign-ins, wherever they are."""
    await administration.end_sessions(name)
    return _go_to(name)


@router.get("/submissions")
async def list_submissions(
    request: Request,
    admin: CurrentAdmin,
    oversight: OversightDep,
    renderer: RendererDep,
    query: Annotated[AllQuery, Query()],
) -> Response:
    """List everybody's submissions, newest first."""
    wanted = {name: value for name, value in query.model_dump(exclude={"page"}).items() if value}
    return renderer.page(
        request,
        "admin/submissions.html",
        admin,
        found=await oversight.list_page(query, min(max(query.page, 1), 10_000)),
        filters=query,
        verdicts=list(Verdict),
        address=lambda number: f"/admin/submissions?{urlencode(wanted | {'page': number})}",
    )


@router.get("/submissions/{public_id}")
async def show_submission(
    request: Request, public_id: str, admin: CurrentAdmin, oversight: OversightDep, renderer: RendererDep
) -> Response:
    """Show anybody's submission: its source and report. The audit log records it."""
    submission, learner = await oversight.open(admin, public_id)
    return await renderer.draw_page(
        request,
        "admin/submission.html",
        admin,
        submission=submission,
        learner=learner,
        head=verdicts.describe(submission),
    )


@router.get("/audit")
async def show_audit_log(
    request: Request,
    admin: CurrentAdmin,
    audit: AuditDep,
    renderer: RendererDep,
    query: Annotated[AuditQuery, Query()],
) -> Response:
    """Show who did what, newest first."""
    wanted = {name: value for name, value in query.model_dump(exclude={"page"}).items() if value}
    return renderer.page(
        request,
        "admin/audit.html",
        admin,
        found=await audit.list_page(query, min(max(query.page, 1), 10_000)),
        filters=query,
        actions=list(Action),
        address=lambda number: f"/admin/audit?{urlencode(wanted | {'page': number})}",
    )


@router.get("/settings")
async def show_settings(
    request: Request, admin: CurrentAdmin, settings: SettingsDep, renderer: RendererDep
) -> Response:
    """Show the settings in force, without secrets."""
    return renderer.page(request, "admin/settings.html", admin, settings=list_settings(settings), told="")


@router.post("/settings/mail")
async def try_mail(
    request: Request,
    admin: CurrentAdmin,
    settings: SettingsDep,
    recovery: RecoveryDep,
    mailer: MailsDep,
    renderer: RendererDep,
) -> Response:
    """Send a mail to the admin's own address, and show what the mail server said."""
    email = await recovery.find_email(admin)
    told = "Add an e-mail address to your account first." if email is None else await mailer.try_out(email)
    return renderer.page(request, "admin/settings.html", admin, settings=list_settings(settings), told=told)


def _go_to(name: str) -> Response:
    return go(f"/admin/users?{urlencode({'search': name})}")
