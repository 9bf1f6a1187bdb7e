import type { Product } from '#contract/products/products.ts'
import * as m from '#messages'
import { formatPrice } from '../i18n/format.ts'

/** The price that was asked before an offer, struck out, if it may be shown; to be placed behind the price. */
export const ListPrice = ({ offer, currency }: Pick<Product, 'offer' | 'currency'>) =>
  offer?.kind === 'struck' && (
    <>
      {' '}
      <s className="text-small font-normal whitespace-nowrap text-soft">
        <span className="sr-only">{m.price_before()} </span>
        {formatPrice(offer.listPrice, currency)}
      </s>
    </>
  )
