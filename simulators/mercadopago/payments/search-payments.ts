import { createBadRequestError } from '../errors.ts'
import type { Payment, StoredPayment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

const DATE_FIELDS = [
  'date_created',
  'date_last_updated',
  'date_approved',
  'money_release_date',
] as const
type DateField = (typeof DATE_FIELDS)[number]

/** The most payments on a page, unless a test sets fewer. */
export const MAX_SEARCH_PAGE = 1000

/**
 * Searches the payments of a seller.
 * Source: MercadoPago's documentation of payments.
 * @throws ProviderError with 400 if `sort` or `criteria` is missing, or if a range, date or page is invalid
 */
export function searchPayments(
  { store, maxSearchPage }: SimulatorContext,
  userId: number,
  query: Record<string, string | undefined>,
) {
  const { sort, criteria, external_reference: reference, status } = query
  if (!isDateField(sort) && sort !== 'id')
    throw createBadRequestError('sort: must be id or the name of a date')
  if (criteria !== 'asc' && criteria !== 'desc')
    throw createBadRequestError('criteria: must be asc or desc')
  const inRange = buildDateFilter(query)
  const payer = query['payer.id']
  const collector = query['collector.id']
  const matchingPayments = store
    .all('payments')
    .filter(stored => isPaymentReadableBy(stored, userId))
    .map(({ payment }) => payment)
    .filter(
      payment =>
        (!reference || payment.external_reference === reference) &&
        (!status || payment.status === status) &&
        (!payer || payment.payer.id === payer) &&
        (!collector || String(payment.collector_id) === collector) &&
        inRange(payment),
    )
    .sort((one, other) => sortKey(one, sort) - sortKey(other, sort) || one.id - other.id)
  if (criteria === 'desc') matchingPayments.reverse()

  const offset = parseWholeNumber(query.offset, 'offset', 0)
  const limit = Math.min(parseWholeNumber(query.limit, 'limit', 30), maxSearchPage)
  return {
    paging: { total: matchingPayments.length, limit, offset },
    results: matchingPayments.slice(offset, offset + limit),
  }
}

function buildDateFilter({
  range,
  begin_date: begin,
  end_date: end,
}: Record<string, string | undefined>) {
  if (!range) return () => true
  if (!isDateField(range)) throw createBadRequestError('range: must be the name of a date')
  const from = begin ? Date.parse(begin) : -Infinity
  const to = end ? Date.parse(end) : Infinity
  if (Number.isNaN(from) || Number.isNaN(to))
    throw createBadRequestError('begin_date and end_date: ISO 8601')
  return (payment: Payment) => {
    const at = sortKey(payment, range)
    return from <= at && at <= to
  }
}

function sortKey(payment: Payment, field: DateField | 'id'): number {
  const value = payment[field]
  return typeof value === 'number' ? value : Date.parse(value ?? '') || 0
}

function parseWholeNumber(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(text)) throw createBadRequestError(`${name}: must be a whole number`)
  return Number(text)
}

/**
 * Tells whether a seller can read a payment: either its money goes to the seller's account, or the seller created its
 * preference.
 */
export function isPaymentReadableBy({ payment, sellerId }: StoredPayment, userId: number): boolean {
  return payment.collector_id === userId || sellerId === userId
}

const isDateField = (name: string | undefined): name is DateField =>
  (DATE_FIELDS as readonly (string | undefined)[]).includes(name)
