import { Secret, TOTP } from 'otpauth'

/** The seconds for which an authenticator app shows a code. */
const PERIOD_SECONDS = 30
/** Codes of the previous and the next period are accepted too, since clocks differ. */
const WINDOW = 1
/** The size of a secret in bytes. Source: RFC 4226, section 4, which recommends 160 bits. */
const SECRET_BYTES = 20

/** Creates a secret for an authenticator app, in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const createTotp = (secret: string, names: { issuer: string; label: string }) =>
  new TOTP({
    ...names,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Returns the URI that authenticator apps read from a QR code. */
export const buildTotpUri = (
  secret: string,
  { issuer, email }: { issuer: string; email: string },
): string => createTotp(secret, { issuer, label: email }).toString()

/**
 * Returns the period of 30 seconds since 1970 to which a code belongs, if it is the current, the previous or the next
 * one. Otherwise the code is wrong and the result is undefined.
 * @param timestamp the current time in milliseconds
 */
export function findCodePeriod(
  secret: string,
  code: string,
  timestamp = Date.now(),
): number | undefined {
  const totp = createTotp(secret, { issuer: '', label: '' })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
