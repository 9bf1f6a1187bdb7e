import { expect, test } from 'vitest'
import { parseAmount } from './parse-amount.ts'

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
])('the amount %j is %s minor units', (text, minor) => expect(parseAmount(text)).toBe(minor))
