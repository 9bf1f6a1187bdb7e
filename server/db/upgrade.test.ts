import { getTableName, is, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreFirstRelease } from '#tools/database/first-release.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import type { OpenDatabase } from './client.ts'
import { MIGRATIONS, migrateDatabase } from './migrate.ts'
import * as schema from './schema/index.ts'

/**
 * The SHA-256 of the migration that installations of the first release have had. It changes with the file until there is
 * such an installation; later, a changed file would make the server refuse their databases.
 */
const FIRST_MIGRATION_SHA256 = '40d1717cbbfcec7b5462bf42fc441949739d117ed4eadcb5f556dc6c6d737e3d'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await restoreFirstRelease(database)
  await migrateDatabase(database)
})
afterAll(() => database.close())

const tables = Object.values(schema).filter(value => is(value, PgTable))

test('the first migration is the one that databases of the first release have had', () => {
  const [first] = readMigrationFiles({ migrationsFolder: MIGRATIONS })

  expect(first!.hash).toBe(FIRST_MIGRATION_SHA256)
})

test('an upgraded database has every column of the current schema', async () => {
  expect(tables.length).toBeGreaterThan(25)
  for (const table of tables)
    await expect(database.db.select().from(table), getTableName(table)).resolves.toBeInstanceOf(
      Array,
    )
})

test('an upgrade keeps the paid order of the first release with its download', async () => {
  const { rows } = await database.db.execute(
    sql`select o.state, p.status, g.downloads_left > 0 as "isOpen" from orders o
      join payments p on p.id = o.approved_payment_id
      join order_items i on i.order_id = o.id join download_grants g on g.order_item_id = i.id
      where o.state = 'approved'`,
  )

  expect(rows).toEqual([{ state: 'approved', status: 'approved', isOpen: true }])
})

test('an upgrade keeps the ledger of the first release, which agrees with its payments', async () => {
  const { rows } = await database.db.execute(
    sql`select p.status, sum(e.amount_minor)::float8 - p.amount_minor as difference from payments p
      join ledger_entries e on e.payment_id = p.id and e.kind = 'payment' group by p.id order by p.status`,
  )

  expect(rows).toEqual([
    { status: 'approved', difference: 0 },
    { status: 'refunded', difference: 0 },
    { status: 'refunded', difference: 0 },
  ])
})

test('a product of the first release is found by a word of its name after the upgrade', async () => {
  const { rows } = await database.db.execute(
    sql`select count(*)::int as count from products where listed and search @@ plainto_tsquery('simple', normalize_text('Empanadas'))`,
  )

  expect(rows).toEqual([{ count: 1 }])
})

test('the ids of jobs go on beyond 32 bits after an upgrade', async () => {
  await database.db.execute(sql`select setval(pg_get_serial_sequence('jobs', 'id'), ${2 ** 31})`)

  const [job] = await database.db
    .insert(schema.jobs)
    .values({ kind: 'any', payload: {}, maxAttempts: 1 })
    .returning()

  expect(job!.id).toBe(2 ** 31 + 1)
})

test('an upgrade names the notifications of the first release by the events of their orders', async () => {
  const { rows } = await database.db.execute(
    sql`select kind, jsonb_typeof(detail -> 'shareMinor') as share from notifications order by id`,
  )

  expect(rows).toContainEqual({ kind: 'delivered', share: 'number' })
  expect(rows.map(({ kind }) => kind)).not.toContain('sale')
})

test('an upgrade gives each order of the first release the edition with its file, and counts what was downloaded', async () => {
  const { rows } = await database.db.execute(
    sql`select count(*)::int as items,
        count(*) filter (where e.file_id = i.file_id and x.product_id = i.product_id)::int as "withEdition",
        (select count(*)::int from products p where (p.file_id is null) <> (p.edition_id is null)) as "unlike",
        (select sum(10 - downloads_left)::int from download_grants) as "usedBefore",
        (select coalesce(sum(downloads), 0)::int from grant_files) as used
      from order_items i join product_editions x on x.id = i.edition_id
      join edition_files e on e.edition_id = i.edition_id`,
  )
  const [counts] = rows as { items: number; usedBefore: number }[]

  expect(counts!.items).toBeGreaterThan(0)
  expect(counts).toMatchObject({
    withEdition: counts!.items,
    unlike: 0,
    used: counts!.usedBefore,
  })
})

describe('while the release before runs beside this one', () => {
  /** Uploads a file as the release before did: without a slot, and on sale by `products.file_id`. */
  const replaceAsBefore = async (productId: number) => {
    const { rows } = await database.db.execute(
      sql`insert into product_files (product_id, version, storage_key, file_name, type, mime, size_bytes, sha256)
        select ${productId}, max(version) + 1, 'before/' || max(version), 'a.epub', 'epub', 'x/y', 1, 'x'
        from product_files where product_id = ${productId} returning id`,
    )
    const [{ id }] = rows as [{ id: number }]
    await database.db.execute(sql`update products set file_id = ${id} where id = ${productId}`)
    return id
  }
  const readProduct = async (productId: number) => {
    const { rows } = await database.db.execute(
      sql`select p.edition_id as "editionId", p.listed, p.file_types as types, array_agg(e.file_id) as files
        from products p left join edition_files e on e.edition_id = p.edition_id
        where p.id = ${productId} group by p.id`,
    )
    return rows[0] as { editionId: number; listed: boolean; types: string[]; files: number[] }
  }
  const findListedId = async () => {
    const { rows } = await database.db.execute(sql`select min(id) as id from products where listed`)
    return (rows as [{ id: number }])[0].id
  }

  test('a file that it puts on sale is sold as an edition', async () => {
    const id = await findListedId()
    const before = await readProduct(id)

    const fileId = await replaceAsBefore(id)

    const after = await readProduct(id)
    expect(after).toMatchObject({ listed: true, types: ['epub'], files: [fileId] })
    expect(after.editionId).not.toBe(before.editionId)
  })

  test('an item that it sells has the edition on sale, and one that this release sells has a file', async () => {
    const id = await findListedId()
    const { editionId, files } = await readProduct(id)
    const copyItem = async (column: string, value: number) => {
      const { rows } = await database.db.execute(
        sql`insert into order_items (order_id, product_id, ${sql.raw(column)}, seller_id, sold_at, currency, name, price_minor, fee_percent, fee_minor, seller_share_minor)
          select order_id, ${id}, ${value}, seller_id, sold_at, currency, name, price_minor, fee_percent, fee_minor, seller_share_minor
          from order_items order by id limit 1 returning edition_id as "editionId", file_id as "fileId"`,
      )
      return rows[0]
    }

    expect(await copyItem('file_id', files[0]!)).toEqual({ editionId, fileId: files[0] })
    expect(await copyItem('edition_id', editionId)).toEqual({ editionId, fileId: files[0] })
  })

  test('a product that it takes off sale has no edition', async () => {
    const id = await findListedId()
    await database.db.execute(sql`update products set file_id = null where id = ${id}`)

    expect(await readProduct(id)).toMatchObject({ editionId: null, listed: false })
  })
})
