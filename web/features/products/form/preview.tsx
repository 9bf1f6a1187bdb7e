import { useEffect, useState } from 'react'
import * as m from '#messages'
import { formatProductPrice } from '#web/shared/product-price.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'

/** Shows what the product's card will look like. */
export function ProductPreview({
  image,
  currentImageUrl = '',
  name,
  description,
  price,
  isDynamic,
  labels,
}: {
  image: File | null
  /** The URL of the image that is shown until a new one is picked. */
  currentImageUrl?: string | undefined
  name: string
  description: string
  /** The price in whole units; NaN if none is typed. */
  price: number
  isDynamic: boolean
  /** The names of the chosen category and subcategory. */
  labels: string[]
}) {
  const pickedImageUrl = useObjectUrl(image)
  const url = image ? pickedImageUrl : currentImageUrl
  const title = name.trim() || m.preview_name()
  const { currency } = useSiteSettings()
  const shown = Number.isNaN(price)
    ? '$ —'
    : formatProductPrice({ price, currency, isPriceDynamic: isDynamic })
  return (
    <section aria-labelledby="preview" className="sticky top-6 grid gap-4">
      <h2 id="preview" className="text-h3">
        {m.preview_title()}
      </h2>
      <div>
        <div className="rounded-cover shadow-lift">
          <Cover src={url} alt="" title={title} sizes="240px" />
        </div>
        <p className="mt-3.5 font-display text-h3 font-[680] tracking-[-0.02em] break-words">
          {title}
        </p>
        <p className="mt-1.5 line-clamp-3 text-small break-words text-soft">
          {description.trim() || m.preview_description()}
        </p>
        {labels.length > 0 && (
          <p className="mt-2.5 flex flex-wrap gap-1.5">
            {labels.map(label => (
              <Chip key={label}>{label}</Chip>
            ))}
          </p>
        )}
        <p className="mt-3">
          {isDynamic ? (
            <Chip tone="jade">{shown}</Chip>
          ) : (
            <span className="figures text-[1.0625rem] font-[720]">{shown}</span>
          )}
        </p>
      </div>
    </section>
  )
}

/**
 * Returns an object URL for the picked image once it is decoded, else an empty string. The URL is revoked when another
 * image is picked.
 */
function useObjectUrl(file: File | null): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file) return undefined
    const url = URL.createObjectURL(file)
    const imageElement = new Image()
    imageElement.src = url
    imageElement.decode().then(
      () => setUrl(url),
      () => undefined,
    )
    return () => {
      URL.revokeObjectURL(url)
      setUrl('')
    }
  }, [file])
  return url
}
