"""The service's parts, put together once per process, and handed to routes and pages."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

from app.accounts.invitations import InvitationService
from app.accounts.oidc import OidcService
from app.accounts.passwords import Passwords
from app.accounts.personal_data import PersonalDataService
from app.accounts.recovery import RecoveryService
from app.accounts.second_factor import SecondFactorService
from app.accounts.service import AccountService
from app.accounts.sessions import SessionService
from app.administration.service import AdministrationService
from app.audit.service import AuditService
from app.authoring.service import AuthoringService
from app.authoring.working import WorkingCopies
from app.bundles.programs import SharedPrograms
from app.bundles.remote import RemoteFolder
from app.bundles.store import SharedBundleStore
from app.community.service import CommunityService
from app.db.session import Database
from app.drafts.service import DraftService
from app.events import Broadcaster
from app.fleet.service import FleetService
from app.limits.limiter import Limiter
from app.mail import Mailer
from app.metrics import Metrics
from app.problems.catalogue import Catalogue
from app.problems.service import ProblemService
from app.progress.service import ProgressService
from app.queue.local import LocalQueue
from app.queue.port import Queue
from app.queue.procrastinate import ProcrastinateQueue
from app.regrading.record import RegradingRecord
from app.regrading.service import RegradeService
from app.settings import Settings
from app.submissions.ledger import Ledger
from app.submissions.record import SubmissionRecord
from app.submissions.service import SubmissionService
from app.telemetry import Telemetry, make_telemetry
from app.tokens.devices import DeviceService
from app.tokens.service import TokenService
from app.vault.keys import Vault
from app.vault.service import VaultService
from app.webhooks.service import WebhookService
from grader.bundle import BundleStore

if TYPE_CHECKING:
    from app.notifications import Notifications


@dataclass(frozen=True)
class Services:
    """Everything that a route, a page, a runner or a command may call."""

    settings: Settings
    database: Database
    store: BundleStore
    programs: SharedPrograms | None
    """Where bundles are shared, their compiled programs."""
    queue: Queue
    broadcaster: Broadcaster
    catalogue: Catalogue
    accounts: AccountService
    administration: AdministrationService
    audit: AuditService
    tokens: TokenService
    devices: DeviceService
    webhooks: WebhookService
    vault: VaultService
    requests: Limiter[int]
    sessions: SessionService
    invitations: InvitationService
    recovery: RecoveryService
    second_factor: SecondFactorService
    oidc: OidcService
    personal_data: PersonalDataService
    mailer: Mailer
    problems: ProblemService
    drafts: DraftService
    submissions: SubmissionService
    regrades: RegradeService
    community: CommunityService
    progress: ProgressService
    authoring: AuthoringService
    ledger: Ledger
    fleet: FleetService
    metrics: Metrics
    telemetry: Telemetry
    notifications: "Notifications | None"
    """What other processes do, where the database can tell."""

    def start(self) -> None:
        """Begin to hear of what other processes do. Needs a running event loop."""
        if self.notifications is not None:
            self.notifications.start()

    async def close(self) -> None:
        """Wait for the mails that were begun, let go of the database, and send what is left to tell."""
        await self.mailer.close()
        if self.notifications is not None:
            await self.notifications.close()
        await self.database.close()
        await asyncio.to_thread(self.telemetry.close)  # It may wait for a collector that doesn't answer.


def make_queue(settings: Settings) -> Queue:
    """Return the queue that suits the database."""
    if settings.is_sqlite:
        return LocalQueue(settings.device)
    return ProcrastinateQueue(settings.device)


def make_notifications(
    database: Database, broadcaster: Broadcaster, submissions: SubmissionService
) -> "Notifications | None":
    """Return what listens to PostgreSQL's notifications; None for SQLite, which has none."""
    if database.is_sqlite:
        return None
    # Imported here because SQLite needs no driver of PostgreSQL.
    from app.notifications import Notifications  # noqa: PLC0415

    return Notifications(database, broadcaster, submissions)


def make_services(settings: Settings) -> Services:
    """Put the parts together. Nothing is opened yet."""
    database = Database(settings.database_url)
    remote = RemoteFolder(settings.bundles_url) if settings.bundles_url else None
    store = BundleStore(settings.bundles) if remote is None else SharedBundleStore(settings.bundles, remote)
    queue = make_queue(settings)
    broadcaster = Broadcaster()
    catalogue = Catalogue(database, store)
    passwords = Passwords(settings.password_memory_kib, settings.password_passes)
    mailer = Mailer(settings)
    vault = Vault(settings)
    second_factor = SecondFactorService(database, vault)
    accounts = AccountService(settings, database, passwords)
    problems = ProblemService(database, catalogue)
    submissions = SubmissionService(settings, database, queue, catalogue, broadcaster)
    return Services(
        settings=settings,
        database=database,
        store=store,
        programs=None if remote is None else SharedPrograms(settings, database, remote),
        queue=queue,
        broadcaster=broadcaster,
        catalogue=catalogue,
        accounts=accounts,
        administration=AdministrationService(database, accounts),
        audit=AuditService(database),
        tokens=TokenService(database),
        devices=DeviceService(database),
        webhooks=WebhookService(settings, database, vault),
        vault=VaultService(database, vault),
        requests=Limiter(settings.requests_per_minute),
        sessions=SessionService(settings, database, passwords, second_factor),
        invitations=InvitationService(database),
        recovery=RecoveryService(settings, database, passwords, mailer),
        second_factor=second_factor,
        oidc=OidcService(settings, database, accounts),
        personal_data=PersonalDataService(database),
        mailer=mailer,
        problems=problems,
        drafts=DraftService(database, catalogue),
        submissions=submissions,
        community=CommunityService(database, catalogue, submissions),
        progress=ProgressService(database, catalogue, accounts, problems),
        regrades=RegradeService(database, queue, catalogue, broadcaster),
        authoring=AuthoringService(database, store, accounts, WorkingCopies(settings)),
        ledger=Ledger(
            settings,
            database,
            queue,
            broadcaster,
            submissions=SubmissionRecord(queue),
            regradings=RegradingRecord(queue),
        ),
        fleet=FleetService(settings, database),
        metrics=Metrics(),
        telemetry=make_telemetry(settings),
        notifications=make_notifications(database, broadcaster, submissions),
    )


def get_services(request: Request) -> Services:
    """Return the services of the app that serves this request."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]
"""A route's parameter of this type is given the services."""
