import {
  OWN_SECRET_LENGTH,
  flagWithDefault,
  optionalFlag,
  enumWithDefault,
  optionalText,
  optionalWholeNumber,
  optionalUrl,
  positiveNumberWithDefault,
  documentSetting,
  textWithDefault,
  wholeNumberWithDefault,
} from './schemas.ts'

export const INSTALLATION_SETTINGS = {
  APP_ENV: documentSetting(enumWithDefault(['development', 'production', 'test'], 'development'), {
    meaning:
      '`development`, `production` or `test`. Decides which settings are required and whether the embedded database and the pages below `/dev/` are available. `npm run start:production` sets `production`, and the simulators refuse to run with it',
  }),
  PORT: documentSetting(wholeNumberWithDefault(3000), { meaning: 'the port of the server' }),
  WORKER_PORT: documentSetting(optionalWholeNumber(), {
    meaning:
      'the port on which a process with `ROLE=worker` answers `/healthz`, `/readyz` and `/metrics`; without it, it answers nothing',
  }),
  HOST: documentSetting(optionalText(), {
    shownDefault: '`0.0.0.0` in production, else `127.0.0.1`',
    meaning: 'the IP address that the server listens on',
  }),
  PUBLIC_ORIGIN: documentSetting(optionalUrl(), {
    isRequired: true,
    shownDefault: '`http://localhost:PORT`',
    meaning:
      'the public URL, such as `https://tienda.example`. Links in emails, return URLs and the origin check use it; with https, cookies are `Secure` and HSTS is sent',
  }),
  TRUST_PROXY: documentSetting(optionalText(), {
    shownDefault: 'off',
    meaning:
      'proxies whose `X-Forwarded-For` is trusted: addresses, ranges or `loopback`, `uniquelocal`, separated by commas. If it is off behind a proxy, the rate limits count all visitors as one',
  }),
  ROLE: documentSetting(enumWithDefault(['web', 'worker', 'all'], 'all'), {
    meaning:
      '`web` serves requests, `worker` runs jobs, `all` does both. `web` and `worker` need `DATABASE_URL`',
  }),
  DRAIN_SECONDS: documentSetting(wholeNumberWithDefault(0), {
    meaning:
      'the seconds after SIGTERM in which a process still accepts requests while `/readyz` answers 503. Behind a proxy it must be longer than two of its health checks',
  }),
  STOP_SECONDS: documentSetting(wholeNumberWithDefault(25), {
    meaning:
      'the seconds after that in which running requests, uploads, downloads and jobs can finish before the process ends',
  }),
  DATA_DIR: documentSetting(textWithDefault('data'), {
    meaning:
      'the folder of stored files (`storage/`), of the embedded database, and of emails if there is no SMTP server',
  }),
  DATABASE_URL: documentSetting(optionalText(), {
    isRequired: true,
    meaning:
      '`postgres://user:password@host:port/database`. Without it, an embedded PostgreSQL in `DATA_DIR` is used',
  }),
  DATABASE_MIGRATION_URL: documentSetting(optionalText(), {
    shownDefault: 'DATABASE_URL',
    meaning:
      'the connection of the role that owns the tables, for migrations. With it, the role of `DATABASE_URL` needs only rights on rows (`ops/roles.sql`); only the command `migrate` should have it',
  }),
  DATABASE_DIRECT_URL: documentSetting(optionalText(), {
    shownDefault: 'DATABASE_URL',
    meaning:
      'the address of PostgreSQL itself, if `DATABASE_URL` leads to a pooler in transaction mode such as PgBouncer. Notifications, migrations and the check of the invariants need it',
  }),
  DATABASE_READ_URL: documentSetting(optionalText(), {
    meaning:
      'a streaming replica of the database, for pages and lists that are the same for everybody; without it, or when it fails or lags, DATABASE_URL is read. It is the address of the replica itself, not of a pooler or balancer',
  }),
  DATABASE_PREPARED_STATEMENTS: documentSetting(optionalFlag(), {
    shownDefault: '`0` with `DATABASE_DIRECT_URL`, else `1`',
    meaning:
      '`1` prepares frequent statements once per connection. PgBouncer can do that from 1.21 on, with `max_prepared_statements`; `0` is for older ones',
  }),
  ALLOW_EMBEDDED_DATABASE: documentSetting(flagWithDefault('0'), {
    meaning:
      '`1` lets production start without `DATABASE_URL`. The embedded database never flushes to the disk, so a power cut can lose it',
  }),
  LOG_LEVEL: documentSetting(
    enumWithDefault(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
    {
      meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    },
  ),
  ADMIN_SECOND_FACTOR: documentSetting(optionalFlag(), {
    shownDefault: '`1` in production, else `0`',
    meaning:
      '`1` closes the administration to admins without a second factor, until they set one up; `0` lets them in with the password alone',
  }),
  METRICS_TOKEN: documentSetting(optionalText(), {
    minSecretLength: OWN_SECRET_LENGTH,
    meaning:
      'the bearer token of `/metrics`, and of what `npm run doctor` asks the server; without it, both are answered 401',
  }),
  API_DOCS: documentSetting(optionalFlag(), {
    shownDefault: '`0` in production, else `1`',
    meaning:
      '`1` shows the API with all its calls to everybody at `/api/docs` and `/api/openapi.json`; `0` answers 404 there',
  }),
  RATE_LIMIT_FACTOR: documentSetting(positiveNumberWithDefault(1), {
    meaning: 'multiplies every rate limit',
  }),
  DEMO_DATA: documentSetting(flagWithDefault('0'), {
    shownDefault: '`0`; `1` in `npm start` and `npm run dev`',
    meaning: '`1` fills an empty database with demo data at the start',
  }),
}
