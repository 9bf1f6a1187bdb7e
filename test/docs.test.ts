import { readFileSync } from 'node:fs'
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
