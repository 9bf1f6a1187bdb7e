import { cleanEmail } from '#contract/core/typed-text.ts'

/** Domains of email providers that are common in Latin America. Slips are corrected to one of these. */
const COMMON_DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'hotmail.com.ar',
  'outlook.com.ar',
  'yahoo.com.ar',
  'live.com.ar',
  'fibertel.com.ar',
  'outlook.es',
  'hotmail.es',
  'yahoo.es',
  'yahoo.com.mx',
  'yahoo.com.br',
  'uol.com.br',
  'protonmail.com',
]

/** Real domains that look like a slip of a common one, and are therefore never corrected. */
const REAL_DOMAINS: ReadonlySet<string> = new Set([
  ...COMMON_DOMAINS,
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'gmx.es',
  'me.com',
  'msn.com',
  'aol.com',
  'proton.me',
  'live.cl',
  'live.com.mx',
  'hotmail.cl',
  'hotmail.co',
  'hotmail.fr',
  'hotmail.it',
  'hotmail.com.br',
  'hotmail.com.mx',
  'outlook.cl',
  'outlook.com.br',
  'outlook.fr',
  'outlook.pt',
  'yahoo.cl',
  'yahoo.co',
  'yahoo.fr',
  'yahoo.it',
  'yahoo.com.co',
  'yahoo.com.pe',
  'yahoo.com.ve',
  'bol.com.br',
  'ig.com.br',
  'terra.com.br',
])

/** A slip has at most this number of wrong, missing, additional or swapped characters. */
const MAX_SLIPS = 2
/** In a short domain two differences are usually another domain. */
const MIN_LENGTH_FOR_TWO_SLIPS = 9

/**
 * Returns the address that the buyer probably meant, if the domain looks like a slip of a common one, such as
 * `ana@gmial.com`.
 */
export function suggestEmail(email: string): string | undefined {
  const text = cleanEmail(email)
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || !domain.includes('.') || REAL_DOMAINS.has(domain)) return undefined
  const maxSlips = domain.length < MIN_LENGTH_FOR_TWO_SLIPS ? 1 : MAX_SLIPS
  const candidates = COMMON_DOMAINS.map(common => ({
    common,
    slips: countSlips(domain, common),
  })).filter(({ slips }) => slips <= maxSlips)
  const [best] = candidates.toSorted((a, b) => a.slips - b.slips)
  return best && `${text.slice(0, at)}@${best.common}`
}

/**
 * Counts the insertions, deletions, substitutions and swaps of neighboring characters between two texts: the
 * Damerau-Levenshtein distance (optimal string alignment).
 */
function countSlips(a: string, b: string): number {
  let [beforePrevious, previous]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, index) => index),
  ]
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min(
        previous[j]! + 1,
        current[j - 1]! + 1,
        previous[j - 1]! + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, beforePrevious[j - 2]! + 1)
      current.push(slips)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]!
}
