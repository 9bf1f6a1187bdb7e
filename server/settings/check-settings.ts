import { SETTING_DOCUMENTATION } from './schemas.ts'
import { REQUIRED_SETTINGS, Settings } from './settings.ts'

export const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Tells whether a URL names this machine. */
export function isOnThisMachine(address: string | undefined): boolean {
  return (
    address !== undefined && URL.canParse(address) && LOOPBACK_HOSTS.has(new URL(address).hostname)
  )
}

/** Lists the settings that production requires and does not have. */
export function findMissingSettings(given: Record<string, string | undefined>): string[] {
  return REQUIRED_SETTINGS.filter(
    name =>
      given[name] === undefined &&
      !(name === 'DATABASE_URL' && given['ALLOW_EMBEDDED_DATABASE'] === '1'),
  ).map(name => `${name} es obligatoria`)
}

/** Lists the settings that are missing or wrong beside others. */
export function findContradictions(settings: Settings): string[] {
  const errors: string[] = []
  if (!settings.DATABASE_URL && settings.ROLE !== 'all')
    errors.push('ROLE debe ser all sin DATABASE_URL: la base incluida sirve a un solo proceso')
  const required = [
    ['GOOGLE_CLIENT_ID', settings.GOOGLE_CLIENT_SECRET],
    ['GOOGLE_CLIENT_SECRET', settings.GOOGLE_CLIENT_ID],
    ['CAPTCHA_SITE_KEY', settings.CAPTCHA_PROVIDER === 'recaptcha'],
    ['RECAPTCHA_SECRET', settings.CAPTCHA_PROVIDER === 'recaptcha'],
    ['S3_SECRET_ACCESS_KEY', settings.S3_ACCESS_KEY_ID],
    ['S3_ACCESS_KEY_ID', settings.S3_SECRET_ACCESS_KEY],
    ['S3_BUCKET', settings.CLOUDFRONT_ORIGIN],
    ['CLOUDFRONT_KEY_PAIR_ID', settings.CLOUDFRONT_ORIGIN],
    ['CLOUDFRONT_PRIVATE_KEY', settings.CLOUDFRONT_ORIGIN],
  ] as const
  for (const [name, isRequired] of required)
    if (isRequired && !settings[name]) errors.push(`${name} es obligatoria`)
  const { API_BASE_URL: api, PUBLIC_ORIGIN: origin } = settings
  if (api !== undefined && api !== '/api' && api !== `${origin}/api`)
    errors.push('API_BASE_URL debe ser PUBLIC_ORIGIN seguido de /api')
  return errors
}

/** The minimum length of a password in a URL, such as that of the database. */
const MIN_PASSWORD_LENGTH = 12
/** A random text of 12 hexadecimal digits has fewer distinct ones once in several hundred cases. */
const MIN_DISTINCT_CHARACTERS = 6

/** Lists the settings with which production would send secrets in plain text. */
export function findInsecureSettings(settings: Settings): string[] {
  const isPlain = (value: string | undefined) =>
    value?.startsWith('http:') === true && !isOnThisMachine(value)
  return (['PUBLIC_ORIGIN', 'MERCADOPAGO_API_ORIGIN', 'MERCADOPAGO_AUTH_ORIGIN'] as const)
    .filter(name => isPlain(settings[name]))
    .map(name => `${name} debe ser una URL https`)
}

/** A secret that is easy to guess: the name of its setting, and what is wrong with it. */
export interface WeakSecret {
  name: string
  fault: string
}

/** Lists the secrets that are short or repeat few characters: those of settings, and the passwords in URLs. */
export function findWeakSecrets(settings: Settings): WeakSecret[] {
  return Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const value = settings[name as keyof Settings]
    const minLength = SETTING_DOCUMENTATION.get(schema)?.minSecretLength
    const faults =
      minLength === undefined
        ? findFaults(readPasswords(value), MIN_PASSWORD_LENGTH)
        : findFaults(readSecrets(value), minLength)
    return faults.slice(0, 1).map(fault => ({ name, fault }))
  })
}

function findFaults(secrets: string[], minLength: number): string[] {
  return secrets.flatMap(secret => {
    if (secret.length < minLength) return `debe tener al menos ${minLength} caracteres`
    return new Set(secret).size < MIN_DISTINCT_CHARACTERS
      ? 'es fácil de adivinar: debe ser un valor al azar'
      : []
  })
}

/** Returns the secrets of a setting: one or several texts, or encryption keys. */
function readSecrets(value: Settings[keyof Settings]): string[] {
  return [value ?? []].flat().flatMap(secret => {
    if (typeof secret === 'string') return secret
    return typeof secret === 'object' && 'key' in secret ? secret.key.toString('hex') : []
  })
}

/** Returns the password in a URL, if a value is one that has a password. */
function readPasswords(value: Settings[keyof Settings]): string[] {
  if (typeof value !== 'string' || !URL.canParse(value)) return []
  const { password } = new URL(value)
  return password === '' ? [] : [decodeURIComponent(password)]
}
