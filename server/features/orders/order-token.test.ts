import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrderTokens } from './order-token.ts'

const tokens = createOrderTokens('a key')
const orderId = randomUUID()

test('a token contains the id of its order and is valid for that order', () => {
  const token = tokens.create(orderId, 1)
  expect(tokens.parseOrderId(token)).toBe(orderId)
  expect(tokens.isValid(token, orderId, 1)).toBe(true)
})

test('a token is invalid for another order, token version or key', () => {
  const token = tokens.create(orderId, 1)
  expect(tokens.isValid(token, randomUUID(), 1)).toBe(false)
  expect(tokens.isValid(token, orderId, 2)).toBe(false)
  expect(createOrderTokens('another').isValid(token, orderId, 1)).toBe(false)
})

test('a token with any one character changed is invalid', () => {
  const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const token = tokens.create(orderId, 1)
  const changedTokens = token
    .split('')
    .flatMap((_, index) =>
      BASE64URL.split('').map(
        character => token.slice(0, index) + character + token.slice(index + 1),
      ),
    )
    .filter(other => other !== token)
  expect(changedTokens.filter(other => tokens.isValid(other, orderId, 1))).toEqual([])
})

test.each(['', 'x', '../../etc/passwd', 'a'.repeat(55)])(
  'parseOrderId returns undefined for the malformed token %j',
  text => expect(tokens.parseOrderId(text)).toBeUndefined(),
)
