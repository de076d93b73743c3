"""The page of API tokens: create, list and revoke."""

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from app.domains.accounts.dependencies import BrowserUser, OptionalBrowserUser
from app.domains.accounts.schemas import Account
from app.domains.accounts.scopes import Scope, list_allowed
from app.domains.tokens.dependencies import TokensDep
from app.domains.tokens.service import TokenService
from app.http.parts import SettingsDep
from app.kit.errors import InvalidInputError, RequestError
from app.kit.language import translate as _
from app.kit.settings import Settings
from app.web.navigation import RendererDep, ask_to_sign_in, go
from app.web.pages.client import link_client
from app.web.rendering import Renderer

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

TokenId = Annotated[int, Path(ge=1, le=2**31 - 1)]
DAYS = (7, 30, 90, 365)
"""The lifetimes, in days, that the form offers besides no limit."""


class NewToken(BaseModel):
    """The form's fields, which the service validates."""

    label: str = ""
    scopes: list[Scope] = []
    days: int = 0


def describe_scopes() -> dict[Scope, str]:
    """Return a description of each scope."""
    return {
        Scope.READ: _("Read: katas, and your submissions, drafts and progress"),
        Scope.SUBMIT: _("Submit: hand in code, save drafts, open hints"),
        Scope.ACCOUNT: _("Account: change what belongs to your account, such as webhooks"),
        Scope.COURSES: _("Courses: everything you may do in courses you teach or attend"),
        Scope.AUTHOR: _("Author: write and publish katas"),
        Scope.ADMIN: _("Admin: run this site"),
    }


@router.get("/account/tokens")
async def show_tokens(
    request: Request, user: OptionalBrowserUser, tokens: TokensDep, settings: SettingsDep, renderer: RendererDep
) -> Response:
    """Show the reader's tokens, and the form for another one."""
    return await _draw(request, tokens, settings, renderer, user) if user else ask_to_sign_in(request)


@router.post("/account/tokens")
async def make_token(
    request: Request,
    user: BrowserUser,
    tokens: TokensDep,
    settings: SettingsDep,
    renderer: RendererDep,
    new: Annotated[NewToken, Form()],
) -> Response:
    """Create a token and show it, only once."""
    try:
        token = await tokens.make(user, new.label, scopes=new.scopes, days=new.days or None)
    except RequestError as error:
        return await _draw(request, tokens, settings, renderer, user, new=new, error=error)
    response = await _draw(request, tokens, settings, renderer, user, token=token)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/account/tokens/{token_id}/revoke")
async def revoke_token(token_id: TokenId, user: BrowserUser, tokens: TokensDep) -> Response:
    """Revoke a token."""
    await tokens.revoke(user, token_id)
    return go("/account/tokens")


async def _draw(
    request: Request,
    tokens: TokenService,
    settings: Settings,
    renderer: Renderer,
    user: Account,
    *,
    new: NewToken | None = None,
    token: str = "",
    error: RequestError | None = None,
) -> Response:
    names = describe_scopes()
    return renderer.page(
        request,
        "tokens.html",
        user,
        status=200 if error is None else error.status,
        here="/account/tokens",
        tokens=await tokens.list_tokens(user),
        token=token,
        new=new or NewToken(scopes=[Scope.READ, Scope.SUBMIT], days=90),
        days=DAYS,
        client=link_client(settings),
        scopes={scope: names[scope] for scope in list_allowed(user.role)},
        errors={} if error is None else {_find_field(error): error.message},
    )


def _find_field(error: RequestError) -> str:
    return error.field if isinstance(error, InvalidInputError) else "form"
