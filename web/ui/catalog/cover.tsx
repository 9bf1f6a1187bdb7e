import { lazy, Suspense, useState } from 'react'
import { cx } from '../cx.ts'

/** Fetched only if an image fails to load. */
const DrawnCover = lazy(() =>
  import('./drawn-cover.tsx').then(module => ({ default: module.DrawnCover })),
)

/** The widths every stored image has, beside each other, as WebP and AVIF. */
const WIDTHS = [320, 640, 960]

export interface CoverProps {
  /** Address of the largest WebP (`…/960.webp`), whose siblings are known; any other address stands alone. */
  src: string
  alt: string
  /** Of the drawing that stands in when the image does not load. */
  title?: string
  /** The `sizes` of the picture; a card's on a rack unless told. */
  sizes?: string
  /** Loads at once and first: for what is on the first screen. */
  eager?: boolean
  className?: string
}

/** A product's cover, 4:5. Where the image does not load, a drawn one takes its place. */
export function Cover({
  src,
  alt,
  title = alt,
  sizes = '(min-width: 64rem) 272px, (min-width: 40rem) 33vw, calc(50vw - 25px)',
  eager = false,
  className,
}: CoverProps) {
  const [failed, setFailed] = useState<string>()
  const box = cx('block aspect-[4/5] w-full overflow-hidden rounded-cover bg-tint', className)
  if (failed === src || !src)
    return (
      <span className={box}>
        {alt && <span className="sr-only">{alt}</span>}
        <Suspense>
          <DrawnCover title={title} />
        </Suspense>
      </span>
    )

  const family = src.endsWith('/960.webp') ? src.slice(0, -'960.webp'.length) : undefined
  const set = (format: string) =>
    family === undefined
      ? undefined
      : WIDTHS.map(width => `${family}${width}.${format} ${width}w`).join(', ')
  const fail = () => setFailed(src)
  return (
    <picture className={box}>
      {family !== undefined && <source type="image/avif" srcSet={set('avif')} sizes={sizes} />}
      <img
        // It may have failed before the page came alive, when nobody was listening.
        ref={image => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) fail()
        }}
        src={src}
        srcSet={set('webp')}
        sizes={sizes}
        alt={alt}
        width={320}
        height={400}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onError={fail}
        className="size-full object-cover"
      />
    </picture>
  )
}
