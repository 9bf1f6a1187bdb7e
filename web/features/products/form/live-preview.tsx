import type { Category } from '#contract/products/categories.ts'
import { ProductPreview } from './preview.tsx'
import { type FieldGroupProps, parsePrice } from './product-fields.tsx'

/** Shows a preview of the product's card with the current values of the form. */
export function LivePreview({
  form,
  image,
  currentImageUrl,
  categories,
}: Pick<FieldGroupProps, 'form'> & {
  image: File | null
  /** The URL of the stored image, which is shown until a new one is picked. */
  currentImageUrl?: string | undefined
  categories: readonly Category[]
}) {
  const [name, description, price, isDynamic, categoryId, subcategoryId] = form.watch([
    'name',
    'description',
    'price',
    'isPriceDynamic',
    'categoryId',
    'subcategoryId',
  ])
  const category = categories.find(({ id }) => id === Number(categoryId))
  const subcategory = category?.subcategories.find(({ id }) => id === Number(subcategoryId))
  return (
    <ProductPreview
      image={image}
      currentImageUrl={currentImageUrl}
      name={name ?? ''}
      description={description ?? ''}
      price={parsePrice(price)}
      isDynamic={isDynamic === true}
      labels={[category, subcategory].flatMap(item => item?.name ?? [])}
    />
  )
}
