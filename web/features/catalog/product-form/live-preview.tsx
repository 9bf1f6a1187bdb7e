import type { Category } from '#contract/catalog/categories.ts'
import { Preview } from './preview.tsx'
import type { Part } from './product-fields.tsx'

/** Shows a preview of the product's card with the current values of the form. */
export function LivePreview({
  form,
  image,
  imageAddress,
  tree,
}: Pick<Part, 'form'> & {
  image: File | null
  /** The stored image, shown while no new one is picked. */
  imageAddress?: string | undefined
  tree: readonly Category[]
}) {
  const [name, description, price, dynamic, categoryId, subcategoryId] = form.watch([
    'name',
    'description',
    'price',
    'isPriceDynamic',
    'categoryId',
    'subcategoryId',
  ])
  const category = tree.find(({ id }) => id === Number(categoryId))
  const subcategory = category?.subcategories.find(({ id }) => id === Number(subcategoryId))
  return (
    <Preview
      image={image}
      imageAddress={imageAddress}
      name={name ?? ''}
      description={description ?? ''}
      price={Number(price ?? 0)}
      dynamic={dynamic === true}
      labels={[category, subcategory].flatMap(chosen => chosen?.name ?? [])}
    />
  )
}
