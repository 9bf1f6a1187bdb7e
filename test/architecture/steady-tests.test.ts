import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/processes.ts'
import { listRepositoryFiles } from '../../scripts/repository-files.ts'

interface Node {
  type?: string
  value?: unknown
  key?: { name?: string }
  callee?: { property?: { name?: string } }
  arguments?: { type?: string; properties?: Node[] }[]
}

const tests = listRepositoryFiles()
  .filter(path => /\.test\.tsx?$|^e2e\/.*\.ts$/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** The files that pause for a fixed time, with the reason. Others wait for what the pause is meant to bring. */
const PAUSES: Record<string, string> = {
  'server/http/uploads/upload-slots.test.ts': 'pauses between two looks while the clock is faked',
}

test('a pause of a fixed time is in no test', () => {
  const pattern = /\.waitForTimeout\(|from 'node:timers\/promises'|=>\s*setTimeout\(/
  const found = tests.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  expect(tests.length).toBeGreaterThan(400)
  expect(found.toSorted()).toEqual(Object.keys(PAUSES).toSorted())
})

/** The shortest time in milliseconds that a wait for something may have, since the machine may be busy. */
const SHORTEST_WAIT_MS = 10_000

/** Lists the times of all waits of a syntax tree, such as 500 of `expect.poll(read, { timeout: 500 })`. */
function listWaitTimes(tree: unknown): number[] {
  if (typeof tree !== 'object' || tree === null) return []
  const { type, callee, arguments: args = [] } = tree as Node
  const isWait =
    type === 'CallExpression' && /^(poll|waitFor\w*|to[A-Z]\w*)$/.test(callee?.property?.name ?? '')
  const times = args
    .filter(arg => isWait && arg.type === 'ObjectExpression')
    .flatMap(({ properties = [] }) => properties.filter(({ key }) => key?.name === 'timeout'))
    .map(({ value }) => (value as Node).value)
    .filter(value => typeof value === 'number')
  return [...times, ...Object.values(tree).flatMap(listWaitTimes)]
}

test('a time limit that a busy machine exceeds is in no test', () => {
  const waits = tests
    .filter(({ text }) => text.includes('timeout:'))
    .flatMap(({ path, text }) =>
      listWaitTimes(parseSync(path, text).program).map(ms => ({ path, ms })),
    )

  expect(waits.length).toBeGreaterThan(20)
  expect(waits.filter(({ ms }) => ms < SHORTEST_WAIT_MS)).toEqual([])
})
