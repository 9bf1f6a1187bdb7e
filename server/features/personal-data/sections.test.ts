import { getTableColumns, getTableName } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { listSections } from './sections.ts'

/**
 * The columns of exported tables that are not exported, since they are secrets, keys of rows, belong to somebody else
 * or only steer the marketplace. A new column is either here or in `sections.ts`.
 */
const NOT_EXPORTED: Record<string, string> = {
  users: 'passwordHash salesClosedAt closedAt secondFactorOfferDismissedAt',
  profiles: 'id userId profilePictureKey',
  seller_tax_data: 'userId',
  identities: 'id userId isAuthoritative',
  passkeys: 'id userId credentialId publicKey userHandle counter transports',
  sessions: 'id userId tokenHash',
  devices: 'id userId tokenHash',
  security_events: 'id userId',
  payment_accounts:
    'id userId accessToken refreshToken scope liveMode tokenExpiresAt refreshLeaseUntil reconciliationRequestedAt reconciledUntil activatesAt undoTokenHash',
  mail_settings: 'userId',
  notifications: 'id userId dedupeKey',
  products:
    'publicationNumber sellerId imageKey editionId reviewCount reviewStars requestKey requestDigest listed fileTypes',
  working_copies: 'imageKey version',
  coupons: 'sellerId',
  conversion_receivers: 'sellerId secret refusals',
  conversion_events: 'id',
  price_batches: 'sellerId',
  product_slots: 'currentFileId',
  product_files: 'id storageKey type sha256 crc32 releasedAt uncountedAt onSaleAt',
  uploads:
    'id sellerId fingerprint storageKey type sha256 crc32 lockToken lockedUntil isLockWanted',
  order_items: 'id editionId sellerId forgoneFeeMinor takenAt',
  receipts: 'sellerId',
  orders:
    'sellerId collectorId feeMinor providerKey preferenceId paymentUrl requestKey requestDigest browserHash tokenVersion offeredTokenVersion reviewReason heldAt adminsInformedAt accessClosedAt accessClosedReason accessClosedBy expiresAt approvedPaymentId nextCheckAt checks checkRequestedAt checkRequests',
  receipt_buyers: 'id',
  product_reviews:
    'id orderItemId sellerId counts deletedAt reportedAt reportReason reportClosedAt',
}

test('every column of an exported table is exported, or named as one that is not', () => {
  const db = drizzle.mock() as unknown as Db
  const sections = listSections(db, { id: 1, email: 'ana@mail.test', isVerified: true })
  const missing: Record<string, string> = {}
  for (const [table, ofTable] of Map.groupBy(sections, section => section.table)) {
    const exported = new Set(ofTable.flatMap(({ columns }) => Object.values(columns)))
    const names = Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
      exported.has(column) ? [] : [name],
    )
    missing[getTableName(table)] = names.join(' ')
  }

  expect(missing).toEqual(NOT_EXPORTED)
})
