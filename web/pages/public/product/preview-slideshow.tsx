import type { PreviewImage } from '#contract/products/products.ts'
import * as m from '#messages'
import { Slideshow } from '#web/ui/catalog/slideshow.tsx'

/** Shows the preview images of a product as a slideshow. */
export function PreviewSlideshow({
  name,
  previews,
}: {
  /** The name of the product. */
  name: string
  previews: readonly PreviewImage[]
}) {
  return (
    <section aria-labelledby="inside" className="border-t border-line bg-card p-3 pt-4">
      <h2 id="inside" className="mb-3 px-1 text-[1.15rem]">
        {m.product_inside()}
      </h2>
      <Slideshow
        images={previews.map(({ imageFile }) => imageFile)}
        labels={{
          region: m.product_inside(),
          carousel: m.carousel(),
          previous: m.slide_previous(),
          next: m.slide_next(),
          slide: number => `${m.slide_name({ number })}: ${name}`,
          goTo: number => m.slide_go({ number }),
          pause: m.slide_pause(),
          play: m.slide_play(),
        }}
      />
    </section>
  )
}
