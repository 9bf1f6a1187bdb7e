import { expect, test } from 'vitest'
import { needsCaptcha } from '#contract/core/endpoint.ts'
import { ENDPOINTS } from '#contract/index.ts'

/** What the calls that change products send when they make something public. They all need a captcha. */
const PUBLISHING: Record<string, object | undefined> = {
  'POST /product/create': undefined,
  'PUT /product/update/:id': undefined,
  'POST /product/:id/publish': undefined,
  'PUT /product/:id/schedule': { publishAt: '2027-03-01T12:00:00.000Z' },
  'PUT /product/:id/state': { state: 'on_sale' },
  'POST /product/prices': { dryRun: false },
}

/** The other calls that change products, and why they need no captcha. */
const OTHERS: Record<string, string> = {
  'POST /product/drafts': 'makes a draft, which nobody else sees',
  'POST /product/:id/duplicate': 'makes a draft',
  'PUT /product/:id/working-copy': 'changes what nobody else sees',
  'PUT /product/:id/working-copy/cover': 'changes what nobody else sees',
  'DELETE /product/:id/working-copy': 'changes what nobody else sees',
  'POST /product/:id/previews': 'changes what nobody else sees',
  'PUT /product/:id/previews': 'changes what nobody else sees',
  'DELETE /product/:id/previews/:previewId': 'changes what nobody else sees',
  'DELETE /product/:id/schedule': 'publishes nothing',
  'DELETE /product/delete/:id': 'needs one of its own',
  'DELETE /product/prices/:batch': 'brings back prices that were asked before',
  'PUT /product/:id/bump': 'offers what is on sale beside what is on sale',
  'PUT /product/:id/parts': 'sells together what is on sale',
  'POST /product/:id/files': 'needs an uploaded file, whose bytes are limited by the quota',
  'POST /product/:id/files/:slot/versions': 'needs an uploaded file',
  'PUT /product/:id/files': 'changes the sequence of what is on sale',
  'PUT /product/:id/files/:slot': 'hides, shows or names what was on sale',
  'POST /product/:id/updates': 'writes to buyers once a day at most',
}

const CHANGES = ENDPOINTS.filter(
  ({ endpoint: { method, path } }) => method !== 'GET' && path.startsWith('/product/'),
)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every call that changes products says whether it makes something public', () => {
  expect(CHANGES.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(
    [...Object.keys(PUBLISHING), ...Object.keys(OTHERS)].toSorted(),
  )
})

test('every call that makes a product public needs a captcha, and a dry run or a pause needs none', () => {
  const byName = new Map(CHANGES.map(({ endpoint }) => [nameOf(endpoint), endpoint]))
  const open = Object.entries(PUBLISHING).filter(
    ([name, body]) => !needsCaptcha(byName.get(name)!, body),
  )
  expect(open).toEqual([])
  expect(needsCaptcha(byName.get('POST /product/prices')!, { dryRun: true })).toBe(false)
  expect(needsCaptcha(byName.get('PUT /product/:id/state')!, { state: 'paused' })).toBe(false)
})
