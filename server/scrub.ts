/** A slash is no part of it, since the stacks of errors have paths such as `node_modules/@fastify`. */
const EMAIL = /[^\s@<>"'(),;:/]{1,64}@[^\s@<>"'(),;:/]{1,255}/g

/**
 * What is replaced in texts that leave the installation, besides email addresses: the pattern, and what stands there
 * instead.
 */
const REPLACEMENTS: [RegExp, string][] = [
  [/(\w:\/\/[^\s?#"']{0,2000})\?[^\s"')]*/g, '$1?[query]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?!\w)/gi, '[ip]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g, '[token]'],
]

/** Replaces email addresses in a text, such as those that a mail server repeats when it refuses an email. */
export function scrubEmails(text: string): string {
  return text.replaceAll(EMAIL, '[email]')
}

/** Replaces email addresses, IP addresses, query strings and whatever looks like a token in a text. */
export function scrub(text: string): string {
  return REPLACEMENTS.reduce(
    (rest, [pattern, name]) => rest.replaceAll(pattern, name),
    scrubEmails(text),
  )
}
