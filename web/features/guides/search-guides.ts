import type { GuideEntry } from './guide.ts'

/** Removes accents and upper case, so that `devolucion` finds `Devolución`. */
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Returns the guides that have every word of the search text, at least as the beginning of a word. */
export function searchGuides(guides: readonly GuideEntry[], search: string): GuideEntry[] {
  const wanted = normalize(search).match(/[\p{L}\p{N}]+/gu) ?? []
  return guides.filter(({ title, summary, words, headings }) => {
    const own = normalize([title, summary, words, ...headings].join(' ')).match(/[\p{L}\p{N}]+/gu)
    return wanted.every(word => own?.some(candidate => candidate.startsWith(word)))
  })
}
