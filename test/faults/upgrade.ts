import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { publishProduct, registerCreator } from '#tools/api-client/creator.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { buildFirstRelease } from '#tools/cluster/first-release.ts'
import type { ServerProcess } from '#tools/cluster/server-process.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { watchLockWaits } from '#tools/database/lock-waits.ts'
import { installDebianPackages } from '#tools/debian-packages.ts'
import { insertBulkSales } from '#tools/sample-data/bulk-sales.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { startSteadyLoad } from './steady-load.ts'

/**
 * Upgrades from the first release while visitors browse, buy, upload and download. Two processes of the first release
 * run behind Caddy. Two of this release start beside them and migrate the database; then Caddy sends the next requests to
 * them, and the old ones are stopped. No request may fail.
 * Usage: node test/faults/upgrade.ts [seconds of load in each phase] [orders in the database]
 */
const PHASE_MS = Number(process.argv[2] ?? 60) * 1000
const ORDERS = Number(process.argv[3] ?? 200_000)

await installDebianPackages(['caddy'])
sendAgainAsBrowsersDo()
const oldFolder = await buildFirstRelease()
const server = await startTestServer(
  { TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5', SELLER_QUOTA_BYTES: String(100 * 1024 ** 3) },
  { hostname: 'localhost', scheme: 'https' },
)

/**
 * Lets `fetch` send a request again, as browsers do, if the connection was closed that an earlier answer had left open. A
 * proxy that gets new addresses closes such connections, while a request can be on its way.
 */
function sendAgainAsBrowsersDo(): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) =>
    send(input, init).catch((error: Error) => {
      const isClosed = (error.cause as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET'
      if (!isClosed || init?.body instanceof ReadableStream) throw error
      return send(input, init)
    })
}

/** Creates a seller with many orders of the last two years. */
async function createOldSeller(): Promise<void> {
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, 'old@creators.test', email => server.waitForMailText(email))
  await publishProduct(seller)
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  try {
    const sellers = await client.query<{ id: number }>('select min(seller_id) as id from products')
    await insertBulkSales(client, { sellerId: sellers.rows[0]!.id, sales: ORDERS })
  } finally {
    await client.end()
  }
}

/** Starts a process of the release in a folder for each port. */
async function startProcesses(ports: number[], folder?: string): Promise<ServerProcess[]> {
  const processes: ServerProcess[] = []
  for (const port of ports)
    processes.push(await server.startAnother({ PORT: String(port) }, folder))
  return processes
}

try {
  const oldPorts = [await findFreePort(), await findFreePort()]
  const newPorts = [await findFreePort(), await findFreePort()]
  const old = await startProcesses(oldPorts, oldFolder)
  const getAddresses = (ports: number[]) => ports.map(port => `127.0.0.1:${port}`)
  const caddy = await startCaddy(server.origin, getAddresses(oldPorts))
  try {
    await createOldSeller()
    const load = await startSteadyLoad(server)
    const endWatch = await watchLockWaits(server.databaseUrl)
    const { counts } = load
    const phases: { phase: string; visits: number; failed: number; seconds: number }[] = []
    const measure = async (phase: string, work: () => Promise<unknown>) => {
      const countVisits = () => Object.values(counts.done).reduce((sum, n) => sum + n, 0)
      console.log(`${new Date().toISOString()} ${phase}`)
      const before = { visits: countVisits(), failed: counts.failures.length }
      const startedAt = performance.now()
      await work()
      phases.push({
        phase,
        visits: countVisits() - before.visits,
        failed: counts.failures.length - before.failed,
        seconds: Math.round((performance.now() - startedAt) / 1000),
      })
    }
    await measure('the first release alone', () => pause(PHASE_MS))
    // A process that starts migrates too. A large database takes longer than the start of a process is waited for.
    await measure('the first release while the database is migrated', async () => {
      const { code, output } = await server.runCommand('migrate')
      if (code !== 0) counts.failures.push(output)
    })
    await measure('this release starts', () => startProcesses(newPorts))
    await measure('both releases run, the first one answers', () => pause(PHASE_MS))
    await measure('both releases run, this one answers', async () => {
      await caddy.switchTo(getAddresses(newPorts))
      await pause(PHASE_MS)
    })
    await measure('the first release stops', async () => {
      const exitCodes = await Promise.all(old.map(process => process.stop()))
      if (exitCodes.some(code => code !== 0))
        counts.failures.push(`exit codes: ${exitCodes.join(', ')}`)
    })
    await measure('this release alone', () => pause(PHASE_MS))
    await load.stop()
    await server.waitForJobs()
    console.table(phases)
    console.table(counts.done)
    for (const [kind, { longestMs, query }] of Object.entries(await endWatch()))
      console.log(`The longest wait for a lock (${kind}) was ${longestMs} ms: ${query}`)
    for (const failure of counts.failures) console.log(failure)
    if (counts.failures.length > 0)
      for (const line of server.findLoggedErrors()) console.log(line.slice(0, 2000))
    const invariants = await server.runCommand('invariants')
    console.log(invariants.output)
    console.log(`${counts.failures.length} failed.`)
    if (counts.failures.length > 0 || invariants.code !== 0) process.exitCode = 1
  } finally {
    await caddy.stop()
  }
} finally {
  await server.close()
}
