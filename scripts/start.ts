import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DEMO_PASSWORD, demoLogins } from '#demo/people.ts'
import { ROOT, SERVER, buildIfNeeded, start, untilAnswers } from './steps.ts'

/** `npm start`: the marketplace and its simulators in one terminal, with nothing of the outside world. */

const port = Number(process.env['PORT'] ?? 3000)
const dataDir = resolve(ROOT, process.env['DATA_DIR'] ?? 'data')
const ports = process.env['SIMULATOR_PORTS'] ?? [port + 1, port + 2, port + 3].join(',')
const [mercadoPago, google, inbox] = ports.split(',')
const smtpPort = process.env['SMTP_PORT'] ?? String(port + 4)
const origin = process.env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`

/** Made once and kept beside the data they protect. */
async function demoSecrets(): Promise<Record<string, string>> {
  const file = join(dataDir, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept) return JSON.parse(kept) as Record<string, string>
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

/** The simulated sign-in is plain http, which the server believes on this machine only. Elsewhere there is none. */
function withGoogle(secrets: Record<string, string>): Record<string, string> {
  const { hostname } = new URL(origin)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    return { ...secrets, GOOGLE_ISSUER: `http://${hostname}:${google}` }
  const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, ...others } = secrets
  return others
}

await buildIfNeeded()
const env = {
  NODE_ENV: 'production',
  APP_ENV: 'development',
  LOG_LEVEL: 'warn',
  DEMO_DATA: '1',
  PORT: String(port),
  DATA_DIR: dataDir,
  PUBLIC_ORIGIN: origin,
  SIMULATOR_PORTS: ports,
  SMTP_PORT: smtpPort,
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  ...withGoogle(await demoSecrets()),
  ...(process.env as Record<string, string>),
}

const running = new Set<ReturnType<typeof start>>()
let stopping = false
function stop(): void {
  stopping = true
  for (const child of running) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

/** Starts one of the two that stay: when it ends, so does the other. */
function keep(words: string[]): void {
  const child = start(words, env)
  running.add(child)
  child.once('exit', code => {
    if (!stopping) process.exitCode = code ?? 1
    stop()
  })
}

keep(['simulators/main.ts'])
await untilAnswers(`http://localhost:${mercadoPago}/control/ledger`, 20_000)
await untilAnswers(`http://localhost:${inbox}/api/messages`, 20_000)
if (env.DEMO_DATA === '1') {
  // The embedded database is one process's at a time, so the demo is made before the server starts.
  const seeding = start(['demo/main.ts'], env)
  running.add(seeding)
  const [code] = (await once(seeding, 'exit')) as [number | null]
  running.delete(seeding)
  if (code !== 0 || stopping) {
    stop()
    process.exit(code ?? 1)
  }
}
keep([...SERVER, 'serve'])

await untilAnswers(`http://localhost:${port}/readyz`, 120_000)
const logins = demoLogins().map(({ email, role }) => `  ${email.padEnd(28)} ${role}`)
console.log(
  [
    '',
    `Marketplace              ${origin}`,
    `MercadoPago (simulator)  http://localhost:${mercadoPago}`,
    `Google (simulator)       http://localhost:${google}`,
    `Mail inbox (simulator)   http://localhost:${inbox}`,
    '',
    `Demo log-ins, password ${DEMO_PASSWORD}`,
    ...logins,
    '',
    'Ctrl+C stops everything. The data stay in the folder named by DATA_DIR.',
    '',
  ].join('\n'),
)
