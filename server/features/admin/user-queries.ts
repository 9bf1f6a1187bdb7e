import { and, desc, eq, isNotNull, isNull, like, lt, or, sql } from 'drizzle-orm'
import type { USER_FILTERS } from '#contract/admin/users.ts'
import type { Db } from '#server/db/client.ts'
import {
  orderItems,
  products,
  profiles,
  sellerStorageUsage,
  userRoles,
  users,
} from '#server/db/schema/index.ts'

const isAdmin = sql<boolean>`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id} and ${userRoles.role} = 'admin')`

const selectUsers = (db: Db) =>
  db
    .select({
      id: users.id,
      email: users.email,
      username: sql<string>`coalesce(${profiles.username}, '')`,
      isAdmin,
      verifiedAt: users.verifiedAt,
      suspendedAt: users.suspendedAt,
      suspensionReason: users.suspensionReason,
      closedAt: users.closedAt,
      createdAt: users.createdAt,
      lastLoginAt: users.lastLoginAt,
      languagePreference: users.languagePreference,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))

export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

const FILTERS = {
  suspended: isNotNull(users.suspendedAt),
  unverified: and(isNull(users.verifiedAt), isNull(users.closedAt)),
  admins: isAdmin,
}

/** Accounts whose email or username begins with `q`, newest first. */
export function findUsers(
  db: Db,
  {
    q,
    only,
    cursor,
    limit,
  }: {
    q?: string | undefined
    only?: (typeof USER_FILTERS)[number] | undefined
    cursor?: number | undefined
    limit: number
  },
): Promise<UserRow[]> {
  const begins =
    q &&
    `${q
      .toLowerCase()
      .replace(/^@/, '')
      .replace(/[\\%_]/g, '\\$&')}%`
  return selectUsers(db)
    .where(
      and(
        begins ? or(like(users.email, begins), like(profiles.username, begins)) : undefined,
        only && FILTERS[only],
        cursor === undefined ? undefined : lt(users.id, cursor),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit)
}

export async function findUserRow(db: Db, id: number): Promise<UserRow | undefined> {
  const [user] = await selectUsers(db).where(eq(users.id, id))
  return user
}

/** An open account, held: what admins do to it happens one after another. */
export async function lockUser(tx: Db, id: number) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.closedAt)))
    .for('update')
  return user
}

export async function updateUserRow(
  tx: Db,
  id: number,
  changes: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.id, id))
}

export async function hasAdminRole(tx: Db, userId: number): Promise<boolean> {
  const admin = and(eq(userRoles.userId, userId), eq(userRoles.role, 'admin'))
  return (await tx.$count(userRoles, admin)) > 0
}

/** What a seller has on the shelves, has sold and takes up. */
export async function findSellerTotals(db: Db, id: number) {
  const live = await db.$count(products, and(eq(products.sellerId, id), isNull(products.deletedAt)))
  const sales = await db.$count(
    orderItems,
    and(eq(orderItems.sellerId, id), eq(orderItems.saleState, 'approved')),
  )
  const [space] = await db
    .select()
    .from(sellerStorageUsage)
    .where(eq(sellerStorageUsage.userId, id))
  return {
    products: live,
    sales,
    usedBytes: space?.usedBytes ?? 0,
    quotaBytes: space?.quotaBytes ?? null,
  }
}
