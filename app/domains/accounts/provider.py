"""The OpenID Connect provider: discovery, the authorization code flow with PKCE, and the ID token.

Only the ID token is trusted, and only if all of this holds: it came from the provider's token endpoint in exchange for
a code and its verifier; it is signed with the provider's key; issuer, audience and times are right; its nonce is the
one given to this browser. `state` ties the response to the browser that started the flow.
"""

# ruff: noqa: PLC0415 (Authlib and httpx take most of a second to import, and most starts need neither)

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import structlog

from app.domains.accounts.errors import ProviderError
from app.kit.json_values import is_text
from app.kit.language import translate as _

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

    import httpx

    from app.kit.settings import Settings

TIMEOUT_S: Final = 10.0
LEEWAY_S: Final = 60
"""Tolerance, in seconds, for the provider's clock."""
MAX_SUBJECT: Final = 255
"""Maximum length of a person's id, which OpenID Connect prescribes."""
KNOWN_FOR_S: Final = 3600.0
"""Lifetime, in seconds, of the cached provider metadata and keys."""
AGAIN_S: Final = 10.0
"""Minimum interval, in seconds, between requests for them, successful or not: anybody can begin a sign-in."""
SCOPE: Final = "openid profile"
ENDPOINTS: Final = ("authorization_endpoint", "token_endpoint")
ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
    "Ed25519",
)
"""Accepted signature algorithms: only asymmetric ones."""
logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True)
class Flow:
    """The state of a sign-in that the browser keeps while it is at the provider. `verifier` is PKCE's."""

    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True)
class Person:
    """A person at the provider: `subject` is their permanent id at `issuer`, `name` a suggested account name."""

    issuer: str
    subject: str
    name: str


class Provider:
    """The one provider that the settings configure."""

    def __init__(self, settings: Settings) -> None:
        self.issuer = settings.oidc_issuer
        self._client_id = settings.oidc_client_id
        self._client_secret = settings.oidc_client_secret
        self._known: tuple[float, dict[str, Any], dict[str, Any]] | None = None
        self._asked_at = float("-inf")
        self._failure = ""
        """Why the last failed request failed."""
        self._asking = asyncio.Lock()
        self._trusted: ssl.SSLContext | None = None
        """The certificates that a connection may have. Reading them takes 30 ms, and anybody can begin a sign-in."""

    @property
    def is_set(self) -> bool:
        """Whether a provider is configured."""
        return bool(self.issuer)

    async def begin(self, redirect_uri: str) -> tuple[str, Flow]:
        """Return the provider's authorization URL, and the flow to keep until its response; raises `ProviderError`."""
        metadata, _keys = await self._learn()
        flow = Flow(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(48))
        async with self._make_client(metadata, redirect_uri) as client:
            address, _state = client.create_authorization_url(
                metadata["authorization_endpoint"], state=flow.state, nonce=flow.nonce, code_verifier=flow.verifier
            )
        return str(address), flow

    async def finish(self, flow: Flow, redirect_uri: str, answer: Mapping[str, str]) -> Person:
        """Return the person in the provider's response, given as query parameters; raises `ProviderError`."""
        if not hmac.compare_digest(answer.get("state", "").encode(), flow.state.encode()):
            raise ProviderError(_("This sign-in was started in another browser, or took too long. Start again."))
        if "error" in answer or not answer.get("code"):
            logger.info("oidc_refused", reason=answer.get("error", "")[:80])
            raise ProviderError(_("The provider didn't sign you in."))
        if answer.get("iss", self.issuer) != self.issuer:
            raise self._distrust("the answer names another issuer")
        from authlib.common.errors import AuthlibBaseError
        from joserfc.errors import JoseError

        try:
            metadata, keys = await self._learn()
            async with self._make_client(metadata, redirect_uri) as client:
                token = await client.fetch_token(
                    metadata["token_endpoint"], code=answer["code"], code_verifier=flow.verifier
                )
            claims = await self._read(token, keys, flow.nonce)
        except _list_transport_errors() as error:
            raise self._give_up(_describe(error)) from error
        except (AuthlibBaseError, JoseError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._distrust(_describe(error)) from error
        name = claims.get("preferred_username") or claims.get("nickname") or claims.get("name") or ""
        return Person(self.issuer, str(claims["sub"]), str(name))

    def _make_client(self, metadata: Mapping[str, Any], redirect_uri: str) -> Any:  # noqa: ANN401 - ships no types
        from authlib.integrations.httpx_client import AsyncOAuth2Client

        secret = self._client_secret.get_secret_value()
        methods = metadata.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        method = "client_secret_basic" if "client_secret_basic" in methods else "client_secret_post"
        return AsyncOAuth2Client(
            self._client_id,
            secret or None,
            token_endpoint_auth_method=method if secret else "none",
            scope=SCOPE,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            timeout=TIMEOUT_S,
            verify=self._trusted or True,
        )

    async def _read(self, token: Mapping[str, Any], keys: dict[str, Any], nonce: str) -> Mapping[str, Any]:
        """Return the claims of a valid ID token; raises Authlib's and joserfc's errors for any other."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import InvalidKeyIdError
        from joserfc.jwk import KeySet
        from joserfc.jws import JWSRegistry

        raw = str(token["id_token"])
        registry = JWSRegistry(algorithms=list(ALGORITHMS), strict_check_header=False)

        def decode(keys: Any) -> jwt.Token:  # noqa: ANN401 - the provider's JSON, which `import_key_set` checks
            return jwt.decode(raw, KeySet.import_key_set(keys), registry=registry)

        try:
            decoded = decode(keys)
        except InvalidKeyIdError:
            # The provider has rotated its keys.
            _metadata, keys = await self._learn(again=True)
            decoded = decode(keys)
        wanted = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self._client_id},
        }
        params = {"nonce": nonce, "client_id": self._client_id, "access_token": token.get("access_token")}
        claims = CodeIDToken(decoded.claims, decoded.header, wanted, params)
        claims.validate(leeway=LEEWAY_S)
        subject = claims["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT or not is_text(subject):
            raise ValueError("the subject is no text of 1 to 255 characters")
        return dict(claims)

    async def _learn(self, *, again: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the provider's metadata and keys, requested once more if `again`; raises `ProviderError`.

        Whoever asks within `AGAIN_S` of a request gets its result.
        """
        import httpx

        async with self._asking:
            if self._trusted is None:
                self._trusted = await asyncio.to_thread(httpx.create_ssl_context)
            known = self._known if self._known is not None and self._known[0] > time.monotonic() else None
            if (again or known is None) and time.monotonic() - self._asked_at > AGAIN_S:
                known = self._known = await self._request(self._trusted)
            if known is None:
                raise self._give_up(self._failure)
            return known[1:]

    async def _request(self, trusted: ssl.SSLContext) -> tuple[float, dict[str, Any], dict[str, Any]]:
        import httpx

        try:
            async with httpx.AsyncClient(timeout=TIMEOUT_S, verify=trusted) as client:
                metadata = await _fetch(client, f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
                if metadata.get("issuer") != self.issuer:
                    raise ValueError("it calls itself another issuer")
                if not all(isinstance(metadata.get(name), str) for name in ENDPOINTS):
                    raise ValueError(f"it doesn't name {' and '.join(ENDPOINTS)}")
                keys = await _fetch(client, metadata["jwks_uri"])
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError, RecursionError) as error:
            self._failure = _describe(error)
            raise self._give_up(self._failure) from error
        finally:
            self._asked_at = time.monotonic()
        return time.monotonic() + KNOWN_FOR_S, metadata, keys

    def _distrust(self, reason: str) -> ProviderError:
        logger.warning("oidc_distrusted", issuer=self.issuer, reason=reason)
        return ProviderError(_("The provider's answer couldn't be verified, so you weren't signed in. Start again."))

    def _give_up(self, reason: str) -> ProviderError:
        logger.error("oidc_failed", issuer=self.issuer, reason=reason)
        return ProviderError(
            _("The provider can't be reached now. Try again in a moment, or sign in with your password.")
        )


async def _fetch(client: httpx.AsyncClient, address: str) -> dict[str, Any]:
    response = await client.get(address, headers={"accept": "application/json"})
    response.raise_for_status()
    found = response.json()
    if not isinstance(found, dict):
        raise TypeError("no object")
    return found


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _list_transport_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that a failed request raises: Authlib prefers httpx2 to httpx if it is installed."""
    clients = [import_module(name) for name in ("httpx", "httpx2") if find_spec(name) is not None]
    return tuple(client.HTTPError for client in clients)
