import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { quantile } from '#tools/statistics.ts'
import { publishReport } from '../shared/report.ts'
import { ATTACKS, type AttackReport } from './socket-attacks.ts'

/** How long one attack and one time without it last, and how often they take turns. */
const SECONDS = Number(process.argv[2] ?? 6)
const ROUNDS = Number(process.argv[3] ?? 3)
/** What other visitors request meanwhile, one request after another. */
const PATHS = ['/api/public/product/page/1', '/', '/api/category/list']

await buildIfNeeded()
const server = await startTestServer()
try {
  await server.start()

  /** Requests the paths in turn until the time is over. Resolves to the times of the answers in milliseconds. */
  async function visit(): Promise<number[]> {
    const times: number[] = []
    const end = performance.now() + SECONDS * 1000
    while (performance.now() < end) {
      const startedAt = performance.now()
      const answer = await fetch(server.origin + PATHS[times.length % PATHS.length])
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a visitor was answered ${answer.status}`)
      times.push(performance.now() - startedAt)
    }
    return times
  }

  const figures = []
  for (const [name, { title }] of Object.entries(ATTACKS)) {
    const undisturbed: number[] = []
    const attacked: number[] = []
    let report: AttackReport = { sockets: 0, sent: 0, closed: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      undisturbed.push(...(await visit()))
      const attacker = fork(join(import.meta.dirname, 'socket-attacks.ts'), [
        name,
        new URL(server.origin).port,
      ])
      await once(attacker, 'message')
      attacked.push(...(await visit()))
      attacker.send('stop')
      ;[report] = (await once(attacker, 'message')) as [AttackReport]
      await once(attacker, 'exit')
    }
    const describe = (times: number[]) =>
      `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`
    figures.push({
      what: title,
      measured: `${describe(attacked)} (${describe(undisturbed)}); ${report.closed} of ${report.sockets} connections closed by the server`,
    })
  }

  await publishReport('raw-sockets', {
    title: 'Other visitors during attacks on connections',
    how: `Visitors request a page and two lists, one request after another, for ${SECONDS} s without and ${SECONDS} s with the attack, ${ROUNDS} times in turn. The attacker is a process on the same machine and shares its processors. In parentheses: without the attack.`,
    figures,
  })
} finally {
  await server.close()
}
