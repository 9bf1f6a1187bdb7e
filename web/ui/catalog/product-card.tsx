import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Chip } from '../surfaces/chip.tsx'
import { Cover } from './cover.tsx'

export interface ProductCardProps {
  /** The path of the product's page. */
  to: string
  image: string
  name: string
  description: string
  category: string
  subcategory: string
  /** The price as text, for example "$ 8.900" or the text of a dynamic price. */
  price: ReactNode
  /** Whether the buyer chooses the price. */
  isDynamic?: boolean
  /** The seller, shown on pages that list several sellers. */
  byline?: ReactNode
  /** The buy link. Its accessible name is the label and the product's name. */
  action?: { to: string; label: string }
  /** Controls that replace the buy link, such as the edit and delete buttons on the seller's own cards. */
  controls?: ReactNode
  heading?: 'h2' | 'h3'
  eager?: boolean
  /** The `sizes` attribute of the cover, if the card is not in four columns. */
  sizes?: string
}

/** Shows a product's card. The cover and the name link to the product's page. */
export function ProductCard({
  to,
  image,
  name,
  description,
  category,
  subcategory,
  price,
  isDynamic = false,
  byline,
  action,
  controls,
  heading: Heading = 'h3',
  eager,
  sizes,
}: ProductCardProps) {
  return (
    <article className="group flex min-w-0 flex-col">
      <Link
        to={to}
        tabIndex={-1}
        aria-hidden
        className="block rounded-cover shadow-soft transition duration-200 ease-out group-hover:-translate-y-1 group-hover:shadow-lift motion-reduce:group-hover:translate-y-0"
      >
        <Cover src={image} alt="" title={name} eager={eager} sizes={sizes} />
      </Link>
      <Heading className="mt-3.5 text-h3">
        <Link to={to} className="hover:text-awning-deep hover:underline hover:underline-offset-3">
          {name}
        </Link>
      </Heading>
      {byline && <p className="mt-0.5 text-small text-soft">{byline}</p>}
      <p className="mt-1.5 line-clamp-2 text-small text-soft">{description}</p>
      <p className="mt-2.5 flex flex-wrap gap-1.5">
        <Chip>{category}</Chip>
        <Chip>{subcategory}</Chip>
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3">
        {isDynamic ? (
          <Chip tone="jade">{price}</Chip>
        ) : (
          <span className="figures text-[1.0625rem] font-[720]">{price}</span>
        )}
        {controls}
        {action && !controls && (
          <Link
            to={action.to}
            className="inline-flex min-h-10 items-center justify-center rounded-full border-[1.5px] max-sm:grow border-awning-deep/45 px-4 text-tiny font-bold tracking-[0.04em] text-awning-deep transition hover:border-transparent hover:bg-awning hover:text-awning-ink"
          >
            {action.label}
            <span className="sr-only"> {name}</span>
          </Link>
        )}
      </div>
    </article>
  )
}
