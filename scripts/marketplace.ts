import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DEMO_PASSWORD, listDemoLogins } from '#demo/users.ts'
import { MEMORY_ARGS, ROOT, spawnNode, waitUntilReachable } from './processes.ts'

const port = Number(process.env['PORT'] ?? 3000)
const dataDir = resolve(ROOT, process.env['DATA_DIR'] ?? 'data')
const simulatorPorts = process.env['SIMULATOR_PORTS'] ?? [port + 1, port + 2, port + 3].join(',')
const [mercadoPagoPort, googlePort, inboxPort] = simulatorPorts.split(',')
const smtpPort = process.env['SMTP_PORT'] ?? String(port + 4)
const origin = process.env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`

/** Reads the secrets of the demo; the first time it generates them and stores them in the data folder. */
async function readDemoSecrets(): Promise<Record<string, string>> {
  const file = join(dataDir, 'secrets.json')
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  if (existing) return JSON.parse(existing) as Record<string, string>
  const secret = () => randomBytes(32).toString('hex')
  const secrets = {
    ENCRYPTION_KEYS: `demo:${randomBytes(32).toString('base64')}`,
    ORDER_TOKEN_KEY: secret(),
    CAPTCHA_SECRET: secret(),
    MERCADOPAGO_CLIENT_ID: '1234567890123456',
    MERCADOPAGO_CLIENT_SECRET: secret(),
    MERCADOPAGO_WEBHOOK_SECRET: secret(),
    GOOGLE_CLIENT_ID: 'kiosko-demo',
    GOOGLE_CLIENT_SECRET: secret(),
  }
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

/**
 * Adds the URL of the Google simulator to the settings. The server accepts a URL with plain http only if its host is
 * this machine.
 */
function addGoogleSettings(secrets: Record<string, string>): Record<string, string> {
  const { hostname } = new URL(origin)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    return { ...secrets, GOOGLE_ISSUER: `http://${hostname}:${googlePort}` }
  const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, ...others } = secrets
  return others
}

/**
 * Runs the marketplace on this machine, with simulators in place of every outside service. It starts the simulators,
 * fills an empty database with demo data and starts the server. When one process ends, it stops all others.
 * @param prepareServer what must be done before the server starts; it runs while the demo data are created
 * @param serverArgs arguments of Node for the server
 * @param settings default environment variables; the environment of this process overrides them
 */
export async function runMarketplace({
  prepareServer = () => Promise.resolve(),
  serverArgs,
  settings,
}: {
  prepareServer?: () => Promise<void>
  serverArgs: string[]
  settings: Record<string, string>
}): Promise<void> {
  const env = {
    APP_ENV: 'development',
    LOG_LEVEL: 'warn',
    DEMO_DATA: '1',
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: origin,
    SIMULATOR_PORTS: simulatorPorts,
    SMTP_PORT: smtpPort,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    ...settings,
    ...addGoogleSettings(await readDemoSecrets()),
    ...(process.env as Record<string, string>),
  }
  const running = new Set<ReturnType<typeof spawnNode>>()
  let isStopping = false
  function stop(): void {
    isStopping = true
    for (const child of running) child.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  function startService(args: string[]): void {
    const child = spawnNode(args, env)
    running.add(child)
    child.once('exit', code => {
      if (!isStopping) process.exitCode = code ?? 1
      stop()
    })
  }

  /** Creates the demo data. The server starts later, since only one process can open the embedded database. */
  async function fillDatabase(): Promise<void> {
    await waitUntilReachable(`http://localhost:${mercadoPagoPort}/control/ledger`, 20_000)
    await waitUntilReachable(`http://localhost:${inboxPort}/api/messages`, 20_000)
    if (env.DEMO_DATA !== '1') return
    const seeding = spawnNode([...MEMORY_ARGS, 'demo/main.ts'], env)
    running.add(seeding)
    const [code] = (await once(seeding, 'exit')) as [number | null]
    running.delete(seeding)
    if (code !== 0) throw new Error(`The demo data were not created: exit code ${code}.`)
  }

  startService(['simulators/main.ts'])
  try {
    await Promise.all([prepareServer(), fillDatabase()])
  } catch (error) {
    if (!isStopping) console.error(error)
    stop()
    process.exit(1)
  }
  if (isStopping) process.exit(1)
  startService(serverArgs)
  await waitUntilReachable(`http://localhost:${port}/readyz`, 120_000)
  printAddresses()
}

function printAddresses(): void {
  const logins = listDemoLogins().map(({ email, role }) => `  ${email.padEnd(28)} ${role}`)
  console.log(
    [
      '',
      `Marketplace              ${origin}`,
      `MercadoPago (simulator)  http://localhost:${mercadoPagoPort}`,
      `Google (simulator)       http://localhost:${googlePort}`,
      `Mail inbox (simulator)   http://localhost:${inboxPort}`,
      '',
      `Demo log-ins, password ${DEMO_PASSWORD}`,
      ...logins,
      '',
      'Ctrl+C stops everything. The data stay in the folder named by DATA_DIR.',
      '',
    ].join('\n'),
  )
}
