import type { SqlRule } from './rule.ts'

/** The rules about storage quotas, jobs and webhook events. */
export const UPKEEP_RULES: readonly SqlRule[] = [
  {
    name: 'storage_quota',
    violations: `
      select coalesce(u.user_id, f.seller_id)::text as id
      from seller_storage_usage u
      full join (
        select p.seller_id, sum(pf.size_bytes) as bytes
        from product_files pf join products p on p.id = pf.product_id
        where pf.freed_at is null
        group by p.seller_id
      ) f on f.seller_id = u.user_id
      where coalesce(u.used_bytes, 0) <> coalesce(f.bytes, 0)`,
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
