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

const isAdmin = sql<boolean>`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id}
  and ${userRoles.role} = 'admin')`

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
      salesClosedAt: users.salesClosedAt,
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
  sales_closed: isNotNull(users.salesClosedAt),
}

/** Finds the accounts whose email or username begins with `q`, newest first. */
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
  const prefixPattern =
    q &&
    `${q
      .toLowerCase()
      .replace(/^@/, '')
      .replace(/[\\%_]/g, '\\$&')}%`
  return selectUsers(db)
    .where(
      and(
        prefixPattern
          ? or(like(users.email, prefixPattern), like(profiles.username, prefixPattern))
          : undefined,
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

export async function hasAdminRole(tx: Db, userId: number): Promise<boolean> {
  const admin = and(eq(userRoles.userId, userId), eq(userRoles.role, 'admin'))
  return (await tx.$count(userRoles, admin)) > 0
}

/** Returns how many products and sales a seller has, and how many bytes the seller's files use. */
export async function findSellerTotals(db: Db, id: number) {
  const productCount = await db.$count(
    products,
    and(eq(products.sellerId, id), isNull(products.deletedAt)),
  )
  const sales = await db.$count(
    orderItems,
    and(eq(orderItems.sellerId, id), eq(orderItems.saleState, 'approved')),
  )
  const [space] = await db
    .select()
    .from(sellerStorageUsage)
    .where(eq(sellerStorageUsage.userId, id))
  return {
    products: productCount,
    sales,
    usedBytes: space?.usedBytes ?? 0,
    quotaBytes: space?.quotaBytes ?? null,
  }
}
