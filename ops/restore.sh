#!/usr/bin/env bash
# Restores a backup made by backup.sh: restore.sh <folder of the backup> [--replace]
# Stop the marketplace first. A database that is not empty is only overwritten with --replace.
set -euo pipefail

: "${DATABASE_URL:?is needed: postgres://user:password@host:port/database}"
: "${DATA_DIR:?is needed: the folder that will contain storage/}"
copy="${1:?Usage: restore.sh <folder of the backup> [--replace]}"
replace="${2:-}"

(cd "$copy" && sha256sum --check --quiet SHA256SUMS)

tables="$(psql "$DATABASE_URL" --no-psqlrc --tuples-only --no-align \
  --command "select count(*) from pg_tables where schemaname in ('public', 'drizzle')")"
if [[ "$tables" != 0 && "$replace" != --replace ]]; then
  echo "The database holds $tables tables. Use --replace to overwrite them." >&2
  exit 1
fi

# The files are restored first: before the rows exist, nobody requests a file.
mkdir -p "$DATA_DIR"
tar --extract --file="$copy/storage.tar" --directory="$DATA_DIR"
if [[ "$tables" != 0 ]]; then
  psql "$DATABASE_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --single-transaction \
    --command 'drop schema if exists drizzle cascade' \
    --command 'drop schema public cascade' \
    --command 'create schema public'
fi
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$copy/database.dump"
echo "Restored $copy. Start the marketplace; it migrates the database by itself."
