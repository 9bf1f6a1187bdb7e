/** The maximum number of characters of a slug. */
const SLUG_MAX_LENGTH = 60

/** Letters that Unicode does not decompose into a letter and a mark. */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/**
 * Returns the part of a product's address that tells its name: lower case letters without accents, digits, and hyphens
 * between the words, at most 60 characters, cut after a word. A name without such characters, such as one in Cyrillic
 * letters, has an empty slug. The slug is never stored, and browsers get it from the API, since its code would cost
 * every public page bytes.
 */
export function toProductSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[æđðıłøœßþ]/g, letter => FOLDED_LETTERS[letter]!)
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug.length <= SLUG_MAX_LENGTH) return slug
  // A hyphen right after the last allowed character also ends a word.
  const end = slug.lastIndexOf('-', SLUG_MAX_LENGTH)
  return slug.slice(0, end > 0 ? end : SLUG_MAX_LENGTH)
}
