#!/usr/bin/env bash
# Backs up the database and the files, encrypted, as one snapshot of a restic repository, and forgets snapshots older
# than KEEP_DAYS. The marketplace can keep running. It needs restic and pg_dump of the server's version or newer, and
# rclone if BUCKET_COPY is set.
set -euo pipefail
source "$(dirname "$0")/bucket-copy.sh"

: "${DATABASE_URL:?is needed: postgres://user:password@host:port/database}"
: "${DATA_DIR:?is needed: the folder that holds storage/}"
: "${RESTIC_REPOSITORY:?is needed: a folder on another disk, or s3:https://host/bucket}"
: "${RESTIC_PASSWORD_FILE:?is needed: a file with the password of the backups}"
KEEP_DAYS="${KEEP_DAYS:-14}"

umask 077
mkdir -p "$DATA_DIR"
exec 9>"$DATA_DIR/.backup.lock"
flock --nonblock 9 || { echo "Another backup is running." >&2; exit 1; }
work="$DATA_DIR/backup"
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir "$work"

if [[ -n "${S3_BUCKET:-}" ]]; then
  paths=("$work")
elif [[ -d "$DATA_DIR/storage" ]]; then
  paths=("$work" "$DATA_DIR/storage")
else
  echo "There is no storage in $DATA_DIR: nothing was backed up." >&2
  exit 1
fi

# The database is copied first: a file that is uploaded later has no row in the backup, which does no harm. In the other
# order, a row could refer to a file that is not in the backup. restic finds what did not change since the last backup
# only in a dump that is not compressed, and compresses it itself.
pg_dump --format=custom --compress=0 --no-owner --file="$work/database.dump" "$DATABASE_URL"

if [[ -n "${S3_BUCKET:-}" && -n "${BUCKET_COPY:-}" ]]; then copy_from_bucket; fi

restic cat config >/dev/null 2>&1 || restic init --quiet
restic backup --quiet --host kiosko --exclude "$DATA_DIR/storage/temp" \
  --exclude "$DATA_DIR/storage/uploads" "${paths[@]}"
restic forget --quiet --host kiosko --keep-within "${KEEP_DAYS}d" --prune
restic check --quiet
restic snapshots --host kiosko latest --compact
