import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { profiles, testimonials, users } from '#server/db/schema/index.ts'

const selectTestimonials = (db: Db) =>
  db
    .select({ testimonial: testimonials, username: profiles.username })
    .from(testimonials)
    .leftJoin(users, eq(users.id, testimonials.sellerId))
    .leftJoin(profiles, eq(profiles.userId, testimonials.sellerId))

export type TestimonialRow = Awaited<ReturnType<typeof selectTestimonials>>[number]

const byPosition = [asc(testimonials.position), asc(testimonials.id)]

export function findTestimonials(db: Db): Promise<TestimonialRow[]> {
  return selectTestimonials(db).orderBy(...byPosition)
}

/**
 * Returns the testimonials that are not hidden. `isSellerGone` is true if the linked seller is suspended or has closed
 * the account.
 */
export function findVisibleTestimonials(db: Db) {
  return db
    .select({
      testimonial: testimonials,
      username: profiles.username,
      isSellerGone: sql<boolean>`(${users.suspendedAt} is not null or ${users.closedAt} is not null)`,
    })
    .from(testimonials)
    .leftJoin(users, eq(users.id, testimonials.sellerId))
    .leftJoin(profiles, eq(profiles.userId, testimonials.sellerId))
    .where(eq(testimonials.hidden, false))
    .orderBy(...byPosition)
}

export async function findTestimonial(db: Db, id: number): Promise<TestimonialRow | undefined> {
  const [row] = await selectTestimonials(db).where(eq(testimonials.id, id))
  return row
}

/** Returns the id of the open account that has this username. */
export async function findSellerByUsername(db: Db, username: string): Promise<number | undefined> {
  const [seller] = await db
    .select({ id: users.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.username, username), isNull(users.closedAt)))
  return seller?.id
}

type Values = Omit<typeof testimonials.$inferInsert, 'position'>

/**
 * Inserts a testimonial after all others.
 * @returns the id of the testimonial
 */
export async function insertTestimonial(tx: Db, values: Values): Promise<number> {
  const position = sql`(select coalesce(max(position), 0) + 1 from testimonials)`
  const [row] = await tx
    .insert(testimonials)
    .values({ ...values, position })
    .returning({ id: testimonials.id })
  return row!.id
}

/**
 * Changes a testimonial. Editing the quote of a sample clears `isSample`, since the quote is no longer invented demo
 * data.
 * @returns false if the testimonial does not exist
 */
export async function updateTestimonial(tx: Db, id: number, values: Values): Promise<boolean> {
  const updatedRows = await tx
    .update(testimonials)
    .set({
      ...values,
      isSample: sql`${testimonials.isSample} and ${testimonials.quote} = ${values.quote}`,
    })
    .where(eq(testimonials.id, id))
    .returning({ id: testimonials.id })
  return updatedRows.length > 0
}

/**
 * Deletes a testimonial.
 * @returns false if the testimonial does not exist
 */
export async function removeTestimonial(tx: Db, id: number): Promise<boolean> {
  const deletedRows = await tx
    .delete(testimonials)
    .where(eq(testimonials.id, id))
    .returning({ id: testimonials.id })
  return deletedRows.length > 0
}

/**
 * Moves the testimonials with the given ids to the front, in this sequence. The others follow in their previous
 * sequence.
 */
export async function reorderTestimonials(tx: Db, order: readonly number[]): Promise<void> {
  const orderedIds = sql.join(
    order.map(id => sql`${id}`),
    sql`, `,
  )
  await tx.execute(sql`update testimonials t set position = placed.position
    from (
      select id, row_number() over (
        order by coalesce(array_position(array[${orderedIds}]::int[], id), 2147483647), position, id
      ) as position from testimonials
    ) placed
    where placed.id = t.id and placed.position <> t.position`)
}

/** Deletes the testimonials of a seller who closes the account. */
export async function removeSellerTestimonials(tx: Db, userId: number): Promise<void> {
  await tx.delete(testimonials).where(eq(testimonials.sellerId, userId))
}
