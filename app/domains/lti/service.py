"""The LTI service, composed of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.domains.lti.choosing import ChoiceService
from app.domains.lti.identities import IdentityService
from app.domains.lti.keys import ToolKeys
from app.domains.lti.launches import LaunchService
from app.domains.lti.linking import LinkingService
from app.domains.lti.outgoing import PlatformClient
from app.domains.lti.platforms import PlatformService
from app.domains.lti.repository.contexts import forget_person as forget_person  # noqa: PLC0414 - for `app.services`
from app.domains.lti.scores import Collector, ScoreSender
from app.domains.lti.services import PlatformServices
from app.kit.sending import is_sending

if TYPE_CHECKING:
    from app.db.session import Database
    from app.domains.accounts.service import AccountService
    from app.domains.problems.service import ProblemService
    from app.domains.vault.keys import Vault
    from app.kit.settings import Settings


@dataclass(frozen=True)
class LtiService:
    """The parts of LTI; `sender` sends scores to platforms. Launches have connections of their own, for keys."""

    outgoing: PlatformClient
    for_launches: PlatformClient
    keys: ToolKeys
    platforms: PlatformService
    launches: LaunchService
    identities: IdentityService
    choices: ChoiceService
    linking: LinkingService
    collector: Collector
    sender: ScoreSender

    async def close(self) -> None:
        """Close connections to platforms."""
        await self.outgoing.close()
        await self.for_launches.close()


def make_lti(
    settings: Settings, database: Database, vault: Vault, accounts: AccountService, problems: ProblemService
) -> LtiService:
    """Return the composed LTI service. Opens nothing yet."""
    outgoing, for_launches = (PlatformClient(settings.webhook_allowed) for _ in range(2))
    keys = ToolKeys(database, vault)
    launches = LaunchService(settings, database, accounts, for_launches)
    services = PlatformServices(outgoing, keys)
    collector = Collector(database)
    return LtiService(
        outgoing=outgoing,
        for_launches=for_launches,
        keys=keys,
        platforms=PlatformService(database, outgoing, keys),
        launches=launches,
        identities=IdentityService(database),
        choices=ChoiceService(database, launches, keys, problems),
        linking=LinkingService(database, outgoing, services, collector),
        collector=collector,
        sender=ScoreSender(database, services, collector, partial(is_sending, settings.data)),
    )
