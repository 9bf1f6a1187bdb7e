import { REQUIRED_SETTINGS, type Settings } from './settings.ts'

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
    ['S3_BUCKET', settings.STORAGE_MIGRATION],
    ['CLOUDFRONT_KEY_PAIR_ID', settings.CLOUDFRONT_ORIGIN],
    ['CLOUDFRONT_PRIVATE_KEY', settings.CLOUDFRONT_ORIGIN],
  ] as const
  for (const [name, isRequired] of required)
    if (isRequired && !settings[name]) errors.push(`${name} es obligatoria`)
  return errors
}

/** The minimum length in characters of a secret in production. Two random hexadecimal digits are one byte. */
const MIN_SECRET_LENGTH = 32

/** Lists settings with which production would send secrets in plain text, or sign links with a secret that is easy to guess. */
export function findInsecureSettings(settings: Settings): string[] {
  const isPlain = (value: string | undefined) =>
    value?.startsWith('http:') === true && !isOnThisMachine(value)
  const plain = (
    ['PUBLIC_ORIGIN', 'MERCADOPAGO_API_ORIGIN', 'MERCADOPAGO_AUTH_ORIGIN'] as const
  ).filter(name => isPlain(settings[name]))
  const weak = (['ORDER_TOKEN_KEY', 'CAPTCHA_SECRET'] as const).filter(
    name => settings[name] !== undefined && settings[name].length < MIN_SECRET_LENGTH,
  )
  return [
    ...plain.map(name => `${name} debe ser una URL https`),
    ...weak.map(name => `${name} debe tener al menos ${MIN_SECRET_LENGTH} caracteres`),
  ]
}
