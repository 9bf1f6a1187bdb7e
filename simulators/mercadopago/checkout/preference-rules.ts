import { createBadRequestError, ProviderError } from '../errors.ts'
import { hasAllowedDecimals, roundToCurrency, type CountrySettings } from '../country-settings.ts'
import type { PreferenceItem, Preference } from '../state/model.ts'

type Fields = Record<string, unknown>

/** The fields of a preference that the client sends. MercadoPago adds the other fields. */
export type PreferenceTerms = Omit<
  Preference,
  | 'id'
  | 'collector_id'
  | 'client_id'
  | 'init_point'
  | 'sandbox_init_point'
  | 'date_created'
  | 'last_updated'
  | 'site_id'
  | 'operation_type'
  | 'marketplace'
>

/**
 * Validates the fields of a preference, and drops fields that the simulator does not know.
 * Source: MercadoPago's documentation of preferences.
 * @throws ProviderError with 400 and the name of the invalid field
 */
export function parsePreferenceTerms(site: CountrySettings, fields: Fields): PreferenceTerms {
  const items = parseItems(site, fields.items)
  const total = roundToCurrency(
    site,
    items.reduce((sum, item) => sum + item.quantity * item.unit_price, 0),
  )
  const backUrls = parseBackUrls(fields.back_urls)
  const autoReturn = parseOneOf(fields, 'auto_return', ['approved', 'all'] as const)
  if (autoReturn && !backUrls?.success)
    throw new ProviderError(
      400,
      'invalid_auto_return',
      'auto_return invalid. back_url.success must be defined',
    )
  const from = parseDate(fields, 'expiration_date_from')
  const to = parseDate(fields, 'expiration_date_to')
  if (from && to && Date.parse(from) >= Date.parse(to))
    throw createBadRequestError('expiration_date_to must be after expiration_date_from')
  return {
    items,
    total_amount: total,
    marketplace_fee: parseFee(site, fields.marketplace_fee, total),
    payer: parsePayer(fields.payer),
    back_urls: backUrls,
    auto_return: autoReturn,
    notification_url: parseUrl(fields, 'notification_url'),
    external_reference: parseText(fields, 'external_reference', 256),
    metadata: parseObject(fields, 'metadata') ?? {},
    statement_descriptor: parseText(fields, 'statement_descriptor', 22),
    expires: parseFlag(fields, 'expires'),
    expiration_date_from: from,
    expiration_date_to: to,
    date_of_expiration: parseDate(fields, 'date_of_expiration'),
    payment_methods: parseObject(fields, 'payment_methods'),
    binary_mode: parseFlag(fields, 'binary_mode'),
  }
}

function parseItems(site: CountrySettings, fields: unknown): PreferenceItem[] {
  if (!Array.isArray(fields) || fields.length === 0)
    throw new ProviderError(400, 'invalid_items', 'items needed')
  return fields.map((entry: unknown) => parseItem(site, (entry ?? {}) as Fields))
}

function parseItem(site: CountrySettings, fields: Fields): PreferenceItem {
  const { quantity, unit_price: price } = fields
  const title = parseText(fields, 'title', 256)
  if (!title) throw invalidItem('title needed')
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1)
    throw invalidItem('quantity must be a whole number of at least 1')
  if (typeof price !== 'number' || !(price > 0)) throw invalidItem('unit_price invalid')
  if (!hasAllowedDecimals(site, price))
    throw invalidItem(
      site.decimals === 0
        ? `Prices in ${site.currency} currency must be expressed with integer values`
        : 'unit_price has more than two decimals',
    )
  const currency = fields.currency_id ?? site.currency
  if (currency !== site.currency) throw invalidItem('currency_id invalid')
  return {
    id: parseText(fields, 'id', 256),
    title,
    description: parseText(fields, 'description', 600),
    picture_url: parseUrl(fields, 'picture_url'),
    category_id: parseText(fields, 'category_id', 256),
    quantity,
    currency_id: site.currency,
    unit_price: price,
  }
}

function parseFee(site: CountrySettings, fee: unknown, total: number): number {
  if (fee === undefined || fee === null) return 0
  if (typeof fee !== 'number' || !(fee >= 0) || fee >= total || !hasAllowedDecimals(site, fee))
    throw new ProviderError(
      400,
      'invalid_marketplace_fee',
      'marketplace_fee must be an amount of at least 0 and below the total',
    )
  return fee
}

function parsePayer(fields: unknown): Preference['payer'] {
  if (fields === undefined || fields === null) return undefined
  const payer = fields as { email?: unknown }
  if (payer.email !== undefined && !isEmail(payer.email))
    throw createBadRequestError('payer.email invalid')
  return payer as Preference['payer']
}

function parseBackUrls(fields: unknown): Preference['back_urls'] {
  if (fields === undefined || fields === null) return undefined
  const urls = fields as Fields
  return {
    success: parseUrl(urls, 'success'),
    pending: parseUrl(urls, 'pending'),
    failure: parseUrl(urls, 'failure'),
  }
}

function parseText(fields: Fields, field: string, longest: number): string | undefined {
  const value = fields[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > longest)
    throw createBadRequestError(`${field} must be a text of at most ${longest} characters`)
  return value
}

function parseUrl(fields: Fields, field: string): string | undefined {
  const value = fields[field]
  if (value === undefined || value === null || value === '') return undefined
  const parsed = typeof value === 'string' ? URL.parse(value) : null
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw createBadRequestError(`${field} must be an absolute url`)
  return value as string
}

/** Validates a date in ISO 8601 with a time and a UTC offset, such as 2026-11-21T10:00:00.000-03:00. */
function parseDate(fields: Fields, field: string): string | undefined {
  const value = fields[field]
  if (value === undefined || value === null) return undefined
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/
  if (typeof value !== 'string' || !shape.test(value) || Number.isNaN(Date.parse(value)))
    throw createBadRequestError(`${field} must be a date such as 2026-11-21T10:00:00.000-03:00`)
  return value
}

function parseFlag(fields: Fields, field: string): boolean {
  const value = fields[field] ?? false
  if (typeof value !== 'boolean') throw createBadRequestError(`${field} must be true or false`)
  return value
}

function parseObject(fields: Fields, field: string): Record<string, unknown> | undefined {
  const value = fields[field] ?? undefined
  if (value !== undefined && (typeof value !== 'object' || Array.isArray(value)))
    throw createBadRequestError(`${field} must be an object`)
  return value as Record<string, unknown> | undefined
}

function parseOneOf<Value extends string>(
  fields: Fields,
  field: string,
  values: readonly Value[],
): Value | undefined {
  const value = fields[field] ?? undefined
  if (value !== undefined && !values.includes(value as Value))
    throw createBadRequestError(`${field} must be one of ${values.join(', ')}`)
  return value as Value | undefined
}

const isEmail = (value: unknown) =>
  typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

const invalidItem = (message: string) => new ProviderError(400, 'invalid_items', message)
