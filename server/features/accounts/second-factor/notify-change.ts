import { randomUUID } from 'node:crypto'
import type { SecondFactorEvent, SecurityEventKind } from '#contract/accounts/security-events.ts'
import type { Transaction } from '#server/db/client.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { Context } from '#server/context.ts'
import { logSecurityEvent } from '../sessions/service.ts'

/** The security event of each change. The removal of the last factor also has the event of its own removal. */
const EVENTS: Record<SecondFactorEvent, SecurityEventKind> = {
  totp_added: 'totp_added',
  totp_removed: 'totp_removed',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  off: 'second_factor_off',
  recovery_codes_renewed: 'recovery_codes_renewed',
  recovery_code_used: 'recovery_code_used',
  codes_guessed: 'second_factor_codes_guessed',
  reset_requested: 'second_factor_reset_requested',
  reset_cancelled: 'second_factor_reset_cancelled',
  reset: 'second_factor_reset',
}

/** The client of changes that a job or an operator makes. */
export const NO_CLIENT: RequestClient = { ip: '', userAgent: '' }

/**
 * Logs a change of a user's second factors, and notifies the user in the list of notifications and by email, since
 * somebody else may have made it.
 * @param activatesAt when a requested removal takes effect
 * @param undo the link of the email that removes an added factor, and until when it works
 */
export async function notifyOfChange(
  { notify }: Pick<Context, 'notify'>,
  tx: Transaction,
  userId: number,
  change: SecondFactorEvent,
  client: RequestClient,
  {
    activatesAt = null,
    undo,
  }: { activatesAt?: Date | null; undo?: { link: string; until: Date } | undefined } = {},
): Promise<void> {
  await logSecurityEvent(tx, userId, EVENTS[change], client)
  await notify(tx, userId, {
    kind: 'second_factor',
    dedupeKey: `second_factor:${randomUUID()}`,
    data: {
      secondFactor: change,
      ...(activatesAt && { activatesAt: activatesAt.toISOString() }),
      ...(undo && { undoUntil: undo.until.toISOString() }),
    },
    ...(undo && { emailLink: undo.link }),
  })
}
