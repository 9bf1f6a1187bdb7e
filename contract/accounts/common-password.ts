/** Characters that replace letters, as in `P@ssw0rd`. */
const SUBSTITUTIONS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

/** Matches endings that people append to satisfy password rules: `1!`, `123*`, `-2026`, `@123`. */
const USUAL_ENDING = /^[@$!%*?&\-_]{0,2}(\d{1,3}|1234|12345|123456|(19|20)\d\d)?[@$!%*?&\-_]{0,2}$/

/** The minimum length of a common word in the list. */
const MIN_WORD_LENGTH = 4

/** Returns a password in lower case, with letters in place of the characters that replace them. */
export function normalizePassword(password: string): string {
  return password
    .toLowerCase()
    .replace(/[@431!05$7]/g, character => SUBSTITUTIONS[character] ?? character)
}

/** Returns whether a password is a common word, alone or followed by a usual ending such as `123`. */
export function isCommonWord(password: string, words: ReadonlySet<string>): boolean {
  const lowercased = password.toLowerCase()
  const normalized = normalizePassword(password)
  for (let length = MIN_WORD_LENGTH; length <= lowercased.length; length += 1)
    if (words.has(normalized.slice(0, length)) && USUAL_ENDING.test(lowercased.slice(length)))
      return true
  return false
}
