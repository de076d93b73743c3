BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0023');
CREATE TABLE api_tokens (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	label VARCHAR(80) NOT NULL, 
	created_at DATETIME NOT NULL, scopes VARCHAR(200), last_used_at DATETIME, expires_at DATETIME, 
	CONSTRAINT pk_api_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_api_tokens_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_api_tokens_token_hash UNIQUE (token_hash)
);
INSERT INTO "api_tokens" VALUES(1,'1ad71cf7ebaabee932f43c61a1270e3f3c99688243dff8235f027eb6f880048e',1,'hers','2026-11-22 13:53:40.127943',NULL,NULL,NULL);
INSERT INTO "api_tokens" VALUES(2,'9f2b0e4567ce1a34d9addc0738bdbe835eb9168421f1cf84c5cb11d71361457a',1,'kept','2026-11-22 13:53:40.681534',NULL,NULL,NULL);
CREATE TABLE audit_entries (
	id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	actor VARCHAR(32) NOT NULL, 
	user_id INTEGER, 
	network VARCHAR(48) NOT NULL, 
	action VARCHAR(40) NOT NULL, 
	target VARCHAR(200) NOT NULL, 
	details JSON NOT NULL, 
	CONSTRAINT pk_audit_entries PRIMARY KEY (id), 
	CONSTRAINT fk_audit_entries_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "audit_entries" VALUES(1,'2026-11-22 13:53:38.273248','the service',NULL,'','role_changed','iris','{"before":"learner","after":"instructor"}');
INSERT INTO "audit_entries" VALUES(2,'2026-11-22 13:53:38.524004','iris',2,'127.0.0.0/24','problem_begun','shift','{}');
INSERT INTO "audit_entries" VALUES(3,'2026-11-22 13:53:38.692900','iris',2,'127.0.0.0/24','account_added','bob','{"role":"learner"}');
INSERT INTO "audit_entries" VALUES(4,'2026-11-22 13:53:38.700665','iris',2,'127.0.0.0/24','account_added','coco','{"role":"instructor"}');
INSERT INTO "audit_entries" VALUES(5,'2026-11-22 13:53:38.716894','iris',2,'127.0.0.0/24','account_added','otto','{"role":"instructor"}');
INSERT INTO "audit_entries" VALUES(6,'2026-11-22 13:53:38.731759','iris',2,'127.0.0.0/24','account_added','root','{"role":"admin"}');
INSERT INTO "audit_entries" VALUES(7,'2026-11-22 13:53:38.734841','iris',2,'127.0.0.0/24','account_added','dora','{"role":"learner"}');
INSERT INTO "audit_entries" VALUES(8,'2026-11-22 13:53:39.001224','iris',2,'127.0.0.0/24','problem_published','shift','{"version":1}');
INSERT INTO "audit_entries" VALUES(9,'2026-11-22 13:53:39.088775','iris',2,'127.0.0.0/24','problem_shared','shift','{"with":"coco"}');
INSERT INTO "audit_entries" VALUES(10,'2026-11-22 13:53:39.533042','iris',2,'127.0.0.0/24','regrade_started','shift','{"regrade":"01k81ohc2tf64p9op4hlbu3bhn","submissions":1,"reason":"Because."}');
INSERT INTO "audit_entries" VALUES(11,'2026-11-22 13:53:39.846057','iris',2,'127.0.0.0/24','regrade_started','shift','{"regrade":"01k81ohcfgekkpn3o452f26gac","submissions":1,"reason":"Because."}');
INSERT INTO "audit_entries" VALUES(12,'2026-11-22 13:53:40.304339','ada',1,'127.0.0.0/24','account_invited','learner','{"uses":1,"days":7}');
CREATE TABLE authoring_tasks (
	id INTEGER NOT NULL, 
	slug VARCHAR(80) NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	"view" JSON NOT NULL, 
	seen_at DATETIME NOT NULL, 
	cancelled_by VARCHAR(32), 
	CONSTRAINT pk_authoring_tasks PRIMARY KEY (id), 
	CONSTRAINT uq_authoring_tasks_slug UNIQUE (slug)
);
INSERT INTO "authoring_tasks" VALUES(1,'shift','01k81ohbf0f4poodrvfj21h5jq','done','{"id":"01k81ohbf0f4poodrvfj21h5jq","problem":"shift","kind":"publish","status":"done","started_by":"iris","started_at":"2026-11-22T13:53:38.784199Z","step":"solutions","done":1,"total":2,"findings":[],"solutions":[{"kind":"accepted","name":"canonical.py","verdict":"accepted","code":"accepted","slowest_ms":250.0,"memory_mib":300,"finding":null}],"mutants":{"tried":0,"noticed":0,"equivalent":0,"left":2},"samples":1,"pool":1,"time_s":10.0,"memory_mib":1536,"version":1,"regrade":null,"message":""}','2026-11-22 13:53:39.032473',NULL);
CREATE TABLE bundle_programs (
	id INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	machine VARCHAR(64) NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_bundle_programs PRIMARY KEY (id)
);
CREATE TABLE device_grants (
	id INTEGER NOT NULL, 
	device_hash VARCHAR(64) NOT NULL, 
	user_code VARCHAR(8) NOT NULL, 
	label VARCHAR(80) NOT NULL, 
	scopes VARCHAR(200) NOT NULL, 
	user_id INTEGER, 
	denied BOOLEAN NOT NULL, 
	polled_at DATETIME, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_device_grants PRIMARY KEY (id), 
	CONSTRAINT fk_device_grants_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_device_grants_device_hash UNIQUE (device_hash), 
	CONSTRAINT uq_device_grants_user_code UNIQUE (user_code)
);
CREATE TABLE drafts (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	problem_id INTEGER NOT NULL, 
	source TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	saved_at DATETIME NOT NULL, 
	CONSTRAINT pk_drafts PRIMARY KEY (id), 
	CONSTRAINT fk_drafts_problem_id_problems FOREIGN KEY(problem_id) REFERENCES problems (id), 
	CONSTRAINT fk_drafts_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "drafts" VALUES(1,1,1,'def double(x):
    return x * 2
',1,'2026-11-22 13:53:40.690812');
CREATE TABLE idempotency_keys (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	"key" VARCHAR(255) NOT NULL, 
	body_hash VARCHAR(64) NOT NULL, 
	answer JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_idempotency_keys PRIMARY KEY (id), 
	CONSTRAINT fk_idempotency_keys_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE identities (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	issuer VARCHAR(255) NOT NULL, 
	subject VARCHAR(255) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_identities PRIMARY KEY (id), 
	CONSTRAINT fk_identities_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE invitations (
	id INTEGER NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	role VARCHAR(32) NOT NULL, 
	uses INTEGER NOT NULL, 
	used INTEGER NOT NULL, 
	made_by INTEGER, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (id), 
	CONSTRAINT fk_invitations_made_by_users FOREIGN KEY(made_by) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_invitations_public_id UNIQUE (public_id), 
	CONSTRAINT uq_invitations_token_hash UNIQUE (token_hash)
);
INSERT INTO "invitations" VALUES(1,'01k81ohcufepl9ti6rsg8l3mt6','e3696765e3b77f0c510ceedd1260867b0de8bf34140d4c0877a7a9bd8a46eede','learner',1,0,2,'2026-11-22 13:53:40.303821','2026-11-29 13:53:40.292323');
CREATE TABLE "jobs" (
	id INTEGER NOT NULL, 
	submission_id INTEGER NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	priority INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before DATETIME NOT NULL, 
	claimed_by VARCHAR(200), 
	claimed_at DATETIME, 
	heartbeat_at DATETIME, 
	regrading_id INTEGER, 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT fk_jobs_submission_id_submissions FOREIGN KEY(submission_id) REFERENCES submissions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_jobs_regrading_id_regradings FOREIGN KEY(regrading_id) REFERENCES regradings (id) ON DELETE CASCADE, 
	CONSTRAINT uq_jobs_regrading_id UNIQUE (regrading_id)
);
INSERT INTO "jobs" VALUES(1,1,'done',1,1,'2026-11-22 13:53:39.158581',NULL,'2026-11-22 13:53:39.182560',NULL,NULL);
INSERT INTO "jobs" VALUES(2,1,'done',10,1,'2026-11-22 13:53:39.455610',NULL,'2026-11-22 13:53:39.586896',NULL,1);
INSERT INTO "jobs" VALUES(3,1,'done',10,1,'2026-11-22 13:53:39.826149',NULL,'2026-11-22 13:53:39.863774',NULL,2);
INSERT INTO "jobs" VALUES(4,2,'done',1,1,'2026-11-22 13:53:40.628314',NULL,'2026-11-22 13:53:40.631784',NULL,NULL);
CREATE TABLE problem_authors (
	id INTEGER NOT NULL, 
	problem_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	is_owner BOOLEAN NOT NULL, 
	CONSTRAINT pk_problem_authors PRIMARY KEY (id), 
	CONSTRAINT fk_problem_authors_problem_id_problems FOREIGN KEY(problem_id) REFERENCES problems (id), 
	CONSTRAINT fk_problem_authors_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "problem_authors" VALUES(1,2,2,1);
INSERT INTO "problem_authors" VALUES(2,2,4,0);
CREATE TABLE problem_versions (
	id INTEGER NOT NULL, 
	problem_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	source_digest VARCHAR(64) NOT NULL, 
	published_at DATETIME NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	track VARCHAR(200) NOT NULL, 
	position INTEGER NOT NULL, 
	difficulty INTEGER NOT NULL, status VARCHAR(32) DEFAULT 'published' NOT NULL, device VARCHAR(8) DEFAULT 'any' NOT NULL, needs VARCHAR(128) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_problem_versions PRIMARY KEY (id), 
	CONSTRAINT fk_problem_versions_problem_id_problems FOREIGN KEY(problem_id) REFERENCES problems (id)
);
INSERT INTO "problem_versions" VALUES(1,1,1,'1ad63779ad4f0f75453cf6a2444b1be6b63bcfc483dad87a20ba6b0f82b1f9b0','source of 1ad63779','2026-11-22 13:53:37.927366','Double it','Basics',1,1,'published','any','');
INSERT INTO "problem_versions" VALUES(2,2,1,'a0b487765cf1bb7e9180f03d8bc64b4f2626b26eb006a59e3b57e9b27902b689','source','2026-11-22 13:53:39.000697','Shift it','Basics',1,1,'published','any','');
CREATE TABLE problems (
	id INTEGER NOT NULL, 
	slug VARCHAR(80) NOT NULL, 
	created_at DATETIME NOT NULL, retired_at DATETIME, draw INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_problems PRIMARY KEY (id), 
	CONSTRAINT uq_problems_slug UNIQUE (slug)
);
INSERT INTO "problems" VALUES(1,'double','2026-11-22 13:53:37.887562',NULL,0);
INSERT INTO "problems" VALUES(2,'shift','2026-11-22 13:53:38.513123',NULL,0);
CREATE TABLE profiles (
	user_id INTEGER NOT NULL, 
	shows_solved BOOLEAN NOT NULL, 
	shows_activity BOOLEAN NOT NULL, 
	shows_scores BOOLEAN NOT NULL, 
	CONSTRAINT pk_profiles PRIMARY KEY (user_id), 
	CONSTRAINT fk_profiles_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "profiles" VALUES(7,1,0,0);
CREATE TABLE recovery_codes (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (id), 
	CONSTRAINT fk_recovery_codes_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "recovery_codes" VALUES(1,3,'cffb33ff497016fbda5b3aa3faa3b0ad98231860f022b331bfc6ca4fd63237e7');
INSERT INTO "recovery_codes" VALUES(2,3,'67c6050b7939c895cf779248c7fda79396caa9df5bd0f80dc9fbb18548118bfd');
INSERT INTO "recovery_codes" VALUES(3,3,'e4217158d98897bb64c47fea49ee58138b710b70e3a732a8b23d5bab006331d9');
INSERT INTO "recovery_codes" VALUES(4,3,'f239249e42602b80f149cd16f0bb79a11ea3da902f54a0cda9a32790badddf6a');
INSERT INTO "recovery_codes" VALUES(5,3,'f4cfcbbb98a134488803711c375558fe6841c5ed2982fdd49de62111601979dc');
INSERT INTO "recovery_codes" VALUES(6,3,'38a7c9df0fc909678f713b02dc087f9b8113443e8277c3cb526ec917f8b14d8d');
INSERT INTO "recovery_codes" VALUES(7,3,'50a6d684f96c9e310b14fa046669f3567064d738e699f972f322eae8b1a57c90');
INSERT INTO "recovery_codes" VALUES(8,3,'9a39dfd0dabb1b126bbbb8bffecc0c5080d28dd5857a710b230afd10cc6f76cc');
INSERT INTO "recovery_codes" VALUES(9,3,'f0a06933e447218bc9ea53e9844e53a85383af704cabae537543369091464689');
INSERT INTO "recovery_codes" VALUES(10,3,'779ae6c03c000cd2cd388a67343b16ddf0dda0399503c1a67d2f23d8a1414685');
CREATE TABLE regrades (
	id INTEGER NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	problem_id INTEGER NOT NULL, 
	version_id INTEGER, 
	started_by INTEGER, 
	reason TEXT NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	applies_itself BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	decided_at DATETIME, 
	CONSTRAINT pk_regrades PRIMARY KEY (id), 
	CONSTRAINT fk_regrades_problem_id_problems FOREIGN KEY(problem_id) REFERENCES problems (id), 
	CONSTRAINT fk_regrades_started_by_users FOREIGN KEY(started_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_regrades_version_id_problem_versions FOREIGN KEY(version_id) REFERENCES problem_versions (id), 
	CONSTRAINT uq_regrades_public_id UNIQUE (public_id)
);
INSERT INTO "regrades" VALUES(1,'01k81ohc2tf64p9op4hlbu3bhn',2,NULL,2,'Because.','applied',1,'2026-11-22 13:53:39.432117','2026-11-22 13:53:39.734786');
INSERT INTO "regrades" VALUES(2,'01k81ohcfgekkpn3o452f26gac',2,NULL,2,'Because.','ready',0,'2026-11-22 13:53:39.825211',NULL);
CREATE TABLE regradings (
	id INTEGER NOT NULL, 
	regrade_id INTEGER NOT NULL, 
	submission_id INTEGER NOT NULL, 
	version_id INTEGER NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	verdict VARCHAR(32), 
	report JSON, 
	before_version_id INTEGER, 
	before_verdict VARCHAR(32), 
	before_report JSON, 
	seen_at DATETIME, 
	CONSTRAINT pk_regradings PRIMARY KEY (id), 
	CONSTRAINT fk_regradings_regrade_id_regrades FOREIGN KEY(regrade_id) REFERENCES regrades (id) ON DELETE CASCADE, 
	CONSTRAINT fk_regradings_submission_id_submissions FOREIGN KEY(submission_id) REFERENCES submissions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_regradings_version_id_problem_versions FOREIGN KEY(version_id) REFERENCES problem_versions (id), 
	CONSTRAINT fk_regradings_before_version_id_problem_versions FOREIGN KEY(before_version_id) REFERENCES problem_versions (id)
);
INSERT INTO "regradings" VALUES(1,1,1,2,'done','accepted','{"problem":"shift","version":"1","mode":"submit","verdict":"accepted","code":"accepted","message":"As told.","line":null,"score":1.0,"cases":[{"name":"s0","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null},{"name":"s1","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null}],"checks":[],"output":"","output_truncated":false,"error":null,"hints":[],"stack":null,"tier":"","timing":{"prepare_ms":0.0,"run_ms":0.0,"judge_ms":0.0,"total_ms":0.0}}',2,'wrong_answer','{"problem":"shift","version":"1","mode":"submit","verdict":"wrong_answer","code":"wrong_answer","message":"As told.","line":null,"score":0.0,"cases":[{"name":"s0","label":"a case","hidden":false,"verdict":"wrong_answer","seconds":0.1,"checks":[],"calls":[],"shown":null},{"name":"s1","label":"a case","hidden":false,"verdict":"wrong_answer","seconds":0.1,"checks":[],"calls":[],"shown":null}],"checks":[],"output":"","output_truncated":false,"error":null,"hints":[],"stack":null,"tier":"","timing":{"prepare_ms":0.0,"run_ms":0.0,"judge_ms":0.0,"total_ms":0.0}}',NULL);
INSERT INTO "regradings" VALUES(2,2,1,2,'done','accepted','{"problem":"shift","version":"1","mode":"submit","verdict":"accepted","code":"accepted","message":"As told.","line":null,"score":1.0,"cases":[{"name":"s0","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null},{"name":"s1","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null}],"checks":[],"output":"","output_truncated":false,"error":null,"hints":[],"stack":null,"tier":"","timing":{"prepare_ms":0.0,"run_ms":0.0,"judge_ms":0.0,"total_ms":0.0}}',NULL,NULL,NULL,NULL);
CREATE TABLE runners (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	host VARCHAR(200) NOT NULL, 
	capacity INTEGER NOT NULL, 
	device VARCHAR(16) NOT NULL, 
	labels VARCHAR(500) NOT NULL, 
	tier TEXT NOT NULL, 
	stack TEXT NOT NULL, 
	started_at DATETIME NOT NULL, 
	seen_at DATETIME NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	running INTEGER, 
	failures INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_runners PRIMARY KEY (id), 
	CONSTRAINT uq_runners_name UNIQUE (name)
);
INSERT INTO "runners" VALUES(1,'vm:16525:67790eb5','vm',2,'cpu','','B','Python 3.13.1, jax 0.12.0, flax 0.12.12','2026-11-22 13:53:37.823631','2026-11-22 13:53:41.293510','active',0,0,'');
CREATE TABLE "second_factors" (
	user_id INTEGER NOT NULL, 
	secret VARCHAR(255) NOT NULL, 
	last_step INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	enabled_at DATETIME, 
	CONSTRAINT pk_second_factors PRIMARY KEY (user_id), 
	CONSTRAINT fk_second_factors_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "second_factors" VALUES(3,'bb1db5ab.gAAAAABrAvPksnkiBS3qGRfmGJbX21lz42Bs4b0fNjGGxDzTKMifEA78r3L-YXAzHHDVh1MQiEDfO3NnwT5iHwJZIJm5EukMQmyv9P7WA94U31tJ6HLYzmoiRU9u6ru35rfjO_BJeJgF',59845187,'2026-11-22 13:53:40.648492','2026-11-22 13:53:40.652352');
CREATE TABLE sessions (
	id INTEGER NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	browser VARCHAR(40) NOT NULL, 
	network VARCHAR(48) NOT NULL, 
	created_at DATETIME NOT NULL, 
	seen_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sessions_public_id UNIQUE (public_id), 
	CONSTRAINT uq_sessions_token_hash UNIQUE (token_hash)
);
INSERT INTO "sessions" VALUES(1,'01k81oharue7ubgaj1c744fsp8','e9d4d4900ef2abbc573b119ab9f252ed262d428acab2ab179fe0aeac7b106660',1,'Python','127.0.0.0/24','2026-11-22 13:53:38.174646','2026-11-22 13:53:38.174651','2026-12-22 13:53:38.156860');
INSERT INTO "sessions" VALUES(2,'01k81ohau8ekoa419oojuvbnh6','f0d22f43e1105cc364f7adb9180cec85d10f5655cc4a64bd1214f486cdff6b5a',2,'Python','127.0.0.0/24','2026-11-22 13:53:38.248137','2026-11-22 13:53:38.248140','2026-12-22 13:53:38.245780');
INSERT INTO "sessions" VALUES(3,'01k81ohd0hemhoo83ifq92nehl','a199182a2318a35494d6be9de2a582ac0078a3858355efc17892a8a61a325a66',1,'Python','127.0.0.0/24','2026-11-22 13:53:40.369442','2026-11-22 13:53:40.369444','2026-12-22 13:53:40.367231');
INSERT INTO "sessions" VALUES(4,'01k81ohd2heomrjk2sbpgcrr4q','215bfb998568c4eda9186fc33fa6bcaf97471f001625d6f3d425617fa7dab18b',3,'Python','127.0.0.0/24','2026-11-22 13:53:40.433217','2026-11-22 13:53:40.433220','2026-12-22 13:53:40.431128');
INSERT INTO "sessions" VALUES(5,'01k81ohd3leenonigfh927vinp','7f481522788e636abd44e0fb60e0bb122989d462edbac44256f5174c9d4ee0ff',2,'Python','127.0.0.0/24','2026-11-22 13:53:40.469653','2026-11-22 13:53:40.469657','2026-12-22 13:53:40.467691');
INSERT INTO "sessions" VALUES(6,'01k81ohd51etea70couq56blqf','03336a24bb7530ebf0eaa9b1f2a3f9d5e0e5c95bf2c5eba4ba4cea9439dd9552',4,'Python','127.0.0.0/24','2026-11-22 13:53:40.513049','2026-11-22 13:53:40.513051','2026-12-22 13:53:40.511149');
INSERT INTO "sessions" VALUES(7,'01k81ohd6tf8focc50hfvsh18t','4a113563cd65a4d8ee27eedb9ec35b85561c580d200fafdfae5dda3d9958d316',5,'Python','127.0.0.0/24','2026-11-22 13:53:40.573321','2026-11-22 13:53:40.573324','2026-12-22 13:53:40.571154');
INSERT INTO "sessions" VALUES(8,'01k81ohd8efoa97derabn8l40j','aed3a5c6e96d9621968f7a1dd7e82c975146aee2efeabf6486c0fcf78618174a',6,'Python','127.0.0.0/24','2026-11-22 13:53:40.622677','2026-11-22 13:53:40.622680','2026-12-22 13:53:40.621013');
CREATE TABLE share_links (
	id INTEGER NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	submission_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_share_links PRIMARY KEY (id), 
	CONSTRAINT fk_share_links_submission_id_submissions FOREIGN KEY(submission_id) REFERENCES submissions (id) ON DELETE CASCADE, 
	CONSTRAINT uq_share_links_submission_id UNIQUE (submission_id), 
	CONSTRAINT uq_share_links_token UNIQUE (token)
);
INSERT INTO "share_links" VALUES(1,'fRAn5JKXk6V20eyYG9Am_NIh',1,'2026-11-22 13:53:40.110979');
CREATE TABLE shared_solutions (
	id INTEGER NOT NULL, 
	problem_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	submission_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_shared_solutions PRIMARY KEY (id), 
	CONSTRAINT fk_shared_solutions_problem_id_problems FOREIGN KEY(problem_id) REFERENCES problems (id), 
	CONSTRAINT fk_shared_solutions_submission_id_submissions FOREIGN KEY(submission_id) REFERENCES submissions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_shared_solutions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "shared_solutions" VALUES(1,2,1,1,'2026-11-22 13:53:40.120948');
CREATE TABLE submission_events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	submission_id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	data JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT fk_submission_events_submission_id_submissions FOREIGN KEY(submission_id) REFERENCES submissions (id) ON DELETE CASCADE
);
INSERT INTO "submission_events" VALUES(1,1,'queued','{"position":1}','2026-11-22 13:53:39.169009');
INSERT INTO "submission_events" VALUES(2,1,'started','{"attempt":1}','2026-11-22 13:53:39.219448');
INSERT INTO "submission_events" VALUES(3,1,'case','{"index":0,"total":2,"case":{"name":"s0","label":"a case","hidden":false,"verdict":"wrong_answer","seconds":0.1,"checks":[],"calls":[],"shown":null}}','2026-11-22 13:53:39.254281');
INSERT INTO "submission_events" VALUES(4,1,'case','{"index":1,"total":2,"case":{"name":"s1","label":"a case","hidden":false,"verdict":"wrong_answer","seconds":0.1,"checks":[],"calls":[],"shown":null}}','2026-11-22 13:53:39.254287');
INSERT INTO "submission_events" VALUES(5,1,'verdict','{}','2026-11-22 13:53:39.256373');
INSERT INTO "submission_events" VALUES(6,2,'queued','{"position":1}','2026-11-22 13:53:40.628572');
INSERT INTO "submission_events" VALUES(7,2,'started','{"attempt":1}','2026-11-22 13:53:40.632495');
INSERT INTO "submission_events" VALUES(8,2,'case','{"index":0,"total":2,"case":{"name":"s0","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null}}','2026-11-22 13:53:40.638566');
INSERT INTO "submission_events" VALUES(9,2,'case','{"index":1,"total":2,"case":{"name":"s1","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null}}','2026-11-22 13:53:40.638568');
INSERT INTO "submission_events" VALUES(10,2,'verdict','{}','2026-11-22 13:53:40.638819');
CREATE TABLE submissions (
	id INTEGER NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	user_id INTEGER NOT NULL, 
	problem_version_id INTEGER NOT NULL, 
	mode VARCHAR(32) NOT NULL, 
	source TEXT NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	verdict VARCHAR(32), 
	report JSON, 
	attempts INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	finished_at DATETIME, revivals INTEGER DEFAULT '0' NOT NULL, request_id VARCHAR(16), trace VARCHAR(55), 
	CONSTRAINT pk_submissions PRIMARY KEY (id), 
	CONSTRAINT fk_submissions_problem_version_id_problem_versions FOREIGN KEY(problem_version_id) REFERENCES problem_versions (id), 
	CONSTRAINT fk_submissions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_submissions_public_id UNIQUE (public_id)
);
INSERT INTO "submissions" VALUES(1,'01k81ohbqke5raihm0tcu6dsp3',1,2,'submit','x = 1','done','accepted','{"problem":"shift","version":"1","mode":"submit","verdict":"accepted","code":"accepted","message":"As told.","line":null,"score":1.0,"cases":[{"name":"s0","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null},{"name":"s1","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null}],"checks":[],"output":"","output_truncated":false,"error":null,"hints":[],"stack":null,"tier":"","timing":{"prepare_ms":0.0,"run_ms":0.0,"judge_ms":0.0,"total_ms":0.0}}',1,'2026-11-22 13:53:39.157022','2026-11-22 13:53:39.183043','2026-11-22 13:53:39.254550',0,'6c2765af9727e73a',NULL);
INSERT INTO "submissions" VALUES(2,'01k81ohd8jfuoo410h44t7j6l8',3,2,'submit','x = 1','done','accepted','{"problem":"shift","version":"1","mode":"submit","verdict":"accepted","code":"accepted","message":"As told.","line":null,"score":1.0,"cases":[{"name":"s0","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null},{"name":"s1","label":"a case","hidden":false,"verdict":"accepted","seconds":0.1,"checks":[],"calls":[],"shown":null}],"checks":[],"output":"","output_truncated":false,"error":null,"hints":[],"stack":null,"tier":"","timing":{"prepare_ms":0.0,"run_ms":0.0,"judge_ms":0.0,"total_ms":0.0}}',1,'2026-11-22 13:53:40.627961','2026-11-22 13:53:40.632136','2026-11-22 13:53:40.638639',0,'fb26364ac5d3fdd1',NULL);
CREATE TABLE tickets (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	user_id INTEGER, 
	data JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_tickets PRIMARY KEY (id), 
	CONSTRAINT fk_tickets_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tickets_token_hash UNIQUE (token_hash)
);
CREATE TABLE tries (
	"key" VARCHAR(64) NOT NULL, 
	ends_ms BIGINT NOT NULL, 
	CONSTRAINT pk_tries PRIMARY KEY ("key")
);
INSERT INTO "tries" VALUES('79d795d045c79c7988c36f57eeabbe0bcdf16b9e48d7fd0134a175450692e233',1795355600213);
CREATE TABLE unlocks (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	problem_id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_unlocks PRIMARY KEY (id), 
	CONSTRAINT fk_unlocks_problem_id_problems FOREIGN KEY(problem_id) REFERENCES problems (id), 
	CONSTRAINT fk_unlocks_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE users (
	id INTEGER NOT NULL, 
	name VARCHAR(32) NOT NULL, 
	name_key VARCHAR(32) NOT NULL, 
	password_hash VARCHAR(255) NOT NULL, 
	role VARCHAR(32) NOT NULL, 
	created_at DATETIME NOT NULL, disabled_at DATETIME, email VARCHAR(254), 
	CONSTRAINT pk_users PRIMARY KEY (id), 
	CONSTRAINT uq_users_name_key UNIQUE (name_key)
);
INSERT INTO "users" VALUES(1,'ada','ada','$argon2id$v=19$m=64,t=1,p=1$8snaFXgGetWQ0iS9USFX4g$JxraI/WsGdmUouBLteFy2TVl5zBpRfG0im+rRQ/OzeQ','learner','2026-11-22 13:53:38.057558',NULL,NULL);
INSERT INTO "users" VALUES(2,'iris','iris','$argon2id$v=19$m=64,t=1,p=1$Yp32SjPbYDgndgnz63wx3Q$fjB1ZwU/psfc3gY6/6I1bOOFivguqaftd5kVT0Lmeks','instructor','2026-11-22 13:53:38.194198',NULL,NULL);
INSERT INTO "users" VALUES(3,'bob','bob','$argon2id$v=19$m=64,t=1,p=1$6jshwRWz2uuC/lBFt186eg$+SA3ZW/tOLmMa6MsAIE/dVfJlKsn/H6zituOcZSW3RY','learner','2026-11-22 13:53:38.692479',NULL,NULL);
INSERT INTO "users" VALUES(4,'coco','coco','$argon2id$v=19$m=64,t=1,p=1$6GdF+88AZRA2HQQFsyMWlA$/V4zSHgCGSuw6OvPWhSnxgrwLJ40yqToCNl4U+pSEEI','instructor','2026-11-22 13:53:38.700414',NULL,NULL);
INSERT INTO "users" VALUES(5,'otto','otto','$argon2id$v=19$m=64,t=1,p=1$QVdzoEG0qppbyR/9dsbCxA$CcA8ZcED4lG4Z5/wSOt1urzrSruIU4q6J4uye0PKm/4','instructor','2026-11-22 13:53:38.716654',NULL,NULL);
INSERT INTO "users" VALUES(6,'root','root','$argon2id$v=19$m=64,t=1,p=1$JmsytDZLKyXtsB1dY4mitA$Hi0iCBb/hSZQ0LK6mxbDxycODmw3yDfmoy2UdJqAY94','admin','2026-11-22 13:53:38.730840',NULL,NULL);
INSERT INTO "users" VALUES(7,'dora','dora','$argon2id$v=19$m=64,t=1,p=1$y4B5vTRAlJzzeVnXXibRMQ$I1A7UX3dM/M8Y5wRAwbJDv/DwftLmyJ3Ann/9CDMigQ','learner','2026-11-22 13:53:38.734691',NULL,NULL);
CREATE TABLE votes (
	id INTEGER NOT NULL, 
	solution_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_votes PRIMARY KEY (id), 
	CONSTRAINT fk_votes_solution_id_shared_solutions FOREIGN KEY(solution_id) REFERENCES shared_solutions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_votes_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE webhook_deliveries (
	id INTEGER NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	webhook_id INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	status VARCHAR(32) NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_at DATETIME NOT NULL, 
	result VARCHAR(200), 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_webhook_deliveries PRIMARY KEY (id), 
	CONSTRAINT fk_webhook_deliveries_webhook_id_webhooks FOREIGN KEY(webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE, 
	CONSTRAINT uq_webhook_deliveries_public_id UNIQUE (public_id)
);
CREATE TABLE "webhooks" (
	id INTEGER NOT NULL, 
	public_id VARCHAR(26) NOT NULL, 
	user_id INTEGER NOT NULL, 
	url VARCHAR(500) NOT NULL, 
	secret VARCHAR(255) NOT NULL, 
	for_all BOOLEAN NOT NULL, 
	failing_since DATETIME, 
	disabled_at DATETIME, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_webhooks PRIMARY KEY (id), 
	CONSTRAINT fk_webhooks_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_webhooks_public_id UNIQUE (public_id)
);
INSERT INTO "webhooks" VALUES(1,'01k81ohcs8e4cp45vjf5sj7qaf',1,'https://hooks.invalid/','bb1db5ab.gAAAAABrAvPkv4dfrwIgWBKzZZhfAViB8wshUsKEYNIl0d0hkzjP2YEhKP_m0otEzs45y1avHjgjnqK94mGdWQ14p2OkHcpIal7qRAFiRyST0nacBWBcTXG_Y2AaoVECi7a_ucMP9WVimRzoVaKMSnd38IbN90x06Q==',0,NULL,NULL,'2026-11-22 13:53:40.232298');
INSERT INTO "webhooks" VALUES(2,'01k81ohd9lfl3benvdm4r7cisd',1,'https://hooks.invalid/ada','bb1db5ab.gAAAAABrAvPkTb5ihWNwMpJDiw-3mdgxSdBXdA6LS98Wkh9D_TITc_wvtdOk-ACxMSVdK5i0K95mbNLpdJcwZkXHpgK6FNt85ZFpJc3mUHtVFhC7kZWVgFScf4dLjMIZ2lN337ihQwL8pXGKUldLptGjgHMRao13rQ==',0,NULL,NULL,'2026-11-22 13:53:40.661367');
CREATE INDEX ix_api_tokens_user_id ON api_tokens (user_id);
CREATE INDEX ix_problem_versions_digest ON problem_versions (digest);
CREATE UNIQUE INDEX uq_problem_versions_problem_id_number ON problem_versions (problem_id, number);
CREATE INDEX ix_submissions_problem_version_id ON submissions (problem_version_id);
CREATE INDEX ix_submissions_user_id_status ON submissions (user_id, status);
CREATE INDEX ix_submission_events_submission_id_id ON submission_events (submission_id, id);
CREATE UNIQUE INDEX uq_drafts_user_id_problem_id ON drafts (user_id, problem_id);
CREATE UNIQUE INDEX uq_unlocks_user_id_problem_id_kind_number ON unlocks (user_id, problem_id, kind, number);
CREATE UNIQUE INDEX uq_problem_authors_problem_id_user_id ON problem_authors (problem_id, user_id);
CREATE INDEX ix_problem_authors_user_id ON problem_authors (user_id);
CREATE INDEX ix_regrades_problem_id ON regrades (problem_id);
CREATE UNIQUE INDEX uq_regradings_regrade_id_submission_id ON regradings (regrade_id, submission_id);
CREATE INDEX ix_regradings_submission_id ON regradings (submission_id);
CREATE INDEX ix_jobs_status_priority_id ON jobs (status, priority, id);
CREATE INDEX ix_jobs_submission_id ON jobs (submission_id);
CREATE UNIQUE INDEX uq_shared_solutions_problem_id_user_id ON shared_solutions (problem_id, user_id);
CREATE UNIQUE INDEX uq_votes_solution_id_user_id ON votes (solution_id, user_id);
CREATE INDEX ix_audit_entries_at ON audit_entries (at);
CREATE INDEX ix_audit_entries_user_id ON audit_entries (user_id);
CREATE INDEX ix_submissions_status_created_at ON submissions (status, created_at);
CREATE UNIQUE INDEX uq_users_email ON users (email);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_invitations_made_by ON invitations (made_by);
CREATE INDEX ix_tickets_user_id ON tickets (user_id);
CREATE INDEX ix_tickets_expires_at ON tickets (expires_at);
CREATE INDEX ix_identities_user_id ON identities (user_id);
CREATE UNIQUE INDEX uq_identities_issuer_subject ON identities (issuer, subject);
CREATE INDEX ix_recovery_codes_user_id ON recovery_codes (user_id);
CREATE UNIQUE INDEX uq_idempotency_keys_user_id_key ON idempotency_keys (user_id, "key");
CREATE INDEX ix_submissions_user_id_created_at ON submissions (user_id, created_at);
CREATE INDEX ix_webhook_deliveries_status_next_at ON webhook_deliveries (status, next_at);
CREATE INDEX ix_webhook_deliveries_webhook_id_id ON webhook_deliveries (webhook_id, id);
CREATE UNIQUE INDEX uq_bundle_programs_digest_machine ON bundle_programs (digest, machine);
CREATE INDEX ix_webhooks_user_id ON webhooks (user_id);
CREATE INDEX ix_tries_ends_ms ON tries (ends_ms);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('submission_events',10);
COMMIT;
