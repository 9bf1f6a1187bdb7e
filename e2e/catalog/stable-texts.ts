import type { Page } from '@playwright/test'

type Replacement = [pattern: string, replacement: string]

/** The dates that differ between two runs, and what the pictures show instead: whole dates before their parts. */
const DATES: Replacement[] = [
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
]

/** Other texts that differ although nothing has changed, because the server draws them at random or from its clock. */
const OTHER_TEXTS: Replacement[] = [
  [String.raw`(?:127\.0\.0\.1|localhost):\d+`, 'kiosko.example'],
  // A network that is reserved for examples, as the list of sessions shows it.
  [String.raw`\b127\.0\.0\.x`, '203.0.113.x'],
  [String.raw`\b(?:kiosko|vidriera|esquina|tinta|revista|toldo|vereda|farol)\d+\b`, 'esquina12345'],
  [String.raw`\b[0-9A-HJ-NP-TV-Z]{4}-[0-9A-HJ-NP-TV-Z]{4}\b`, 'K7M3-2QRD'],
  [String.raw`\b\d{1,2}:\d{2}\b`, '10:30'],
  [String.raw`\b2147\d{6}\b`, '2147483650'],
]

/**
 * Replaces the texts of a page that differ between runs. React restores a text as soon as it renders it again.
 * @param keepsDates whether dates stay as they are
 */
export function stabilizeTexts(page: Page, { keepsDates = false } = {}): Promise<void> {
  const replacements = [...(keepsDates ? [] : DATES), ...OTHER_TEXTS]
  return page.evaluate(all => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      let text = node.nodeValue!
      for (const [pattern, replacement] of all)
        text = text.replaceAll(new RegExp(pattern, 'g'), replacement)
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const input of document.querySelectorAll('input'))
      for (const [pattern, replacement] of all)
        if (input.type === 'text')
          input.value = input.value.replaceAll(new RegExp(pattern, 'g'), replacement)
  }, replacements)
}
