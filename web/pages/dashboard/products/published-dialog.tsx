import { ExternalLink } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import type { OwnProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import type { ProductListState } from '#web/features/catalog/product-form/use-upload.tsx'
import { paths } from '#web/paths.ts'
import { SharePanel } from '#web/shared/share/share-panel.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'

/** Shows the product that was just published, with the ways to share it. */
export function PublishedDialog({ products }: { products: readonly OwnProduct[] }) {
  const { origin } = useSiteSettings()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: ProductListState | null }
  const product = products.find(({ id }) => id === state?.publishedId)
  // Closing removes the product from the history entry, so that going back does not open the dialog again.
  const close = () => void navigate(paths.dashboardProducts(), { replace: true })
  if (!product) return null
  const path = paths.product(product.id)
  return (
    <Modal
      open
      onClose={close}
      title={m.published_title()}
      description={m.published_text()}
      closeLabel={m.close()}
      actions={
        <LinkButton
          kind="ghost"
          to={path}
          icon={<ExternalLink aria-hidden size={17} />}
          className="w-full sm:w-auto"
        >
          {m.published_see()}
        </LinkButton>
      }
    >
      <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <div className="w-28 self-start rounded-cover shadow-lift sm:w-auto">
          <Cover src={product.imageFile} alt="" title={product.name} eager sizes="128px" />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <p className="font-display text-h3 font-[680] break-words">{product.name}</p>
          <SharePanel url={`${origin}${path}`} text={product.name} fileName={`qr-${product.id}`} />
        </div>
      </div>
    </Modal>
  )
}
