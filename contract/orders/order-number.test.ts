import { expect, test } from 'vitest'
import { parseOrderNumber } from './order-number.ts'

test.each([
  ['K7M3-2QRD', 'K7M3-2QRD'],
  ['k7m32qrd', 'K7M3-2QRD'],
  [' #k7m3 2qrd ', 'K7M3-2QRD'],
  ['K7M3–2QRD', 'K7M3-2QRD'],
  ['K7M3-2QR', undefined],
  ['K7M3-2QRDX', undefined],
  ['K0M3-2QRD', undefined],
  ['K7M3-2QRO', undefined],
  ['', undefined],
])('the order number %j is read as %j', (text, number) =>
  expect(parseOrderNumber(text)).toBe(number),
)
