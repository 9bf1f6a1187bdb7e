import { createServer } from 'node:http'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { HOUR_MS } from '#contract/core/time.ts'
import type { Config } from '#server/config.ts'
import { type ClamdSimulator, startClamdSimulator } from '#simulators/clamd/start.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { SCANNER_MAX_BYTES } from '#tools/test-app/scanned-shop.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { runDoctor } from './run-doctor.ts'

const METRICS_TOKEN = 'metrics-token-of-this-test'

let shop: TestApp
let healthy: Config
let closedPort: number
let clamd: ClamdSimulator
beforeAll(async () => {
  shop = await createTestApp({ METRICS_TOKEN })
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const engine = inject('engine')
  if (engine.kind === 'embedded') throw new Error('the embedded database serves one process')
  healthy = { ...shop.config, databaseUrl: `${engine.url}/${rows[0]!.name}` }
  closedPort = await findFreePort()
  clamd = await startClamdSimulator({ signatures: {}, maxBytes: SCANNER_MAX_BYTES })
})
afterAll(async () => {
  await shop.close()
  await clamd.close()
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.setMailFault('none')
})

/** Runs the doctor on the marketplace with other settings. */
async function examine(changes: Partial<Config> = {}) {
  const lines: string[] = []
  const faults = await runDoctor({ ...healthy, ...changes }, line => lines.push(line))
  return { faults, report: lines.join('\n') }
}

test('the doctor finds nothing to mend in a marketplace that works, and leaves nothing behind', async () => {
  const before = await shop.dumpDatabase()

  const { faults, report } = await examine()

  expect(report).toMatch(/^Nothing must be mended\.$/m)
  expect(faults).toBe(0)
  expect(report).not.toContain('FAULT')
  expect(await shop.dumpDatabase()).toBe(before)
  expect(await shop.listMails('')).toEqual([])
})

test('the doctor prints the rows of the status page, with what to do', async () => {
  await shop.db.execute(
    sql`insert into webhook_events (topic, data_id, action, request_id, signature, payload, received_at)
      values ('payment', '1', '', '', '', '{}', now() - interval '2 days')`,
  )

  const { report } = await examine()

  await shop.reset()
  expect(report).toMatch(/ok {7}status: Database/)
  expect(report).toMatch(/ok {7}status: From payment to delivery: nothing has happened yet/)
  expect(report).toMatch(
    /(?:FAULT {2}|warning) {2}status: .*, since 20.*\n {9}.* See docs\/runbook\.md#kioskowebhookeventsunprocessed\./,
  )
})

test.each([undefined, 'another'])(
  'the doctor says that the status is not known with the metrics token %s',
  async metricsToken => {
    const { report } = await examine({ metricsToken })

    expect(report).toMatch(/warning {2}status: not known/)
  },
)

test('the doctor names a database of another version, and what to do without losing files', async () => {
  const setHash = (hash: string) =>
    shop.db.execute(sql`update drizzle.__drizzle_migrations set hash = ${hash}`)
  const { rows } = await shop.db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations`,
  )
  await setHash('another')

  const { report } = await examine()

  await setHash(rows[0]!.hash)
  expect(report).toMatch(/FAULT +database: the database was made by another version/)
  expect(report).toContain('Create an empty database on the server')
})

describe('names a fault and what to do about it', () => {
  const mercadoPago = (changes: Partial<Config['mercadoPago']>) => ({
    mercadoPago: { ...healthy.mercadoPago, ...changes },
  })
  const urlOf = (changes: Partial<URL>) =>
    Object.assign(new URL(healthy.databaseUrl!), changes).href

  test.each<[string, () => Partial<Config>, RegExp, RegExp]>([
    [
      'a database that does not answer',
      () => ({ databaseUrl: urlOf({ port: String(closedPort) }) }),
      /database: does not answer: .*ECONNREFUSED/,
      /Check DATABASE_URL/,
    ],
    [
      'a wrong password of the database',
      () => ({ databaseUrl: urlOf({ password: 'wrong' }) }),
      /database: does not answer: password authentication failed/,
      /Check DATABASE_URL/,
    ],
    [
      'a database without tables',
      () => ({ databaseUrl: urlOf({ pathname: '/postgres' }) }),
      /database: \d+ migrations are missing/,
      /npm run db:migrate/,
    ],
    [
      'a mail server that cannot be reached',
      () => ({ smtpUrl: `smtp://127.0.0.1:${closedPort}` }),
      /mail: 127.0.0.1:\d+ does not accept the connection/,
      /SMTP_URL/,
    ],
    [
      'a mail server without the TLS that production needs',
      () => ({ mailNeedsTls: true }),
      /mail: .* does not accept/,
      /must offer TLS/,
    ],
    [
      'a payment provider that cannot be reached',
      () => mercadoPago({ apiOrigin: `http://127.0.0.1:${closedPort}` }),
      /payment provider: .* did not answer as expected/,
      /https connections/,
    ],
    [
      'a wrong secret of the application',
      () => mercadoPago({ clientSecret: 'wrong' }),
      /payment provider: .* refuses the application: invalid_client/,
      /MERCADOPAGO_CLIENT_SECRET/,
    ],
    [
      'a scanner that does not answer',
      () => ({ clamdUrl: `tcp://127.0.0.1:${closedPort}` }),
      /scanner: .* does not answer/,
      /clamav-daemon/,
    ],
    [
      'a scanner that reads less than the settings say',
      () => ({ clamdUrl: clamd.url, scannedFileMaxBytes: 3 * SCANNER_MAX_BYTES }),
      /scanner: does not read a file of 5 MB/,
      /lower CLAMD_MAX_BYTES/,
    ],
    [
      'a disk that is too small for uploads',
      () => ({ productFileMaxBytes: 1e15, sellerQuotaBytes: 1e15 }),
      /disk: .* GB are free/,
      /Make room/,
    ],
    [
      'a public origin that cannot be reached',
      () => ({ publicOrigin: `http://127.0.0.1:${closedPort}` }),
      /proxy: .* cannot be reached/,
      /DNS/,
    ],
    [
      'a server with another metrics token',
      () => ({ metricsToken: 'another' }),
      /proxy: the server has another METRICS_TOKEN/,
      /restart/,
    ],
  ])('the doctor names a fault and what to do about it: %s', async (_, changes, text, action) => {
    const { faults, report } = await examine(changes())

    expect(report).toMatch(new RegExp(`FAULT    ${text.source}`))
    expect(report).toMatch(action)
    expect(faults).toBeGreaterThan(0)
    expect(report).toMatch(/faults? must be mended/)
  })

  test.each([
    [
      'warns that files are refused which the setting for their size allows',
      { sellsUnscannedFiles: false },
      /warning  scanner: files above 1 MB .* are refused, although PRODUCT_FILE_MAX_BYTES is 2048 MB/,
    ],
    [
      'tells which files are sold without a scan',
      { sellsUnscannedFiles: true },
      /ok       scanner: zip, mp3, wav, mp4 files above 1 MB .* are sold without a scan/,
    ],
  ])('the doctor %s', async (_, changes, text) => {
    const { report } = await examine({
      ...changes,
      clamdUrl: clamd.url,
      clamdMaxBytes: SCANNER_MAX_BYTES,
      scannedFileMaxBytes: SCANNER_MAX_BYTES,
      wantedFileMaxBytes: 2 * 1024 ** 3,
    })

    expect(report).toMatch(text)
    expect(report).toMatch(/ok {7}scanner: reads a file of 1 MB to its end/)
    expect(report).not.toMatch(/FAULT {4}scanner/)
  })

  test('a mail server that refuses', async () => {
    await shop.setMailFault('down')

    expect((await examine()).report).toMatch(/FAULT {4}mail: .*421/)
  })

  test('a folder that cannot be written', async () => {
    const dataDir = join(shop.folder, 'a-file')
    await writeFile(dataDir, '')

    const { report } = await examine({ dataDir })

    expect(report).toMatch(/FAULT {4}storage: .*(?:ENOTDIR|EEXIST)/)
    expect(report).toContain('Create DATA_DIR')
    await rm(dataDir)
  })

  test('a role without rights on the tables', async () => {
    const role = `role_${randomUUID().replaceAll('-', '')}`
    await shop.db.execute(sql.raw(`create role ${role} login password 'x'`))

    const { report } = await examine({ databaseUrl: urlOf({ username: role, password: 'x' }) })

    expect(report).toMatch(/FAULT {4}database: the role role_\w+ may not read and change/)
    expect(report).toContain('ops/roles.sql')
    await shop.db.execute(sql.raw(`drop role ${role}`))
  })

  test('secrets that are easy to guess', async () => {
    const { report } = await examine({ weakSecrets: ['METRICS_TOKEN', 'CAPTCHA_SECRET'] })

    expect(report).toMatch(/warning {2}settings: easy to guess: METRICS_TOKEN, CAPTCHA_SECRET/)
    expect(report).toContain('openssl rand -hex 32')
  })

  test('an encryption key that is in use and not set, or set and not in use', async () => {
    const [key] = shop.config.encryptionKeys
    const newKey = { id: 'new', key: Buffer.alloc(32) }
    await shop.seller()

    const forgotten = await examine({ encryptionKeys: [newKey] })
    const rotating = await examine({ encryptionKeys: [newKey, key!] })
    const rotated = await examine({ encryptionKeys: [key!, newKey] })

    expect(forgotten.report).toMatch(
      /FAULT {4}database: the encryption key local is in use, but not set: .*access_token \(1\)/,
    )
    expect(forgotten.report).toContain('Add local to the end of ENCRYPTION_KEYS')
    expect(rotating.report).toMatch(/warning {2}database: the old encryption key local is still in/)
    expect(rotating.report).toContain('npm run keys -- reencrypt')
    expect(rotated.report).toMatch(/warning {2}database: the old encryption key new is not in use/)
    await shop.reset()
  })

  test('a clock that differs from that of the database', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })

    const { report } = await examine()

    expect(report).toMatch(/FAULT {4}database: \d+ s ahead of the database/)
    expect(report).toContain('timedatectl')
  })

  test('a clock that differs from that of the payment provider', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { date: new Date(Date.now() + HOUR_MS).toUTCString() }).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const { report } = await examine(mercadoPago({ apiOrigin: `http://127.0.0.1:${port}` }))

    expect(report).toMatch(/FAULT {4}clock: 3\d{3} s behind the payment provider/)
    server.close()
  })

  test('a server that believes the address that visitors send', async () => {
    const open = await createTestApp({ METRICS_TOKEN, TRUST_PROXY: 'loopback' })

    const { publicOrigin, trustProxy } = open.config
    const { report } = await examine({ publicOrigin, trustProxy })

    expect(report).toMatch(/FAULT {4}proxy: visitors can choose the address/)
    expect(report).toContain('overwrite X-Forwarded-For')
    await open.close()
  })
})
