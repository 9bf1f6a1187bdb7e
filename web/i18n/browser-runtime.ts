/**
 * Replaces Paraglide's message runtime in the browser bundle. The page already has its language, so none of
 * Paraglide's detection strategies is needed.
 */
export const baseLocale = 'es'

export let getLocale = (): 'es' | 'en' => baseLocale

export function overwriteGetLocale(find: typeof getLocale): void {
  getLocale = find
}

/** Paraglide's messages import this name; undefined means that no locale is fixed at build time. */
export const experimentalStaticLocale = undefined
