#!/bin/sh
# Backs up an installation with PostgreSQL: its database, and then the data directory and the shared folder of published
# problems, so that the folders have every problem that the database knows. docs/postgresql.md says how to restore it.
#
#     backup.sh                  makes a backup each BACKUP_HOURS hours
#     backup.sh once             makes one now
#     backup.sh restore NAME     restores one into an empty database and empty folders
#
# It needs the settings JAXDOJO_DATABASE_URL, JAXDOJO_DATA and, if it is set for the service, JAXDOJO_BUNDLES_URL. BUNDLES
# takes the place of that folder; a bucket isn't backed up. Backups are kept in the folder BACKUPS, for BACKUP_DAYS days.
#
# A backup has its name only when it is whole. One that was cut off goes after a day. It has the secrets of the
# installation: nobody else may read it.
set -eu
umask 077
data=${JAXDOJO_DATA:-/var/lib/jaxdojo}
bundles=${BUNDLES:-${JAXDOJO_BUNDLES_URL:-}}
bundles=${bundles#file://}
case $bundles in *://*) bundles="" ;; esac
database=${JAXDOJO_DATABASE_URL:?name the database: without an address, pg_dump takes another one}
backups=${BACKUPS:-/var/lib/jaxdojo-backups}

# GNU tar ends with 1 if a file changed while it was read, such as a log or what an instructor is editing.
archive() {
    tar --create --gzip --exclude=compile_cache --exclude=./last-backup --file="$1" --directory="$2" . || [ $? -eq 1 ]
    tar --list --gzip --file="$1" >/dev/null
}

# Root may make a backup by hand: whoever owns the folders must still be able to read and delete what it leaves there.
give() {
    [ "$(id -u)" -ne 0 ] || chown --recursive --no-dereference --reference="$1" "$2"
}

# Rights are left out: the runners' role may not exist yet, and each start of a server grants them.
if [ "${1:-}" = restore ]; then
    from=$backups/${2:?name one of the backups}
    if [ -e "$from/bundles.tar.gz" ] && [ -z "$bundles" ]; then
        echo "This backup has published problems: name the shared folder for them in BUNDLES." >&2
        exit 1
    fi
    if [ -n "$bundles" ] && [ ! -e "$from/bundles.tar.gz" ]; then
        echo "There is no $from/bundles.tar.gz. To restore without it, leave BUNDLES and JAXDOJO_BUNDLES_URL empty." >&2
        exit 1
    fi
    for folder in "$data" ${bundles:+"$bundles"}; do
        mkdir -p "$folder"
        if [ -n "$(ls -A "$folder")" ]; then
            echo "$folder isn't empty. Restore into new volumes, before the first start of a server." >&2
            exit 1
        fi
    done
    pg_restore --no-owner --no-acl --single-transaction --dbname="$database" "$from/database.dump"
    tar --extract --gzip --file="$from/data.tar.gz" --directory="$data"
    [ -z "$bundles" ] || tar --extract --gzip --file="$from/bundles.tar.gz" --directory="$bundles"
    exit
fi

if [ "${1:-}" = once ]; then
    name=jaxdojo-$(date +%Y-%m-%dT%H%M%S)
    find "$backups" -mindepth 1 -maxdepth 1 -name '.jaxdojo-*' -mmin +1440 -exec rm -rf {} +
    trap 'rm -rf "$backups/.$name"' EXIT
    trap 'exit 1' INT TERM # Otherwise a signal skips what is to be done at the end.
    mkdir "$backups/.$name"
    give "$backups" "$backups/.$name"
    pg_dump --format=custom --file="$backups/.$name/database.dump" "$database"
    pg_restore --list "$backups/.$name/database.dump" >/dev/null
    archive "$backups/.$name/data.tar.gz" "$data"
    [ -z "$bundles" ] || archive "$backups/.$name/bundles.tar.gz" "$bundles"
    give "$backups" "$backups/.$name"
    mv "$backups/.$name" "$backups/$name"
    noted=$(mktemp "$data/.last-backup-XXXXXX") # A file of its own: root follows no link that is there.
    give "$data" "$noted"
    mv --force --no-target-directory "$noted" "$data/last-backup"
    find "$backups" -mindepth 1 -maxdepth 1 -name 'jaxdojo-*' -mtime "+${BACKUP_DAYS:-14}" -exec rm -rf {} +
    echo "$backups/$name"
    exit
fi

while :; do
    sh "$0" once || echo "The backup failed; the next is tried in ${BACKUP_HOURS:-24} hours." >&2
    sleep "${BACKUP_HOURS:-24}h"
done
