import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { issueText } from '#messages/issues'
import { Price } from '../products/products.ts'
import { optionalText, requiredText } from './fields.ts'

test.each([
  ['an optional text', optionalText(20), 20],
  ['a required text', requiredText(1, 60, 'issue_required'), 60],
])('the message for %s that is too long contains the limit of the field', (_, schema, limit) => {
  const { error } = z.safeParse(schema, 'x'.repeat(limit + 1))

  expect(issueText(error?.issues[0]?.message, 'en')).toBe(
    `Must contain at most ${limit} characters`,
  )
})

test.each(['', ' ', '1e3', '-1', '123456789012', undefined])(
  'the message for the price %j says what a price is',
  price => {
    const { error } = z.safeParse(Price, price)

    expect(error?.issues.map(({ message }) => message)).toEqual(['issue_price'])
  },
)

test.each(['12,50', '12.50', '1.500,5', '1500.05'])(
  'the price %j is refused for its cents',
  price => {
    const { error } = z.safeParse(Price, price)

    expect(error?.issues.map(({ message }) => message)).toEqual(['issue_cents'])
  },
)

test.each([
  ['1500', 1500],
  [1500, 1500],
  ['1.500', 1500],
  ['1,500', 1500],
  ['1500.00', 1500],
  ['1.500,00', 1500],
  ['1,500.00', 1500],
  ['$ 1.500', 1500],
  ['999.999', 999_999],
])('the price %j is %d', (typed, price) => expect(z.parse(Price, typed)).toBe(price))

test.each(['a\u0000', '\ud800', 'a\udffbb'])(
  'the text %j is refused, since PostgreSQL cannot store it',
  text => {
    expect(z.safeParse(optionalText(20), text).success).toBe(false)
    expect(z.safeParse(optionalText(20), `${text}\u{1f600}`).success).toBe(false)
    expect(z.safeParse(optionalText(20), '\u{1f600}').success).toBe(true)
  },
)
