import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#messages/runtime'
import type { Currency } from '#contract/core/fields.ts'
import { describeDeadline } from './deadline-text.ts'

afterEach(() => overwriteGetLocale(() => 'es'))

/** The first minutes of 27 November in UTC, in each country. */
const DEADLINE = '2026-11-27T00:30:00Z'

test.each<[Currency, string, string]>([
  ['ARS', '21:30 (hora de Buenos Aires)', 'Buenos Aires'],
  ['BRL', '21:30 (hora de San Pablo)', 'São Paulo'],
  ['MXN', '18:30 (hora de Ciudad de México)', 'Mexico City'],
  ['CLP', '21:30 (hora de Santiago de Chile)', 'Santiago'],
  ['COP', '19:30 (hora de Bogotá)', 'Bogotá'],
  ['PEN', '19:30 (hora de Lima)', 'Lima'],
  ['UYU', '21:30 (hora de Montevideo)', 'Montevideo'],
])('a deadline in %s is shown in the time of that country', (currency, spanish, city) => {
  for (const isAhead of [true, false]) {
    expect(describeDeadline(DEADLINE, currency, isAhead)).toContain('26 de noviembre de 2026')
    expect(describeDeadline(DEADLINE, currency, isAhead)).toContain(spanish)
  }

  overwriteGetLocale(() => 'en')
  expect(describeDeadline(DEADLINE, currency, true)).toContain(`(${city} time)`)
})
