"""API tokens over HTTP: how a program gets one without a password, and revokes it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response, status
from fastapi.security import HTTPAuthorizationCredentials

from app.domains.accounts.cookies import find_client
from app.domains.tokens.dependencies import DevicesDep, TokensDep
from app.domains.tokens.errors import (
    AccessDeniedError,
    AuthorizationPendingError,
    ExpiredTokenError,
    SlowDownError,
)
from app.domains.tokens.schemas import DeviceCode, DeviceView, FreshToken, NewDevice
from app.http.documentation import TOKEN, document_errors
from app.http.parts import SettingsDep

router = APIRouter(prefix="/api/v1", tags=["tokens"])


@router.post("/device")
async def begin_device(new: NewDevice, request: Request, settings: SettingsDep, devices: DevicesDep) -> DeviceView:
    """Begin to sign a program in. It shows `user_code`, which its user enters on the page `verification_uri`."""
    site = (settings.public_url or str(request.base_url)).rstrip("/")
    return await devices.begin(new.label, new.scopes, site, find_client(request).address)


@router.post(
    "/device/token",
    responses=document_errors(AuthorizationPendingError, SlowDownError, AccessDeniedError, ExpiredTokenError),
)
async def claim_device(known: DeviceCode, devices: DevicesDep, response: Response) -> FreshToken:
    """Return the program's token, only once, after its user has allowed it. Poll every `interval` seconds."""
    response.headers["Cache-Control"] = "no-store"
    return await devices.claim(known.device_code)


@router.delete("/token", status_code=status.HTTP_204_NO_CONTENT)
async def revoke_token(
    tokens: TokensDep, token: Annotated[HTTPAuthorizationCredentials | None, Depends(TOKEN)]
) -> Response:
    """Revoke the token that this request is sent with, whatever its scopes."""
    if token is not None:
        await tokens.revoke_itself(token.credentials)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
