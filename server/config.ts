import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import {
  LOOPBACK_HOSTS,
  findContradictions,
  findInsecureSettings,
  findMissingSettings,
  findWeakSecrets,
  isOnThisMachine,
} from './settings/check-settings.ts'
import { limitFileSizes } from './settings/file-scanning.ts'
import { limitFormFile } from './settings/marketplace.ts'
import { Settings } from './settings/settings.ts'

/**
 * Thrown if the server cannot start because of its settings. The message is shown to the operator who starts the
 * server.
 */
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

/** The values of all settings. Only `readConfig` reads environment variables; other code gets this object. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings from environment variables.
 * @throws ConfigError if settings are missing or invalid, with one line for each
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  )
  const errors: string[] = []
  if (given['APP_ENV'] === 'production') errors.push(...findMissingSettings(given))
  const parsed = z.safeParse(Settings, given)
  if (!parsed.success)
    throw new ConfigError([
      ...new Set([
        ...errors,
        ...parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`),
      ]),
    ])
  const settings = parsed.data
  errors.push(...findContradictions(settings))
  const weakSecrets = findWeakSecrets(settings)
  if (settings.APP_ENV === 'production')
    errors.push(
      ...findInsecureSettings(settings),
      ...weakSecrets.map(({ name, fault }) => `${name} ${fault}`),
    )
  const config = {
    ...toConfig(settings, errors),
    /** The names of the settings whose secrets are easy to guess. Production refuses to start with them. */
    weakSecrets: weakSecrets.map(({ name }) => name),
  }
  if (errors.length > 0) throw new ConfigError([...new Set(errors)])
  return config
}

/**
 * Converts parsed settings to the configuration that the code uses.
 * @param errors receives one line for each invalid URL
 */
function toConfig(settings: Settings, errors: string[]) {
  const production = settings.APP_ENV === 'production'
  const port = settings.PORT
  const publicOrigin = (settings.PUBLIC_ORIGIN ?? `http://localhost:${port}`).replace(/\/$/, '')
  const mailFrom = settings.MAIL_FROM ?? `${settings.BRAND_NAME} <hola@localhost>`
  const simulatorPorts = settings.SIMULATOR_PORTS?.split(',').map(Number) ?? [port + 1]
  const simulatedMercadoPago = `http://localhost:${simulatorPorts[0]}`
  const simulatedConversions = `http://localhost:${simulatorPorts[3] ?? port + 5}`

  /**
   * Requires that a URL to which secrets are sent uses https. Outside production, http to this machine is allowed too.
   */
  function secureAddress(name: keyof Settings, value: string): string {
    const url = URL.canParse(value) ? new URL(value) : undefined
    const isSecure =
      url?.protocol === 'https:' ||
      (url?.protocol === 'http:' && !production && LOOPBACK_HOSTS.has(url.hostname))
    if (!isSecure) errors.push(`${name} debe ser una URL https`)
    return value
  }

  return {
    appEnv: settings.APP_ENV,
    production,
    port,
    workerPort: settings.WORKER_PORT,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    role: settings.ROLE,
    stopTimes: {
      drainMs: settings.DRAIN_SECONDS * 1000,
      finishMs: settings.STOP_SECONDS * 1000,
    },
    publicOrigin,
    /**
     * Without https, cookie names contain the public port, so that two servers on localhost do not overwrite each
     * other's cookies.
     */
    secureCookies: publicOrigin.startsWith('https:'),
    publicPort: (URL.canParse(publicOrigin) && new URL(publicOrigin).port) || '80',
    trustProxy: settings.TRUST_PROXY,
    dataDir: settings.DATA_DIR,
    /** The settings of the object storage. Undefined if files are stored on the disk. */
    s3: settings.S3_BUCKET === undefined ? undefined : s3(settings.S3_BUCKET),
    /** The origin of a content delivery network from which images are loaded, or '' for the public origin. */
    imagesOrigin: imagesOrigin(),
    /** The address of the scanner of product files. Undefined if files are not scanned. */
    clamdUrl: settings.CLAMD_URL,
    clamdMaxBytes: settings.CLAMD_MAX_BYTES,
    /** Whether archives and media are sold that the scanner does not read to their end. */
    sellsUnscannedFiles: settings.SELL_UNSCANNED_FILES,
    databaseUrl: settings.DATABASE_URL,
    migrationUrl: settings.DATABASE_MIGRATION_URL,
    replicaUrl: settings.DATABASE_READ_URL,
    directUrl: settings.DATABASE_DIRECT_URL,
    preparedStatements: settings.DATABASE_PREPARED_STATEMENTS,
    brandName: settings.BRAND_NAME,
    language: settings.APP_LANGUAGE,
    currency: settings.CURRENCY,
    commissionTiers: settings.COMMISSION_TIERS,
    acceptsOrders: settings.ACCEPT_ORDERS,
    reviewReminderDays: settings.REVIEW_REMINDER_DAYS,
    withdrawal: { days: settings.WITHDRAWAL_DAYS, scope: settings.WITHDRAWAL },
    /** Refunds of more than this amount, in whole units, need a recent proof of identity. */
    refundProofAbove: settings.REFUND_PROOF_ABOVE,
    sellerQuotaBytes: settings.SELLER_QUOTA_BYTES,
    /** The maximum size of product files as it was set, without regard to the scanner. */
    wantedFileMaxBytes: settings.PRODUCT_FILE_MAX_BYTES,
    ...limitFileSizes(settings),
    /** The maximum size in bytes of a product file that arrives with its form: larger ones are sent in chunks. */
    formFileMaxBytes: limitFormFile(limitFileSizes(settings).productFileMaxBytes),
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    /** Whether admins need a second factor. */
    adminSecondFactor: settings.ADMIN_SECOND_FACTOR ?? production,
    encryptionKeys: settings.ENCRYPTION_KEYS ?? [{ id: 'local', key: randomBytes(32) }],
    orderTokenKey: settings.ORDER_TOKEN_KEY ?? randomBytes(32).toString('hex'),
    captcha: {
      secret: settings.CAPTCHA_SECRET ?? randomBytes(32).toString('hex'),
      cost: settings.CAPTCHA_COST,
      attempts: settings.CAPTCHA_ATTEMPTS,
      /** The reCAPTCHA settings. Undefined if the captcha is ALTCHA's proof of work. */
      recaptcha: settings.CAPTCHA_PROVIDER === 'recaptcha' ? recaptcha() : undefined,
    },
    /** The Google client settings. Undefined if sign-in with Google is not configured. */
    google: google(),
    mercadoPago: {
      apiOrigin:
        settings.MERCADOPAGO_API_ORIGIN ??
        (production ? 'https://api.mercadopago.com' : simulatedMercadoPago),
      authOrigin:
        settings.MERCADOPAGO_AUTH_ORIGIN ??
        (production ? 'https://auth.mercadopago.com' : simulatedMercadoPago),
      clientId: settings.MERCADOPAGO_CLIENT_ID,
      clientSecret: settings.MERCADOPAGO_CLIENT_SECRET,
      webhookSecrets: settings.MERCADOPAGO_WEBHOOK_SECRET,
      acceptsUnsignedWebhooks: settings.MERCADOPAGO_UNSIGNED_WEBHOOKS,
      liveMode: settings.MERCADOPAGO_LIVE_MODE,
    },
    /** The origins of the services to which conversion events are sent. */
    conversions: {
      meta: receiverOrigin('META_API_ORIGIN', 'https://graph.facebook.com'),
      tiktok: receiverOrigin('TIKTOK_API_ORIGIN', 'https://business-api.tiktok.com'),
      ga4: receiverOrigin('GOOGLE_ANALYTICS_ORIGIN', 'https://www.google-analytics.com'),
    },
    smtpUrl: settings.SMTP_URL,
    /** Whether emails are sent over TLS only: in production, unless the mail server runs on this machine. */
    mailNeedsTls: production && !isOnThisMachine(settings.SMTP_URL),
    mailFrom,
    supportEmail: settings.SUPPORT_EMAIL ?? /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom,
    /** The settings of the live support chat. Undefined if no chat is configured. */
    chat: chat(),
    /** The settings of product analytics. Undefined if no analytics service is configured. */
    analytics:
      settings.ANALYTICS_KEY && settings.ANALYTICS_HOST
        ? { key: settings.ANALYTICS_KEY, host: new URL(settings.ANALYTICS_HOST).origin }
        : undefined,
    oldHosts: (settings.OLD_ORIGINS ?? []).flatMap(hostOf),
    termsPdfUrl: settings.TERMS_PDF_URL ?? `${publicOrigin}/legal/terms`,
    privacyPdfUrl: settings.PRIVACY_PDF_URL ?? `${publicOrigin}/legal/privacy`,
    metricsToken: settings.METRICS_TOKEN,
    /** Whether the API document is served. */
    apiDocs: settings.API_DOCS ?? !production,
    logLevel: settings.LOG_LEVEL,
    sentryDsn: settings.SENTRY_DSN,
    demoData: settings.DEMO_DATA,
  }

  function receiverOrigin(
    name: 'META_API_ORIGIN' | 'TIKTOK_API_ORIGIN' | 'GOOGLE_ANALYTICS_ORIGIN',
    real: string,
  ): string {
    const value = settings[name]
    if (value === undefined) return production ? real : simulatedConversions
    const address = secureAddress(name, value)
    return URL.canParse(address) ? new URL(address).origin : ''
  }

  function s3(bucket: string) {
    const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
    return {
      bucket,
      region: settings.S3_REGION,
      endpoint: settings.S3_ENDPOINT && secureAddress('S3_ENDPOINT', settings.S3_ENDPOINT),
      /** Undefined if the SDK looks for credentials itself, such as those of the machine's role. */
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      pathStyle: settings.S3_PATH_STYLE,
      cloudFront: cloudFront(),
    }
  }

  function imagesOrigin(): string {
    if (settings.IMAGES_ORIGIN === undefined) return ''
    const address = secureAddress('IMAGES_ORIGIN', settings.IMAGES_ORIGIN)
    return URL.canParse(address) ? new URL(address).origin : ''
  }

  function cloudFront() {
    const { CLOUDFRONT_KEY_PAIR_ID: keyPairId, CLOUDFRONT_PRIVATE_KEY: privateKey } = settings
    if (!settings.CLOUDFRONT_ORIGIN || !keyPairId || !privateKey) return undefined
    const address = secureAddress('CLOUDFRONT_ORIGIN', settings.CLOUDFRONT_ORIGIN)
    return {
      origin: address.replace(/\/$/, ''),
      keyPairId,
      privateKey: privateKey.replaceAll('\\n', '\n'),
    }
  }

  function recaptcha() {
    return {
      siteKey: settings.CAPTCHA_SITE_KEY ?? '',
      secret: settings.RECAPTCHA_SECRET ?? '',
      minScore: settings.RECAPTCHA_MIN_SCORE,
      verifyUrl: secureAddress('RECAPTCHA_VERIFY_URL', settings.RECAPTCHA_VERIFY_URL),
    }
  }

  function google() {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings
    if (!clientId || !clientSecret) return undefined
    return {
      clientId,
      clientSecret,
      issuer: secureAddress('GOOGLE_ISSUER', settings.GOOGLE_ISSUER),
    }
  }

  function chat() {
    const { CHAT_PROPERTY_ID: property, CHAT_WIDGET_ID: widget } = settings
    if (!property || !widget) return undefined
    const address = secureAddress('CHAT_ORIGIN', settings.CHAT_ORIGIN)
    const origin = URL.canParse(address) ? new URL(address).origin : address
    return {
      origin,
      url: `${origin}/chat/${encodeURIComponent(property)}/${encodeURIComponent(widget)}`,
    }
  }

  /** Returns the host of an origin such as `https://old.example`, or of a host without a scheme. */
  function hostOf(origin: string): string[] {
    const address = origin.includes('://') ? origin : `https://${origin}`
    if (URL.canParse(address)) return [new URL(address).host]
    errors.push('OLD_ORIGINS debe ser una lista de direcciones')
    return []
  }
}
