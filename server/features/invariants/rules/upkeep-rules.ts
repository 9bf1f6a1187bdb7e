import type { SqlRule } from './rule.ts'

/** The rules about storage quotas, reviews, numbers of sales, jobs and webhook events. */
export const UPKEEP_RULES: readonly SqlRule[] = [
  {
    name: 'storage_quota',
    violations: `
      select coalesce(u.user_id, f.seller_id)::text as id
      from seller_storage_usage u
      full join (
        select seller_id, sum(size_bytes) as bytes
        from (
          select p.seller_id, pf.size_bytes
          from product_files pf join products p on p.id = pf.product_id
          where pf.released_at is null and pf.uncounted_at is null
          union all
          select seller_id, size_bytes from uploads where state <> 'refused' and taken_at is null
        ) counted
        group by seller_id
      ) f on f.seller_id = u.user_id
      where coalesce(u.used_bytes, 0) <> coalesce(f.bytes, 0)`,
  },
  {
    name: 'review_sums',
    violations: `
      select p.id::text as id
      from products p
      left join (
        select r.product_id, count(*) filter (where r.counts) as count, sum(r.stars) filter (where r.counts) as stars,
          bool_or(r.product_id <> i.product_id or r.seller_id <> i.seller_id or r.counts <> (
            counts_as_sold(i.sale_state, i.refunded_minor, i.price_minor)
            and r.hidden_at is null and r.deleted_at is null)) as is_wrong
        from product_reviews r join order_items i on i.id = r.order_item_id
        group by r.product_id
      ) r on r.product_id = p.id
      where p.review_count <> coalesce(r.count, 0) or p.review_stars <> coalesce(r.stars, 0) or r.is_wrong`,
  },
  {
    name: 'sales_count',
    violations: `
      select p.id::text as id
      from products p
      left join (
        select product_id, count(*) as count from order_items
        where counts_as_sold(sale_state, refunded_minor, price_minor)
        group by product_id
      ) items on items.product_id = p.id
      left join (
        select pack_id, count(*) as count
        from (
          select pack_id from order_items
          where pack_id is not null
          group by order_id, pack_id
          having counts_as_sold(min(sale_state), sum(refunded_minor)::bigint, sum(price_minor)::bigint)
        ) sold
        group by pack_id
      ) packs on packs.pack_id = p.id and p.is_pack
      left join (
        select id, count(distinct order_id) as count
        from (
          select product_id as id, order_id from order_items where taken_at is not null
          union all select pack_id, order_id from order_items where taken_at is not null
        ) taken
        group by id
      ) copies on copies.id = p.id
      where p.sales_count <> coalesce(items.count, 0) + coalesce(packs.count, 0)
        or p.free_copies <> coalesce(copies.count, 0)`,
  },
  {
    name: 'job_dead',
    violations: `select id::text as id from jobs where state = 'dead'`,
  },
  {
    name: 'webhook_unread',
    violations: `
      select id::text as id from webhook_events
      where processed_at is null and received_at < now() - interval '10 minutes'`,
  },
]
