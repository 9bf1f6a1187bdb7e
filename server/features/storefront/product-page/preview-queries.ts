import { and, eq, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import {
  categories,
  paymentAccounts,
  products,
  profiles,
  subcategories,
  users,
} from '#server/db/schema/index.ts'
import { bumpColumn } from '#server/features/prices/bumps/queries.ts'
import {
  hasAuthColumn,
  isLinkedAccount,
  selectLocalizedName,
} from '#server/features/products/queries.ts'
import { type ListedFileRow, buildListedFile, fileDates } from '../queries.ts'

/** A file that will be on sale. It is new if this version was not published yet. */
interface ArrangedFileRow {
  file: ListedFileRow
  isNew: boolean
}

/** The files of a pack are those of its parts, as they are on sale. */
const filesOfParts = sql`(select coalesce(json_agg(json_build_object('isNew', false,
  'file', ${buildListedFile(
    sql`coalesce(s.title, f.file_name)`,
    sql`part.listed and s.edited ->> 'offersSample' is distinct from 'true'`,
  )}) order by k.position, e.position, e.slot_id), '[]')
  from pack_parts k join products part on part.id = k.product_id join edition_files e on e.edition_id = part.edition_id
  join product_slots s on s.id = e.slot_id join product_files f on f.id = e.file_id
  left join product_samples a on a.slot_id = e.slot_id and a.file_id = e.file_id where k.pack_id = ${products.id})`

/** The files as their seller has arranged them, each in the newest version that is or can be on sale after its scan. */
const filesOfSlots = sql`(select coalesce(json_agg(json_build_object('isNew', f.published_at is null,
  'file', ${buildListedFile(
    sql`coalesce(nullif(coalesce(s.edited ->> 'title', s.title), ''), f.file_name)`,
    sql`s.edited ->> 'offersSample' is distinct from 'false'`,
  )}) order by s.edited_position, s.id), '[]')
  from product_slots s join lateral (select * from product_files v where v.slot_id = s.id and v.released_at is null
  and v.scan_state is distinct from 'refused' order by v.id desc limit 1) f on true
  left join product_samples a on a.slot_id = s.id and a.file_id = f.id
  where s.product_id = ${products.id} and s.edited_position is not null)`

/**
 * Finds what the page of a product shows besides the columns of its row.
 * @param chosen the category that will be published, if one is chosen
 */
export async function findPreviewColumns(
  db: Db,
  id: number,
  locale: Locale,
  chosen: { categoryId: number; subcategoryId: number },
) {
  const [row] = await db
    .select({
      username: profiles.username,
      hasAuth: hasAuthColumn,
      categoryName: sql<string>`coalesce(${selectLocalizedName(locale, categories)}, '')`,
      subcategoryName: sql<string>`coalesce(${selectLocalizedName(locale, subcategories)}, '')`,
      arrangedFiles: sql<
        ArrangedFileRow[]
      >`(case when ${products.isPack} then ${filesOfParts} else ${filesOfSlots} end)`,
      // A draft has no edition, and therefore no dates.
      fileDates: sql<{ first: string | null; newest: string | null }>`${fileDates}`,
      bump: bumpColumn,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .leftJoin(categories, eq(categories.id, chosen.categoryId))
    .leftJoin(
      subcategories,
      and(
        eq(subcategories.id, chosen.subcategoryId),
        eq(subcategories.categoryId, chosen.categoryId),
      ),
    )
    .leftJoin(paymentAccounts, isLinkedAccount)
    .where(eq(products.id, id))
  return row!
}

export type PreviewColumns = Awaited<ReturnType<typeof findPreviewColumns>>
