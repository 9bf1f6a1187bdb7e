import { PRODUCT_FIELDS, type TypedFields } from '#contract/products/working-copy.ts'
import { splitPoints } from '#contract/products/points.ts'
import type { ProductChanges, ProductForm } from '#contract/products/products.ts'
import type { products } from '#server/db/schema/index.ts'

/**
 * Returns the columns of a product that a form fills, without those of an offer; a field that is missing in the form
 * has none.
 */
export const toColumns = <
  Fields extends Pick<
    ProductChanges,
    'points' | 'videoUrl' | 'aiUse' | 'offerPrice' | 'offerUntil'
  >,
>({
  points,
  videoUrl,
  aiUse,
  offerPrice: _price,
  offerUntil: _until,
  ...fields
}: Fields) => ({
  ...fields,
  ...(videoUrl !== undefined && { videoUrl: videoUrl || null }),
  ...(aiUse !== undefined && { aiUse: aiUse || null }),
  ...(points !== undefined && { points: splitPoints(points) }),
})

/** Values of a form: parsed ones, or those of columns. A missing one was not sent. */
type FormValues = Partial<
  Record<keyof ProductForm, string | number | boolean | string[] | null | undefined>
>

/** Returns what would be typed into a form for its values. An empty field stands for none. */
export const typeFields = (values: FormValues): TypedFields =>
  Object.fromEntries(
    PRODUCT_FIELDS.flatMap(name => {
      const value = values[name]
      return value === undefined ? [] : [[name, toFieldText(name, value)]]
    }),
  )

function toFieldText(
  name: keyof ProductForm,
  value: NonNullable<FormValues[typeof name]> | null,
): string | boolean {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.join('\n')
  // A price of 0 is a price, and 0 days are no guarantee.
  return value === 0 && name !== 'price' ? '' : String(value ?? '')
}

/** Returns what would be typed into the form for a published product; the price is that without its offer. */
export const typePublishedFields = ({
  price,
  listPrice,
  offerUntil,
  isPriceDynamic,
  suggestedPrice,
  ...columns
}: typeof products.$inferSelect): TypedFields =>
  typeFields({
    ...columns,
    isPriceDynamic,
    price: listPrice ?? price,
    // A lowest price that was raised later ends a lower suggestion.
    suggestedPrice: isPriceDynamic && suggestedPrice >= price ? suggestedPrice : 0,
    offerPrice: listPrice === null ? 0 : price,
    offerUntil: offerUntil?.toISOString() ?? '',
  })
