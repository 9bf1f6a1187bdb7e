import { useEffect, useRef, useState } from 'react'
import type { PublicProduct } from '#contract/products/products.ts'
import { listProductsOfSeller } from '#contract/storefront/search.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { ProductTile } from '#web/shared/product-tile.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { THREE_COLUMN_COVER_SIZES } from '#web/ui/catalog/grid.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { KioskSections } from './kiosk-sections.tsx'

/** Loads the products after the first 24, one page for each press of the button. */
export function LoadMoreProducts({
  username,
  initial,
  total,
}: {
  username: string
  /** The products that are shown above the button. */
  initial: readonly PublicProduct[]
  total: number
}) {
  const [products, setProducts] = useState<PublicProduct[]>([])
  const [page, setPage] = useState(1)
  const [state, setState] = useState<'idle' | 'waiting' | 'failed' | 'end'>('idle')
  const shownCount = initial.length + products.length
  const box = useRef<HTMLDivElement>(null)
  const [firstNewIndex, setFirstNewIndex] = useState<number>()

  // After more products were loaded, the focus moves to the first new one.
  useEffect(() => {
    if (firstNewIndex === undefined) return
    box.current?.querySelectorAll<HTMLAnchorElement>('article h3 a')[firstNewIndex]?.focus()
  }, [firstNewIndex])

  const loadMore = async () => {
    setState('waiting')
    const result = await callEndpoint(listProductsOfSeller, {
      params: { username },
      query: { page: page + 1 },
    })
    if (!result.ok) return setState('failed')
    const loadedIds = new Set(products.map(({ id }) => id))
    // If a product was published meanwhile, all products move down and one comes twice, so those already loaded are
    // left out.
    const newProducts = result.body.products.filter(({ id }) => !loadedIds.has(id))
    setFirstNewIndex(products.length)
    setProducts([...products, ...newProducts])
    setPage(page + 1)
    setState(result.body.products.length === 0 ? 'end' : 'idle')
  }
  return (
    <div ref={box} className="mt-8 grid gap-8">
      {products.length > 0 && (
        <div>
          <KioskSections products={products} before={initial}>
            {product => (
              <ProductTile key={product.id} product={product} sizes={THREE_COLUMN_COVER_SIZES} />
            )}
          </KioskSections>
        </div>
      )}
      {state === 'failed' && (
        <Banner tone="bad" live>
          {m.public_profile_more_failed()}
        </Banner>
      )}
      {shownCount < total && state !== 'end' && (
        <div className="grid justify-items-center gap-2">
          <Button
            kind="ghost"
            pending={state === 'waiting'}
            icon={state === 'waiting' && <Spinner />}
            onClick={() => void loadMore()}
          >
            {m.public_profile_more()}
          </Button>
          <p className="figures text-small text-soft" aria-live="polite">
            {m.public_profile_shown({
              shown: formatNumber(shownCount),
              total: formatNumber(total),
            })}
          </p>
        </div>
      )}
    </div>
  )
}
