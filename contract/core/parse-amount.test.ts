import { expect, test } from 'vitest'
import { hasCents, parseAmount, parseWholeAmount } from './parse-amount.ts'

test.each([
  ['1500', 150_000],
  [' 1500 ', 150_000],
  ['1.500', 150_000],
  ['1,500', 150_000],
  ['1 500', 150_000],
  ['1500,5', 150_050],
  ['1500.05', 150_005],
  ['1.500,50', 150_050],
  ['1,500.50', 150_050],
  ['12.345.678,90', 1_234_567_890],
  ['0,01', 1],
  ['0', 0],
  ['', undefined],
  ['-5', undefined],
  ['1500,505', undefined],
  ['1.50.0', undefined],
  ['cien', undefined],
  ['$ 1.500', 150_000],
  ['$1.500,00', 150_000],
  ['ARS 1.500', 150_000],
  ['1500 pesos', 150_000],
  ['R$ 12,50', 1250],
  ['S/ 12.50', 1250],
  ['AR$ 900', 90_000],
  ['US$ 20', undefined],
  ['€ 20', undefined],
  ["1'500", 150_000],
  ['1\u202f500,25', 150_025],
  ['\u202a1.500\u202c', 150_000],
  ['１５００', 150_000],
  ['1500.-', 150_000],
  ['1.', 100],
  ['1,234,567.89', 123_456_789],
  ['1.500.00', undefined],
  ['1.500,000', undefined],
  ['1500.000', undefined],
  ['0.500', undefined],
  ['1e3', undefined],
  ['−5', undefined],
  ['1/2', undefined],
  ['9'.repeat(40), undefined],
])('the amount %j is %s minor units', (text, minor) => expect(parseAmount(text)).toBe(minor))

test.each([
  ['1500', 1500],
  ['1.500', 1500],
  ['1,500.00', 1500],
  ['1.500,00', 1500],
  ['1500,50', undefined],
  ['12.50', undefined],
  ['', undefined],
])('the price %j is %s whole units', (text, units) => {
  expect(parseWholeAmount(text)).toBe(units)
  expect(hasCents(text)).toBe(units === undefined && text !== '')
})
