/** What the compiled texts need at run time. */

export type Locale = 'es' | 'en'

export const locales = ['es', 'en'] as const satisfies Locale[]

/** The language of a text if nothing says another one. */
export const baseLocale: Locale = 'es'

/** Returns the language of texts that are called without one. */
export let getLocale = (): Locale => baseLocale

/** Replaces what decides the language: in a browser that of the page, on the server that of the request. */
export function overwriteGetLocale(find: () => Locale): void {
  getLocale = find
}

/** What a text can be told. */
export interface TextOptions {
  /** The language, if it is not that of the page or of the request. */
  locale?: Locale
}

export const isEnglish = (options?: TextOptions): boolean =>
  (options?.locale ?? getLocale()) === 'en'

// Without the marks the bundler would keep them in pages that count nothing.
const RULES = {
  es: /* @__PURE__ */ new Intl.PluralRules('es'),
  en: /* @__PURE__ */ new Intl.PluralRules('en'),
}

/** Whether a language speaks of a number as of one thing. */
export const isOne = (count: number, locale: Locale): boolean =>
  RULES[locale].select(count) === 'one'
