import type { Html } from '../shared/html.ts'
import type { PageLanguage } from '../shared/language.ts'
import { renderPage } from '../shared/page.ts'

/** Renders a page of the MercadoPago simulator. Header and title say that the page is simulated. */
export function renderPageLayout(page: {
  language: PageLanguage
  title: string
  body: Html
  wide?: boolean
}): string {
  const brand = page.language === 'es' ? 'MercadoPago (simulador)' : 'MercadoPago (simulator)'
  return renderPage({ ...page, brand, accent: '#0b5cad' })
}
