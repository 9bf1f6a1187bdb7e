import { type SQL, and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import * as t from '#server/db/schema/index.ts'
import { listReviewReplies, listReviews } from './review-sections.ts'
import { type Section, pick } from './section.ts'

/**
 * Lists what is exported about a user. The purchases are the orders with the user's email address, which only an account
 * that has proved the address gets.
 */
export function listSections(
  db: Db,
  { id, email, isVerified }: { id: number; email: string; isVerified: boolean },
): Section[] {
  const sold = eq(t.products.sellerId, id)
  const ownOrders = eq(t.orders.payerEmail, email)
  const section = (
    name: string,
    table: PgTable,
    key: PgColumn,
    rows: SQL | undefined,
    columns: Record<string, PgColumn>,
  ): Section => ({ name, table, key, rows, columns })
  return [
    section(
      'account',
      t.users,
      t.users.id,
      eq(t.users.id, id),
      pick(
        t.users,
        'id',
        'email',
        'verifiedAt',
        'languagePreference',
        'themePreference',
        'suspendedAt',
        'suspensionReason',
        'createdAt',
        'lastLoginAt',
        'loginCount',
        'secondFactorSince',
      ),
    ),
    section(
      'profile',
      t.profiles,
      t.profiles.id,
      eq(t.profiles.userId, id),
      pick(
        t.profiles,
        'username',
        'bio',
        'address',
        'dateOfBirth',
        'gender',
        'phoneNumber',
        'otherMediaLink',
        'twitter',
        'linkedIn',
        'facebook',
        'webpage',
        'displayName',
        'contactEmail',
        'whatsapp',
        'instagram',
        'tiktok',
        'youtube',
      ),
    ),
    section(
      'taxData',
      t.sellerTaxData,
      t.sellerTaxData.userId,
      eq(t.sellerTaxData.userId, id),
      pick(t.sellerTaxData, 'name', 'taxIdKind', 'taxId'),
    ),
    section(
      'googleAccounts',
      t.identities,
      t.identities.id,
      eq(t.identities.userId, id),
      pick(t.identities, 'provider', 'issuer', 'subject', 'email', 'emailVerified', 'createdAt'),
    ),
    section(
      'passkeys',
      t.passkeys,
      t.passkeys.id,
      eq(t.passkeys.userId, id),
      pick(t.passkeys, 'name', 'isSynced', 'createdAt', 'lastUsedAt'),
    ),
    section(
      'sessions',
      t.sessions,
      t.sessions.id,
      eq(t.sessions.userId, id),
      pick(t.sessions, 'ip', 'userAgent', 'createdAt', 'lastUsedAt', 'confirmedAt'),
    ),
    section(
      'devices',
      t.devices,
      t.devices.id,
      eq(t.devices.userId, id),
      pick(t.devices, 'createdAt', 'lastUsedAt', 'trustedUntil'),
    ),
    section(
      'securityEvents',
      t.securityEvents,
      t.securityEvents.id,
      eq(t.securityEvents.userId, id),
      pick(t.securityEvents, 'kind', 'at', 'place', 'userAgent'),
    ),
    section(
      'paymentAccounts',
      t.paymentAccounts,
      t.paymentAccounts.id,
      eq(t.paymentAccounts.userId, id),
      pick(t.paymentAccounts, 'collectorId', 'state', 'stateSince', 'linkedAt'),
    ),
    section(
      'mailSettings',
      t.mailSettings,
      t.mailSettings.topic,
      eq(t.mailSettings.userId, id),
      pick(t.mailSettings, 'topic', 'mail'),
    ),
    section(
      'notifications',
      t.notifications,
      t.notifications.id,
      eq(t.notifications.userId, id),
      pick(t.notifications, 'kind', 'detail', 'createdAt', 'readAt'),
    ),
    section(
      'products',
      t.products,
      t.products.id,
      sold,
      pick(
        t.products,
        'id',
        'name',
        'description',
        'price',
        'isPriceDynamic',
        'categoryId',
        'subcategoryId',
        'salesCount',
        'createdAt',
        'updatedAt',
        'deletedAt',
        'takenDownAt',
        'takenDownReason',
      ),
    ),
    section(
      'productFiles',
      t.productFiles,
      t.productFiles.id,
      inArray(
        t.productFiles.productId,
        db.select({ id: t.products.id }).from(t.products).where(sold),
      ),
      pick(
        t.productFiles,
        'productId',
        'version',
        'fileName',
        'mime',
        'sizeBytes',
        'pages',
        'createdAt',
        'scanState',
        'scannedAt',
        'scanRefusal',
        'scanSignature',
      ),
    ),
    section(
      'sales',
      t.orderItems,
      t.orderItems.id,
      // Lines that nobody tried to pay are no sales. The index of a seller's lines leaves them out too.
      and(eq(t.orderItems.sellerId, id), isNotNull(t.orderItems.saleState)),
      pick(
        t.orderItems,
        'orderId',
        'productId',
        'name',
        'soldAt',
        'saleState',
        'currency',
        'priceMinor',
        'feePercent',
        'feeMinor',
        'sellerShareMinor',
        'providerFeeMinor',
        'refundedMinor',
        'netMinor',
      ),
    ),
    section(
      'receipts',
      t.receipts,
      t.receipts.orderId,
      eq(t.receipts.sellerId, id),
      pick(
        t.receipts,
        'orderId',
        'number',
        'sellerName',
        'sellerTaxIdKind',
        'sellerTaxId',
        'issuedAt',
      ),
    ),
    listReviewReplies(id),
    ...(isVerified
      ? [
          section(
            'purchases',
            t.orders,
            t.orders.id,
            ownOrders,
            pick(
              t.orders,
              'id',
              'number',
              'payerEmail',
              'language',
              'state',
              'currency',
              'totalMinor',
              'createdAt',
              'approvedAt',
            ),
          ),
          section(
            'purchasedItems',
            t.orderItems,
            t.orderItems.id,
            inArray(
              t.orderItems.orderId,
              db.select({ id: t.orders.id }).from(t.orders).where(ownOrders),
            ),
            pick(t.orderItems, 'orderId', 'name', 'priceMinor', 'currency', 'refundedMinor'),
          ),
          section(
            'purchaseReceipts',
            t.receiptBuyers,
            t.receiptBuyers.id,
            inArray(
              t.receiptBuyers.orderId,
              db.select({ id: t.orders.id }).from(t.orders).where(ownOrders),
            ),
            pick(t.receiptBuyers, 'orderId', 'name', 'taxIdKind', 'taxId', 'createdAt'),
          ),
          listReviews(db, ownOrders),
        ]
      : []),
  ]
}
