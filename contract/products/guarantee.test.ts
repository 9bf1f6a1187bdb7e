import { describe, expect, test } from 'vitest'
import { ProductChanges } from './products.ts'
import { findReturnPromise } from './guarantee.ts'

test.each([
  ['no guarantee', 'always', 0, { legalDays: 10, guaranteeDays: 0 }],
  ['a guarantee that is shorter than the law', 'always', 5, { legalDays: 10, guaranteeDays: 0 }],
  ['a guarantee as long as the law', 'always', 10, { legalDays: 10, guaranteeDays: 0 }],
  ['a longer guarantee', 'always', 11, { legalDays: 0, guaranteeDays: 11 }],
  ['no guarantee', 'until_download', 0, { legalDays: 10, guaranteeDays: 0 }],
  ['a shorter guarantee', 'until_download', 5, { legalDays: 10, guaranteeDays: 5 }],
  ['a guarantee of the same length', 'until_download', 10, { legalDays: 0, guaranteeDays: 10 }],
  ['a longer guarantee', 'until_download', 30, { legalDays: 0, guaranteeDays: 30 }],
] as const)('%s besides a right of ten days, %s, of %d days', (_, scope, guaranteeDays, promise) =>
  expect(findReturnPromise({ days: 10, scope }, guaranteeDays)).toEqual(promise),
)

describe('the guarantee in the product form', () => {
  test.each([
    ['is none for an empty field', '', 0],
    ['is none for 0', '0', 0],
    ['is not changed if it is absent', undefined, undefined],
    ['can be two days', '2', 2],
    ['can be thirty days', 30, 30],
    ['cannot be one day', '1', 'issue_guarantee'],
    ['cannot be longer than thirty days', '31', 'issue_guarantee'],
    ['cannot be negative', '-5', 'issue_guarantee'],
    ['cannot be a part of a day', '2.5', 'issue_guarantee'],
    ['cannot be a word', 'treinta', 'issue_guarantee'],
  ])('the guarantee in the product form %s', (_, guaranteeDays, expected) => {
    const parsed = ProductChanges.safeParse({ guaranteeDays })
    expect(parsed.success ? parsed.data.guaranteeDays : parsed.error.issues[0]!.message).toBe(
      expected,
    )
  })
})
