"""API tokens over HTTP: how a program gets one without a password, and gives it back."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response, status
from fastapi.security import HTTPAuthorizationCredentials

from app.openapi import TOKEN, document_errors
from app.services import ServicesDep
from app.tokens.errors import (
    AccessDeniedError,
    AuthorizationPendingError,
    ExpiredTokenError,
    SlowDownError,
    TooManyDevicesError,
)
from app.tokens.schemas import DeviceCode, DeviceView, FreshToken, NewDevice

router = APIRouter(prefix="/api/v1", tags=["tokens"])


@router.post("/device", responses=document_errors(TooManyDevicesError))
async def begin_device(new: NewDevice, request: Request, services: ServicesDep) -> DeviceView:
    """Begin to sign a program in: it shows `user_code`, which its owner types on the page `verification_uri`."""
    site = (services.settings.public_url or str(request.base_url)).rstrip("/")
    return await services.devices.begin(new.label, new.scopes, site)


@router.post(
    "/device/token",
    responses=document_errors(AuthorizationPendingError, SlowDownError, AccessDeniedError, ExpiredTokenError),
)
async def claim_device(known: DeviceCode, services: ServicesDep, response: Response) -> FreshToken:
    """Return the program's token when its owner has let it in, this once; ask every `interval` seconds."""
    response.headers["Cache-Control"] = "no-store"
    return await services.devices.claim(known.device_code)


@router.delete("/token", status_code=status.HTTP_204_NO_CONTENT)
async def revoke_token(
    services: ServicesDep, token: Annotated[HTTPAuthorizationCredentials | None, Depends(TOKEN)]
) -> Response:
    """Revoke the token with which this is asked, whatever its scopes."""
    if token is not None:
        await services.tokens.revoke_itself(token.credentials)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
