import type { CoverDesign } from '../covers/cover.ts'

/** What the buyer of a demo product gets; `name` is the file's own. */
export type DemoFile =
  | { kind: 'book'; name: string; chapters: string[] }
  | { kind: 'epub'; name: string; chapters: string[] }
  | { kind: 'sheet'; name: string; rows: (string | number)[][] }
  | { kind: 'sounds'; name: string; takes: string[]; beatsPerMinute: number }
  | { kind: 'sound'; name: string; beatsPerMinute: number }
  | { kind: 'bundle'; name: string; texts: Record<string, string> }
  | { kind: 'picture'; name: string }

/** A product as its demo seller would publish it. */
export interface DemoProduct {
  name: string
  /** Whole units. */
  price: number
  isPriceDynamic?: boolean
  description: string
  /** Slug of the subcategory. */
  subcategorySlug: string
  cover: CoverDesign
  file: DemoFile
}
