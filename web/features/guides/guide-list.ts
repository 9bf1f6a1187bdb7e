/** Whom a guide helps. */
export type Readers = 'buyers' | 'sellers'

/**
 * The guides in the order in which the help page lists them, with their readers. `content/` has a file of this name in
 * each language, and the name is the last part of the guide's address.
 */
export const GUIDES = {
  'how-to-buy': 'buyers',
  'cash-and-transfer': 'buyers',
  'find-your-files': 'buyers',
  'get-your-money-back': 'buyers',
  'problems-with-an-order': 'buyers',
  'open-your-shop': 'sellers',
  'publish-a-product': 'sellers',
  'get-paid': 'sellers',
  'manage-your-sales': 'sellers',
  'refunds-and-disputes': 'sellers',
  'protect-your-account': 'sellers',
} as const satisfies Record<string, Readers>

export type GuideName = keyof typeof GUIDES

export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[]
