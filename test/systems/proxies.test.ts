import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runDoctor } from '#server/doctor/run-doctor.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { startNginx } from '#tools/cluster/nginx.ts'
import type { Proxy } from '#tools/cluster/proxy.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { insertTestCategories } from '#tools/test-app/test-categories.ts'

const FILE_BYTES = 20_000_000
const SETTINGS = { TRUST_PROXY: 'loopback', METRICS_TOKEN: 'metrics-token-of-this-test' }

async function examine(shop: TestApp) {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const engine = inject('engine')
  if (engine.kind === 'embedded') throw new Error('the embedded database serves one process')
  const lines: string[] = []
  const databaseUrl = `${engine.url}/${rows[0]!.name}`
  const faults = await runDoctor({ ...shop.config, databaseUrl }, line => lines.push(line))
  return { faults, report: lines.join('\n') }
}

/** Returns the protocols and ciphers that a proxy accepts, as sslscan finds them. */
async function scanTls(origin: string) {
  const { stdout } = await promisify(execFile)('sslscan', ['--xml=-', new URL(origin).host])
  const protocols = [...stdout.matchAll(/<protocol type="(\w+)" version="([\d.]+)" enabled="1"/g)]
  const ciphers = [...stdout.matchAll(/<cipher .*?cipher="(\S+)".*?strength="(\w+)"/g)]
  return {
    protocols: protocols.map(([, type, version]) => `${type} ${version}`).sort(),
    ciphers: ciphers.map(([, name, strength]) => `${name} ${strength}`),
    isVulnerable: /vulnerable="1"/.test(stdout),
  }
}

describe.each([
  ['nginx', startNginx],
  [
    'Caddy',
    (port: number, upstreamPort: number): Promise<Proxy> =>
      startCaddy(`https://localhost:${port}`, [`127.0.0.1:${upstreamPort}`]),
  ],
] as const)('behind %s', (_, startProxy) => {
  let shop: TestApp
  let proxy: Proxy
  beforeAll(async () => {
    shop = await createTestApp(SETTINGS, {
      async startProxy(port) {
        proxy = await startProxy(await findFreePort(), port)
        return proxy.origin
      },
    })
    await insertTestCategories(shop.db)
  })
  afterAll(async () => {
    await shop.close()
    await proxy.stop()
  })

  test('a product is uploaded, sold and downloaded over TLS', async () => {
    const file = createPdfFile(FILE_BYTES)
    const seller = await shop.seller()
    const product = await shop.upload(seller, { file })
    const { token, preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    const { items } = await shop.waitForOrderState(token, 'approved')

    const download = await fetch(items[0]!.downloadUrl!)

    expect(items[0]!.downloadUrl).toMatch(proxy.origin)
    const bytes = Buffer.from(await download.arrayBuffer())
    expect(bytes.equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  })

  test('the doctor finds nothing to mend', async () => {
    const { faults, report } = await examine(shop)

    expect(report).not.toContain('FAULT')
    expect(faults).toBe(0)
    expect(report).toMatch(/proxy: uploads of \d+ MB are passed on as they arrive/)
    expect(report).toMatch(/proxy: this machine is seen as 127.0.0.1/)
  })

  test('only current protocols and ciphers are accepted', async () => {
    const { protocols, ciphers, isVulnerable } = await scanTls(proxy.origin)

    expect(protocols).toEqual(['tls 1.2', 'tls 1.3'])
    expect(ciphers.length).toBeGreaterThan(2)
    expect(ciphers.filter(cipher => /CBC|SHA |RC4|3DES|weak/.test(cipher))).toEqual([])
    expect(isVulnerable).toBe(false)
  })
})

describe('the doctor names a fault of the proxy', () => {
  let shop: TestApp
  let proxy: Proxy
  let frontPort: number
  beforeAll(async () => {
    frontPort = await findFreePort()
    shop = await createTestApp(SETTINGS, {
      startProxy: async () => `https://localhost:${frontPort}`,
    })
  })
  afterAll(() => shop.close())

  test.each([
    [
      'that keeps uploads back',
      /proxy_request_buffering off/,
      'proxy_request_buffering on',
      'waits for a whole upload',
    ],
    [
      'that refuses large uploads',
      /client_max_body_size \w+/,
      'client_max_body_size 1m',
      'refuses uploads of 59 MB',
    ],
    [
      'that tells no address',
      /X-Forwarded-For \$remote_addr/,
      'X-Forwarded-For ""',
      'does not send X-Forwarded-For',
    ],
    [
      'that lets visitors choose their address',
      /X-Forwarded-For \$remote_addr/,
      'X-Forwarded-For $proxy_add_x_forwarded_for',
      'visitors can choose',
    ],
    ['that changes the host', /Host \$http_host/, 'Host kiosko', 'the host arrives as kiosko'],
    ['that hides a path', /location = \/metrics/, 'location /healthz', '/healthz answers 404'],
  ])('the doctor names a proxy %s', async (_, line, faultyLine, text) => {
    proxy = await startNginx(frontPort, shop.config.port, site => {
      expect(site).toMatch(line)
      return site.replace(line, faultyLine)
    })

    const { report } = await examine(shop)
    await proxy.stop()

    expect(report).toMatch(/FAULT {4}proxy: /)
    expect(report).toContain(text)
  })
})
