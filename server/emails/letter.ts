import type { Locale } from '#messages/runtime'

/** A mail's words, before it has an address. */
export interface Written {
  subject: string
  text: string
  html: string
}

/** What a mail says, by kind. Links in it are whole addresses on PUBLIC_ORIGIN. */
export type Letter =
  | { kind: 'verify_account'; link: string }
  | {
      kind: 'order_delivered'
      link: string
      sellerUsername: string
      items: { name: string; fileName: string; sizeBytes: number }[]
      downloads: number
      days: number
    }
  | { kind: 'orders_resent'; orders: { link: string; names: string[] }[] }
  | { kind: 'payment_account_lost'; reason: 'revoked' | 'refresh_refused'; link: string }
  | { kind: 'order_in_review'; orderId: string; reason: string; link: string }

/** What every mail carries around its words. */
export interface Stationery {
  brandName: string
  publicOrigin: string
}

export type Writer<K extends Letter['kind']> = (
  locale: Locale,
  letter: Extract<Letter, { kind: K }>,
  stationery: Stationery,
) => Written
