import { describe, expect, test } from 'vitest'
import { formatDate, formatDateParts, formatDateTime, formatMonth } from './format-date.ts'

/** Night in Buenos Aires, where it is still the day before. */
const MOMENT = '2026-11-22T02:30:00Z'

describe('dates', () => {
  test('dates are written in words, in the language and time zone that are asked for', () => {
    expect(formatDate(MOMENT, 'es')).toBe('21 de noviembre de 2026')
    expect(formatDate(MOMENT, 'en')).toBe('21 November 2026')
    expect(formatDate(new Date(MOMENT), 'en', 'UTC')).toBe('22 November 2026')
    expect(formatDateTime(MOMENT, 'es')).toBe('21 de noviembre de 2026 a las 23:30')
    expect(formatDateTime(MOMENT, 'en', 'America/Mexico_City')).toBe('21 November 2026 at 20:30')
    expect(formatMonth('2026-11', 'es')).toBe('noviembre de 2026')
    expect(formatMonth('2026-11', 'en')).toBe('November 2026')
  })

  test('dates have the parts that are asked for, also when other parts were asked for before', () => {
    const timeZone = 'UTC'
    expect(formatDateParts(MOMENT, 'en', { weekday: 'long', timeZone })).toBe('Sunday')
    expect(formatDateParts(MOMENT, 'es', { weekday: 'long', timeZone })).toBe('domingo')
    expect(formatDateParts(MOMENT, 'en', { month: 'short', timeZone })).toBe('Nov')
  })
})
