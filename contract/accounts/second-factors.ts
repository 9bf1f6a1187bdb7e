import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText, IsoDateTime, issueKey, machineText, requiredName } from '../core/fields.ts'
import { PasskeyAttestation, PasskeyCreationOptions } from './passkeys.ts'
import { TotpCode } from './second-step.ts'

/** The number of recovery codes that a user gets. */
export const RECOVERY_CODE_COUNT = 10

/** The maximum number of passkeys of one account. */
export const MAX_PASSKEYS = 20

export const PasskeyName = requiredName(
  1,
  40,
  issueKey('issue_name_required'),
  issueKey('issue_name_long'),
)

/** A passkey of the signed-in user. */
export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: IsoDateTime,
  lastUsedAt: z.nullable(IsoDateTime),
  /** Whether the passkey is stored in an account such as iCloud or Google, and not on one device only. */
  isSynced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactors = z.object({
  /** Since when an authenticator app is a second factor; null if there is none. */
  totpSince: z.nullable(IsoDateTime),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** Whether the user is an admin who needs a second factor to open the administration. */
  isRequired: z.boolean(),
  /** When the second factors will be removed at the request of the operator; null if nobody requested it. */
  resetAt: z.nullable(IsoDateTime),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** The recovery codes, which are shown only once. Null if the user has codes already. */
const NewRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/user/second-factors',
  summary: 'List the second factors of the user',
  access: 'verified',
  cacheTags: ['SecondFactors'],
  reply: SecondFactors,
})

/**
 * Creates the secret of an authenticator app. Nothing is stored: `setup` contains the encrypted secret, which
 * `addTotp` stores. It is valid for 15 minutes in the same session.
 */
export const startTotpSetup = endpoint({
  method: 'POST',
  path: '/user/second-factors/totp/setup',
  summary: 'Get the secret for an authenticator app',
  access: 'verified',
  needsRecentProof: true,
  reply: z.object({ setup: z.string(), secret: z.string(), uri: z.string() }),
  errors: ['ERROR_SECOND_FACTOR_EXISTS'],
})

/**
 * Makes the authenticator app a second factor, after a code has shown that it has the secret. With the first second
 * factor, all other sessions end.
 */
export const addTotp = endpoint({
  method: 'POST',
  path: '/user/second-factors/totp',
  summary: 'Add an authenticator app as a second factor',
  access: 'verified',
  needsRecentProof: true,
  body: z.object({ setup: machineText(1000), code: TotpCode }),
  reply: NewRecoveryCodes,
  errors: [
    'ERROR_SECOND_FACTOR_CODE',
    'ERROR_SECOND_FACTOR_EXISTS',
    'ERROR_SECOND_STEP_EXPIRED',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/user/second-factors/totp',
  summary: 'Remove the authenticator app',
  access: 'verified',
  cacheTags: ['SecondFactors', 'User', 'Devices', 'Activity', 'Notifications'],
  needsRecentProof: true,
})

export const startPasskeyRegistration = endpoint({
  method: 'POST',
  path: '/user/second-factors/passkeys/options',
  summary: 'Get the options to create a passkey',
  access: 'verified',
  needsRecentProof: true,
  reply: PasskeyCreationOptions,
})

/**
 * Adds a passkey, which is a way to sign in and a second factor. With the first second factor, all other sessions end.
 */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/second-factors/passkeys',
  summary: 'Add a passkey',
  access: 'verified',
  needsRecentProof: true,
  body: z.object({ name: PasskeyName, passkey: PasskeyAttestation }),
  reply: NewRecoveryCodes,
  errors: ['ERROR_PASSKEY_REFUSED', 'ERROR_SECOND_FACTOR_EXISTS', 'ERROR_SERVICE_UNAVAILABLE'],
})

/**
 * Removes the second factor that was added, and ends all sessions, by the link in the email about it. The link works
 * without a session, once, for 72 hours.
 */
export const undoSecondFactor = endpoint({
  method: 'POST',
  path: '/public/second-factors/undo/:token',
  summary: 'Remove an added second factor by the link in the email',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  errors: ['ERROR_INVALID_OR_EXPIRED_TOKEN'],
})

/** Renames a passkey. Answers 404 UNKNOWN_ERROR if the user has no passkey with this id. */
export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/user/second-factors/passkeys/:id',
  summary: 'Rename a passkey',
  access: 'owner',
  cacheTags: ['SecondFactors'],
  params: z.object({ id: IdText }),
  body: z.object({ name: PasskeyName }),
  errors: ['UNKNOWN_ERROR'],
})

/** Removes a passkey. Answers 404 UNKNOWN_ERROR if the user has no passkey with this id. */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/user/second-factors/passkeys/:id',
  summary: 'Remove a passkey',
  access: 'owner',
  cacheTags: ['SecondFactors', 'User', 'Devices', 'Activity', 'Notifications'],
  needsRecentProof: true,
  params: z.object({ id: IdText }),
  errors: ['UNKNOWN_ERROR'],
})

/** Replaces the recovery codes. Answers 404 UNKNOWN_ERROR if the user has no second factor. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/second-factors/recovery-codes',
  summary: 'Replace the recovery codes',
  access: 'verified',
  needsRecentProof: true,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['UNKNOWN_ERROR', 'ERROR_SERVICE_UNAVAILABLE'],
})

/** Stops showing the offer of a second factor to a seller. */
export const dismissSecondFactorOffer = endpoint({
  method: 'POST',
  path: '/user/second-factors/dismiss-offer',
  summary: 'Stop offering a second factor',
  access: 'verified',
  cacheTags: ['User'],
})

/** Cancels the removal of the second factors that an operator has requested, if there is one. */
export const cancelSecondFactorReset = endpoint({
  method: 'DELETE',
  path: '/user/second-factors/reset',
  summary: 'Keep the second factors although their removal was requested',
  access: 'verified',
  cacheTags: ['SecondFactors', 'User', 'Devices', 'Activity', 'Notifications'],
})
