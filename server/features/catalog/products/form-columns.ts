import { type DraftFields, DRAFT_FIELDS } from '#contract/catalog/drafts.ts'
import { splitPoints } from '#contract/catalog/points.ts'
import type { ProductChanges, ProductForm } from '#contract/catalog/products.ts'

/**
 * Returns the columns of a product that a form fills, without those of an offer; a field that is missing in the form
 * has none.
 */
export const toColumns = <
  Fields extends Pick<ProductChanges, 'points' | 'videoUrl' | 'offerPrice' | 'offerUntil'>,
>({
  points,
  videoUrl,
  offerPrice: _price,
  offerUntil: _until,
  ...fields
}: Fields) => ({
  ...fields,
  ...(videoUrl !== undefined && { videoUrl: videoUrl === '' ? null : videoUrl }),
  ...(points !== undefined && { points: splitPoints(points) }),
})

/** The columns of a product that its form fills. */
type FormColumns = Record<keyof ProductForm, string | number | boolean | string[] | null>

/** Returns what would be typed into the form for a product. An empty field stands for none. */
export const toFormFields = (product: FormColumns): DraftFields =>
  Object.fromEntries(DRAFT_FIELDS.map(name => [name, toFieldText(name, product[name])]))

function toFieldText(name: keyof ProductForm, value: FormColumns[typeof name]): string | boolean {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.join('\n')
  // A price of 0 is a price, and 0 days are no guarantee.
  return value === 0 && name !== 'price' ? '' : String(value ?? '')
}
