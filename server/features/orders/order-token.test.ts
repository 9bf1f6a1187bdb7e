import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrderTokens } from './order-token.ts'

const tokens = createOrderTokens('a key')
const orderId = randomUUID()

test('a link names its order and proves it', () => {
  const token = tokens.create(orderId, 1)
  expect(tokens.parseOrderId(token)).toBe(orderId)
  expect(tokens.isValid(token, orderId, 1)).toBe(true)
})

test('a link is void for another order, version or key', () => {
  const token = tokens.create(orderId, 1)
  expect(tokens.isValid(token, randomUUID(), 1)).toBe(false)
  expect(tokens.isValid(token, orderId, 2)).toBe(false)
  expect(createOrderTokens('another').isValid(token, orderId, 1)).toBe(false)
})

test('no changed letter of a link is still a link', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const token = tokens.create(orderId, 1)
  const changed = token
    .split('')
    .flatMap((_, at) =>
      LETTERS.split('').map(letter => token.slice(0, at) + letter + token.slice(at + 1)),
    )
    .filter(other => other !== token)
  expect(changed.filter(other => tokens.isValid(other, orderId, 1))).toEqual([])
})

test.each(['', 'x', '../../etc/passwd', 'a'.repeat(55)])('%j names no order', text =>
  expect(tokens.parseOrderId(text)).toBeUndefined(),
)
