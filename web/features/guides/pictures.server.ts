import type { Locale } from '#web/i18n/locale.ts'
import type { Picture } from './guide.ts'
import type { GuideName } from './guide-list.ts'
import sizes from './pictures/sizes.json'

/** The addresses of the pictures, by their paths such as `./pictures/how-to-buy/buy-form_es_dark.avif`. */
const FILES = import.meta.glob<string>('./pictures/*/*.avif', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The widths and heights in CSS pixels by the paths without the theme; `npm run help-pictures` writes them. */
const SIZES: Partial<Record<string, number[]>> = sizes

/**
 * Finds a picture of a guide in a language.
 * @throws Error if `npm run help-pictures` has not taken it
 */
export function findPicture(
  picture: string,
  { name, locale }: { name: GuideName; locale: Locale },
): Omit<Picture, 'alt'> {
  const path = `${name}/${picture}_${locale}`
  const [light, dark] = ['light', 'dark'].map(theme => FILES[`./pictures/${path}_${theme}.avif`])
  const [width, height] = SIZES[path] ?? []
  if (light === undefined || dark === undefined || width === undefined || height === undefined)
    throw new Error(`the picture ${path} is missing: add it to e2e/help-pictures/`)
  return { light, dark, width, height }
}
