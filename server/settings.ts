import * as z from 'zod/mini'
import { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { DEFAULT_COMMISSION_TIERS } from '#contract/core/money.ts'

/** How docs/operations.md prints a setting. */
export interface SettingDocs {
  meaning: string
  /** Printed instead of the schema's default. */
  shownDefault?: string
  /** Required when APP_ENV is production. */
  isRequired?: boolean
}

/** The documentation of every setting; `scripts/print-docs.ts` reads it. */
export const SETTING_DOCS = z.registry<SettingDocs>()

function setting<S extends z.ZodMiniType>(schema: S, docs: SettingDocs): S {
  SETTING_DOCS.add(schema, docs)
  return schema
}

const optional = () => z.optional(z.string())
const text = (value: string) => z._default(z.string(), value)
const whole = (value: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d+$/, 'debe ser un número entero')),
      z.transform(digits => Number(digits)),
    ),
    value,
  )
const number = (value: number, isValid: (n: number) => boolean, error: string) =>
  z._default(z.pipe(z.string(), z.transform(Number).check(z.refine(isValid, error))), value)
const positive = (value: number) => number(value, n => n > 0, 'debe ser un número mayor que 0')
const oneOf = <const V extends readonly [string, ...string[]]>(values: V, value: V[number]) =>
  z._default(z.enum(values, `debe ser uno de: ${values.join(', ')}`), value)
const flag = (value: '0' | '1') =>
  z.pipe(
    oneOf(['0', '1'], value),
    z.transform(answer => answer === '1'),
  )
const isUrl = z.refine<string>(value => URL.canParse(value), 'debe ser una URL válida')
const url = () => z.optional(z.string().check(isUrl))
/** Values separated by commas, none of them empty. */
const list = z.pipe(
  z.string(),
  z
    .transform((value: string) => value.split(',').map(part => part.trim()))
    .check(z.refine(parts => !parts.includes(''), 'debe ser una lista sin valores vacíos')),
)

const Tier = z.object({
  below: z.optional(z.int().check(z.positive())),
  percent: z.int().check(z.minimum(0), z.maximum(99)),
})
const CommissionTiers = z.pipe(
  z.pipe(z.string(), z.transform(parseJson)),
  z
    .array(Tier, 'debe ser una lista de {below, percent}, la última sin below')
    .check(
      z.refine(
        tiers =>
          tiers.length > 0 &&
          tiers.every(({ below }, index) =>
            index === tiers.length - 1
              ? below === undefined
              : below !== undefined && below > (tiers[index - 1]?.below ?? 0),
          ),
        'debe ser una lista de {below, percent}, la última sin below',
      ),
    ),
)

const EncryptionKeys = z.pipe(
  z.string(),
  z
    .transform((value: string) =>
      value.split(',').map(entry => {
        const [id = '', base64 = ''] = entry.split(':')
        return { id, key: Buffer.from(base64, 'base64') }
      }),
    )
    .check(
      z.refine(
        keys => keys.every(({ id, key }) => id !== '' && key.length === 32),
        'debe ser una lista de id:clave de 32 bytes en base64',
      ),
    ),
)

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const INSTALLATION = {
  APP_ENV: setting(oneOf(['development', 'production', 'test'], 'development'), {
    meaning:
      '`development`, `production` or `test`. Decides about required settings, the embedded database and `/dev/ui`; `npm run start:production` sets `production`, and simulators refuse it',
  }),
  PORT: setting(whole(3000), { meaning: 'the port of the server' }),
  HOST: setting(optional(), {
    shownDefault: '`0.0.0.0` in production, else `127.0.0.1`',
    meaning: 'the address that the server listens on',
  }),
  PUBLIC_ORIGIN: setting(url(), {
    isRequired: true,
    shownDefault: '`http://localhost:PORT`',
    meaning:
      'the address people type, such as `https://tienda.example`. Links in mails, return addresses and the origin check come from it; with https, cookies are `Secure` and HSTS is sent',
  }),
  TRUST_PROXY: setting(optional(), {
    shownDefault: 'off',
    meaning:
      'proxies whose `X-Forwarded-For` is believed: addresses, ranges or `loopback`, `uniquelocal`, separated by commas. If it is off behind a proxy, the limits count all visitors as one',
  }),
  ROLE: setting(oneOf(['web', 'worker', 'all'], 'all'), {
    meaning:
      '`web` serves requests, `worker` works on jobs, `all` does both. Needs `DATABASE_URL` unless it is `all`',
  }),
  DATA_DIR: setting(text('data'), {
    meaning: 'folder of files (`storage/`), of the embedded database, and of mails without SMTP',
  }),
  DATABASE_URL: setting(optional(), {
    isRequired: true,
    meaning:
      '`postgres://user:password@host:port/database`. Without it an embedded PostgreSQL in `DATA_DIR` is used',
  }),
  ALLOW_EMBEDDED_DATABASE: setting(flag('0'), {
    meaning:
      '`1` lets production start without `DATABASE_URL`. The embedded database never flushes to the disk, so a power cut can lose it',
  }),
  LOG_LEVEL: setting(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'), {
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
  }),
  METRICS_TOKEN: setting(optional(), {
    meaning: 'the bearer token of `/metrics`; without it the page answers 401 to everyone',
  }),
  RATE_LIMIT_FACTOR: setting(positive(1), { meaning: 'multiplies every rate limit' }),
  DEMO_DATA: setting(flag('0'), {
    shownDefault: '`0`; `1` in `npm start` and `npm run dev`',
    meaning: '`1` fills an empty database with demo data at the start',
  }),
}

const MARKETPLACE = {
  BRAND_NAME: setting(text('Marketplace'), {
    meaning: 'the name shown to people, in mails, and on card statements (22 characters)',
  }),
  APP_LANGUAGE: setting(oneOf(['SPA', 'EN'], 'SPA'), {
    meaning:
      '`SPA` or `EN`: the language of visitors who have chosen none and whose browser asks for another',
  }),
  CURRENCY: setting(
    z._default(z.enum(Currency.options, `debe ser uno de: ${Currency.options.join(', ')}`), 'ARS'),
    {
      meaning: `${Currency.options.map(name => `\`${name}\``).join(', ')}. It cannot change after the first sale`,
    },
  ),
  COMMISSION_TIERS: setting(
    z._default(
      CommissionTiers,
      DEFAULT_COMMISSION_TIERS.map(tier => ({ ...tier })),
    ),
    {
      shownDefault: `\`${JSON.stringify(DEFAULT_COMMISSION_TIERS)}\``,
      meaning:
        'JSON: the percentage by an item’s price in whole units; the last tier has no `below`',
    },
  ),
  SELLER_QUOTA_BYTES: setting(whole(1024 ** 3), {
    meaning: 'bytes that the product files of a seller may take together',
  }),
  PRODUCT_FILE_MAX_BYTES: setting(whole(LIMITS.productFileMaxBytes), {
    meaning: 'bytes of the largest product file',
  }),
  TERMS_PDF_URL: setting(url(), {
    isRequired: true,
    shownDefault: '`PUBLIC_ORIGIN/legal/terms`',
    meaning: 'the address of the terms',
  }),
  PRIVACY_PDF_URL: setting(url(), {
    isRequired: true,
    shownDefault: '`PUBLIC_ORIGIN/legal/privacy`',
    meaning: 'the address of the privacy policy',
  }),
}

const SECRETS = {
  ENCRYPTION_KEYS: setting(z.optional(EncryptionKeys), {
    isRequired: true,
    shownDefault: 'random',
    meaning:
      '`id:key` of 32 bytes in base64, separated by commas. The first key encrypts, all decrypt',
  }),
  ORDER_TOKEN_KEY: setting(optional(), {
    isRequired: true,
    shownDefault: 'random',
    meaning: 'the key of the links to orders',
  }),
  CAPTCHA_SECRET: setting(optional(), {
    isRequired: true,
    shownDefault: 'random',
    meaning: 'signs the challenges of the proof-of-work captcha',
  }),
}

const CAPTCHA = {
  CAPTCHA_PROVIDER: setting(oneOf(['altcha', 'recaptcha'], 'altcha'), {
    meaning:
      '`altcha`, a proof of work that asks nobody else, or `recaptcha`, Google reCAPTCHA v3, whose script then runs on pages with forms',
  }),
  CAPTCHA_COST: setting(whole(5000), {
    meaning: 'iterations of PBKDF2 in one attempt of the proof of work',
  }),
  CAPTCHA_ATTEMPTS: setting(positive(1000), {
    meaning: 'the most attempts a browser makes; the fewest are half of it',
  }),
  CAPTCHA_SITE_KEY: setting(optional(), {
    isRequired: true,
    meaning: 'the public key of reCAPTCHA; read only if `CAPTCHA_PROVIDER` is `recaptcha`',
  }),
  RECAPTCHA_SECRET: setting(optional(), {
    meaning: 'the secret key of reCAPTCHA; required if `CAPTCHA_PROVIDER` is `recaptcha`',
  }),
  RECAPTCHA_MIN_SCORE: setting(
    number(0.5, n => n >= 0 && n <= 1, 'debe ser un número de 0 a 1'),
    { meaning: 'visitors with a lower score, from 0 (a script) to 1 (a person), are refused' },
  ),
  RECAPTCHA_VERIFY_URL: setting(text('https://www.google.com/recaptcha/api/siteverify'), {
    meaning:
      'the service that checks tokens. If it does not answer within 5 s, the visitor is refused',
  }),
}

const EXTERNAL_SIGN_IN = {
  GOOGLE_CLIENT_ID: setting(optional(), {
    meaning:
      'the id of the client at Google. Without a client nobody is offered to sign in that way',
  }),
  GOOGLE_CLIENT_SECRET: setting(optional(), { meaning: 'its secret' }),
  GOOGLE_ISSUER: setting(text('https://accounts.google.com'), {
    meaning: 'the OpenID Connect provider; `http` only on this machine and outside production',
  }),
}

const MERCADOPAGO = {
  MERCADOPAGO_CLIENT_ID: setting(text('1234567890123456'), {
    isRequired: true,
    shownDefault: 'a simulated one',
    meaning: 'the id of the application',
  }),
  MERCADOPAGO_CLIENT_SECRET: setting(text('simulated-client-secret'), {
    isRequired: true,
    shownDefault: 'a simulated one',
    meaning: 'its secret',
  }),
  MERCADOPAGO_WEBHOOK_SECRET: setting(z._default(list, ['simulated-webhook-secret']), {
    isRequired: true,
    shownDefault: 'a simulated one',
    meaning: 'signs webhook events; two, separated by a comma, while one is rotated',
  }),
  MERCADOPAGO_LIVE_MODE: setting(flag('1'), {
    meaning: '`0` accepts test payments, and only those',
  }),
  MERCADOPAGO_API_ORIGIN: setting(optional(), {
    shownDefault: '`https://api.mercadopago.com` in production, else the simulator',
    meaning: 'the API',
  }),
  MERCADOPAGO_AUTH_ORIGIN: setting(optional(), {
    shownDefault: '`https://auth.mercadopago.com` in production, else the simulator',
    meaning: 'the page on which sellers link their account',
  }),
  SIMULATOR_PORTS: setting(optional(), {
    shownDefault: 'the three after `PORT`',
    meaning:
      'ports of the simulated MercadoPago, Google and inbox, separated by commas; outside production',
  }),
}

const MAIL = {
  SMTP_URL: setting(optional(), {
    isRequired: true,
    meaning:
      '`smtp://` or `smtps://`, with user and password. Without it mails become files in `DATA_DIR/mails`',
  }),
  MAIL_FROM: setting(optional(), {
    isRequired: true,
    shownDefault: '`BRAND_NAME <hola@localhost>`',
    meaning: 'the sender of mails',
  }),
  SUPPORT_EMAIL: setting(optional(), {
    shownDefault: 'the address in `MAIL_FROM`',
    meaning: 'receives what people write with the contact form',
  }),
}

const WEB = {
  API_BASE_URL: setting(optional(), {
    isRequired: true,
    meaning:
      'the address of the API. The specification requires it; the web always calls `/api` of its own origin',
  }),
  CHAT_PROPERTY_ID: setting(optional(), {
    isRequired: true,
    meaning: 'the property id of the live chat',
  }),
  CHAT_WIDGET_ID: setting(optional(), {
    isRequired: true,
    meaning: 'the widget id of the live chat',
  }),
  CHAT_ORIGIN: setting(text('https://tawk.to'), { meaning: 'the origin of the chat frame' }),
  ANALYTICS_KEY: setting(optional(), {
    isRequired: true,
    meaning: 'the project key of product analytics',
  }),
  ANALYTICS_HOST: setting(url(), {
    isRequired: true,
    meaning: 'the address that analytics events are sent to',
  }),
  OLD_ORIGINS: setting(z.optional(list), {
    meaning:
      'addresses this installation had before, separated by commas: they redirect to `PUBLIC_ORIGIN`',
  }),
}

/** Settings by the headings of docs/operations.md. */
export const SETTING_GROUPS: Record<string, Record<string, z.ZodMiniType>> = {
  Installation: INSTALLATION,
  Marketplace: MARKETPLACE,
  Secrets: SECRETS,
  Captcha: CAPTCHA,
  'External sign-in': EXTERNAL_SIGN_IN,
  MercadoPago: MERCADOPAGO,
  Mail: MAIL,
  Web: WEB,
}

/** All settings, each an environment variable. */
export const Settings = z.object({
  ...INSTALLATION,
  ...MARKETPLACE,
  ...SECRETS,
  ...CAPTCHA,
  ...EXTERNAL_SIGN_IN,
  ...MERCADOPAGO,
  ...MAIL,
  ...WEB,
})
export type Settings = z.output<typeof Settings>

/** Settings without which production does not start. Source: specification, startup configuration. */
export const REQUIRED_SETTINGS = Object.entries(Settings.shape)
  .filter(([, schema]) => SETTING_DOCS.get(schema)?.isRequired)
  .map(([name]) => name)
