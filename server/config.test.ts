import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { SETTING_DOCUMENTATION } from './settings/schemas.ts'
import { Settings } from './settings/settings.ts'

const secret = () => randomBytes(16).toString('hex')

/** The environment variables that are required in production. */
const PRODUCTION = {
  APP_ENV: 'production',
  API_BASE_URL: '/api',
  CHAT_PROPERTY_ID: 'chat',
  CHAT_WIDGET_ID: 'widget',
  ANALYTICS_KEY: 'key',
  ANALYTICS_HOST: 'https://analytics.test',
  CAPTCHA_SITE_KEY: 'site',
  CAPTCHA_SECRET: secret(),
  TERMS_PDF_URL: 'https://kiosko.test/terms.pdf',
  PRIVACY_PDF_URL: 'https://kiosko.test/privacy.pdf',
  PUBLIC_ORIGIN: 'https://kiosko.test',
  DATABASE_URL: 'postgres://db/kiosko',
  ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
  ORDER_TOKEN_KEY: secret(),
  MERCADOPAGO_CLIENT_ID: '1',
  MERCADOPAGO_CLIENT_SECRET: secret(),
  MERCADOPAGO_WEBHOOK_SECRET: secret(),
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'hola@kiosko.test',
}

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('no setting is required in development', () => {
  expect(readConfig({})).toMatchObject({
    appEnv: 'development',
    port: 3000,
    publicOrigin: 'http://localhost:3000',
    language: 'SPA',
    currency: 'ARS',
  })
})

test('production accepts a complete set of required settings', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    production: true,
    secureCookies: true,
    databaseUrl: 'postgres://db/kiosko',
  })
})

test.each([
  [{ ...PRODUCTION }, true],
  [{ ...PRODUCTION, ADMIN_SECOND_FACTOR: '0' }, false],
  [{ APP_ENV: 'development' }, false],
  [{ APP_ENV: 'test' }, false],
  [{ APP_ENV: 'development', ADMIN_SECOND_FACTOR: '1' }, true],
])('admins need a second factor in production unless it is turned off (%#)', (env, expected) => {
  expect(readConfig(env).adminSecondFactor).toBe(expected)
})

test('the API document is hidden in production unless the operator shows it', () => {
  expect(readConfig(PRODUCTION).apiDocs).toBe(false)
  expect(readConfig({ ...PRODUCTION, API_DOCS: '1' }).apiDocs).toBe(true)
  expect(readConfig({}).apiDocs).toBe(true)
})

test.each(Object.keys(PRODUCTION).filter(name => name !== 'APP_ENV'))(
  'the missing setting %s is reported in production in one line that names it',
  name => {
    expect(refusalOf({ ...PRODUCTION, [name]: '' })).toBe(
      `Error en las variables de entorno\n${name} es obligatoria`,
    )
  },
)

test('production without any settings is refused with one line for each required setting', () => {
  const lines = refusalOf({ APP_ENV: 'production' }).split('\n')
  expect(lines[0]).toBe('Error en las variables de entorno')
  expect(lines.slice(1).every(line => line.endsWith(' es obligatoria'))).toBe(true)
  expect(lines).toHaveLength(Object.keys(PRODUCTION).length)
})

describe('readConfig', () => {
  test.each([
    [{ PORT: 'three' }, 'PORT'],
    [{ APP_ENV: 'staging' }, 'APP_ENV'],
    [{ APP_LANGUAGE: 'FR' }, 'APP_LANGUAGE'],
    [{ CURRENCY: 'USD' }, 'CURRENCY'],
    [{ PUBLIC_ORIGIN: 'kiosko' }, 'PUBLIC_ORIGIN'],
    [{ ROLE: 'worker' }, 'ROLE'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR'],
    [{ ENCRYPTION_KEYS: 'a:short' }, 'ENCRYPTION_KEYS'],
    [{ COMMISSION_TIERS: 'no' }, 'COMMISSION_TIERS'],
    [{ COMMISSION_TIERS: '[{"percent":7.5}]' }, 'COMMISSION_TIERS'],
    [{ MERCADOPAGO_WEBHOOK_SECRET: 'new,' }, 'MERCADOPAGO_WEBHOOK_SECRET'],
    [{ COMMISSION_TIERS: '[{"below":5,"percent":10}]' }, 'COMMISSION_TIERS'],
    [
      { COMMISSION_TIERS: '[{"below":5,"percent":10},{"below":4,"percent":9},{"percent":1}]' },
      'COMMISSION_TIERS',
    ],
    [{ COMMISSION_TIERS: '[{"percent":120}]' }, 'COMMISSION_TIERS'],
  ])('the wrong setting %o is refused', (setting, name) =>
    expect(refusalOf(setting)).toContain(name),
  )
})

test('COMMISSION_TIERS replaces the default commission tiers', () => {
  const tiers = [{ below: 100, percent: 15 }, { percent: 8 }]
  expect(readConfig({ COMMISSION_TIERS: JSON.stringify(tiers) }).commissionTiers).toEqual(tiers)
})

describe('sign-in with Google', () => {
  const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: secret() }

  test("a client id and a client secret enable sign-in with Google, by default with Google's issuer", () => {
    expect(readConfig({}).google).toBeUndefined()
    expect(readConfig(client).google).toMatchObject({ issuer: 'https://accounts.google.com' })
    expect(refusalOf({ GOOGLE_CLIENT_ID: 'id' })).toContain('GOOGLE_CLIENT_SECRET es obligatoria')
  })

  test.each([
    [{}, 'http://localhost:3002', true],
    [{}, 'http://127.0.0.1:3002', true],
    [{}, 'http://[::1]:3002', true],
    [{}, 'http://localhost.evil.test', false],
    [{}, 'http://192.168.0.7:3002', false],
    [{}, 'ftp://localhost', false],
    [{}, 'https://id.example', true],
    [PRODUCTION, 'https://id.example', true],
    [PRODUCTION, 'http://localhost:3002', false],
  ])('the settings %o with GOOGLE_ISSUER=%s are accepted: %s', (env, issuer, isGood) =>
    expect(refusalOf({ ...env, ...client, GOOGLE_ISSUER: issuer })).toBe(
      isGood ? '' : 'Error en las variables de entorno\nGOOGLE_ISSUER debe ser una URL https',
    ),
  )
})

describe('reCAPTCHA', () => {
  const chosen = { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SITE_KEY: 'a', RECAPTCHA_SECRET: 'b' }

  test('reCAPTCHA is configured only if CAPTCHA_PROVIDER selects it', () => {
    expect(readConfig({}).captcha.recaptcha).toBeUndefined()
    expect(readConfig(chosen).captcha.recaptcha).toEqual({
      siteKey: 'a',
      secret: 'b',
      minScore: 0.5,
      verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    })
  })

  test.each([
    [{ CAPTCHA_SITE_KEY: '' }, 'CAPTCHA_SITE_KEY'],
    [{ RECAPTCHA_SECRET: '' }, 'RECAPTCHA_SECRET'],
    [{ RECAPTCHA_MIN_SCORE: '2' }, 'RECAPTCHA_MIN_SCORE'],
    [{ RECAPTCHA_MIN_SCORE: 'half' }, 'RECAPTCHA_MIN_SCORE'],
    [{ RECAPTCHA_VERIFY_URL: 'http://verifier.test' }, 'RECAPTCHA_VERIFY_URL'],
    [{ CAPTCHA_PROVIDER: 'other' }, 'CAPTCHA_PROVIDER'],
  ])('reCAPTCHA with the settings %o is refused', (wrong, name) =>
    expect(refusalOf({ ...chosen, ...wrong })).toContain(name),
  )
})

test('the URL of the API is that of the own origin', () => {
  const origin = 'https://tienda.example'
  const refusal = (api: string) => refusalOf({ PUBLIC_ORIGIN: origin, API_BASE_URL: api })

  expect(refusal('https://other.example/api')).toContain('API_BASE_URL')
  expect(refusal('zzz')).toContain('API_BASE_URL')
  for (const api of ['/api', `${origin}/api`])
    expect(readConfig({ PUBLIC_ORIGIN: origin, API_BASE_URL: api }).publicOrigin).toBe(origin)
})

test.each([
  ['PUBLIC_ORIGIN', 'http://kiosko.test', 'debe ser una URL https'],
  ['MERCADOPAGO_API_ORIGIN', 'http://api.mercadopago.test', 'debe ser una URL https'],
  ['MERCADOPAGO_AUTH_ORIGIN', 'http://auth.mercadopago.test', 'debe ser una URL https'],
  ['IMAGES_ORIGIN', 'http://img.kiosko.test', 'debe ser una URL https'],
  ['ORDER_TOKEN_KEY', 'a', 'debe tener al menos 32 caracteres'],
  ['CAPTCHA_SECRET', '0123456789abcdef'.repeat(2).slice(1), 'debe tener al menos 32 caracteres'],
  ['METRICS_TOKEN', 'metrics', 'debe tener al menos 32 caracteres'],
  ['MERCADOPAGO_CLIENT_SECRET', 'x', 'debe tener al menos 16 caracteres'],
  ['MERCADOPAGO_WEBHOOK_SECRET', `${secret()},y`, 'debe tener al menos 16 caracteres'],
  ['DATABASE_URL', 'postgres://app:kiosko@db/kiosko', 'debe tener al menos 12 caracteres'],
  ['DATABASE_READ_URL', 'postgres://app:kiosko@db/kiosko', 'debe tener al menos 12 caracteres'],
  ['SMTP_URL', 'smtp://user:pass%20word@mail.test', 'debe tener al menos 12 caracteres'],
  ['ORDER_TOKEN_KEY', 'a'.repeat(64), 'es fácil de adivinar: debe ser un valor al azar'],
  ['CAPTCHA_SECRET', 'secre'.repeat(8), 'es fácil de adivinar: debe ser un valor al azar'],
  [
    'DATABASE_URL',
    'postgres://a:aaaaaaaaaaaa@db/a',
    'es fácil de adivinar: debe ser un valor al azar',
  ],
  [
    'ENCRYPTION_KEYS',
    `a:${Buffer.alloc(32, 7).toString('base64')}`,
    'es fácil de adivinar: debe ser un valor al azar',
  ],
])('production refuses the setting %s with the insecure value %s', (name, value, reason) => {
  expect(refusalOf({ ...PRODUCTION, [name]: value })).toBe(
    `Error en las variables de entorno\n${name} ${reason}`,
  )
})

test('the check of secrets names the setting, never its value', () => {
  const refusal = refusalOf({ ...PRODUCTION, DATABASE_URL: 'postgres://app:hunter2@db/kiosko' })

  expect(refusal).toContain('DATABASE_URL')
  expect(refusal).not.toContain('hunter2')
})

test('every setting that sounds like a secret is checked, or is a name that others can read', () => {
  const unchecked = Object.entries(Settings.shape)
    .filter(([name]) => /SECRET|TOKEN|KEY|PASSWORD/.test(name))
    .filter(([, schema]) => SETTING_DOCUMENTATION.get(schema)?.minSecretLength === undefined)
    .map(([name]) => name)

  expect(unchecked.toSorted()).toEqual([
    'ANALYTICS_KEY',
    'CAPTCHA_SITE_KEY',
    'CLOUDFRONT_KEY_PAIR_ID',
    'CLOUDFRONT_PRIVATE_KEY',
    'S3_ACCESS_KEY_ID',
  ])
})

test('outside production, weak secrets are listed for the doctor', () => {
  expect(readConfig({ CAPTCHA_SECRET: 'x' }).weakSecrets).toEqual(['CAPTCHA_SECRET'])
  expect(readConfig({}).weakSecrets).toEqual([])
})

test('production accepts plain HTTP for addresses of the same machine', () => {
  expect(refusalOf({ ...PRODUCTION, PUBLIC_ORIGIN: 'http://localhost:3000' })).toBe('')
})

test.each([
  ['no scanner', {}, 100, 100],
  ['a scanner that reads them', { CLAMD_MAX_BYTES: '100' }, 100, 100],
  ['a scanner that reads less', { CLAMD_MAX_BYTES: '60' }, 60, 60],
  ['files that are sold unscanned', { CLAMD_MAX_BYTES: '60', SELL_UNSCANNED_FILES: '1' }, 100, 60],
])(
  'sellers with %s, %o and PRODUCT_FILE_MAX_BYTES=100 upload up to %d bytes, and documents up to %d',
  (_, settings, productFileMaxBytes, scannedFileMaxBytes) => {
    const scanner = 'CLAMD_MAX_BYTES' in settings ? { CLAMD_URL: 'tcp://clamd:3310' } : {}

    expect(readConfig({ PRODUCT_FILE_MAX_BYTES: '100', ...scanner, ...settings })).toMatchObject({
      productFileMaxBytes,
      scannedFileMaxBytes,
      wantedFileMaxBytes: 100,
    })
  },
)
