/** The languages in which the simulators show their pages. */
export type PageLanguage = 'es' | 'en'

/**
 * Returns the language of a page: English if the browser prefers English, otherwise Spanish.
 * @param acceptLanguage the Accept-Language header, such as `en-GB,en;q=0.9,es;q=0.8`
 */
export function getPreferredLanguage(acceptLanguage: string | undefined): PageLanguage {
  const acceptedLanguages = (acceptLanguage ?? '')
    .split(',')
    .map(range => {
      const [tag = '', quality] = range.trim().toLowerCase().split(';q=')
      return { language: tag.slice(0, 2), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ language, quality }) => ['es', 'en'].includes(language) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return acceptedLanguages[0]?.language === 'en' ? 'en' : 'es'
}
