#!/usr/bin/env bash
# Runs in the database container when its volume is empty: creates the two roles of the marketplace with their passwords.
set -euo pipefail

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --file /ops/roles.sql
# psql quotes the variables, so that a password cannot end the statement.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
alter role kiosko_owner password :'owner_password';
alter role kiosko_app password :'app_password';
SQL
