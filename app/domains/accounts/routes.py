"""Signing up, in and out over HTTP."""

from fastapi import APIRouter, Request, Response, status

from app.domains.accounts.cookies import clear_session_cookie, find_client, read_session_token, set_session_cookie
from app.domains.accounts.dependencies import AccountsDep, OptionalUser, SessionsDep
from app.domains.accounts.errors import InvitationNotFoundError, SecondFactorNeededError, WrongCodeError
from app.domains.accounts.schemas import Account, AccountView, Newcomer, SessionView, SignInCredentials
from app.http.documentation import document_errors
from app.kit.errors import (
    AccountDisabledError,
    NameTakenError,
    RegistrationClosedError,
    TooManySignInsError,
    WrongCredentialsError,
)

router = APIRouter(prefix="/api/v1", tags=["accounts"])
SIGN_IN = document_errors(
    WrongCredentialsError, SecondFactorNeededError, WrongCodeError, AccountDisabledError, TooManySignInsError
)


def _view(account: Account) -> AccountView:
    return AccountView(name=account.name, role=account.role)


@router.post(
    "/accounts",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(RegistrationClosedError, InvitationNotFoundError, NameTakenError, TooManySignInsError),
)
async def sign_up(newcomer: Newcomer, request: Request, accounts: AccountsDep) -> AccountView:
    """Make an account. It isn't signed in yet."""
    address = find_client(request).address
    return _view(await accounts.sign_up(newcomer.name, newcomer.password, newcomer.invitation, address=address))


@router.post("/session", responses=SIGN_IN)
async def sign_in(
    credentials: SignInCredentials, request: Request, response: Response, sessions: SessionsDep
) -> SessionView:
    """Sign in: the response sets a cookie."""
    signed_in = await sessions.sign_in(
        credentials.name, credentials.password, find_client(request), read_session_token(request), credentials.code
    )
    set_session_cookie(request, response, signed_in)
    return SessionView(account=_view(signed_in.account))


@router.get("/session")
async def show_session(user: OptionalUser) -> SessionView:
    """Say who is signed in."""
    return SessionView(account=None if user is None else _view(user))


@router.delete("/session", status_code=status.HTTP_204_NO_CONTENT)
async def sign_out(request: Request, sessions: SessionsDep) -> Response:
    """Sign out: the session is revoked and the cookie cleared."""
    await sessions.sign_out(read_session_token(request))
    response = Response(status_code=status.HTTP_204_NO_CONTENT)
    clear_session_cookie(request, response)
    return response
