#!/usr/bin/env bash
# Restores a snapshot that backup.sh made: restore.sh latest|<id> [--replace]
# Stop the marketplace first. A database that is not empty is only overwritten with --replace. `restic snapshots` lists
# the snapshots.
set -euo pipefail
source "$(dirname "$0")/bucket-copy.sh"

: "${DATABASE_URL:?is needed: postgres://user:password@host:port/database}"
: "${DATA_DIR:?is needed: the folder that will contain storage/}"
: "${RESTIC_REPOSITORY:?is needed: the repository of the backups}"
: "${RESTIC_PASSWORD_FILE:?is needed: a file with the password of the backups}"
snapshot="${1:?Usage: restore.sh latest|<id> [--replace]}"
replace="${2:-}"

tables="$(psql "$DATABASE_URL" --no-psqlrc --tuples-only --no-align \
  --command "select count(*) from pg_tables where schemaname in ('public', 'drizzle')")"
if [[ "$tables" != 0 && "$replace" != --replace ]]; then
  echo "The database holds $tables tables. Use --replace to overwrite them." >&2
  exit 1
fi

umask 077
mkdir -p "$DATA_DIR"
staging="$(mktemp -d "$DATA_DIR/restore-XXXXXX")"
trap 'rm -rf "$staging"' EXIT
restic restore --quiet --host kiosko --verify --target "$staging" "$snapshot"
dump="$(find "$staging" -path '*/backup/database.dump' -print -quit)"
[[ -n "$dump" ]] || { echo "The snapshot $snapshot holds no database." >&2; exit 1; }
pg_restore --list "$dump" >/dev/null
folder="$(dirname "$(dirname "$dump")")"

# The files are restored first: before the rows exist, nobody requests a file. A file that is newer than the backup
# stays, since its order can be restored from the payment provider.
if [[ -d "$folder/storage" ]]; then
  mkdir -p "$DATA_DIR/storage"
  cp --archive --link --remove-destination "$folder/storage/." "$DATA_DIR/storage/"
fi
if [[ -n "${S3_BUCKET:-}" && -n "${BUCKET_COPY:-}" ]]; then copy_to_bucket; fi

if [[ "$tables" != 0 ]]; then
  psql "$DATABASE_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --single-transaction \
    --command 'drop schema if exists drizzle cascade' \
    --command 'drop schema public cascade' \
    --command 'create schema public'
fi
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$dump"
# A restore brings rows back without a sign of change, so the next worker checks the invariants of all orders. The job is
# that of `enqueueCompleteCheck` in server/features/invariants/jobs.ts.
psql "$DATABASE_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --command "insert into jobs
  (kind, payload, max_attempts, dedupe_key)
  values ('check_invariants', '{\"isComplete\": true}', 12, 'check_invariants:complete') on conflict do nothing"
echo "Restored $snapshot. Start the marketplace; with two database roles, migrate first."
