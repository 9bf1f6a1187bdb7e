import { lazy, Suspense, useState } from 'react'
import { cx } from '../cx.ts'
import { persistently } from '../load-code.ts'

/** The code of the drawn cover is fetched only if an image fails to load. */
const DrawnCover = lazy(
  persistently(() => import('./drawn-cover.tsx').then(module => ({ default: module.DrawnCover }))),
)

/** The widths in pixels in which every stored image exists, as WebP and AVIF. */
const WIDTHS = [320, 640, 960]

export interface CoverProps {
  /**
   * The URL of the largest WebP (`…/960.webp`), from which the URLs of the other sizes are derived. Any other URL is
   * used without other sizes.
   */
  src: string
  alt: string
  /** The title on the drawn cover that replaces a failed image. */
  title?: string
  /** The `sizes` attribute of the image; by default that for a card in four columns. */
  sizes?: string
  /** Whether the image is loaded at once with high priority, because it is on the first screen. */
  eager?: boolean
  className?: string
}

/** Shows a product's cover in the ratio 4:5. If the image fails to load, a drawn cover replaces it. */
export function Cover({
  src,
  alt,
  title = alt,
  sizes = '(min-width: 64rem) 272px, (min-width: 40rem) 33vw, calc(50vw - 25px)',
  eager = false,
  className,
}: CoverProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const box = cx('cover', className)
  if (failedSrc === src || !src)
    return (
      <span className={box}>
        {alt && <span className="sr-only">{alt}</span>}
        <Suspense>
          <DrawnCover title={title} />
        </Suspense>
      </span>
    )

  const basePath = src.endsWith('/960.webp') ? src.slice(0, -'960.webp'.length) : undefined
  const srcSetOf = (format: string) =>
    basePath === undefined
      ? undefined
      : WIDTHS.map(width => `${basePath}${width}.${format} ${width}w`).join(', ')
  const markFailed = () => setFailedSrc(src)
  return (
    <picture className={box}>
      {basePath !== undefined && (
        <source type="image/avif" srcSet={srcSetOf('avif')} sizes={sizes} />
      )}
      <img
        // If the image failed before hydration, no listener was attached yet, so its state is checked on mount.
        ref={image => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) markFailed()
        }}
        src={src}
        srcSet={srcSetOf('webp')}
        sizes={sizes}
        alt={alt}
        width={320}
        height={400}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onError={markFailed}
      />
    </picture>
  )
}
