/**
 * The messages' runtime in the browser: the language is the page's, and nothing else has to find it. The
 * build puts it in the place of Paraglide's, which brings every way to find a language along.
 */
export const baseLocale = 'es'

export let getLocale = (): 'es' | 'en' => baseLocale

export function overwriteGetLocale(find: typeof getLocale): void {
  getLocale = find
}

/** What every message asks for besides: no language is fixed at build time. */
export const experimentalStaticLocale = undefined
