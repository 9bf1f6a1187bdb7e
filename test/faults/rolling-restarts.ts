import { setTimeout as pause } from 'node:timers/promises'
import { startCaddy } from '#tools/cluster/caddy.ts'
import type { ServerProcess } from '#tools/cluster/server-process.ts'
import { installDebianPackages } from '#tools/debian-packages.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { startSteadyLoad } from './steady-load.ts'

/**
 * Restarts two processes behind Caddy, one after the other, while visitors browse, buy, upload and download. No request
 * may fail. Usage: node test/faults/rolling-restarts.ts [restarts]
 */
const RESTARTS = Number(process.argv[2] ?? 50)
/** The time in milliseconds in which Caddy, which asks every second, has noticed that a process is ready. */
const NOTICE_MS = 2500

await installDebianPackages(['caddy'])
const server = await startTestServer({
  TRUST_PROXY: 'loopback',
  DRAIN_SECONDS: '5',
  SELLER_QUOTA_BYTES: String(100 * 1024 ** 3),
})
try {
  const ports = [await findFreePort(), await findFreePort()]
  const start = (index: number): Promise<ServerProcess> =>
    server.startAnother({ PORT: String(ports[index]) })
  const processes = [await start(0), await start(1)]
  const caddy = await startCaddy(
    server.origin,
    ports.map(port => `127.0.0.1:${port}`),
  )
  try {
    const load = await startSteadyLoad(server)
    const exitCodes: (number | null)[] = []
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const index = restart % processes.length
      exitCodes.push(await processes[index]!.stop())
      processes[index] = await start(index)
      await pause(NOTICE_MS)
    }
    const { done, failures } = await load.stop()
    await server.waitForJobs()
    const forced = exitCodes.filter(code => code !== 0).length
    console.log(`${RESTARTS} restarts, of which ${forced} did not end by themselves.`)
    console.table(done)
    for (const failure of failures) console.log(failure)
    console.log(`${failures.length} failed.`)
    if (failures.length + forced > 0) process.exitCode = 1
  } finally {
    await caddy.stop()
  }
} finally {
  await server.close()
}
