import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrderTokens } from './order-token.ts'

const tokens = createOrderTokens('a key')
const orderId = randomUUID()

test('a link names its order and proves it', () => {
  const token = tokens.write(orderId, 1)
  expect(tokens.orderIdIn(token)).toBe(orderId)
  expect(tokens.isRight(token, orderId, 1)).toBe(true)
})

test('a link is void for another order, version or key', () => {
  const token = tokens.write(orderId, 1)
  expect(tokens.isRight(token, randomUUID(), 1)).toBe(false)
  expect(tokens.isRight(token, orderId, 2)).toBe(false)
  expect(createOrderTokens('another').isRight(token, orderId, 1)).toBe(false)
})

test('no changed letter of a link is still a link', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const token = tokens.write(orderId, 1)
  const changed = token
    .split('')
    .flatMap((_, at) =>
      LETTERS.split('').map(letter => token.slice(0, at) + letter + token.slice(at + 1)),
    )
    .filter(other => other !== token)
  expect(changed.filter(other => tokens.isRight(other, orderId, 1))).toEqual([])
})

test.each(['', 'x', '../../etc/passwd', 'a'.repeat(55)])('%j names no order', text =>
  expect(tokens.orderIdIn(text)).toBeUndefined(),
)
