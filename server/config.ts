import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { DEFAULT_COMMISSION_TIERS, type CommissionTier } from '#contract/core/money.ts'

/** Required when APP_ENV is production. Source: specification, startup configuration. */
const REQUIRED_IN_PRODUCTION = [
  'API_BASE_URL',
  'CHAT_PROPERTY_ID',
  'CHAT_WIDGET_ID',
  'ANALYTICS_KEY',
  'ANALYTICS_HOST',
  'CAPTCHA_SITE_KEY',
  'TERMS_PDF_URL',
  'PRIVACY_PDF_URL',
  'PUBLIC_ORIGIN',
  'ENCRYPTION_KEYS',
  'ORDER_TOKEN_KEY',
  'CAPTCHA_SECRET',
  'MERCADOPAGO_CLIENT_ID',
  'MERCADOPAGO_CLIENT_SECRET',
  'MERCADOPAGO_WEBHOOK_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
] as const

const ADDRESSES = ['ANALYTICS_HOST', 'TERMS_PDF_URL', 'PRIVACY_PDF_URL', 'PUBLIC_ORIGIN'] as const

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The start refused: the message is for the person who runs it. */
export class ConfigError extends Error {
  constructor(lines: string[]) {
    super(['Error en las variables de entorno', ...lines].join('\n'))
    this.name = 'ConfigError'
  }
}

export interface EncryptionKey {
  id: string
  key: Buffer
}

const Tiers = z
  .array(
    z.object({
      below: z.optional(z.int().check(z.positive())),
      percent: z.int().check(z.minimum(0), z.maximum(99)),
    }),
  )
  .check(z.minLength(1))

/** Every setting, read once. Nothing else in the project reads the environment. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings out of an environment.
 * @throws ConfigError with one line a setting at fault
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const faults: string[] = []
  const appEnv = oneOf('APP_ENV', ['development', 'production', 'test'] as const, 'development')
  const production = appEnv === 'production'
  const port = whole('PORT', 3000)

  function text(name: string, fallback = ''): string {
    return env[name]?.trim() || fallback
  }
  function whole(name: string, fallback: number): number {
    const value = text(name) === '' ? fallback : Number(text(name))
    if (!Number.isInteger(value) || value < 0) faults.push(`${name} debe ser un número entero`)
    return value
  }
  function positive(name: string, fallback: number): number {
    const value = text(name) === '' ? fallback : Number(text(name))
    if (!(value > 0)) faults.push(`${name} debe ser un número mayor que 0`)
    return value
  }
  function oneOf<const V extends string>(name: string, values: readonly V[], fallback: V): V {
    const value = text(name, fallback)
    const found = values.find(candidate => candidate === value)
    if (!found) faults.push(`${name} debe ser uno de: ${values.join(', ')}`)
    return found ?? fallback
  }
  function list(name: string, fallback: string): string[] {
    const values = text(name, fallback)
      .split(',')
      .map(value => value.trim())
    if (values.includes('')) faults.push(`${name} debe ser una lista sin valores vacíos`)
    return values
  }
  function flag(name: string, fallback = false): boolean {
    return oneOf(name, ['0', '1'], fallback ? '1' : '0') === '1'
  }
  function tiers(): readonly CommissionTier[] {
    if (!text('COMMISSION_TIERS')) return DEFAULT_COMMISSION_TIERS
    const read = z.safeParse(Tiers, jsonOf(text('COMMISSION_TIERS')))
    const ordered =
      read.success &&
      read.data.every((tier, index, all) => {
        const last = index === all.length - 1
        return last
          ? tier.below === undefined
          : tier.below !== undefined && tier.below > (all[index - 1]?.below ?? 0)
      })
    if (!read.success || !ordered) {
      faults.push('COMMISSION_TIERS debe ser una lista de {below, percent}, la última sin below')
      return DEFAULT_COMMISSION_TIERS
    }
    return read.data
  }
  function encryptionKeys(): EncryptionKey[] {
    const given = text('ENCRYPTION_KEYS')
    if (!given) return [{ id: 'local', key: randomBytes(32) }]
    return given.split(',').map(entry => {
      const [id = '', base64 = ''] = entry.split(':')
      const key = Buffer.from(base64, 'base64')
      if (!id || key.length !== 32)
        faults.push('ENCRYPTION_KEYS debe ser una lista de id:clave de 32 bytes en base64')
      return { id, key }
    })
  }

  if (production)
    for (const name of REQUIRED_IN_PRODUCTION)
      if (!text(name)) faults.push(`${name} es obligatoria`)
  for (const name of ADDRESSES)
    if (text(name) && !URL.canParse(text(name))) faults.push(`${name} debe ser una URL válida`)

  const publicOrigin = text('PUBLIC_ORIGIN', `http://localhost:${port}`).replace(/\/$/, '')
  const databaseUrl = text('DATABASE_URL') || undefined
  if (production && !databaseUrl && !flag('ALLOW_EMBEDDED_DATABASE'))
    faults.push('DATABASE_URL es obligatoria')
  const role = oneOf('ROLE', ['web', 'worker', 'all'] as const, 'all')
  if (!databaseUrl && role !== 'all')
    faults.push('ROLE debe ser all sin DATABASE_URL: la base incluida sirve a un solo proceso')

  /** One of a pair that makes sense only together with the other. */
  function together(name: string, other: string): string {
    if (!text(name) && text(other)) faults.push(`${name} es obligatoria`)
    return text(name)
  }
  function recaptcha() {
    if (oneOf('CAPTCHA_PROVIDER', ['altcha', 'recaptcha'] as const, 'altcha') === 'altcha')
      return undefined
    for (const name of ['CAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'])
      if (!text(name)) faults.push(`${name} es obligatoria`)
    const minScore = Number(text('RECAPTCHA_MIN_SCORE', '0.5'))
    if (!(minScore >= 0 && minScore <= 1))
      faults.push('RECAPTCHA_MIN_SCORE debe ser un número de 0 a 1')
    return {
      siteKey: text('CAPTCHA_SITE_KEY'),
      secret: text('RECAPTCHA_SECRET'),
      minScore,
      verifyUrl: address('RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
    }
  }
  /** An address that secrets are sent to: https, or on this machine outside production. */
  function address(name: string, fallback: string): string {
    const value = text(name, fallback)
    const url = URL.canParse(value) ? new URL(value) : undefined
    const isSafe =
      url?.protocol === 'https:' ||
      (url?.protocol === 'http:' && !production && LOOPBACK.has(url.hostname))
    if (!isSafe) faults.push(`${name} debe ser una URL https`)
    return value
  }
  function google() {
    const clientId = together('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
    const clientSecret = together('GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID')
    if (!clientId || !clientSecret) return undefined
    return {
      clientId,
      clientSecret,
      issuer: address('GOOGLE_ISSUER', 'https://accounts.google.com'),
    }
  }

  const mailFrom = text('MAIL_FROM', `${text('BRAND_NAME', 'Marketplace')} <hola@localhost>`)

  /** The live chat's frame, where its ids are set. */
  function chat() {
    const property = text('CHAT_PROPERTY_ID')
    const widget = text('CHAT_WIDGET_ID')
    if (!property || !widget) return undefined
    const origin = new URL(address('CHAT_ORIGIN', 'https://tawk.to')).origin
    return {
      origin,
      url: `${origin}/chat/${encodeURIComponent(property)}/${encodeURIComponent(widget)}`,
    }
  }
  function analytics() {
    const key = text('ANALYTICS_KEY')
    const host = text('ANALYTICS_HOST')
    return key && URL.canParse(host) ? { key, host: new URL(host).origin } : undefined
  }
  /** Hosts this installation had before: `https://antes.example,http://…` or bare hosts. */
  function oldHosts() {
    if (!text('OLD_ORIGINS')) return []
    return list('OLD_ORIGINS', '').flatMap(origin => {
      const whole = origin.includes('://') ? origin : `https://${origin}`
      if (URL.canParse(whole)) return [new URL(whole).host]
      faults.push('OLD_ORIGINS debe ser una lista de direcciones')
      return []
    })
  }

  const simulators = text('SIMULATOR_PORTS')
    ? text('SIMULATOR_PORTS').split(',').map(Number)
    : [port + 1, port + 2, port + 3]

  const config = {
    appEnv,
    production,
    port,
    host: text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    role,
    publicOrigin,
    /** Cookies of several copies on localhost must not mix, so their names carry the port there. */
    secureCookies: publicOrigin.startsWith('https:'),
    trustProxy: text('TRUST_PROXY') || undefined,
    dataDir: text('DATA_DIR', 'data'),
    databaseUrl,
    brandName: text('BRAND_NAME', 'Marketplace'),
    language: oneOf('APP_LANGUAGE', ['SPA', 'EN'] as const, 'SPA'),
    currency: oneOf('CURRENCY', Currency.options, 'ARS'),
    commissionTiers: tiers(),
    sellerQuotaBytes: whole('SELLER_QUOTA_BYTES', 1024 ** 3),
    productFileMaxBytes: whole('PRODUCT_FILE_MAX_BYTES', LIMITS.productFileMaxBytes),
    rateLimitFactor: positive('RATE_LIMIT_FACTOR', 1),
    encryptionKeys: encryptionKeys(),
    orderTokenKey: text('ORDER_TOKEN_KEY') || randomBytes(32).toString('hex'),
    captcha: {
      secret: text('CAPTCHA_SECRET') || randomBytes(32).toString('hex'),
      /** PBKDF2 iterations of one attempt. */
      cost: whole('CAPTCHA_COST', 5000),
      /** The most attempts that a solver makes; the fewest are half. */
      attempts: positive('CAPTCHA_ATTEMPTS', 1000),
      /** Where it is chosen instead of proof of work. */
      recaptcha: recaptcha(),
    },
    /** External sign-in, where its client is set. */
    google: google(),
    mercadoPago: {
      apiOrigin: text(
        'MERCADOPAGO_API_ORIGIN',
        production ? 'https://api.mercadopago.com' : `http://localhost:${simulators[0]}`,
      ),
      authOrigin: text(
        'MERCADOPAGO_AUTH_ORIGIN',
        production ? 'https://auth.mercadopago.com' : `http://localhost:${simulators[0]}`,
      ),
      clientId: text('MERCADOPAGO_CLIENT_ID', '1234567890123456'),
      clientSecret: text('MERCADOPAGO_CLIENT_SECRET', 'simulated-client-secret'),
      /** Two at once, so that one can be rotated. */
      webhookSecrets: list('MERCADOPAGO_WEBHOOK_SECRET', 'simulated-webhook-secret'),
      liveMode: flag('MERCADOPAGO_LIVE_MODE', true),
    },
    /** Without an SMTP server, mails become files in this folder under DATA_DIR. */
    smtpUrl: text('SMTP_URL') || undefined,
    mailFrom,
    /** Who reads what people write to the house. */
    supportEmail: text('SUPPORT_EMAIL') || addressIn(mailFrom),
    chat: chat(),
    analytics: analytics(),
    oldHosts: oldHosts(),
    termsPdfUrl: text('TERMS_PDF_URL', `${publicOrigin}/legal/terms`),
    privacyPdfUrl: text('PRIVACY_PDF_URL', `${publicOrigin}/legal/privacy`),
    metricsToken: text('METRICS_TOKEN') || undefined,
    logLevel: oneOf(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const,
      'info',
    ),
    /** Whether the first start fills an empty database with a demo catalogue. */
    demoData: flag('DEMO_DATA'),
  }
  if (faults.length > 0) throw new ConfigError([...new Set(faults)])
  return config
}

/** The address of a sender such as `Marketplace <hola@localhost>`. */
function addressIn(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
