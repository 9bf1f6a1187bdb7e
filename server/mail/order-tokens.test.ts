import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrderTokens } from '#server/mail/order-tokens.ts'

const tokens = createOrderTokens('a key')
const orderId = randomUUID()
const order = { id: orderId, tokenVersion: 1, offeredTokenVersion: null }

test('a token contains the id of its order and is valid for that order', () => {
  const token = tokens.create(orderId, 1)
  expect(tokens.parseOrderId(token)).toBe(orderId)
  expect(tokens.identify(token, order)).toBe('current')
})

test('a token is invalid for another order, token version or key', () => {
  const token = tokens.create(orderId, 1)
  expect(tokens.identify(token, { ...order, id: randomUUID() })).toBeUndefined()
  expect(tokens.identify(tokens.create(orderId, 2), order)).toBeUndefined()
  expect(createOrderTokens('another').identify(token, order)).toBeUndefined()
})

test('a token is that of the current, an offered or a former link', () => {
  const versions = { id: orderId, tokenVersion: 3, offeredTokenVersion: 4 }
  const kinds = [1, 2, 3, 4, 5].map(version =>
    tokens.identify(tokens.create(orderId, version), versions),
  )
  expect(kinds).toEqual(['former', 'former', 'current', 'offered', undefined])
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
  expect(changedTokens.filter(other => tokens.identify(other, order))).toEqual([])
})

test.each(['', 'x', '../../etc/passwd', 'a'.repeat(55)])(
  'parseOrderId returns undefined for the malformed token %j',
  text => expect(tokens.parseOrderId(text)).toBeUndefined(),
)
