import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS, isEndpoint } from '#contract/index.ts'

const CONTRACT = resolve(import.meta.dirname, '../contract')

test('the list of endpoints holds every endpoint that a file of the contract exports', async () => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts',
  )
  const modules = await Promise.all(
    files.map(async name => ({ name, exports: (await import(join(CONTRACT, name))) as object })),
  )
  const listed = new Set(ENDPOINTS.map(({ endpoint }) => endpoint))

  const missing = modules.flatMap(({ name, exports }) =>
    Object.entries(exports)
      .filter(([, value]) => isEndpoint(value) && !listed.has(value))
      .map(([exported]) => `${name}: ${exported}`),
  )

  expect(listed.size).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
