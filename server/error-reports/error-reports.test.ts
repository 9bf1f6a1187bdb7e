import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { jobs } from '#server/db/schema/index.ts'
import { scrub } from '#server/scrub.ts'
import { startErrorReceiver } from '#tools/error-receiver.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { ReportLimit } from './report-limit.ts'

let receiver: Awaited<ReturnType<typeof startErrorReceiver>>
let shop: TestApp
beforeAll(async () => {
  receiver = await startErrorReceiver()
  shop = await createTestApp({ SENTRY_DSN: receiver.dsn })
})
beforeEach(() => shop.reset())
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

describe('error reports', () => {
  test('error reports have the stack and the request id of an unexpected error, and nothing about a person', async () => {
    await shop.db.execute(sql`alter table users rename to users_away`)
    const email = 'ana.perez@mail.test'
    for (let count = 0; count < 3; count += 1)
      await shop.visitor().call(login, { body: { email, password: PASSWORD } })
    await shop.db.execute(sql`alter table users_away rename to users`)

    await expect.poll(() => receiver.errors.length).toBeGreaterThan(0)
    const { tags, exception } = receiver.errors.find(
      error => error.tags['code'] === 'ERROR_UNEXPECTED_SERVER',
    )!
    expect(tags['reqId']).toMatch(/^[\da-f-]{36}$/)
    const [error] = exception.values
    expect(error).toMatchObject({ type: 'DatabaseError', value: 'call failed: code 42P01' })
    expect(error!.stacktrace.frames.some(({ filename }) => filename?.includes('server/'))).toBe(
      true,
    )
    const all = receiver.texts.join('')
    for (const personal of [email, PASSWORD, '127.0.0.1', 'select '])
      expect(all, personal).not.toContain(personal)
    // The same error was reported once.
    expect(receiver.errors.filter(({ tags }) => tags['reqId'])).toHaveLength(1)
  })

  test('error reports tell of a dead job, but not of a job that is tried again', async () => {
    const row = { kind: 'send_email', payload: { to: 'ana@mail.test', encryptedContent: 'x' } }
    await shop.db.insert(jobs).values([
      { ...row, maxAttempts: 1 },
      { ...row, maxAttempts: 2, runAt: new Date(Date.now() - 1000) },
    ])

    await expect
      .poll(() => receiver.errors.filter(({ tags }) => tags['kind'] === 'send_email').length)
      .toBe(1)
    const report = receiver.errors.find(({ tags }) => tags['kind'] === 'send_email')!
    expect(report.exception.values[0]!.value).toContain('job is dead')
    expect(receiver.texts.join('')).not.toContain('ana@mail.test')
  })

  test.each([
    ['a rejection', `Promise.reject(new Error('no rest for buyer@mail.test'))`],
    ['an exception', `setTimeout(() => { throw new Error('no rest for buyer@mail.test') })`],
  ])(
    'error reports tell of %s that nobody handles, and the process ends with status 1',
    async (_, fault) => {
      const path = (name: string) => JSON.stringify(join(import.meta.dirname, name))
      const child = spawn(process.execPath, [
        '--input-type=module',
        '-e',
        `import { createLogger } from ${path('../logger.ts')}
      import { createErrorReporter } from ${path('error-reporter.ts')}
      import { endOnCrash } from ${path('crashes.ts')}
      const reporter = createErrorReporter({ sentryDsn: '${receiver.dsn}', appEnv: 'test' })
      endOnCrash(createLogger('info', { onError: reporter.report }), reporter)
      ${fault}
      setInterval(() => undefined, 1000)`,
      ])
      const before = receiver.errors.length

      const [status] = (await once(child, 'exit')) as [number]

      expect(status).toBe(1)
      expect(receiver.errors.slice(before).map(error => error.exception.values[0]!.value)).toEqual([
        'the process ends, since an error was not caught: no rest for [email]',
      ])
    },
  )
})

test.each([
  ['to ana.perez+x@mail.test failed', 'to [email] failed'],
  ['GET https://host/a/b?token=abc 500', 'GET https://host/a/b?[query] 500'],
  ['from 203.0.113.7 and 2001:db8:0:0::1', 'from [ip] and [ip]'],
  ['GET /v1/payments/123: bearer APP_USR-12345678-abcdef', 'GET /v1/payments/123: bearer [token]'],
  [
    'at run (file:///app/server/jobs/worker.ts:12:7)',
    'at run (file:///app/server/jobs/worker.ts:12:7)',
  ],
])('the text “%s” is scrubbed', (text, scrubbed) => expect(scrub(text)).toBe(scrubbed))

test('a broken process sends at most 20 reports a minute, each error once', () => {
  const limit = new ReportLimit()
  const sent = (minute: number) =>
    Array.from({ length: 1000 }, (_, index) =>
      limit.countReport(`error ${index % 30}`, minute * 60_000),
    )

  expect(sent(0).filter(count => count !== undefined)).toHaveLength(20)
  expect(sent(1)[0]).toBe(980)
})
