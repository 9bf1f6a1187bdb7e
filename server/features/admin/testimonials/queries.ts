import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { profiles, testimonials, users } from '#server/db/schema/index.ts'

const select = (db: Db) =>
  db
    .select({ testimonial: testimonials, username: profiles.username })
    .from(testimonials)
    .leftJoin(users, eq(users.id, testimonials.sellerId))
    .leftJoin(profiles, eq(profiles.userId, testimonials.sellerId))

export type TestimonialRow = Awaited<ReturnType<typeof select>>[number]

const inOrder = [asc(testimonials.position), asc(testimonials.id)]

export function findTestimonials(db: Db): Promise<TestimonialRow[]> {
  return select(db).orderBy(...inOrder)
}

/** Those that are not hidden, and whether the public sees the seller each leads to. */
export function findVisibleTestimonials(db: Db) {
  return db
    .select({
      testimonial: testimonials,
      username: profiles.username,
      isGone: sql<boolean>`(${users.suspendedAt} is not null or ${users.closedAt} is not null)`,
    })
    .from(testimonials)
    .leftJoin(users, eq(users.id, testimonials.sellerId))
    .leftJoin(profiles, eq(profiles.userId, testimonials.sellerId))
    .where(eq(testimonials.hidden, false))
    .orderBy(...inOrder)
}

export async function findTestimonial(db: Db, id: number): Promise<TestimonialRow | undefined> {
  const [found] = await select(db).where(eq(testimonials.id, id))
  return found
}

/** Of an account that is open. */
export async function findSellerByUsername(db: Db, username: string): Promise<number | undefined> {
  const [seller] = await db
    .select({ id: users.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.username, username), isNull(users.closedAt)))
  return seller?.id
}

type Values = Omit<typeof testimonials.$inferInsert, 'position'>

/** Behind all the others. */
export async function insertTestimonial(tx: Db, values: Values): Promise<number> {
  const position = sql`(select coalesce(max(position), 0) + 1 from testimonials)`
  const [row] = await tx
    .insert(testimonials)
    .values({ ...values, position })
    .returning({ id: testimonials.id })
  return row!.id
}

/** False where there is none. Other words than those of a sample are somebody's: it is none any more. */
export async function updateTestimonial(tx: Db, id: number, values: Values): Promise<boolean> {
  const changed = await tx
    .update(testimonials)
    .set({
      ...values,
      isSample: sql`${testimonials.isSample} and ${testimonials.quote} = ${values.quote}`,
    })
    .where(eq(testimonials.id, id))
    .returning({ id: testimonials.id })
  return changed.length > 0
}

/** False where there is none. */
export async function removeTestimonial(tx: Db, id: number): Promise<boolean> {
  const gone = await tx
    .delete(testimonials)
    .where(eq(testimonials.id, id))
    .returning({ id: testimonials.id })
  return gone.length > 0
}

/** Those named come first, in that order; the others keep theirs. */
export async function reorderTestimonials(tx: Db, order: readonly number[]): Promise<void> {
  const wanted = sql.join(
    order.map(id => sql`${id}`),
    sql`, `,
  )
  await tx.execute(sql`update testimonials t set position = placed.position
    from (
      select id, row_number() over (
        order by coalesce(array_position(array[${wanted}]::int[], id), 2147483647), position, id
      ) as position from testimonials
    ) placed
    where placed.id = t.id and placed.position <> t.position`)
}

/** What a person who leaves said goes with them. */
export async function removeTestimonialsOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(testimonials).where(eq(testimonials.sellerId, userId))
}
