import type { ReactNode } from 'react'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'

const PreviewSlideshow = lazyWhenIdle(() =>
  import('./preview-slideshow.tsx').then(module => module.PreviewSlideshow),
)

/** Shows the product's cover and, in the same panel, the preview images. */
export function ProductGallery({
  product,
  note,
}: {
  product: ProductDetail
  /** What is said below the cover. */
  note?: ReactNode
}) {
  const { id, imageFile, name, previews } = product
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-tint">
      <div className="relative grid aspect-square place-items-center sm:max-lg:aspect-[16/10]">
        <div className="absolute inset-x-0 top-[9%] h-[3px] bg-edge/55" />
        <div className="relative isolate w-[62%] sm:max-lg:w-[36%]">
          {/* The clip is behind the cover, so that it hides no part of the picture. */}
          <div className="absolute -top-[14px] left-1/2 -z-10 h-7 w-[18px] -translate-x-1/2 rounded-[5px] bg-mango shadow-[inset_0_-8px_0_rgb(0_0_0/0.14)]" />
          <div className="rounded-cover shadow-[0_34px_54px_-26px_var(--shade)]">
            <Cover
              src={imageFile}
              alt={m.product_cover({ name })}
              title={name}
              sizes="(min-width: 64rem) 360px, (min-width: 40rem) 36vw, 62vw"
              eager
            />
          </div>
        </div>
        {note}
      </div>
      {previews.length > 0 && <PreviewSlideshow key={id} name={name} previews={previews} />}
    </div>
  )
}
