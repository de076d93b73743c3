"""Validation of the platform's ID token: its signature and claims. Pure functions; the token is hostile input.

The checks follow the order of trust: header, signature, issuer, audience, times and nonce, and only then the requested
action. Each failure has its own reason (`app.domains.lti.errors.Refusal`).
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from app.db.statuses import LtiRole
from app.domains.accounts.passwords import hash_token
from app.domains.lti.errors import LaunchRefusedError, Refusal
from app.kit.json_values import is_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""Accepted signature algorithms: only asymmetric ones."""
KEY_TYPES: Final = ("RSA", "EC")
KEY_PARTS: Final = ("kty", "kid", "use", "alg", "n", "e", "crv", "x", "y")
"""The parts of public keys that are read."""
MAX_KEY_PART: Final = 3000
"""Maximum number of characters in a part: an RSA key of 16,384 bits, the longest that OpenSSL uses, has 2,731."""
MAX_TOKEN: Final = 64 * 1024
"""Maximum number of characters in an ID token."""
LEEWAY_S: Final = 60
"""Tolerance, in seconds, for the platform's clock."""
OLDEST_S: Final = 3600
"""Maximum age, in seconds, of an ID token, however long it claims to be valid."""
MAX_ID: Final = 255
MAX_ROLES: Final = 100
CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
AGS: Final = "https://purl.imsglobal.org/spec/lti-ags/"
NRPS: Final = "https://purl.imsglobal.org/spec/lti-nrps/"
DEEP_LINKING: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/"
RESOURCE_LINK: Final = "LtiResourceLinkRequest"
CHOICE: Final = "LtiDeepLinkingRequest"
STAFF: Final = re.compile(r"(^|[#/])(Instructor|ContentDeveloper|Administrator|TeachingAssistant|Manager)$")
STUDENT: Final = re.compile(r"(^|[#/])Learner(#|$)")
TEST_USER: Final = re.compile(r"(^|[#/])TestUser$")
"""The role of Canvas's student view: somebody who is on no roster, and whose scores it refuses."""


@dataclass(frozen=True)
class DeepLinking:
    """The address to which the choice is sent, and the `data` to return with it."""

    return_url: str
    data: str | None
    many: bool


@dataclass(frozen=True)
class Launch:
    """The content of a valid ID token."""

    message: str
    deployment_id: str
    subject: str
    name: str
    role: LtiRole
    target: str
    context_id: str
    context_title: str
    assignment: str = ""
    problem: str = ""
    members_url: str = ""
    items_url: str = ""
    item_url: str = ""
    scopes: frozenset[str] = field(default_factory=frozenset)
    deep_linking: DeepLinking | None = None


def refuse(reason: Refusal, detail: str = "") -> LaunchRefusedError:
    """Return the error for a reason of refusal."""
    return LaunchRefusedError(reason, detail)


def read_header(token: str) -> dict[str, Any]:
    """Return an ID token's header, which isn't trustworthy yet; raises `LaunchRefusedError`."""
    if not token:
        raise refuse(Refusal.TOKEN_MISSING)
    parts = token.split(".")
    if len(token) > MAX_TOKEN or len(parts) != 3 or not token.isascii():  # noqa: PLR2004 - compact JWS
        raise refuse(Refusal.TOKEN_MALFORMED, "not three parts")
    try:
        header = json.loads(base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise refuse(Refusal.TOKEN_MALFORMED, "the header is no JSON") from None
    if not isinstance(header, dict):
        raise refuse(Refusal.TOKEN_MALFORMED, "the header is no object")
    if header.get("alg") not in ALGORITHMS:
        raise refuse(Refusal.ALGORITHM, str(header.get("alg")))
    if not isinstance(header.get("kid"), str) or not header["kid"]:
        raise refuse(Refusal.KEY_MISSING)
    return header


def find_key(keys: object, kid: str) -> dict[str, Any] | None:
    """Return the public key with id `kid` from a platform's key set, with its parts that are text.

    Symmetric keys, and keys that would take long to read, count as missing.
    """
    listed = keys.get("keys") if isinstance(keys, dict) else None
    for key in listed if isinstance(listed, list) else []:
        if isinstance(key, dict) and key.get("kid") == kid and key.get("kty") in KEY_TYPES:
            parts = {name: key[name] for name in KEY_PARTS if isinstance(key.get(name), str)}
            return parts if all(len(part) <= MAX_KEY_PART for part in parts.values()) else None
    return None


def read_claims(token: str, key: Mapping[str, Any], algorithm: str) -> dict[str, Any]:
    """Return the claims of an ID token signed with this key; raises `LaunchRefusedError`."""
    from joserfc import jwt  # noqa: PLC0415 - imported on the first launch
    from joserfc.errors import JoseError  # noqa: PLC0415 - likewise
    from joserfc.jwk import import_key  # noqa: PLC0415 - likewise
    from joserfc.jws import JWSRegistry  # noqa: PLC0415 - likewise

    if key.get("alg") not in {None, algorithm}:
        raise refuse(Refusal.ALGORITHM, f"the key is for {key['alg']}"[:80])
    try:
        public = import_key({name: value for name, value in key.items() if name != "alg"})
        registry = JWSRegistry(algorithms=[algorithm], strict_check_header=False)
        claims = jwt.decode(token, public, registry=registry).claims
    except (JoseError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise refuse(Refusal.SIGNATURE, f"{type(error).__name__}: {error}") from error
    if not isinstance(claims, dict):
        raise refuse(Refusal.TOKEN_MALFORMED, "the claims are no object")
    return claims


def check_claims(
    claims: Mapping[str, Any],
    *,
    issuer: str,
    client_id: str,
    nonce_hash: str,
    deployments: Collection[str],
    site: str,
    moment: float,
) -> Launch:
    """Return a signed ID token's content; raises `LaunchRefusedError`. `moment`: now, in seconds since 1970."""
    if claims.get("iss") != issuer:
        raise refuse(Refusal.ISSUER, str(claims.get("iss")))
    _check_audience(claims, client_id)
    _check_times(claims, moment)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(hash_token(nonce[:200]), nonce_hash):
        raise refuse(Refusal.NONCE)
    deployment = read_id(claims.get(f"{CLAIM}deployment_id"))
    if not deployment:
        raise refuse(Refusal.DEPLOYMENT_MISSING)
    if deployment not in deployments:
        raise refuse(Refusal.DEPLOYMENT_UNKNOWN, deployment)
    if claims.get(f"{CLAIM}version") != "1.3.0":
        raise refuse(Refusal.VERSION, str(claims.get(f"{CLAIM}version")))
    message = claims.get(f"{CLAIM}message_type")
    if not isinstance(message, str) or message not in {RESOURCE_LINK, CHOICE}:
        raise refuse(Refusal.MESSAGE_TYPE, str(message))
    target = claims.get(f"{CLAIM}target_link_uri")
    if target is None and message == RESOURCE_LINK:
        raise refuse(Refusal.TARGET_MISSING)
    if target is not None and not is_of_site(target, site):
        raise refuse(Refusal.TARGET_FOREIGN, str(target))
    subject = read_id(claims.get("sub"))
    if not subject:
        raise refuse(Refusal.SUBJECT)
    return _read_launch(claims, message, deployment, subject, target or "")


def _read_launch(claims: Mapping[str, Any], message: str, deployment: str, subject: str, target: str) -> Launch:
    roles = claims.get(f"{CLAIM}roles")
    if not isinstance(roles, list):
        raise refuse(Refusal.ROLES)
    if any(isinstance(one, str) and TEST_USER.search(one[:MAX_ID]) for one in roles[:MAX_ROLES]):
        raise refuse(Refusal.TEST_USER)
    link = read_object(claims.get(f"{CLAIM}resource_link"))
    if message == RESOURCE_LINK and not read_id(link.get("id")):
        raise refuse(Refusal.RESOURCE_LINK)
    context = read_object(claims.get(f"{CLAIM}context"))
    context_id = read_id(context.get("id"))
    if not context_id:
        raise refuse(Refusal.CONTEXT)
    custom = read_object(claims.get(f"{CLAIM}custom"))
    grades = read_object(claims.get(f"{AGS}claim/endpoint"))
    members = read_object(claims.get(f"{NRPS}claim/namesroleservice"))
    scopes = grades.get("scope")
    return Launch(
        message=message,
        deployment_id=deployment,
        subject=subject,
        name=read_name(claims),
        role=find_role(roles),
        target=target,
        context_id=context_id,
        context_title=read_line(context.get("title") or context.get("label"), 200),
        assignment=read_line(custom.get("assignment"), 26),
        problem=read_line(custom.get("kata"), 64),
        members_url=read_line(members.get("context_memberships_url"), 500),
        items_url=read_line(grades.get("lineitems"), 500),
        item_url=read_line(grades.get("lineitem"), 500),
        scopes=frozenset(one for one in scopes if isinstance(one, str)) if isinstance(scopes, list) else frozenset(),
        deep_linking=_read_deep_linking(claims) if message == CHOICE else None,
    )


def _read_deep_linking(claims: Mapping[str, Any]) -> DeepLinking:
    settings = read_object(claims.get(f"{DEEP_LINKING}deep_linking_settings"))
    address, accepted, data = settings.get("deep_link_return_url"), settings.get("accept_types"), settings.get("data")
    if not isinstance(address, str) or not is_web_address(address):
        raise refuse(Refusal.DEEP_LINKING, "no address to return to")
    if not isinstance(accepted, list) or "ltiResourceLink" not in accepted:
        raise refuse(Refusal.DEEP_LINKING, "links aren't accepted")
    if isinstance(data, str) and not is_text(data):
        raise refuse(Refusal.DEEP_LINKING, "its data is no text")
    return DeepLinking(address, data if isinstance(data, str) else None, many=settings.get("accept_multiple") is True)


def _check_audience(claims: Mapping[str, Any], client_id: str) -> None:
    audience, party = claims.get("aud"), claims.get("azp")
    several = audience if isinstance(audience, list) else [audience]
    if client_id not in several:
        raise refuse(Refusal.AUDIENCE, str(audience))
    if (party is not None and party != client_id) or (len(several) > 1 and party is None):
        raise refuse(Refusal.AUTHORIZED_PARTY, str(party))


def _check_times(claims: Mapping[str, Any], moment: float) -> None:
    times = {name: _read_number(claims.get(name)) for name in ("exp", "iat", "nbf")}
    expires, issued, begins = times["exp"], times["iat"], times["nbf"]
    if expires is None or issued is None:
        raise refuse(Refusal.TIMES_MISSING)
    if expires <= moment - LEEWAY_S:
        raise refuse(Refusal.EXPIRED)
    if issued > moment + LEEWAY_S or (begins is not None and begins > moment + LEEWAY_S):
        raise refuse(Refusal.FUTURE)
    if issued < moment - OLDEST_S - LEEWAY_S:
        raise refuse(Refusal.TOO_OLD)


def _read_number(value: object) -> float | None:
    """Return a time in seconds, which some platforms send as text."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,12}", value):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < 1e12 else None  # noqa: PLR2004 - far beyond any time, and no NaN


def read_id(value: object) -> str:
    """Return an id, which some platforms send as a number; empty unless it has 1 to 255 characters."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return text if isinstance(text, str) and 0 < len(text) <= MAX_ID and is_text(text) and text.isprintable() else ""


def read_object(value: object) -> dict[str, Any]:
    """Return a JSON object; an empty one for any other value."""
    return value if isinstance(value, dict) else {}


def read_line(value: object, most: int) -> str:
    """Return text as one line of at most `most` characters; empty for any other value."""
    if not isinstance(value, str) or not is_text(value):
        return ""
    return "".join(sign if sign.isprintable() else " " for sign in value[: 2 * most]).strip()[:most]


def read_name(claims: Mapping[str, Any]) -> str:
    """Return the person's name at the platform; empty if it hides names."""
    whole = read_line(claims.get("name"), 120)
    parts = (read_line(claims.get("given_name"), 60), read_line(claims.get("family_name"), 60))
    return whole or " ".join(part for part in parts if part)[:120]


def find_role(roles: list[object]) -> LtiRole:
    """Return the person's role in the platform's course; roles elsewhere don't count."""
    texts = [one[:MAX_ID] for one in roles[:MAX_ROLES] if isinstance(one, str)]
    here = [one for one in texts if "/institution/" not in one and "/system/" not in one]
    # A sub-role such as `membership/Learner#Instructor` is a kind of learner.
    if any(STAFF.search(one) for one in here if "/Learner#" not in one):
        return LtiRole.STAFF
    return LtiRole.STUDENT if any(STUDENT.search(one) for one in here) else LtiRole.OTHER


def is_web_address(address: object) -> bool:
    """Return whether a value is an http or https address in ASCII."""
    if not isinstance(address, str) or len(address) > 2000 or not address.isascii():  # noqa: PLR2004 - browser limit
        return False
    if not address.isprintable() or set(address) & set(" \\\"'<>;,"):
        return False
    try:
        parts = urlsplit(address)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:
        return False


def is_of_site(address: object, site: str) -> bool:
    """Return whether an address has this site's origin."""
    if not is_web_address(address):
        return False
    given, ours = urlsplit(str(address)), urlsplit(site)
    return (given.scheme, given.netloc.lower()) == (ours.scheme, ours.netloc.lower())
