import { type SQL, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  conversionReceivers,
  jobs,
  linkAttempts,
  oauthStates,
  paymentAccounts,
  totpAuthenticators,
} from './schema/index.ts'

/** A column of encrypted texts. */
export interface EncryptedColumn {
  table: PgTable
  /** The primary key. */
  id: PgColumn
  text: PgColumn | SQL<string>
  /** The values that name the row of a text. They do not change as long as the text exists. */
  row: (PgColumn | SQL<string>)[]
  /** Returns the changes to a row that replace its text. */
  replaceBy: (text: string) => Record<string, unknown>
}

const { accessToken, refreshToken, userId, collectorId, id } = getTableColumns(paymentAccounts)

/** All columns of encrypted texts. A text is encrypted for its column and its row: see `nameOwner`. */
export const ENCRYPTED_COLUMNS = {
  'payment_accounts.access_token': {
    table: paymentAccounts,
    id,
    text: accessToken,
    row: [userId, collectorId],
    replaceBy: text => ({ accessToken: text }),
  },
  'payment_accounts.refresh_token': {
    table: paymentAccounts,
    id,
    text: refreshToken,
    row: [userId, collectorId],
    replaceBy: text => ({ refreshToken: text }),
  },
  'totp_authenticators.encrypted_secret': {
    table: totpAuthenticators,
    id: totpAuthenticators.userId,
    text: totpAuthenticators.encryptedSecret,
    row: [totpAuthenticators.userId],
    replaceBy: text => ({ encryptedSecret: text }),
  },
  'oauth_states.encrypted_secrets': {
    table: oauthStates,
    id: oauthStates.stateHash,
    text: oauthStates.encryptedSecrets,
    row: [oauthStates.stateHash],
    replaceBy: text => ({ encryptedSecrets: text }),
  },
  'link_attempts.code_verifier': {
    table: linkAttempts,
    id: linkAttempts.stateHash,
    text: linkAttempts.codeVerifier,
    row: [linkAttempts.stateHash],
    replaceBy: text => ({ codeVerifier: text }),
  },
  'conversion_receivers.secret': {
    table: conversionReceivers,
    id: conversionReceivers.id,
    text: conversionReceivers.secret,
    row: [conversionReceivers.sellerId, conversionReceivers.kind],
    replaceBy: text => ({ secret: text }),
  },
  // The content of an email. It belongs to its recipient too, so that it cannot be sent to another address.
  'jobs.payload': {
    table: jobs,
    id: jobs.id,
    text: sql`${jobs.payload} ->> 'encryptedContent'`,
    row: [sql`${jobs.payload} ->> 'messageId'`, sql`${jobs.payload} ->> 'to'`],
    replaceBy: text => ({
      payload: sql`jsonb_set(${jobs.payload}, '{encryptedContent}', to_jsonb(${text}::text))`,
    }),
  },
} satisfies Record<string, EncryptedColumn>

export type EncryptedColumnName = keyof typeof ENCRYPTED_COLUMNS

/** What a text is encrypted for: a column and a row, or the session that sets up an authenticator app. */
export type TextOwner = `${EncryptedColumnName | 'totp_setup'}:${string}`

/** Names the column and the row that a text is encrypted for, so that it can be decrypted nowhere else. */
export function nameOwner(
  column: EncryptedColumnName,
  ...row: readonly (string | number)[]
): TextOwner {
  return `${column}:${row.join(':')}`
}
