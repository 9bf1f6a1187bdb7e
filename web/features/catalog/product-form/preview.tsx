import { useEffect, useState } from 'react'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'

/** The product's card as it will hang on the rack, while it is written. */
export function Preview({
  image,
  imageAddress = '',
  name,
  description,
  price,
  dynamic,
  labels,
}: {
  image: File | null
  /** Shown while no image is picked. */
  imageAddress?: string | undefined
  name: string
  description: string
  /** Whole units; 0 while there is none. */
  price: number
  dynamic: boolean
  /** Category and subcategory, as far as chosen. */
  labels: string[]
}) {
  const picked = useAddress(image)
  const address = image ? picked : imageAddress
  const title = name.trim() || m.preview_name()
  const amount = price > 0 ? formatPrice(price) : '$ —'
  return (
    <section aria-labelledby="preview" className="sticky top-6 grid gap-4">
      <h2 id="preview" className="text-h3">
        {m.preview_title()}
      </h2>
      <div>
        <div className="rounded-cover shadow-lift">
          <Cover src={address} alt="" title={title} sizes="240px" />
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
          {dynamic ? (
            <Chip tone="jade">{m.price_from({ price: amount })}</Chip>
          ) : (
            <span className="figures text-[1.0625rem] font-[720]">{amount}</span>
          )}
        </p>
      </div>
    </section>
  )
}

/** An address of a picked image, once it can be drawn and for as long as it is shown; else empty. */
function useAddress(file: File | null): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!file) return undefined
    const made = URL.createObjectURL(file)
    const picture = new Image()
    picture.src = made
    picture.decode().then(
      () => setAddress(made),
      () => undefined,
    )
    return () => {
      URL.revokeObjectURL(made)
      setAddress('')
    }
  }, [file])
  return address
}
