/**
 * What people type and paste has marks that nobody sees: phones put direction marks around copied numbers, web pages
 * contain zero-width spaces, programs write unusual spaces and hyphens. These functions remove them before a value is
 * checked, so that the value is the one that its owner sees.
 */

/** An emoji of several parts: a skin tone, a presentation, joined emoji, a keycap, or the tags of a regional flag. */
const EMOJI_SEQUENCE =
  /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]|\uFE0E|\uFE0F|\u200D\p{Extended_Pictographic})+|[\d#*]\uFE0F\u20E3/u
/**
 * An Arabic or Indic letter (U+0600 to U+0DFF), followed by a joiner that changes its shape.
 */
const JOINED_LETTER = /[\u0600-\u0DFF][\u200C\u200D](?=[\u0600-\u0DFF])/u
/** A character that has no look of its own. Fillers of the Korean script count as letters and are among them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u
const KEPT_OR_INVISIBLE = /* @__PURE__ */ new RegExp(
  `(${EMOJI_SEQUENCE.source}|${JOINED_LETTER.source})|${INVISIBLE.source}`,
  'gu',
)
const ALL_INVISIBLE = /* @__PURE__ */ new RegExp(INVISIBLE.source, 'gu')

/** The empty pattern of the Braille script, which looks like a space and does not count as one. */
const BRAILLE_BLANK = /\u2800/g
/** Hyphens, dashes and the minus sign. */
const DASHES = /[\p{Dash_Punctuation}\u2212]/gu

/**
 * Cleans a text of one or more lines: removes invisible characters and those that change the direction of the text, and
 * trims it. Lines end with one character, since browsers send two in multipart forms, which would count. The parts of
 * emoji and the joiners of Arabic and Indian letters stay.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(KEPT_OR_INVISIBLE, (_, kept: string | undefined) => kept ?? '')
    .replace(BRAILLE_BLANK, ' ')
    .trim()
}

/** Cleans a text and puts it on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** Returns whether a cleaned text has a letter or a digit, by which it can be read aloud and told from others. */
export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Turns characters of full width, as Asian keyboards type them, into those of ASCII. */
const toHalfWidth = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, character => character.normalize('NFKC'))

/** Cleans a number or a code: without invisible characters, with plain hyphens, and with plain spaces inside. */
export const cleanCode = (text: string): string =>
  toHalfWidth(text)
    .replace(ALL_INVISIBLE, '')
    .replace(BRAILLE_BLANK, ' ')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Cleans an email address: also takes it out of `mailto:` or the angle brackets behind a name, and writes a domain with
 * letters beyond ASCII in its form for mail servers (`xn--…`). Spaces inside stay, since nobody knows what they stand
 * for.
 */
export function cleanEmail(text: string): string {
  const address = cleanCode(text)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/^mailto:/i, '')
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .trim()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // Only these characters form a domain; URL.parse would understand more, such as the escapes of a URL.
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]*[^\0-\x7F][\p{L}\p{M}\p{N}.-]*$/u.test(domain))
    return address
  const asciiDomain = URL.parse(`http://${domain}`)?.hostname
  return asciiDomain ? `${address.slice(0, at)}@${asciiDomain}` : address
}

const LOCAL_PART = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const TOP_LEVEL_DOMAIN = '(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])'

/** An email address: every local part that RFC 5322 allows without quotes, and a domain of two or more labels. */
export const EMAIL_PATTERN = /* @__PURE__ */ new RegExp(
  `^${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LEVEL_DOMAIN}$`,
  'i',
)
