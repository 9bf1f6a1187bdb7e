#!/usr/bin/env bash
# Copies the database and the files into a new folder of BACKUP_DIR, and deletes backups older than KEEP_DAYS.
# It needs pg_dump of the server's version or newer, tar and sha256sum. The marketplace can keep running.
set -euo pipefail

: "${DATABASE_URL:?is needed: postgres://user:password@host:port/database}"
: "${DATA_DIR:?is needed: the folder that holds storage/}"
: "${BACKUP_DIR:?is needed: the folder for backups, on another disk}"
KEEP_DAYS="${KEEP_DAYS:-14}"

if [[ ! -d "$DATA_DIR/storage" ]]; then
  echo "There is no storage in $DATA_DIR: nothing was copied." >&2
  exit 1
fi

umask 077
name="$(date -u +%Y-%m-%dT%H-%M-%SZ)"
partial="$BACKUP_DIR/.partial-$name"
mkdir -p "$partial"
trap 'rm -rf "$partial"' EXIT

# The database is copied first: a file that is uploaded later has no row in the backup, which does no harm. In the other
# order, a row could refer to a file that is not in the backup.
pg_dump --format=custom --no-owner --file="$partial/database.dump" "$DATABASE_URL"
tar --create --file="$partial/storage.tar" --directory="$DATA_DIR" --exclude='storage/temp/*' storage
(cd "$partial" && sha256sum database.dump storage.tar >SHA256SUMS)

# Only a complete backup gets its final name.
mv "$partial" "$BACKUP_DIR/$name"
trap - EXIT

find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -type d -name '20*Z' -mtime "+$KEEP_DAYS" -exec rm -rf {} +
echo "$BACKUP_DIR/$name"
