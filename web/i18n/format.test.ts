import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#messages/runtime'
import {
  formatBytes,
  formatDate,
  formatDay,
  formatMinorUnits,
  formatPercent,
  formatPrice,
  formatShortDate,
  formatShortDay,
  formatStorage,
} from './format.ts'

/** Replaces non-breaking spaces with `~`, so that the tables below show them. */
const visible = (text: string) => text.replaceAll('\u00a0', '~')

afterEach(() => overwriteGetLocale(() => 'es'))

test('prices, amounts and sizes follow the language of the visitor', () => {
  expect(visible(formatPrice(8_900, 'ARS'))).toBe('$~8.900')
  expect(visible(formatMinorUnits(178_050, 'ARS'))).toBe('$~1.780,50')
  expect(visible(formatPercent(20))).toBe('20~%')
  expect(visible(formatBytes(13_002_342))).toBe('12,4~MB')
  expect(visible(formatStorage(13_002_342))).toBe('12,4~MB')

  overwriteGetLocale(() => 'en')
  expect(visible(formatPrice(8_900, 'ARS'))).toBe('$~8.900 ARS')
  expect(visible(formatMinorUnits(178_050, 'ARS'))).toBe('$~1.780,50 ARS')
  expect(formatPercent(20)).toBe('20%')
  expect(visible(formatBytes(13_002_342))).toBe('12.4~MB')
  expect(visible(formatStorage(13_002_342))).toBe('12.4~MB')
})

test('a date starts with the day in both languages, in the time zone of the site', () => {
  const justAfterMidnightUtc = '2025-11-21T01:00:00Z'

  expect(formatDate(justAfterMidnightUtc)).toBe('20 de noviembre de 2025')
  expect(formatShortDate(justAfterMidnightUtc)).toBe('20/11/2025')

  overwriteGetLocale(() => 'en')
  expect(formatDate(justAfterMidnightUtc)).toBe('20 November 2025')
})

test('a short date in English names the month, since American readers take the first number for it', () => {
  expect(formatShortDate('2026-12-11T12:00:00Z')).toBe('11/12/2026')
  expect(formatDay('2026-12-11')).toBe('11/12/2026')
  expect(formatShortDay('2026-12-11')).toBe('11/12')

  overwriteGetLocale(() => 'en')
  expect(formatShortDate('2026-12-11T12:00:00Z')).toBe('11 Dec 2026')
  expect(formatDay('2026-12-11')).toBe('11 Dec 2026')
  expect(formatShortDay('2026-12-11')).toBe('11 Dec')
})
