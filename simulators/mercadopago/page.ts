import type { Html } from '../shared/html.ts'
import type { Language } from '../shared/language.ts'
import { renderPage } from '../shared/page.ts'

/** A page of this simulator: always titled as what it is. */
export function renderMercadoPagoPage(page: {
  language: Language
  title: string
  body: Html
  wide?: boolean
}): string {
  const brand = page.language === 'es' ? 'MercadoPago (simulador)' : 'MercadoPago (simulator)'
  return renderPage({ ...page, brand, accent: '#0b5cad' })
}
