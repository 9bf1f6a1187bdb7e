/**
 * This file replaces Paraglide's message runtime in the browser bundle. The language of the page is already known, so
 * none of Paraglide's ways to detect it is needed.
 */
export const baseLocale = 'es'

export let getLocale = (): 'es' | 'en' => baseLocale

export function overwriteGetLocale(find: typeof getLocale): void {
  getLocale = find
}

/**
 * Paraglide's compiled messages import this constant. The value undefined means that no language is fixed at build
 * time.
 */
export const experimentalStaticLocale = undefined
