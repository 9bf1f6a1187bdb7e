import { Link } from 'react-router'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import { describeFiles } from '#web/features/files/describe-files.ts'
import { getAiUseName } from '#web/shared/ai-use-names.ts'
import { paths } from '#web/paths.ts'
import type { SellerLinks } from '#web/shared/contact/social-links.tsx'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'

/** The links work without JavaScript, so their scripts can wait. */
const SocialLinks = lazyWhenIdle(() =>
  import('#web/shared/contact/social-links.tsx').then(module => module.SocialLinks),
)

const RatingLink = lazyWhenIdle(() =>
  import('./product-reviews.tsx').then(module => module.RatingLink),
)

const HeadingNotes = lazyWhenIdle(() =>
  import('./heading-notes.tsx').then(module => module.HeadingNotes),
)

/** Shows the product's name, categories, seller and files. `links` is null if the seller could not be loaded. */
export function ProductHeading({
  product,
  links,
  origin,
  isPreview,
}: {
  product: ProductDetail
  links: SellerLinks | null
  /** The installation's origin, without a trailing slash. */
  origin: string
  isPreview: boolean
}) {
  const { name, username, category, subcategory, aiUse, files, rating } = product
  return (
    <header className="grid min-w-0 grid-cols-1 gap-3">
      <p className="flex flex-wrap gap-2">
        <Chip>{category.name}</Chip>
        {subcategory.name && <Chip>{subcategory.name}</Chip>}
        {aiUse && <Chip>{getAiUseName(aiUse)}</Chip>}
      </p>
      <h1 className="text-[clamp(2rem,4.1vw,3.1rem)] leading-[1.05] break-words hyphens-auto">
        {name}
      </h1>
      <div className="flex flex-wrap items-center gap-x-2">
        <p className="text-soft">
          <span>{m.product_by()}</span>{' '}
          <Link
            to={paths.profile(username)}
            className="-my-2 inline-flex min-h-11 items-center font-[650] text-ink underline decoration-edge decoration-1 underline-offset-4 hover:text-awning-deep hover:decoration-current"
          >
            @{username}
          </Link>
          {files.count > 0 && <span>{` · ${describeFiles(files)}`}</span>}
          {files.pages !== null && <span>{`, ${m.product_pages({ count: files.pages })}`}</span>}
        </p>
        {rating && <RatingLink {...rating} />}
        {links && (
          <div className="max-sm:-ml-2.5">
            <SocialLinks username={username} links={links} />
          </div>
        )}
      </div>
      <HeadingNotes product={product} origin={origin} isPreview={isPreview} />
    </header>
  )
}
