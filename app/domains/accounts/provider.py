"""The OpenID Connect provider: discovery, the authorization code flow with PKCE, and the ID token.

Only the ID token is trusted, and only if all of this holds: it came from the provider's token endpoint in exchange for
a code and its verifier; it is signed with the provider's key; issuer, audience and times are right; its nonce is the
one given to this browser. `state` ties the response to the browser that started the flow.

Each request has limits on its time, the size of its answer and the number of the answer's parts; answers may not be
compressed, and redirects aren't followed.
"""

# ruff: noqa: PLC0415 (Authlib and httpx take most of a second to import, and most starts need neither)

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import time
from dataclasses import dataclass
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
"""Total time limit, in seconds, of one request."""
MAX_ANSWER: Final = 256 * 1024
"""Maximum number of bytes in an answer: metadata, keys and tokens have some thousand."""
MAX_PARTS: Final = 1000
"""Maximum number of parts of an answer, each of which takes some time to parse."""
MAX_KEYS: Final = 100
MAX_REASON: Final = 200
"""Maximum number of characters that are logged of an error that the provider describes."""
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
        from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        try:
            address = prepare_grant_uri(
                metadata["authorization_endpoint"],
                self._client_id,
                "code",
                redirect_uri=redirect_uri,
                scope=SCOPE,
                state=flow.state,
                nonce=flow.nonce,
                code_challenge=create_s256_code_challenge(flow.verifier),
                code_challenge_method="S256",
            )
        except ValueError as error:  # The provider's address is none.
            raise self._give_up(_describe(error)) from error
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
        import httpx
        from authlib.common.errors import AuthlibBaseError
        from joserfc.errors import JoseError

        try:
            metadata, keys = await self._learn()
            token = await self._redeem(metadata, answer["code"], flow.verifier, redirect_uri)
            claims = await self._read(token, keys, flow.nonce)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise self._give_up(_describe(error)) from error
        except (AuthlibBaseError, JoseError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._distrust(_describe(error)) from error
        name = claims.get("preferred_username") or claims.get("nickname") or claims.get("name") or ""
        return Person(self.issuer, str(claims["sub"]), str(name))

    async def _redeem(self, metadata: Mapping[str, Any], code: str, verifier: str, redirect_uri: str) -> dict[str, Any]:
        """Return the token endpoint's answer to a code."""
        import httpx

        secret = self._client_secret.get_secret_value()
        methods = metadata.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": redirect_uri,
        }
        auth = httpx.BasicAuth(self._client_id, secret) if secret and "client_secret_basic" in methods else None
        if auth is None:
            form |= {"client_id": self._client_id} | ({"client_secret": secret} if secret else {})
        async with httpx.AsyncClient(timeout=TIMEOUT_S, verify=self._trusted or True, auth=auth) as client:
            token = await _fetch(client, metadata["token_endpoint"], form)
        if "error" in token:
            raise ValueError(f"{token['error']}: {token.get('error_description')}"[:MAX_REASON])
        return token

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
                if len(keys["keys"]) > MAX_KEYS:
                    raise ValueError("it has too many keys")
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, KeyError, TypeError, RecursionError) as error:
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


async def _fetch(client: httpx.AsyncClient, address: str, form: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON object at an address, or the answer to a form, which may be an error's (RFC 6749, 5.2).

    Raises `ValueError` if it exceeds the limits.
    """
    headers = {"accept": "application/json", "accept-encoding": "identity"}
    asking = client.stream("GET" if form is None else "POST", address, data=form, headers=headers)
    async with asyncio.timeout(TIMEOUT_S), asking as response:
        if form is None or response.is_server_error:
            response.raise_for_status()
        body, parts = bytearray(), 0
        async for part in response.aiter_raw():
            body += part
            parts += 1
            if len(body) > MAX_ANSWER or parts > MAX_PARTS:
                raise ValueError("its answer is too long")
    found = json.loads(body)
    if not isinstance(found, dict):
        raise TypeError("no object")
    return found


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
