import type { CoverDesign } from '../covers/cover.ts'

/** The file that buyers of a demo product download; `name` is the file name. */
export type DemoProductFile =
  | { kind: 'book'; name: string; chapters: string[] }
  | { kind: 'epub'; name: string; chapters: string[] }
  | { kind: 'sheet'; name: string; rows: (string | number)[][] }
  | { kind: 'sounds'; name: string; takes: string[]; beatsPerMinute: number }
  | { kind: 'sound'; name: string; beatsPerMinute: number }
  | { kind: 'bundle'; name: string; texts: Record<string, string> }
  | { kind: 'picture'; name: string }

/** A demo product, with the values of the fields of the product form. */
export interface DemoProduct {
  name: string
  /** The price in whole units of the currency. */
  price: number
  isPriceDynamic?: boolean
  description: string
  /** The slug of the product's subcategory. */
  subcategorySlug: string
  cover: CoverDesign
  file: DemoProductFile
}
