import { and, asc, count, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  ENCRYPTED_COLUMNS,
  type EncryptedColumn,
  type EncryptedColumnName,
  type TextOwner,
  nameOwner,
} from '#server/db/encrypted-columns.ts'
import type { Encryption } from './encryption.ts'

/** The number of rows that are read at once. */
const BATCH = 500

const COLUMNS = Object.entries(ENCRYPTED_COLUMNS) as [EncryptedColumnName, EncryptedColumn][]

/** How many texts of a column are encrypted with a key. */
export interface KeyUsage {
  column: EncryptedColumnName
  keyId: string
  texts: number
}

/** Counts the encrypted texts of each column by their keys. */
export async function countTextsByKey(db: Db): Promise<KeyUsage[]> {
  const usages: KeyUsage[] = []
  for (const [column, { table, text }] of COLUMNS) {
    const keyId = keyIdOf(text)
    const rows = await db
      .select({ keyId, texts: count() })
      .from(table)
      .where(ne(keyId, ''))
      .groupBy(keyId)
      .orderBy(keyId)
    usages.push(...rows.map(row => ({ column, ...row })))
  }
  return usages
}

/**
 * Encrypts all texts of the database with the first key that are encrypted with another one. Servers can run meanwhile:
 * a text is replaced only if it is still the one that was read. A text that cannot be decrypted stays as it is.
 * @returns the number of texts that were encrypted anew
 */
async function reencrypt(db: Db, encryption: Encryption): Promise<number> {
  let done = 0
  for (const [column, definition] of COLUMNS)
    done += await reencryptColumn(db, encryption, column, definition)
  return done
}

/**
 * Encrypts all texts of the database anew, as `reencrypt` does, and reports lines with what is left under which key.
 * @returns whether all texts are encrypted with the first key now
 */
export async function reencryptAndReport(
  db: Db,
  encryption: Encryption,
  report: (line: string) => void,
): Promise<boolean> {
  const { currentKeyId } = encryption
  report(`${await reencrypt(db, encryption)} texts were encrypted with ${currentKeyId}.`)
  const usages = await countTextsByKey(db)
  for (const { column, keyId, texts } of usages) report(`${column}  ${keyId}: ${texts}`)
  if (usages.every(({ keyId }) => keyId === currentKeyId)) return true
  report(
    'Texts of other keys are left: they were written meanwhile, so run the command again, or their keys are not set.',
  )
  return false
}

async function reencryptColumn(
  db: Db,
  encryption: Encryption,
  column: EncryptedColumnName,
  { table, id, text, row, replaceBy }: EncryptedColumn,
): Promise<number> {
  let done = 0
  let lastId: unknown
  for (;;) {
    const keyId = keyIdOf(text)
    const batch = await db
      .select({
        id,
        text: sql<string>`${text}`,
        row: sql<(string | number)[]>`json_build_array(${sql.join(row, sql`, `)})`,
      })
      .from(table)
      .where(
        and(
          ne(keyId, ''),
          ne(keyId, encryption.currentKeyId),
          lastId === undefined ? undefined : gt(id, lastId),
        ),
      )
      .orderBy(asc(id))
      .limit(BATCH)
    for (const old of batch) {
      const renewed = renew(encryption, old.text, nameOwner(column, ...old.row))
      if (renewed === undefined) continue
      const replaced = await db
        .update(table)
        .set(replaceBy(renewed))
        .where(and(eq(id, old.id), sql`${text} = ${old.text}`))
        .returning({ id })
      done += replaced.length
    }
    if (batch.length < BATCH) return done
    lastId = batch.at(-1)!.id
  }
}

/** Returns undefined if the text cannot be decrypted: its key is not set, or it was altered. */
function renew(encryption: Encryption, text: string, owner: TextOwner): string | undefined {
  try {
    return encryption.encrypt(encryption.decrypt(text, owner), owner)
  } catch {
    return undefined
  }
}

/** The key id in front of an encrypted text; empty or null where no text is stored. */
const keyIdOf = (text: EncryptedColumn['text']) => sql<string>`split_part(${text}, '.', 1)`
