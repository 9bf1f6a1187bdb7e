import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#messages/runtime'
import {
  formatBytes,
  formatDate,
  formatMinorUnits,
  formatPrice,
  formatShortDate,
} from './format.ts'

/** Replaces non-breaking spaces with `~`, so that the tables below show them. */
const visible = (text: string) => text.replaceAll('\u00a0', '~')

afterEach(() => overwriteGetLocale(() => 'es'))

test.each([
  [1, '$~1'],
  [999, '$~999'],
  [8_900, '$~8.900'],
  [50_000, '$~50.000'],
  [1_000_000, '$~1.000.000'],
])('the price %d is formatted as %s', (units, text) =>
  expect(visible(formatPrice(units))).toBe(text),
)

test.each([
  [178_050, 'ARS', '$~1.780,50'],
  [178_005, 'ARS', '$~1.780,05'],
  [178_000, 'ARS', '$~1.780'],
  [178_000, 'CLP', '$~1.780'],
  [-50_025, 'ARS', '−$~500,25'],
] as const)('%d minor units of %s are formatted as %s', (minor, currency, text) =>
  expect(visible(formatMinorUnits(minor, currency))).toBe(text),
)

test.each([
  [0, '0~MB'],
  [1, '0,1~MB'],
  [13_002_342, '12,4~MB'],
  [1_073_741_823, '1024~MB'],
  [1_073_741_824, '1~GB'],
  [1_610_612_736, '1,5~GB'],
])('%d bytes are formatted as %s', (bytes, text) => expect(visible(formatBytes(bytes))).toBe(text))

test('a date starts with the day in both languages, in the time zone of the site', () => {
  const justAfterMidnightUtc = '2025-11-21T01:00:00Z'

  expect(formatDate(justAfterMidnightUtc)).toBe('20 de noviembre de 2025')
  expect(formatShortDate(justAfterMidnightUtc)).toBe('20/11/2025')

  overwriteGetLocale(() => 'en')
  expect(formatDate(justAfterMidnightUtc)).toBe('20 November 2025')
})
