"""A platform whose claims, signatures and tokens are made by a third-party library, `lti1p3platform`."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jwt import PyJWTError
from lti1p3platform.exceptions import LtiException
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration

from tests.lti_platform import ROLES, Platform

if TYPE_CHECKING:
    from collections.abc import Mapping

DEEP_LINK = "/lti/deep-link"


class Configuration(LTI1P3PlatformConfAbstract):  # type: ignore[misc]  # ships no types
    """The library's configuration of the tool."""

    def init_platform_config(self, platform: OtherPlatform, site: str) -> None:
        """Describe the platform and its tool."""
        key = platform.keys[0]
        self._registration = (
            Registration()
            .set_iss(platform.issuer)
            .set_client_id(platform.client_id)
            .set_deployment_id(platform.deployment)
            .set_launch_url(f"{site}/lti/launch")
            .set_deeplink_launch_url(f"{site}{DEEP_LINK}")
            .set_oidc_login_url(f"{site}/lti/login")
            .set_platform_public_key(key.as_pem(private=False).decode())
            .set_platform_private_key(key.as_pem(private=True).decode())
        )
        if platform.tool_keys is not None:
            self._registration.set_tool_key_set(platform.tool_keys)

    def get_registration_by_params(self, **_: object) -> Registration:
        """Return the only registration."""
        return self._registration


class Launch(LTIAdvantageMessageLaunchAbstract):  # type: ignore[misc]
    """A launch whose form is its data."""

    def __init__(self, request: dict[str, str], platform: OtherPlatform, site: str) -> None:
        """Prepare the response to the tool's request."""
        super().__init__(request, Configuration(platform=platform, site=site))
        self._registration = self._platform_config.get_registration()
        self.set_user_data("person-1", [f"{ROLES}Learner"], full_name="Ada Lovelace")
        self.set_resource_link_claim("link-1")
        self.set_launch_context_claim("course-1", context_title="JAX 101")
        self.set_ags(f"{platform.url}/items?type_id=7")
        self.set_nrps(f"{platform.url}/members?course=1")

    def get_preflight_response(self) -> dict[str, str]:
        """Return the tool's request."""
        return dict(self._request)

    def render_launch_form(self, launch_data: dict[str, Any], **_: object) -> dict[str, Any]:
        """Return the form's data."""
        return launch_data


class Login(OIDCLoginAbstract):  # type: ignore[misc]
    """The beginning of a launch."""

    def set_lti_message_hint(self, **_: object) -> None:
        """Set the hint."""
        self._lti_message_hint = "message-1"

    def get_redirect(self, url: str) -> str:
        """Return the address to which the browser is redirected."""
        return url


@dataclass
class OtherPlatform(Platform):
    """The platform of `tests.lti_platform`, implemented with the library."""

    def configure(self, site: str = "") -> Configuration:
        """Return the library's configuration for a tool at this address."""
        return Configuration(platform=self, site=site)

    def list_keys(self) -> dict[str, Any]:
        """Return the library's key set, and the keys with which tests sign themselves."""
        return {"keys": [*self.configure().get_jwks()["keys"], *super().list_keys()["keys"]]}

    def claim(self, nonce: str, site: str, **changes: object) -> dict[str, Any]:
        """Return a launch's claims."""
        claims, _state = Launch({"nonce": nonce, "state": ""}, self, site).get_launch_data()
        moment = int(time.time())
        claims = {**claims, "iat": moment, "exp": moment + 300, **changes}
        return {name: value for name, value in claims.items() if value is not None}

    def sign(self, claims: Mapping[str, Any], key: Any = None, **header: object) -> str:  # noqa: ANN401 - any key
        """Return signed claims."""
        if key is not None or header:
            return super().sign(claims, key, **header)
        return str(self.configure().get_registration().platform_encode_and_sign(dict(claims)))

    def begin(self, site: str) -> str:
        """Return the tool's address to which the platform sends a browser first."""
        login = Login({}, self.configure(site))
        login.set_lti_message_hint()
        return str(login.initiate_login("person-1"))

    def launch(self, asked: dict[str, str], site: str, *, deep_link: str = "") -> dict[str, str]:
        """Return the form that responds to the tool's request; `deep_link` is the return address of a choice."""
        launch = Launch(asked, self, site)
        if deep_link:
            launch.set_user_data("teacher-1", [f"{ROLES}Instructor"], full_name="Iris Prof")
            launch.set_dl(deep_link, accept_types={"ltiResourceLink"})
        return dict(launch.lti_launch())

    def make_token(self, asked: dict[str, str]) -> dict[str, Any] | None:
        """Return the response to a tool's token request; None if it may not have one."""
        try:
            return dict(self.configure().get_access_token(asked))
        except (LtiException, PyJWTError):
            return None

    def knows(self, token: str) -> bool:
        """Return whether a tool may send requests with this token."""
        try:
            return bool(self.configure().validate_token(token))
        except (LtiException, PyJWTError):
            return False
