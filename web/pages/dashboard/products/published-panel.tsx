import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OwnProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { getFilesPath } from '#web/features/files/files-id.ts'
import type { ProductListState } from '#web/features/products/working-copies/product-list-state.ts'
import { paths } from '#web/paths.ts'
import { ProductUpdatesSection } from '#web/features/files/product-files/product-updates.tsx'
import { ChannelLinks } from '#web/shared/share/channel-links.tsx'
import { SharePanel } from '#web/shared/share/share-panel.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { IconButton, LinkButton } from '#web/ui/actions/button.tsx'
import { Awning } from '#web/ui/brand/awning.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { ExternalLink } from '#web/ui/icons/external-link.tsx'
import { FilePlus } from '#web/ui/icons/file-plus.tsx'
import { X } from '#web/ui/icons/x.tsx'

/**
 * A panel above the list of products. After a publication it offers to share the product; after a change of files it
 * offers the form that notifies the buyers.
 */
export function PublishedPanel({ products }: { products: readonly OwnProduct[] }) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: ProductListState | null }
  const find = (wanted: number | undefined) => products.find(({ id }) => id === wanted)
  const published = find(state?.publishedId)
  const changed = find(state?.changedFilesId)
  // Closing removes the product from the history entry, so that going back does not show the panel again.
  const close = () => void navigate(paths.dashboardProducts(), { replace: true })
  if (published) return <ShareProduct product={published} onClose={close} />
  if (!changed) return null
  return (
    <Card panel>
      <h2 className="text-h2">{changed.name}</h2>
      <ProductUpdatesSection productId={changed.id} isOpen onOpen={close} />
    </Card>
  )
}

function ShareProduct({ product, onClose }: { product: OwnProduct; onClose: () => void }) {
  const { origin } = useSiteSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const path = paths.product(product)
  return (
    <section
      aria-labelledby="published"
      className="relative overflow-hidden rounded-panel border border-line bg-card shadow-soft"
    >
      <Awning slim />
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-5 p-5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-x-8 sm:p-8">
        <div className="self-start rounded-cover shadow-lift sm:row-span-2">
          <Cover src={product.imageFile} alt="" title={product.name} eager sizes="160px" />
        </div>
        <div className="grid content-start gap-1.5 pr-10">
          <h2 ref={heading} id="published" tabIndex={-1} className="text-h2">
            {m.published_title()}
          </h2>
          <p className="text-soft">{m.published_text({ product: product.name })}</p>
        </div>
        <div className="col-span-2 grid min-w-0 content-start gap-4 sm:col-span-1">
          <SharePanel url={`${origin}${path}`} text={product.name} fileName={`qr-${product.id}`} />
          <ChannelLinks url={`${origin}${path}`} />
          <div className="flex flex-wrap gap-2.5">
            <LinkButton kind="ghost" to={path} icon={<ExternalLink aria-hidden size={17} />}>
              {m.published_see()}
            </LinkButton>
            <LinkButton
              kind="ghost"
              to={getFilesPath(product.id)}
              icon={<FilePlus aria-hidden size={17} />}
            >
              {m.published_add_files()}
            </LinkButton>
          </div>
        </div>
      </div>
      <IconButton label={m.close()} onClick={onClose} className="absolute! top-8 right-3 text-soft">
        <X aria-hidden size={20} />
      </IconButton>
    </section>
  )
}
