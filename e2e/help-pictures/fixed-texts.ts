import type { Page } from '@playwright/test'
import { toLocalDay } from '#contract/core/time-zone.ts'
import { stabilizeTexts } from '../catalog/stable-texts.ts'

/** The day that the pictures show as the day on which they were taken. */
const SHOWN_TODAY = '2026-06-15'

/**
 * Moves the dates of a page by the same number of days, as if it were opened on `SHOWN_TODAY`, so that pictures of two
 * days are equal and the periods between dates stay right. Then replaces what is drawn at random.
 */
export async function fixTexts(page: Page): Promise<void> {
  const days = Math.round(
    (Date.parse(SHOWN_TODAY) - Date.parse(toLocalDay(new Date()))) / 86_400_000,
  )
  await page.evaluate(shift => {
    const language = document.documentElement.lang === 'en' ? 'en-GB' : 'es-AR'
    const monthNames = (month: 'short' | 'long') =>
      Array.from({ length: 12 }, (_, index) =>
        new Date(Date.UTC(2026, index, 15)).toLocaleDateString(language, {
          month,
          timeZone: 'UTC',
        }),
      )
    const [short, long] = [monthNames('short'), monthNames('long')]
    const month = [...long, ...short].join('|')
    const FORMS: [RegExp, Intl.DateTimeFormatOptions][] = [
      [/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, { day: '2-digit', month: '2-digit', year: 'numeric' }],
      [
        new RegExp(String.raw`\b(\d{1,2}) (?:de )?(${long.join('|')}) (?:de )?(\d{4})\b`, 'g'),
        { day: 'numeric', month: 'long', year: 'numeric' },
      ],
      [
        new RegExp(String.raw`\b(\d{1,2}) (${month}) (\d{4})\b`, 'g'),
        { day: 'numeric', month: 'short', year: 'numeric' },
      ],
    ]
    const toMonth = (text: string) =>
      Math.max(short.indexOf(text), long.indexOf(text), Number.parseInt(text, 10) - 1 || 0)
    const shiftDate =
      (options: Intl.DateTimeFormatOptions) =>
      (_: string, day: string, name: string, year: string) =>
        new Date(Date.UTC(Number(year), toMonth(name), Number(day) + shift)).toLocaleDateString(
          language,
          { ...options, timeZone: 'UTC' },
        )
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue!
      const form = FORMS.find(([pattern]) => new RegExp(pattern.source).test(text))
      if (form) node.nodeValue = text.replaceAll(form[0], shiftDate(form[1]))
    }
  }, days)
  await stabilizeTexts(page, { keepsDates: true })
}
