-- Creates the two roles of the marketplace in the current database: kiosko_owner owns the tables and runs the
-- migrations; kiosko_app serves requests and can only read and change rows. Run it as a superuser of the database server,
-- before the first migration; it can be repeated:
--   psql -v ON_ERROR_STOP=1 -d kiosko -f ops/roles.sql
-- Then give both roles a password: alter role kiosko_app password '…'.

do $$
begin
  if not exists (select from pg_roles where rolname = 'kiosko_owner') then
    create role kiosko_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'kiosko_app') then
    create role kiosko_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
  execute format('revoke all on database %I from public', current_database());
  -- With the right to create, the owner adds the schema of the migration journal and the trusted extensions.
  execute format('grant connect, create, temporary on database %I to kiosko_owner', current_database());
  execute format('grant connect on database %I to kiosko_app', current_database());
end $$;

revoke all on schema public from public;
alter schema public owner to kiosko_owner;
grant usage on schema public to kiosko_app;

-- What migrations create from now on.
alter default privileges for role kiosko_owner grant usage on schemas to kiosko_app;
alter default privileges for role kiosko_owner grant select, insert, update, delete on tables to kiosko_app;
alter default privileges for role kiosko_owner grant usage, select on sequences to kiosko_app;
