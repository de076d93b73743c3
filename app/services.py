"""The service's parts, put together once per process, and handed to routes and pages."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.db.session import Database
from app.domains.accounts.invitations import InvitationService
from app.domains.accounts.oidc import OidcService
from app.domains.accounts.passwords import Passwords
from app.domains.accounts.personal_data import PersonalDataService
from app.domains.accounts.recovery import RecoveryService
from app.domains.accounts.second_factor import SecondFactorService
from app.domains.accounts.service import AccountService
from app.domains.accounts.sessions import SessionService
from app.domains.administration.service import AdministrationService
from app.domains.audit.service import AuditService
from app.domains.authoring.changes import ChangeService
from app.domains.authoring.service import AuthoringService
from app.domains.authoring.versions import VersionService
from app.domains.authoring.working import WorkingCopies
from app.domains.bundles.programs import SharedPrograms
from app.domains.bundles.remote import RemoteFolder
from app.domains.bundles.store import SharedBundleStore
from app.domains.community.service import CommunityService
from app.domains.courses.assignments import AssignmentService
from app.domains.courses.exams import CourseExams, ExamService
from app.domains.courses.exchange import ExchangeService
from app.domains.courses.extensions import ExtensionService
from app.domains.courses.grade_notices import CourseWebhookService, GradeTeller
from app.domains.courses.gradebook import GradeService, keep_grades
from app.domains.courses.hiding import find_unopened
from app.domains.courses.holding import find_holds
from app.domains.courses.private import PrivateKataService
from app.domains.courses.roster import RosterService
from app.domains.courses.service import CourseService
from app.domains.drafts.service import DraftService
from app.domains.fleet.service import FleetService
from app.domains.limits.limiter import Limiter
from app.domains.limits.streams import StreamLimiter
from app.domains.lti.service import LtiService, forget_person, make_lti
from app.domains.mails.service import MailService
from app.domains.monitoring.metrics import Metrics
from app.domains.problems.betas import BetaService
from app.domains.problems.catalogue import Catalogue
from app.domains.problems.lifecycle import Lifecycle
from app.domains.problems.service import ProblemService
from app.domains.progress.certificates import CertificateService
from app.domains.progress.service import ProgressService
from app.domains.questions.service import QuestionService
from app.domains.ratings.service import RatingService
from app.domains.regrading.record import RegradingRecord
from app.domains.regrading.service import RegradeService
from app.domains.runs.service import RunService
from app.domains.scratch.service import ScratchService
from app.domains.similarity.service import SimilarityService
from app.domains.stuck.service import StuckService
from app.domains.submissions.ledger import Ledger
from app.domains.submissions.oversight import OversightService
from app.domains.submissions.record import SubmissionRecord
from app.domains.submissions.service import SubmissionService
from app.domains.threads.reports import ReportService
from app.domains.threads.rubrics import RubricService
from app.domains.threads.service import ThreadService
from app.domains.threads.writing import Postman
from app.domains.tokens.devices import DeviceService
from app.domains.tokens.service import TokenService
from app.domains.vault.keys import Vault
from app.domains.vault.service import VaultService
from app.domains.webhooks.service import WebhookService
from app.kit.events import Broadcaster
from app.kit.settings import Settings
from app.kit.telemetry import Telemetry, make_telemetry
from app.kit.watchdog import Watchdog
from app.kit.workers.pool import Workers
from app.queue.local import LocalQueue
from app.queue.port import Queue
from app.queue.procrastinate import ProcrastinateQueue
from grader.bundle.store import BundleStore

if TYPE_CHECKING:
    from app.domains.submissions.notifications import Notifications


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
    streams: StreamLimiter
    sessions: SessionService
    invitations: InvitationService
    recovery: RecoveryService
    second_factor: SecondFactorService
    oidc: OidcService
    personal_data: PersonalDataService
    workers: Workers
    """The processes that work on strangers' texts."""
    mailer: MailService
    problems: ProblemService
    lifecycle: Lifecycle
    betas: BetaService
    drafts: DraftService
    submissions: SubmissionService
    oversight: OversightService
    runs: RunService
    scratch: ScratchService
    regrades: RegradeService
    community: CommunityService
    courses: CourseService
    roster: RosterService
    assignments: AssignmentService
    extensions: ExtensionService
    grades: GradeService
    exchange: ExchangeService
    private_katas: PrivateKataService
    teller: GradeTeller
    course_webhooks: CourseWebhookService
    lti: LtiService
    progress: ProgressService
    certificates: CertificateService
    questions: QuestionService
    ratings: RatingService
    threads: ThreadService
    reports: ReportService
    rubrics: RubricService
    authoring: AuthoringService
    changes: ChangeService
    versions: VersionService
    similarity: SimilarityService
    stuck: StuckService
    exams: ExamService
    ledger: Ledger
    fleet: FleetService
    metrics: Metrics
    watchdog: Watchdog
    telemetry: Telemetry
    notifications: "Notifications | None"
    """Notifications between processes, where the database has them."""

    def start(self) -> None:
        """Watch the event loop, on which this is called, and listen to other processes."""
        self.watchdog.start()
        if self.notifications is not None:
            self.notifications.start()

    async def close(self) -> None:
        """End the workers, wait for pending e-mails, close the database, and send remaining traces."""
        await self.watchdog.close()
        await self.similarity.close()
        await self.workers.close()
        await self.mailer.close()
        await self.lti.close()
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
    from app.domains.submissions.notifications import Notifications  # noqa: PLC0415

    return Notifications(database, broadcaster, submissions)


def make_services(settings: Settings) -> Services:
    """Put the parts together. Nothing is opened yet."""
    database = Database(settings.database_url)
    database.use_holds(find_holds)
    database.use_unopened(find_unopened)
    remote = RemoteFolder(settings.bundles_url) if settings.bundles_url else None
    store = BundleStore(settings.bundles) if remote is None else SharedBundleStore(settings.bundles, remote)
    queue = make_queue(settings)
    broadcaster = Broadcaster()
    catalogue = Catalogue(database, store, settings.stamp)
    passwords = Passwords(settings.password_memory_kib, settings.password_passes)
    workers = Workers()
    metrics = Metrics()
    vault = Vault(settings)
    mailer = MailService(settings, database, vault)
    second_factor = SecondFactorService(database, vault)
    accounts = AccountService(settings, database, passwords)
    exams = CourseExams()
    problems = ProblemService(database, catalogue, exams)
    regrades = RegradeService(database, queue, catalogue, broadcaster)
    lifecycle = Lifecycle(database, store, catalogue)
    betas = BetaService(database, catalogue)
    authoring = AuthoringService(database, store, accounts, WorkingCopies(settings), workers)
    submissions = SubmissionService(settings, database, queue, catalogue, broadcaster, exams)
    assignments = AssignmentService(database, catalogue)
    postman = Postman(settings, mailer)
    webhooks = WebhookService(settings, database, vault)
    teller = GradeTeller(database)
    runs = RunService(settings, database, queue, catalogue, submissions)
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
        webhooks=webhooks,
        vault=VaultService(database, vault),
        requests=Limiter(settings.requests_per_minute),
        streams=StreamLimiter(settings.max_streams),
        sessions=SessionService(settings, database, passwords, second_factor),
        invitations=InvitationService(database),
        recovery=RecoveryService(settings, database, passwords, mailer),
        second_factor=second_factor,
        oidc=OidcService(settings, database, accounts),
        personal_data=PersonalDataService(database, exams.find_running, keep_grades, forget_person),
        mailer=mailer,
        workers=workers,
        problems=problems,
        lifecycle=lifecycle,
        betas=betas,
        drafts=DraftService(database, catalogue),
        submissions=submissions,
        oversight=OversightService(database),
        runs=runs,
        scratch=ScratchService(database, runs),
        community=CommunityService(database, catalogue, submissions, exams),
        courses=CourseService(database),
        roster=RosterService(settings, database, workers, mailer),
        assignments=assignments,
        extensions=ExtensionService(database),
        grades=GradeService(database, assignments),
        exchange=ExchangeService(database),
        private_katas=PrivateKataService(database, catalogue),
        teller=teller,
        course_webhooks=CourseWebhookService(teller, webhooks),
        lti=make_lti(settings, database, vault, accounts, problems),
        progress=ProgressService(database, catalogue, accounts, problems),
        certificates=CertificateService(database, problems),
        questions=QuestionService(database, catalogue, exams),
        ratings=RatingService(database, catalogue, exams),
        threads=ThreadService(database, assignments, exams, postman),
        reports=ReportService(database, exams, postman),
        rubrics=RubricService(database),
        regrades=regrades,
        authoring=authoring,
        changes=ChangeService(database, authoring, lifecycle, betas, workers),
        versions=VersionService(database, authoring.copies, workers),
        similarity=SimilarityService(database, store, authoring, workers),
        stuck=StuckService(database, catalogue, assignments, workers, exams),
        exams=ExamService(database),
        ledger=Ledger(
            settings,
            database,
            queue,
            broadcaster,
            submissions=SubmissionRecord(queue),
            regradings=RegradingRecord(queue),
        ),
        fleet=FleetService(settings, database),
        metrics=metrics,
        watchdog=Watchdog(metrics.observe_lag),
        telemetry=make_telemetry(settings),
        notifications=make_notifications(database, broadcaster, submissions),
    )
