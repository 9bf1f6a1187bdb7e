import type pg from 'pg'

/**
 * Inserts one paid sale with a review for each number of stars. The sales are copies of the seller's first sale and
 * belong to its order, whose sums then no longer agree.
 */
export async function insertReviews(
  client: Pick<pg.Pool, 'query'>,
  productId: number,
  stars: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, sale_state, currency, name,
      price_minor,
       fee_percent, fee_minor, seller_share_minor)
     select item.order_id, p.id, p.edition_id, p.seller_id, item.sold_at, 'approved', item.currency, p.name,
       item.price_minor, item.fee_percent, item.fee_minor, item.seller_share_minor
     from products p, generate_series(1, $2::int), order_items item
     where p.id = $1 and item.id = (select min(first.id) from order_items first where first.seller_id = p.seller_id)
     returning id`,
    [productId, stars.length],
  )
  await client.query(
    `insert into product_reviews (order_item_id, product_id, seller_id, stars, language)
     select i.id, i.product_id, i.seller_id, review.stars, 'es'
     from unnest($1::int[], $2::int[]) review(item_id, stars) join order_items i on i.id = review.item_id`,
    [rows.map(({ id }) => id), stars],
  )
}
