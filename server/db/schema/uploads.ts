import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { UPLOAD_REFUSALS, UPLOAD_STATES } from '#contract/files/uploads.ts'
import { timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

/**
 * Files that sellers send in chunks. Their bytes count against the quota from the start, until the upload ends without
 * a product having taken the file, which is then its own.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The file name that the browser sent. It must not be trusted. */
    fileName: text().notNull(),
    /** What the browser recognizes the same file by when it is chosen again. */
    fingerprint: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** The bytes that were stored when the last chunk was answered. The storage knows of later ones. */
    receivedBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** A file is checked once it is whole, and is then ready for a product, or refused. */
    state: text({ enum: UPLOAD_STATES }).notNull().default('receiving'),
    /** The code of the error for which the file was refused. */
    refusal: text({ enum: UPLOAD_REFUSALS }),
    /** The storage key of the file, once it is whole. */
    storageKey: text().unique(),
    /** What the check has found: the type and its MIME type, and digests of the bytes as they are stored. */
    type: text(),
    mime: text(),
    sha256: text(),
    /** The unsigned CRC-32. */
    crc32: bigint({ mode: 'number' }),
    createdAt: timestampDefaultNow(),
    /** When the upload is deleted, unless another chunk arrives or a product takes the file before. */
    expiresAt: timestamptz().notNull(),
    /** When a product took the file. */
    takenAt: timestamptz(),
    /** The request that may append to the file, until the lease ends. */
    lockToken: uuid(),
    lockedUntil: timestamptz(),
    /** Whether another request waits for the lock. */
    isLockWanted: boolean().notNull().default(false),
  },
  table => [
    index().on(table.sellerId),
    index().on(table.expiresAt),
    index('uploads_receiving')
      .on(table.sellerId)
      .where(sql`state = 'receiving'`),
  ],
)
