import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { issueKey, machineText } from '../core/fields.ts'
import { AccountSummary } from './user.ts'

/** Returns the schema of bytes in base64url, of at most `max` characters. */
const base64Url = (max: number) =>
  machineText(max).check(z.regex(/^[\w-]*$/, issueKey('issue_invalid')))

/** The maximum length of a credential id: 1023 bytes in base64url. Source: Web Authentication, section 4. */
const CREDENTIAL_ID_MAX = 1364
const CREDENTIAL_PART_MAX = 6000

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const credentialFields = {
  id: base64Url(CREDENTIAL_ID_MAX),
  rawId: base64Url(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.object({}),
}

/** A new passkey, as the browser serializes the result of `navigator.credentials.create`. */
export const PasskeyAttestation = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Url(CREDENTIAL_PART_MAX),
    attestationObject: base64Url(CREDENTIAL_PART_MAX),
    transports: z.optional(z.array(z.enum(TRANSPORTS)).check(z.maxLength(TRANSPORTS.length))),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** The proof that the user has a passkey, as the browser serializes the result of `navigator.credentials.get`. */
export const PasskeyAssertion = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Url(CREDENTIAL_PART_MAX),
    authenticatorData: base64Url(CREDENTIAL_PART_MAX),
    signature: base64Url(CREDENTIAL_PART_MAX),
    userHandle: z.optional(base64Url(200)),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const PasskeyDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.enum(TRANSPORTS))),
})

/** The options of `navigator.credentials.create`, with bytes in base64url. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(PasskeyDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})

/** The options of `navigator.credentials.get`, with bytes in base64url. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.optional(z.array(PasskeyDescriptor)),
  userVerification: z.enum(['required', 'preferred']),
})

/**
 * Starts a sign-in with a passkey alone. A cookie binds the challenge to this browser. The challenge is valid for ten
 * minutes, once.
 */
export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/public/auth/passkey/options',
  summary: 'Get the options to sign in with a passkey',
  access: 'public',
  reply: PasskeyRequestOptions,
})

/**
 * Signs in with a passkey alone. The passkey must have verified the user, by a PIN or a biometric feature, so it counts
 * as both factors.
 */
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/public/auth/passkey',
  summary: 'Start a session with a passkey',
  access: 'public',
  body: z.object({ passkey: PasskeyAssertion }),
  reply: AccountSummary,
  errors: ['ERROR_PASSKEY_REFUSED', 'ERROR_USER_SUSPENDED'],
})

/** Starts a proof of identity with a passkey of the signed-in user. */
export const startPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/auth/confirm/passkey/options',
  summary: 'Get the options to confirm the identity with a passkey',
  access: 'user',
  reply: PasskeyRequestOptions,
})

/** Proves the identity of the signed-in user by a passkey, like `confirmIdentity`. */
export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/confirm/passkey',
  summary: 'Confirm the identity with a passkey before a sensitive change',
  access: 'user',
  body: z.object({ passkey: PasskeyAssertion }),
  errors: ['ERROR_PASSKEY_REFUSED'],
})
