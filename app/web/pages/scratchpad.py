"""The scratchpad, which runs any JAX program and shows what JAX did, and programs shared by link."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.runs.dependencies import RunsDep
from app.domains.runs.snippet import SNIPPET
from app.domains.scratch.dependencies import ScratchDep
from app.domains.scratch.service import may_delete
from app.http.requests import find_site
from app.web.drawing import verdicts
from app.web.drawing.explained import explain_report
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/scratchpad")
async def show_scratchpad(
    request: Request,
    user: OptionalUser,
    runs: RunsDep,
    scratch: ScratchDep,
    renderer: RendererDep,
    run: str = "",
    program: str = "",
) -> Response:
    """Show the scratchpad: empty but for an example, or with the source of a run or of a shared program."""
    source = None
    if run:
        source = (await runs.get(run, user)).source
    elif program:
        source = (await scratch.open(program)).source
    response = renderer.page(
        request,
        "scratchpad.html",
        user,
        source=SNIPPET if source is None else source,
        chosen=source is not None,
        programs=[] if user is None else await scratch.list_own(user),
        page_data={
            "chosen": source is not None,
            "passing": bool(run),
            "names": renderer.find_asset("names.json"),
        },
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/scratchpad/programs")
async def share_program(user: CurrentUser, scratch: ScratchDep, run: Annotated[str, Form()] = "") -> Response:
    """Share a program that has run, and lead to its address."""
    return go(f"/scratchpad/{await scratch.share(user, run)}")


@router.get("/scratchpad/{program}")
async def show_program(
    request: Request, program: str, user: OptionalUser, scratch: ScratchDep, renderer: RendererDep
) -> Response:
    """Show a shared program to whoever has its address: its source and report, but not whose it is."""
    shown = await scratch.open(program)
    response = await renderer.draw_page(
        request,
        "shared_program.html",
        user,
        program=shown,
        report=shown.report,
        head=verdicts.judge_program(shown.report, shown.source),
        explanation=explain_report(shown.report),
        mine=may_delete(user, shown.user_id),
        address=f"{find_site(request)}/scratchpad/{shown.token}",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/scratchpad/{program}/delete")
async def delete_program(program: str, user: CurrentUser, scratch: ScratchDep) -> Response:
    """Delete a shared program: its address leads nowhere from then on."""
    await scratch.delete(user, program)
    return go("/scratchpad#programs")
