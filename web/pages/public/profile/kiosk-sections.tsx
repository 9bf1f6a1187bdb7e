import type { ReactNode } from 'react'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { Grid } from '#web/ui/catalog/grid.tsx'

/** Returns the title above a product, which is '' for one that stands before the sections. */
const titleOf = ({ isFirst, section }: PublicProduct, hasSections: boolean): string =>
  isFirst || !hasSections ? '' : section || m.public_profile_unsectioned()

/**
 * Shows products of a kiosk in their sequence, each section under its title.
 * @param before the products that are shown above these; their last section goes on without a second title
 */
export function KioskSections({
  products,
  before = [],
  children,
}: {
  products: readonly PublicProduct[]
  before?: readonly PublicProduct[]
  children: (product: PublicProduct, index: number) => ReactNode
}) {
  const hasSections = [...before, ...products].some(({ section }) => section !== '')
  const runs: { title: string; start: number; products: PublicProduct[] }[] = []
  for (const [start, product] of products.entries()) {
    const title = titleOf(product, hasSections)
    const run = runs.at(-1)
    if (run?.title.toLowerCase() === title.toLowerCase()) run.products.push(product)
    else runs.push({ title, start, products: [product] })
  }
  const last = before.at(-1)
  const titleBefore = last && titleOf(last, hasSections)
  return runs.map(({ title, start, products: shown }) => (
    <div key={start} className="grid gap-5 not-first:mt-10">
      {title !== '' && (start > 0 || title !== titleBefore) && (
        <h3 className="text-[1.35rem] break-words">{title}</h3>
      )}
      <Grid kind="threeColumns">
        {shown.map((product, index) => children(product, start + index))}
      </Grid>
    </div>
  ))
}
