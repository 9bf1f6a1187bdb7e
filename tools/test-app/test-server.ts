import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startGoogleSimulator } from '#simulators/google/start.ts'
import { addDays, getStartOfDay, toLocalDay } from '#contract/core/time-zone.ts'
import { readConfig } from '#server/config.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import type { InboxFault } from '#simulators/inbox/faults.ts'
import { startConversionsSimulator } from '#simulators/conversions/start.ts'
import { startInboxSimulator } from '#simulators/inbox/start.ts'
import { startMercadoPagoSimulator } from '#simulators/mercadopago/start.ts'
import { SERVER_ARGS, SERVER_ENV } from '../../scripts/processes.ts'
import { type ServerProcess, startServerProcess } from '../cluster/server-process.ts'
import { loseOrder } from '../database/lose-order.ts'
import {
  type PostgresOptions,
  type PostgresServer,
  type SharedPostgres,
  findFreePort,
} from '../database/postgres-server.ts'
import { copyTemplate, startDatabase } from '../database/test-server-database.ts'
import { SecretLeakDetector } from './secret-leak-detector.ts'
import { PASSWORD } from '../api-client/creator.ts'
import { DUE_JOBS, describeUnfinishedWork } from './due-jobs.ts'
import { MercadoPagoControl } from '../api-client/mercadopago-control.ts'
import type { ReceivedMail } from '../api-client/received-mail.ts'
import type { RowTarget } from './rows.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Jobs of other tests on the same server, such as many emails, are waited for too. */
const JOBS_MS = 60_000
const MAIL_MS = 20_000

/** The first path segment of a mailed link that acts for an account. */
type MailedLink =
  | 'verify'
  | 'reset'
  | 'set'
  | 'confirm-email-change'
  | 'contact-email'
  | 'undo-email-change'
  | 'undo-account-change'
  | 'undo-second-factor'
  | 'order'
  | 'order-email'
  | 'emails'
  | 'product'

/**
 * Prepares the server as a child process on PostgreSQL, connected to the simulators, so that tests can kill and measure
 * it. `start` starts the process. Closing the test server checks the log for secrets.
 * @param options `hostname` and `scheme` are those of its origin: browsers use passkeys only on sites with a name, and
 * https needs a proxy of the caller; `postgres` says how and where a database server of its own runs; `sharedPostgres`
 * is one that runs, on which the test server gets a database
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  {
    hostname = '127.0.0.1',
    scheme = 'http',
    postgres: postgresOptions = {},
    sharedPostgres,
  }: {
    hostname?: '127.0.0.1' | 'localhost'
    scheme?: 'http' | 'https'
    postgres?: PostgresOptions
    sharedPostgres?: SharedPostgres
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-test-server-'))
  const database = sharedPostgres
    ? await copyTemplate(sharedPostgres)
    : await startDatabase(postgresOptions)
  const port = await findFreePort()
  const origin = `${scheme}://${hostname}:${port}`
  const mercadoPago = await startMercadoPagoSimulator({
    stateFile: join(folder, 'mercadopago.jsonl'),
    clientId: '42',
    clientSecret: 'test-secret',
    webhookSecret: 'test-webhook-secret',
    redirectUris: [`${origin}/api/mercadopago/callback`],
    webhookUrl: `${origin}/api/public/mercadopago/webhook`,
    retryScheduleMs: [300, 1000, 3000, 9000],
  })
  const googleClient = { clientId: 'test', clientSecret: 'test-google-secret' }
  const google = await startGoogleSimulator({
    clients: [{ ...googleClient, redirectUris: [`${origin}/api/public/auth/google/callback`] }],
  })
  const inbox = await startInboxSimulator({ maxMessages: 20_000 })
  const conversions = await startConversionsSimulator()
  const env = {
    ...process.env,
    ...SERVER_ENV,
    NODE_ENV: 'production',
    APP_ENV: 'test',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: inbox.smtpUrl,
    CAPTCHA_COST: '1',
    CAPTCHA_ATTEMPTS: '10',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'info',
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ORDER_TOKEN_KEY: 'test-order-key',
    CAPTCHA_SECRET: 'test-captcha-secret',
    MERCADOPAGO_API_ORIGIN: mercadoPago.origin,
    MERCADOPAGO_AUTH_ORIGIN: mercadoPago.origin,
    MERCADOPAGO_CLIENT_ID: '42',
    MERCADOPAGO_CLIENT_SECRET: 'test-secret',
    MERCADOPAGO_WEBHOOK_SECRET: 'test-webhook-secret',
    META_API_ORIGIN: conversions.origin,
    TIKTOK_API_ORIGIN: conversions.origin,
    GOOGLE_ANALYTICS_ORIGIN: conversions.origin,
    GOOGLE_ISSUER: google.origin,
    GOOGLE_CLIENT_ID: googleClient.clientId,
    GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
    ...settings,
  }
  const provider = new MercadoPagoControl(mercadoPago.origin)
  let openedDatabase: Promise<OpenDatabase> | undefined
  let app: ServerProcess | undefined
  const otherProcesses: ServerProcess[] = []
  const leakDetector = new SecretLeakDetector()
  for (const [name, value] of Object.entries(env))
    if (/SECRET|KEY/.test(name)) leakDetector.addSecret(name, value)
  leakDetector.addSecret('password', PASSWORD)

  async function queryNumber(query: string, values: unknown[] = []): Promise<number> {
    const client = new pg.Client(env.DATABASE_URL)
    await client.connect()
    try {
      const { rows } = await client.query<{ n: number }>(query, values)
      return rows[0]!.n
    } finally {
      await client.end()
    }
  }

  async function listMails(address: string): Promise<ReceivedMail[]> {
    const query = new URLSearchParams({ to: address })
    const response = await fetch(`${inbox.origin}/api/messages?${query.toString()}`)
    return (await response.json()) as ReceivedMail[]
  }

  async function listAllMails(): Promise<ReceivedMail[]> {
    const response = await fetch(`${inbox.origin}/api/messages`)
    return (await response.json()) as ReceivedMail[]
  }

  async function runCommand(
    args: string[],
    changes: Record<string, string> = {},
  ): Promise<{ code: number; output: string }> {
    const command = spawn(process.execPath, [...SERVER_ARGS, ...args], {
      cwd: ROOT,
      env: { ...env, ...changes },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(command, 'exit') as Promise<[number]>
    const output = await text(command.stdout)
    return { code: (await exit)[0], output }
  }

  /** Checks that the log contains no secret, including the tokens of all mailed links. */
  async function assertNoLeaks(): Promise<void> {
    for (const { to, text } of await listAllMails()) {
      leakDetector.addSecret('email address', to)
      leakDetector.addMailedTokens(text)
    }
    leakDetector.assertNoLeaks()
  }

  return {
    origin,
    databaseUrl: env.DATABASE_URL,
    /** The environment variables of the server process. Other commands of the server need them too. */
    env,
    /** The origin of the Google simulator. */
    googleOrigin: google.origin,
    provider,
    /** Opens the database for tests that write people and products as rows. */
    async openRows(): Promise<RowTarget> {
      openedDatabase ??= openDatabase({ databaseUrl: database.url, dataDir: '' })
      return { db: (await openedDatabase).db, config: readConfig(env), provider }
    },
    pid: () => app?.pid,
    /** Waits until no webhook of the provider is under way and no job is waiting or running. */
    async waitForJobs(): Promise<void> {
      const describeDueJobs = async () => {
        const count = await queryNumber(`select count(*)::int as n from jobs where ${DUE_JOBS}`)
        return count > 0 ? `${count} jobs are waiting` : undefined
      }
      const end = Date.now() + JOBS_MS
      for (;;) {
        const unfinished = await describeUnfinishedWork(provider, describeDueJobs)
        if (unfinished === undefined) return
        if (Date.now() > end) throw new Error(unfinished)
        await pause(50)
      }
    },
    countGrants: (payerEmail: string) =>
      queryNumber(
        'select count(*)::int as n from download_grants g join order_items i on i.id = g.order_item_id join orders o on o.id = i.order_id where o.payer_email = $1',
        [payerEmail],
      ),
    /** Moves the delivery of an order into the past, by a number of days. */
    async ageOrder(orderId: string, days: number): Promise<void> {
      const age = `now() - make_interval(days => $2)`
      await queryNumber(
        `with aged as (
          update orders set approved_at = ${age} where id = $1 returning id
        ), sold as (
          update order_items set sold_at = ${age} where order_id = $1 returning id
        ), granted as (
          update download_grants set granted_at = ${age}
          where order_item_id in (select id from order_items where order_id = $1) returning id
        )
        select count(*)::int as number from aged`,
        [orderId, days],
      )
    },
    /** Gives the seller until the end of a local day, `days` after today, to answer the withdrawal from an order. */
    async setAnswerDays(orderId: string, days: number): Promise<void> {
      const dueAt = getStartOfDay(addDays(toLocalDay(new Date()), days + 1))
      await queryNumber(
        `with changed as (update withdrawals set due_at = $2 where order_id = $1 returning id)
        select count(*)::int as number from changed`,
        [orderId, dueAt],
      )
    },
    /** Removes an order from the database, as if a backup from before it had been restored. */
    async loseOrder(orderId: string): Promise<void> {
      const client = new pg.Client(env.DATABASE_URL)
      await client.connect()
      try {
        await loseOrder(client, orderId)
      } finally {
        await client.end()
      }
    },
    listMails,
    listAllMails,
    /** Takes the mail service away (`down`), makes it refuse every recipient, or brings it back (`none`). */
    async setMailFault(mode: InboxFault): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ mode })
      const response = await fetch(`${inbox.origin}/api/fault`, { method: 'PUT', headers, body })
      if (!response.ok) throw new Error(`the inbox answered ${response.status}`)
    },
    /** The database server, if no other test servers share it. */
    get postgres(): PostgresServer {
      if (!database.postgres) throw new Error('other test servers share the database server')
      return database.postgres
    },
    /** Runs a command of the server, such as `invariants`, beside the running process. */
    runCommand: (...args: string[]) => runCommand(args),
    /** Makes the last proof of identity of every session too old for calls that need a recent one. */
    async expireProofs(): Promise<void> {
      await queryNumber(
        `update sessions set confirmed_at = confirmed_at - interval '16 minutes',
          factor_confirmed_at = factor_confirmed_at - interval '16 minutes' returning id as n`,
      )
    },
    /** Makes a user an admin by the command-line tool that operators use, also without a second factor. */
    async grantAdmin(email: string): Promise<void> {
      const { code } = await runCommand(['admin', 'grant', email], { ADMIN_SECOND_FACTOR: '0' })
      if (code !== 0) throw new Error(`admin grant ended with ${code}`)
    },
    /** Waits for the first mail to an address, and resolves to its text. */
    async waitForMailText(address: string): Promise<string> {
      const end = Date.now() + MAIL_MS
      while (Date.now() < end) {
        const [mail] = await listMails(address)
        if (mail) return mail.text
        await pause(50)
      }
      throw new Error(`no mail came to ${address}`)
    },
    /** Waits for the `nth` link of the given kind that is mailed to an address. */
    async waitForMailedLink(address: string, kind: MailedLink, nth = 1): Promise<string> {
      const pattern = new RegExp(`http\\S+/${kind}/[\\w.~-]+`)
      const end = Date.now() + MAIL_MS
      while (Date.now() < end) {
        const mails = await listMails(address)
        const links = mails.flatMap(({ text }) => pattern.exec(text)?.slice(0, 1) ?? [])
        const link = links[nth - 1]
        if (link) return link
        await pause(50)
      }
      throw new Error(`no link to ${kind} came to ${address}`)
    },
    /** Starts the server process, with changes of its environment variables, and waits until it is ready. */
    async start(changes: Record<string, string> = {}): Promise<void> {
      app = await startServerProcess({ ...env, ...changes }, leakDetector.logStream)
    },
    /** Kills the server process with SIGKILL, without a graceful shutdown. */
    kill: async () => app?.kill(),
    /**
     * Starts one more process of the same marketplace on a port of its own. All share the public origin, at which the
     * caller puts a proxy, or answers as one.
     */
    async startAnother(changes: Record<string, string> = {}): Promise<ServerProcess> {
      const settings = { ...env, PORT: String(await findFreePort()), ...changes }
      const started = await startServerProcess(settings, leakDetector.logStream)
      otherProcesses.push(started)
      return started
    },
    /** Returns the lines of the logs of all processes that tell of an error. */
    findLoggedErrors: (): string[] => leakDetector.findLines('"level":50'),
    async close(): Promise<void> {
      for (const server of otherProcesses) await server.kill()
      await this.kill()
      try {
        await assertNoLeaks()
      } finally {
        await Promise.all([mercadoPago.close(), google.close(), inbox.close(), conversions.close()])
        await (await openedDatabase)?.close()
        await database.close()
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
