import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { startInboxSimulator } from '#simulators/inbox/start.ts'
import { startMercadoPagoSimulator } from '#simulators/mercadopago/start.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { MercadoPagoControl } from '#tools/api-client/mercadopago-control.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { readComposeServices, readEnvFile } from '#tools/cluster/compose.ts'
import { type Image, buildImage, runInContainer, startInContainer } from '#tools/cluster/image.ts'
import type { Proxy } from '#tools/cluster/proxy.ts'
import { NOBODY, findFreePort, startPostgres } from '#tools/database/postgres-server.ts'
import { ROOT, runCommandOrThrow, waitUntilReachable } from '../../scripts/processes.ts'

/**
 * Builds the image of `ops/Dockerfile` without Docker and without the rights of root, runs the services of
 * `ops/compose.yaml` in it, and makes the first sale. The provider and the mail server are simulators.
 */
const SECRET = 'secret-of-the-simulator'
const stops: (() => Promise<unknown>)[] = []

let image: Image
let services: Awaited<ReturnType<typeof readComposeServices<'migrate' | 'app' | 'worker'>>>
let proxy: Proxy
let provider: MercadoPagoControl
let inbox: Awaited<ReturnType<typeof startInboxSimulator>>
let files: string

/** Runs a command of the image to its end, with the settings of a service. */
const run = (service: keyof typeof services, command: string[]) =>
  runInContainer(
    { ...image, env: { ...image.env, ...services[service].env }, volumes: { '/data': files } },
    command,
  )

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-image-'))
  stops.push(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  image = await buildImage(folder)
  files = join(folder, 'files')
  await mkdir(files)
  if (process.getuid?.() === 0) await runCommandOrThrow('chown', [String(NOBODY.uid), files])

  const key = () => randomBytes(32).toString('hex')
  const [ownerPassword, appPassword] = [key(), key()]
  const postgres = await startPostgres()
  stops.unshift(() => postgres.stop())
  await postgres.createDatabase('kiosko')
  const superuser = new pg.Client(`${postgres.url}/kiosko`)
  await superuser.connect()
  await superuser.query(readFileSync(join(ROOT, 'ops/roles.sql'), 'utf8'))
  await superuser.query(
    `alter role kiosko_owner password '${ownerPassword}'; alter role kiosko_app password '${appPassword}'`,
  )
  await superuser.end()

  const origin = `https://localhost:${await findFreePort()}`
  const mercadoPago = await startMercadoPagoSimulator({
    stateFile: join(folder, 'mercadopago.jsonl'),
    clientId: '42',
    clientSecret: SECRET,
    webhookSecret: SECRET,
    redirectUris: [`${origin}/api/mercadopago/callback`],
    webhookUrl: `${origin}/api/public/mercadopago/webhook`,
    retryScheduleMs: [300, 1000, 3000],
  })
  stops.unshift(() => mercadoPago.close())
  provider = new MercadoPagoControl(mercadoPago.origin)
  inbox = await startInboxSimulator()
  stops.unshift(() => inbox.close())

  const envFile = await readEnvFile('ops/env.example', {
    DOMAIN: new URL(origin).host,
    DATABASE_PASSWORD: appPassword,
    DATABASE_OWNER_PASSWORD: ownerPassword,
    DATABASE_SUPERUSER_PASSWORD: key(),
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    ORDER_TOKEN_KEY: key(),
    CAPTCHA_SECRET: key(),
    METRICS_TOKEN: key(),
    MERCADOPAGO_CLIENT_ID: '42',
    MERCADOPAGO_CLIENT_SECRET: SECRET,
    MERCADOPAGO_WEBHOOK_SECRET: SECRET,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Tienda <tienda@localhost>',
    TERMS_PDF_URL: 'https://tienda.example/terms.pdf',
    PRIVACY_PDF_URL: 'https://tienda.example/privacy.pdf',
    CHAT_PROPERTY_ID: 'chat',
    CHAT_WIDGET_ID: 'widget',
    ANALYTICS_KEY: 'key',
    ANALYTICS_HOST: 'https://analytics.example',
    CAPTCHA_SITE_KEY: 'none',
  })
  services = await readComposeServices(['migrate', 'app', 'worker'], envFile)
  const ports = { app: await findFreePort(), worker: await findFreePort() }
  for (const { env } of Object.values(services)) {
    env['DATABASE_URL'] = env['DATABASE_URL']!.replace('database:5432', new URL(postgres.url).host)
    env['MERCADOPAGO_API_ORIGIN'] = mercadoPago.origin
    env['MERCADOPAGO_AUTH_ORIGIN'] = mercadoPago.origin
    // Containers have a network of their own; here all share the ports of the machine.
    env['TRUST_PROXY'] = 'loopback'
    env['PORT'] = String(ports.app)
  }
  services.worker.env['WORKER_PORT'] = String(ports.worker)

  await run('migrate', services.migrate.command!)
  for (const name of ['app', 'worker'] as const) {
    const env = { ...image.env, ...services[name].env }
    const container = startInContainer(
      { ...image, env, volumes: { '/data': files } },
      image.command,
    )
    container.stdout!.resume()
    stops.unshift(async () => {
      const gone = once(container, 'exit')
      container.kill('SIGKILL')
      await gone
    })
    await waitUntilReachable(`http://127.0.0.1:${ports[name]}/readyz`, 60_000)
  }
  proxy = await startCaddy(origin, [`127.0.0.1:${ports.app}`])
  stops.unshift(() => proxy.stop())
}, 600_000)
afterAll(async () => {
  for (const stop of stops) await stop()
})

async function readMail(address: string): Promise<string> {
  const query = new URLSearchParams({ to: address })
  const find = async () => {
    const response = await fetch(`${inbox.origin}/api/messages?${query.toString()}`)
    return ((await response.json()) as { text: string }[])[0]?.text
  }
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  return (await find())!
}

test('the image makes the first sale, and only its folder of files can be written', async () => {
  const seller = new ApiClient(proxy.origin)
  await registerCreator(seller, 'first@creators.test', readMail)
  await linkMercadoPago(seller)
  const file = createPdfFile(1024 * 1024)
  const { id } = await publishProduct(seller, { file })
  const buyer = new ApiClient(proxy.origin)
  const body = { products: [{ id }], payerEmail: 'first@buyers.test' }
  const { init_point: page } = expectOk(await buyer.call(createPreference, { body }))
  const preferenceId = new URL(page).searchParams.get('pref_id')!
  await provider.pay({ preferenceId, outcome: 'approved' })
  const token = /\/order\/([\w.~-]+)/.exec(await readMail('first@buyers.test'))![1]!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))

  const download = await fetch(items[0]!.downloadUrl!)

  expect(
    Buffer.from(await download.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer())),
  ).toBe(true)
  await expect(run('app', ['touch', '/data/written'])).resolves.toBeUndefined()
  await expect(run('app', ['touch', '/app/written'])).rejects.toThrow()
  await expect(run('app', ['touch', '/written'])).rejects.toThrow()
})

test.each([['app'], ['worker']] as const)(
  'the health check of the image answers in the %s',
  async name => {
    const { env } = services[name]
    const port = env['WORKER_PORT'] ?? env['PORT']!
    const command = image.healthCheck.map(part => part.replace(':3000', `:${port}`))

    await expect(run(name, command)).resolves.toBeUndefined()
  },
)

test('the commands for operators run in the image', async () => {
  await run('app', ['npm', 'run', 'admin', '--', 'grant', 'first@creators.test'])
  await run('app', ['npm', 'run', 'invariants'])

  await expect(
    run('app', ['npm', 'run', 'admin', '--', 'grant', 'nobody@creators.test']),
  ).rejects.toThrow()
})
