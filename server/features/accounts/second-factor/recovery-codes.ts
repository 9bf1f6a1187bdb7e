import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { RECOVERY_CODE_COUNT } from '#contract/accounts/second-factors.ts'
import type { Db } from '#server/db/client.ts'
import { recoveryCodes } from '#server/db/schema/index.ts'
import { hashWithSalt } from '../passwords/hashing.ts'

/** Digits and letters that look different from each other when printed: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10
const SALT_BYTES = 16

/** New recovery codes: the texts that the user is shown, and the hashes to store. */
export interface NewRecoveryCodes {
  codes: string[]
  salt: string
  hashes: string[]
}

/** Creates recovery codes of 50 random bits, such as `7KQ4M-X0PZA`. */
export async function createRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createCode)
  const hashes: string[] = []
  // One after the other, so that the codes of one user do not fill the queue in which logins wait.
  for (const code of codes) hashes.push(await hashWithSalt(normalizeRecoveryCode(code), salt))
  return { codes, salt, hashes }
}

/** Creates a code of 50 random bits, such as `7KQ4M-X0PZA`. */
export function createCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

/** Returns a typed code in capitals without hyphens, with the digits that are easily mistaken for letters. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** Replaces the recovery codes of a user. */
export async function saveRecoveryCodes(
  tx: Db,
  userId: number,
  { salt, hashes }: NewRecoveryCodes,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map(codeHash => ({ userId, salt, codeHash })))
}

/**
 * Hashes a typed code like the stored codes of a user.
 * @throws ApiError ERROR_SERVICE_UNAVAILABLE if too many hashes are being computed
 */
export async function hashRecoveryCode(db: Db, userId: number, typed: string): Promise<string> {
  const [code] = await db
    .select({ salt: recoveryCodes.salt })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .limit(1)
  return hashWithSalt(
    normalizeRecoveryCode(typed),
    code?.salt ?? randomBytes(SALT_BYTES).toString('base64url'),
  )
}

/** Marks a recovery code as used. Of simultaneous calls with one code only one gets true. */
export async function consumeRecoveryCode(
  tx: Db,
  userId: number,
  codeHash: string,
): Promise<boolean> {
  const usedRows = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return usedRows.length > 0
}
