"""The instructors' pages about versions: the list, their files, and the differences between two."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.authoring.dependencies import AuthoredProblem, AuthoringDep, VersionsDep
from app.domains.authoring.errors import FilesNotKeptError
from app.domains.limits.addresses import name_account
from app.domains.regrading.dependencies import RegradesDep
from app.web.drawing import verdicts
from app.web.navigation import RendererDep

router = APIRouter(prefix="/authoring/{slug}", default_response_class=HTMLResponse, include_in_schema=False)

Side = Annotated[int | Literal["working"] | None, Query()]
"""The number of a version, or the working copy."""


@router.get("/versions")
async def show_versions(
    request: Request,
    problem: AuthoredProblem,
    regrades: RegradesDep,
    authoring: AuthoringDep,
    kept: VersionsDep,
    renderer: RendererDep,
    before: Side = None,
    after: Side = None,
) -> Response:
    """List versions and regrades; show what changed between two versions, or from one to the working copy."""
    versions = await authoring.list_versions(problem)
    diff = files = missing = None
    if before is not None and after is not None:
        if isinstance(before, int) and isinstance(after, int):
            diff = await authoring.compare(problem, before, after)
        sides = [None if side == "working" else side for side in (before, after)]
        try:
            files = await kept.compare(problem.slug, *sides, who=name_account(problem.user.id))
        except FilesNotKeptError as error:
            missing = error.message
    newest = versions[0].number if versions else None
    return renderer.page(
        request,
        "authoring_versions.html",
        problem.user,
        slug=problem.slug,
        section="versions",
        may_edit=problem.may_edit,
        may_delete=problem.is_owned,
        versions=versions,
        published=problem.row.version is not None,
        retired=problem.row.retired,
        beta=problem.row.beta,
        diff=diff,
        files=files,
        missing=missing,
        before=newest if before is None else before,
        after="working" if after is None else after,
        regrades=await regrades.list_regrades(problem.row_id),
    )


@router.get("/versions/{number}")
async def show_version(
    request: Request,
    number: int,
    problem: AuthoredProblem,
    versions: VersionsDep,
    renderer: RendererDep,
    file: str = "",
) -> Response:
    """Show a file of a version as its author wrote it, beside the names of the others."""
    kept = await versions.list_files(problem.slug, number)
    shown = file or kept.files[0].path
    content = await versions.read_file(problem.slug, number, shown)
    return await renderer.draw_page(
        request,
        "authoring_version.html",
        problem.user,
        slug=problem.slug,
        section="versions",
        kept=kept,
        file=shown,
        text=content.decode(errors="replace"),
    )


@router.get("/regrades/{regrade_id}/submissions/{submission_id}")
async def show_changed_submission(
    request: Request,
    regrade_id: str,
    submission_id: str,
    problem: AuthoredProblem,
    regrades: RegradesDep,
    renderer: RendererDep,
) -> Response:
    """Show a submission that a regrade changes: its source, and its reports before and after."""
    change = await regrades.show_change(regrade_id, problem.row_id, submission_id)
    reports = [(change.before, change.before_report), (change.after, change.after_report)]
    return await renderer.draw_page(
        request,
        "authoring_changed.html",
        problem.user,
        slug=problem.slug,
        section="versions",
        regrade=regrade_id,
        change=change,
        reports=[
            (side, report, None if report is None else verdicts.judged(report, change.source))
            for side, report in reports
        ],
    )
