import type { PageLanguage } from '../../shared/language.ts'

/** Formats an amount with its currency sign, such as `$ 1.500,00`. */
export function formatMoney(language: PageLanguage, amount: number, currency: string): string {
  const locale = language === 'es' ? 'es-AR' : 'en'
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
}
