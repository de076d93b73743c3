"""The page of API tokens: made, looked at and revoked by those whose they are."""

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from app.accounts.dependencies import BrowserUser, OptionalUser
from app.accounts.schemas import Account
from app.accounts.scopes import Scope, list_allowed
from app.errors import InvalidInputError, RequestError
from app.language import translate as _
from app.services import Services, ServicesDep
from app.web.page import RendererDep, ask_to_sign_in, go
from app.web.rendering import Renderer

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

TokenId = Annotated[int, Path(ge=1, le=2**31 - 1)]
DAYS = (7, 30, 90, 365)
"""What the form offers as a token's lifetime, besides for ever."""


class NewToken(BaseModel):
    """What the form sends. The service says what is wrong with it."""

    label: str = ""
    scopes: list[Scope] = []
    days: int = 0


def describe_scopes() -> dict[Scope, str]:
    """Return what each scope lets a token do."""
    return {
        Scope.READ: _("Read: katas, and your submissions, drafts and progress"),
        Scope.SUBMIT: _("Submit: hand in code, save drafts, open hints"),
        Scope.ACCOUNT: _("Account: change what belongs to your account, such as webhooks"),
        Scope.AUTHOR: _("Author: write and publish katas"),
        Scope.ADMIN: _("Admin: run this site"),
    }


@router.get("/account/tokens")
async def show_tokens(request: Request, user: OptionalUser, services: ServicesDep, renderer: RendererDep) -> Response:
    """Show the reader's tokens, and the form for another one."""
    return await _draw(request, services, renderer, user) if user else ask_to_sign_in(request)


@router.post("/account/tokens")
async def make_token(
    request: Request,
    user: BrowserUser,
    services: ServicesDep,
    renderer: RendererDep,
    new: Annotated[NewToken, Form()],
) -> Response:
    """Make a token and show it, this once."""
    try:
        token = await services.tokens.make(user, new.label, scopes=new.scopes, days=new.days or None)
    except RequestError as error:
        return await _draw(request, services, renderer, user, new=new, error=error)
    response = await _draw(request, services, renderer, user, token=token)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/account/tokens/{token_id}/revoke")
async def revoke_token(token_id: TokenId, user: BrowserUser, services: ServicesDep) -> Response:
    """Revoke a token."""
    await services.tokens.revoke(user, token_id)
    return go("/account/tokens")


async def _draw(
    request: Request,
    services: Services,
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
        tokens=await services.tokens.list_tokens(user),
        token=token,
        new=new or NewToken(scopes=[Scope.READ, Scope.SUBMIT], days=90),
        days=DAYS,
        scopes={scope: names[scope] for scope in list_allowed(user.role)},
        errors={} if error is None else {_find_field(error): error.message},
    )


def _find_field(error: RequestError) -> str:
    return error.field if isinstance(error, InvalidInputError) else "form"
