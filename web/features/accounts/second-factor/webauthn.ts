import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/accounts/passkeys.ts'

/** Loads the code that talks to authenticators. Only pages that use a passkey load it. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

/**
 * Returns whether this browser can use passkeys on this site; browsers refuse sites that have an address but no name.
 */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** Asks the browser to create a passkey. Resolves to undefined if the user cancelled or the authenticator refused. */
export async function createPasskey(options: object): Promise<PasskeyAttestation | undefined> {
  const { startRegistration } = await loadWebAuthn()
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).then(
    passkey => passkey as PasskeyAttestation,
    () => undefined,
  )
}

/** Asks the browser for a passkey. Resolves to undefined if the user cancelled or there is no passkey. */
export async function requestPasskey(
  options: object,
  { inAutofill = false }: { inAutofill?: boolean } = {},
): Promise<PasskeyAssertion | undefined> {
  const { startAuthentication } = await loadWebAuthn()
  return startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: inAutofill,
  }).then(
    passkey => passkey as PasskeyAssertion,
    () => undefined,
  )
}

/** Returns whether the browser can offer passkeys in the suggestions of a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
  return browserSupportsWebAuthnAutofill()
}

/** Stops a request for a passkey that is still open. */
export async function cancelPasskeyRequest(): Promise<void> {
  const { WebAuthnAbortService } = await loadWebAuthn()
  WebAuthnAbortService.cancelCeremony()
}
