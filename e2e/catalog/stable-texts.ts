import type { Page } from '@playwright/test'

/**
 * Texts that differ between two runs although nothing has changed, because the server draws them at random or from its
 * clock, and what the pictures show instead. The order matters: dates and times come before the parts they consist of.
 */
const REPLACEMENTS: [pattern: string, replacement: string][] = [
  [String.raw`127\.0\.0\.1:\d+`, 'kiosko.example'],
  [String.raw`\b(?:kiosko|vidriera|esquina|tinta|revista|toldo|vereda|farol)\d+\b`, 'esquina12345'],
  [String.raw`\b[0-9A-HJ-NP-TV-Z]{4}-[0-9A-HJ-NP-TV-Z]{4}\b`, 'K7M3-2QRD'],
  [String.raw`\b\d{1,2}/\d{1,2}/\d{4}\b`, '15/06/2026'],
  [String.raw`\b\d{1,2}/\d{1,2}\b`, '15/06'],
  [
    String.raw`\b\d{1,2} (de )?(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)( de \d{4})?\b`,
    '15 de junio de 2026',
  ],
  [
    String.raw`\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*( \d{4})?\b`,
    '15 June 2026',
  ],
  [String.raw`\b\d{1,2}:\d{2}\b`, '10:30'],
  [String.raw`\b2147\d{6}\b`, '2147483650'],
]

/** Replaces the texts of a page that differ between runs. React restores a text as soon as it renders it again. */
export function stabilizeTexts(page: Page): Promise<void> {
  return page.evaluate(replacements => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      let text = node.nodeValue!
      for (const [pattern, replacement] of replacements)
        text = text.replaceAll(new RegExp(pattern, 'g'), replacement)
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const input of document.querySelectorAll('input'))
      for (const [pattern, replacement] of replacements)
        if (input.type === 'text')
          input.value = input.value.replaceAll(new RegExp(pattern, 'g'), replacement)
  }, REPLACEMENTS)
}
