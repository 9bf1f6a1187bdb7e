/** What is replaced in texts that leave the installation: the pattern, and what stands there instead. */
const REPLACEMENTS: [RegExp, string][] = [
  [/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/g, '[email]'],
  [/(\w:\/\/[^\s?#"']{0,2000})\?[^\s"')]*/g, '$1?[query]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?!\w)/gi, '[ip]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g, '[token]'],
]

/** Replaces email addresses, IP addresses, query strings and whatever looks like a token in a text. */
export function scrub(text: string): string {
  return REPLACEMENTS.reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text)
}
