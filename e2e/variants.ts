import type { Locale } from '#messages/runtime'

interface Variant {
  locale: Locale
  /** The width of the viewport in pixels. */
  width: number
}

const ALL_VARIANTS: Variant[] = [
  { locale: 'es', width: 390 },
  { locale: 'en', width: 1280 },
  { locale: 'es', width: 1280 },
  { locale: 'en', width: 390 },
]

/** Whether the tests that gain from it run in every language and width, which the variable ALL_VARIANTS asks for. */
export const RUNS_ALL_VARIANTS = process.env['ALL_VARIANTS'] === '1'

/**
 * Returns the languages and widths in which a story is told: one, or all of them if the environment variable
 * ALL_VARIANTS is `1`. Only stories that earn the money of the marketplace use it; the others have one language and one
 * width, since `e2e/screens` looks at every screen in all of them.
 */
export const storyVariants = (locale: Locale, width: number): Variant[] =>
  RUNS_ALL_VARIANTS ? ALL_VARIANTS : [{ locale, width }]

/**
 * Returns the language and the width in which a story is told, and with ALL_VARIANTS also the other language at the
 * other width. For stories that look at states of a screen, such as a form with errors, that `e2e/screens` does not.
 */
export const stateVariants = (locale: Locale, width: number): Variant[] => {
  const isOpposite = (other: Variant) => other.locale !== locale && other.width !== width
  return [{ locale, width }, ...(RUNS_ALL_VARIANTS ? ALL_VARIANTS.filter(isOpposite) : [])]
}
