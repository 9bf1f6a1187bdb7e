#!/usr/bin/env bash
# Copies the database and the files into a new folder of BACKUP_DIR, and drops copies older than KEEP_DAYS.
# Needs pg_dump of the server's version or newer, tar and sha256sum. The marketplace may go on running.
set -euo pipefail

: "${DATABASE_URL:?is needed: postgres://user:password@host:port/database}"
: "${DATA_DIR:?is needed: the folder that holds storage/}"
: "${BACKUP_DIR:?is needed: where copies are kept, on another disk}"
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

# The database first: a file that comes later has no row yet, which harms nobody. The other way round, a row
# could name a file that is not in the copy.
pg_dump --format=custom --no-owner --file="$partial/database.dump" "$DATABASE_URL"
tar --create --file="$partial/storage.tar" --directory="$DATA_DIR" --exclude='storage/temp/*' storage
(cd "$partial" && sha256sum database.dump storage.tar >SHA256SUMS)

# Only a whole copy gets its name.
mv "$partial" "$BACKUP_DIR/$name"
trap - EXIT

find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -type d -name '20*Z' -mtime "+$KEEP_DAYS" -exec rm -rf {} +
echo "$BACKUP_DIR/$name"
