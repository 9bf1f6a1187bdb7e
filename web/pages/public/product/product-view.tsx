import type { ReactNode } from 'react'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { listProductReviews } from '#contract/product-reviews/reviews.ts'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import type { SellerLinks } from '#web/shared/contact/social-links.tsx'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import { ProductGallery } from './gallery.tsx'
import { ProductHeading } from './product-heading.tsx'
import type { Seller } from './seller-card.tsx'

const FileList = lazyWhenIdle(() => import('./file-list.tsx').then(module => module.FileList))

/** The server has rendered the text, so its script can wait. */
const ProductDescription = lazyWhenIdle(() =>
  import('./description.tsx').then(module => module.ProductDescription),
)

const ProductReviews = lazyWhenIdle(() =>
  import('./product-reviews.tsx').then(module => module.ProductReviews),
)

/** Its links work without JavaScript, so its script can wait. */
const SellerCard = lazyWhenIdle(() => import('./seller-card.tsx').then(module => module.SellerCard))

/** The rows of other products below the view. */
export const MoreProducts = lazyWhenIdle(() =>
  import('./more-products.tsx').then(module => module.MoreProducts),
)

/** Shows a product as its public page and the preview of it do. */
export function ProductView({
  product,
  html,
  links,
  seller,
  reviews,
  origin,
  isPreview = false,
  buyBox,
  coverNote,
  end,
}: {
  product: ProductDetail
  /** The texts of the product as HTML of the server. */
  html: string
  links: SellerLinks | null
  seller: Seller | null
  reviews: EndpointReply<typeof listProductReviews> | null
  /** The installation's origin, without a trailing slash. */
  origin: string
  /** Whether only the seller sees this, so that it is neither counted as a view nor can be shared. */
  isPreview?: boolean
  buyBox: ReactNode
  /** What is said below the cover. */
  coverNote?: ReactNode
  /** What comes after the texts and files. */
  end?: ReactNode
}) {
  return (
    <article className="wrap grid gap-x-[74px] gap-y-8 pt-3 pb-16 lg:grid-cols-[minmax(0,1.065fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:pt-6 lg:pb-24">
      <ProductGallery product={product} note={coverNote} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-6 lg:row-span-2">
        <ProductHeading product={product} links={links} origin={origin} isPreview={isPreview} />
        <div className="grid grid-cols-1 gap-5 lg:sticky lg:top-5">
          <div className="contents">{buyBox}</div>
          {seller && <SellerCard seller={seller} />}
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        <ProductDescription key={product.id} product={product} html={html} isPreview={isPreview} />
        {product.fileList.length > 1 && <FileList files={product.fileList} />}
        {reviews && <ProductReviews key={product.id} product={product} firstPage={reviews} />}
        <div className="contents">{end}</div>
      </div>
    </article>
  )
}
