import { badRequest, ProviderError } from '../errors.ts'
import { hasAllowedDecimals, roundToCurrency, type Site } from '../sites.ts'
import type { Item, Preference } from '../state/model.ts'

type Fields = Record<string, unknown>

/** The fields of a preference that its maker chooses. */
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
 * Checks what a seller sent for a preference. Fields the simulator does not know are left out.
 * Source: MercadoPago's facts, preference.
 * @throws ProviderError 400 that names the field
 */
export function parsePreferenceTerms(site: Site, given: Fields): PreferenceTerms {
  const items = parseItems(site, given.items)
  const total = roundToCurrency(
    site,
    items.reduce((sum, item) => sum + item.quantity * item.unit_price, 0),
  )
  const backUrls = parseBackUrls(given.back_urls)
  const autoReturn = parseOneOf(given, 'auto_return', ['approved', 'all'] as const)
  if (autoReturn && !backUrls?.success)
    throw new ProviderError(
      400,
      'invalid_auto_return',
      'auto_return invalid. back_url.success must be defined',
    )
  const from = parseDate(given, 'expiration_date_from')
  const to = parseDate(given, 'expiration_date_to')
  if (from && to && Date.parse(from) >= Date.parse(to))
    throw badRequest('expiration_date_to must be after expiration_date_from')
  return {
    items,
    total_amount: total,
    marketplace_fee: parseFee(site, given.marketplace_fee, total),
    payer: parsePayer(given.payer),
    back_urls: backUrls,
    auto_return: autoReturn,
    notification_url: parseUrl(given, 'notification_url'),
    external_reference: parseText(given, 'external_reference', 256),
    metadata: parseObject(given, 'metadata') ?? {},
    statement_descriptor: parseText(given, 'statement_descriptor', 22),
    expires: parseFlag(given, 'expires'),
    expiration_date_from: from,
    expiration_date_to: to,
    date_of_expiration: parseDate(given, 'date_of_expiration'),
    payment_methods: parseObject(given, 'payment_methods'),
    binary_mode: parseFlag(given, 'binary_mode'),
  }
}

function parseItems(site: Site, given: unknown): Item[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new ProviderError(400, 'invalid_items', 'items needed')
  return given.map((entry: unknown) => parseItem(site, (entry ?? {}) as Fields))
}

function parseItem(site: Site, given: Fields): Item {
  const { quantity, unit_price: price } = given
  const title = parseText(given, 'title', 256)
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
  const currency = given.currency_id ?? site.currency
  if (currency !== site.currency) throw invalidItem('currency_id invalid')
  return {
    id: parseText(given, 'id', 256),
    title,
    description: parseText(given, 'description', 600),
    picture_url: parseUrl(given, 'picture_url'),
    category_id: parseText(given, 'category_id', 256),
    quantity,
    currency_id: site.currency,
    unit_price: price,
  }
}

function parseFee(site: Site, fee: unknown, total: number): number {
  if (fee === undefined || fee === null) return 0
  if (typeof fee !== 'number' || !(fee >= 0) || fee >= total || !hasAllowedDecimals(site, fee))
    throw new ProviderError(
      400,
      'invalid_marketplace_fee',
      'marketplace_fee must be an amount of at least 0 and below the total',
    )
  return fee
}

function parsePayer(given: unknown): Preference['payer'] {
  if (given === undefined || given === null) return undefined
  const payer = given as { email?: unknown }
  if (payer.email !== undefined && !isEmail(payer.email)) throw badRequest('payer.email invalid')
  return payer as Preference['payer']
}

function parseBackUrls(given: unknown): Preference['back_urls'] {
  if (given === undefined || given === null) return undefined
  const urls = given as Fields
  return {
    success: parseUrl(urls, 'success'),
    pending: parseUrl(urls, 'pending'),
    failure: parseUrl(urls, 'failure'),
  }
}

function parseText(given: Fields, field: string, longest: number): string | undefined {
  const value = given[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > longest)
    throw badRequest(`${field} must be a text of at most ${longest} characters`)
  return value
}

function parseUrl(given: Fields, field: string): string | undefined {
  const value = given[field]
  if (value === undefined || value === null || value === '') return undefined
  const parsed = typeof value === 'string' ? URL.parse(value) : null
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw badRequest(`${field} must be an absolute url`)
  return value as string
}

/** ISO 8601 with a time and an offset, such as 2026-11-21T10:00:00.000-03:00. */
function parseDate(given: Fields, field: string): string | undefined {
  const value = given[field]
  if (value === undefined || value === null) return undefined
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/
  if (typeof value !== 'string' || !shape.test(value) || Number.isNaN(Date.parse(value)))
    throw badRequest(`${field} must be a date such as 2026-11-21T10:00:00.000-03:00`)
  return value
}

function parseFlag(given: Fields, field: string): boolean {
  const value = given[field] ?? false
  if (typeof value !== 'boolean') throw badRequest(`${field} must be true or false`)
  return value
}

function parseObject(given: Fields, field: string): Record<string, unknown> | undefined {
  const value = given[field] ?? undefined
  if (value !== undefined && (typeof value !== 'object' || Array.isArray(value)))
    throw badRequest(`${field} must be an object`)
  return value as Record<string, unknown> | undefined
}

function parseOneOf<Value extends string>(
  given: Fields,
  field: string,
  values: readonly Value[],
): Value | undefined {
  const value = given[field] ?? undefined
  if (value !== undefined && !values.includes(value as Value))
    throw badRequest(`${field} must be one of ${values.join(', ')}`)
  return value as Value | undefined
}

const isEmail = (value: unknown) =>
  typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

const invalidItem = (message: string) => new ProviderError(400, 'invalid_items', message)
