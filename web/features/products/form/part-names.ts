import {
  type Changeable,
  type ProductProblem,
  PRODUCT_FIELDS,
} from '#contract/products/working-copy.ts'
import * as m from '#messages'

/** The labels of what can be missing or changed in a product, in the sequence of the page. */
export const PART_NAMES: Record<ProductProblem | Changeable, () => string> = {
  product_file: m.files_title,
  files: m.files_title,
  parts: m.pack_parts,
  name: m.create_name,
  price: m.create_price,
  description: m.create_description,
  categoryId: m.create_category,
  subcategoryId: m.create_subcategory,
  image_file: m.create_image,
  points: m.create_points,
  about: m.create_about,
  videoUrl: m.create_video,
  previews: m.previews_title,
  isPriceDynamic: m.create_dynamic,
  suggestedPrice: m.create_suggested_price,
  offerPrice: m.create_offer_price,
  offerUntil: m.create_offer_until,
  guaranteeDays: m.create_guarantee,
  aiUse: m.ai_use,
  section: m.kiosk_section,
  isFirst: m.kiosk_first,
}

/** Sorts what a product lacks or differs in as the page does. */
export const sortNames = <Name extends keyof typeof PART_NAMES>(names: readonly Name[]): Name[] =>
  (Object.keys(PART_NAMES) as Name[]).filter(name => names.includes(name))

/** The names of the fields in the sequence of the form, by which the error summary lists errors. */
export const FIELD_NAMES = sortNames(PRODUCT_FIELDS)
