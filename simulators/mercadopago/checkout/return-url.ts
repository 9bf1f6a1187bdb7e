import type { Payment, StoredPreference } from '../state/model.ts'

/**
 * Builds the URL to which the checkout page redirects the buyer, with all query parameters that MercadoPago sends. A
 * parameter without a value is the text `null`.
 * Source: MercadoPago's documentation of back URLs.
 * @param payment the payment; undefined if the buyer went back without paying
 * @returns the URL, or undefined if the preference has no back URL for this outcome
 */
export function buildReturnUrl(
  { preference, merchantOrderId }: StoredPreference,
  payment: Payment | undefined,
): string | undefined {
  const base = preference.back_urls?.[chooseBackUrl(payment)]
  if (!base) return undefined
  const parameters = {
    collection_id: payment?.id,
    collection_status: payment?.status,
    payment_id: payment?.id,
    status: payment?.status,
    external_reference: preference.external_reference,
    payment_type: payment?.payment_type_id,
    merchant_order_id: payment && merchantOrderId,
    preference_id: preference.id,
    site_id: preference.site_id,
    processing_mode: 'aggregator',
    merchant_account_id: undefined,
  }
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value ?? null))}`)
    .join('&')
  const [address = '', fragment] = base.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

function chooseBackUrl(payment: Payment | undefined): 'success' | 'pending' | 'failure' {
  if (payment?.status === 'approved') return 'success'
  if (payment?.status === 'pending' || payment?.status === 'in_process') return 'pending'
  return 'failure'
}
