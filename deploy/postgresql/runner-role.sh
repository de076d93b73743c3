#!/bin/sh
# Makes the role with which runners connect; the first start of compose.yaml's database runs it. The servers give it its
# rights (JAXDOJO_RUNNER_ROLE). For a database that is there already:
#
#     docker compose exec db sh /docker-entrypoint-initdb.d/runner-role.sh
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$RUNNER_PASSWORD" \
    --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE jaxdojo_runner LOGIN PASSWORD :'password';
SQL
