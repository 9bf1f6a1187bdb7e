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
  /** The types of the files, such as `PDF`. */
  fileTypes?: string
  /** The price as text, for example "$ 8.900" or the text of a dynamic price. */
  price: ReactNode
  /** Whether the buyer chooses the price. */
  isDynamic?: boolean
  /** The seller, shown on pages that list several sellers. */
  byline?: ReactNode
  /** The average of the reviews, on products with enough of them. */
  rating?: ReactNode
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
  fileTypes,
  price,
  isDynamic = false,
  byline,
  rating,
  action,
  controls,
  heading: Heading = 'h3',
  eager,
  sizes,
}: ProductCardProps) {
  return (
    <article className="product-card">
      <Link to={to} tabIndex={-1} aria-hidden className="product-card-cover">
        <Cover src={image} alt="" title={name} eager={eager} sizes={sizes} />
      </Link>
      <Heading className="product-card-name">
        <Link to={to}>{name}</Link>
      </Heading>
      {byline && <p className="product-card-byline">{byline}</p>}
      {rating && <p className="product-card-rating">{rating}</p>}
      <p className="product-card-description">{description}</p>
      <p className="product-card-chips">
        <Chip>{category}</Chip>
        <Chip>{subcategory}</Chip>
        {fileTypes && <span className="chip product-card-types">{fileTypes}</span>}
      </p>
      <div className="product-card-foot">
        {isDynamic ? (
          <Chip tone="jade">{price}</Chip>
        ) : (
          <span className="product-card-price">{price}</span>
        )}
        {controls}
        {action && !controls && (
          <Link to={action.to} className="product-card-action">
            {action.label}
            <span className="sr-only"> {name}</span>
          </Link>
        )}
      </div>
    </article>
  )
}
