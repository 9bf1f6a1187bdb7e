import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import {
  API_DOCUMENT,
  OPERATIONS_DOCUMENT,
  generateApiReference,
  updateSettingTables,
} from '../scripts/docs.ts'

/** Formats a document with oxfmt, which aligns the columns of tables. */
async function formatted(path: string, text: string): Promise<string> {
  return (await format(path, text)).code
}

test('docs/operations.md lists every setting with the description from server/settings/', async () => {
  const operations = readFileSync(OPERATIONS_DOCUMENT, 'utf8')

  expect(operations).toContain('`PUBLIC_ORIGIN` •')
  expect(await formatted(OPERATIONS_DOCUMENT, updateSettingTables(operations))).toBe(operations)
})

test('docs/api.md lists every endpoint as the contract describes it', async () => {
  const reference = readFileSync(API_DOCUMENT, 'utf8')

  expect(await formatted(API_DOCUMENT, generateApiReference())).toBe(reference)
})

test('every decision record has a number of its own and one row in the index, with its title', () => {
  const folder = join(import.meta.dirname, '../docs/decisions')
  const files = readdirSync(folder).filter(name => name !== 'README.md')
  const numbers = files.map(name => name.slice(0, 4))
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = [...index.matchAll(/^\| (\d{4}) +\| \[(.+?)\]\((.+?)\)/gm)].map(match =>
    match.slice(1),
  )
  const titles = files.map(name => {
    const [heading = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    return [name.slice(0, 4), heading.replace(/^# \d{4} /, ''), name]
  })

  expect(files.length).toBeGreaterThan(30)
  expect(new Set(numbers).size).toBe(files.length)
  expect(rows).toEqual(titles)
})
