import type { ProductDetail } from '#contract/storefront/product-page.ts'
import { parseVideoUrl } from '#contract/products/video.ts'
import * as m from '#messages'
import { useViewCount } from './use-view-count.ts'
import { ProductVideo } from './product-video.tsx'

/**
 * Shows the video of a product and its texts. Counts the view, since every product page has this part, whose code is
 * loaded after the page.
 * @param html the text as `renderProductText` returns it, and the samples as `renderSamples` does
 */
export function ProductDescription({
  product,
  html,
  isPreview,
}: {
  product: ProductDetail
  html: string
  /** Whether nothing is counted, since the seller sees a preview. */
  isPreview: boolean
}) {
  useViewCount(isPreview ? undefined : product.id)
  const video = parseVideoUrl(product.videoUrl ?? '')
  return (
    <>
      {video && <ProductVideo product={product} video={video} />}
      <section aria-labelledby="about" className="min-w-0">
        <h2 id="about" className="text-[1.3rem]">
          {m.product_about()}
        </h2>
        <div className="formatted-text mt-4" dangerouslySetInnerHTML={{ __html: html }} />
      </section>
    </>
  )
}
