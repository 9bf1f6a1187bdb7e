import type { Category } from '#contract/catalog/categories.ts'
import { Preview } from './preview.tsx'
import type { Part } from './product-fields.tsx'

/** The card as the form stands right now. */
export function LivePreview({
  form,
  image,
  imageAddress,
  tree,
}: Pick<Part, 'form'> & {
  image: File | null
  /** What hangs there now, while no other image is picked. */
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
