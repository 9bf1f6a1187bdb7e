import { afterEach, expect, test } from 'vitest'
import { readPdfText } from '#tools/pdf-text.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp | undefined
afterEach(() => shop?.close())

/** Reads the text of the terms with single blanks between words. */
async function readTerms(language: string): Promise<string> {
  const reply = await fetch(`${shop!.origin}/legal/terms`, {
    headers: { 'accept-language': language },
  })
  return readPdfText(new Uint8Array(await reply.arrayBuffer()))
}

/** What sellers must read in either language: their guarantee, sales on hold, and closed downloads. */
const TERMS_OF_SELLERS: Record<string, string[]> = {
  es: ['la garantía que diste', 'tus ventas quedan en pausa', 'cerrar las descargas de un pedido'],
  en: ['the guarantee that you gave', 'your sales are on hold', 'close the downloads of an order'],
}

test.each([
  [{}, 'es', 'dentro de los 10 días corridos', 'aunque ya lo hayas descargado'],
  [{}, 'en', 'within 10 calendar days', 'even if you have downloaded it'],
  [
    { WITHDRAWAL_DAYS: '14', WITHDRAWAL: 'until_download' },
    'es',
    'dentro de los 14 días corridos',
    'mientras no lo descargues',
  ],
  [
    { WITHDRAWAL_DAYS: '14', WITHDRAWAL: 'until_download' },
    'en',
    'within 14 calendar days',
    'as long as you have not downloaded it',
  ],
])('the terms with the settings %o say in %s what can be withdrawn from', async (...row) => {
  const [settings, language, days, scope] = row
  shop = await createTestApp(settings)

  const terms = await readTerms(language)

  expect(terms).toContain(days)
  expect(terms).toContain(scope)
  for (const words of TERMS_OF_SELLERS[language]!) expect(terms).toContain(words)
})
