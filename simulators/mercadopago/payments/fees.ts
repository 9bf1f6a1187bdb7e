import { randomUUID } from 'node:crypto'
import { formatProviderDate, roundToCurrency, type CountrySettings } from '../country-settings.ts'
import type { PaymentCharge, Payment } from '../state/model.ts'

/** MercadoPago's fee in percent of the payment: the usual rate in Argentina, including tax. */
const PROVIDER_PERCENT = 6.29

/** The time in milliseconds until the seller can use the money of a payment: 14 days. */
const RELEASE_MS = 14 * 86_400_000

/**
 * Adds fees and dates to an approved payment. MercadoPago's fee is deducted first, then the marketplace's fee, and the
 * seller gets the rest.
 * Source: MercadoPago's documentation of payments.
 * @param marketplaceFee in units of the currency
 * @param at milliseconds since 1970
 */
export function addFeesOnApproval(
  payment: Payment,
  { site, marketplaceFee, at }: { site: CountrySettings; marketplaceFee: number; at: number },
): Payment {
  const amount = payment.transaction_amount
  const fee = roundToCurrency(site, (amount * PROVIDER_PERCENT) / 100)
  const ours = Math.min(marketplaceFee, roundToCurrency(site, amount - fee))
  const date = formatProviderDate(site, at)
  const charges = [buildCharge('mercadopago_fee', 'fee', 'mp', fee, date)]
  if (ours > 0)
    charges.push(buildCharge('application_fee', 'application', 'marketplace_owner', ours, date))
  return {
    ...payment,
    date_approved: date,
    money_release_date: formatProviderDate(site, at + RELEASE_MS),
    fee_details: charges.map(({ name, amounts }) => ({
      type: name,
      amount: amounts.original,
      fee_payer: 'collector',
    })),
    charges_details: charges,
    transaction_details: {
      ...payment.transaction_details,
      net_received_amount: roundToCurrency(site, amount - fee - ours),
    },
  }
}

/** Computes the charges of a payment after a refund: each charge is refunded in proportion to the refunded amount. */
export function computeChargesAfterRefund(
  site: CountrySettings,
  payment: Payment,
  refunded: number,
): PaymentCharge[] {
  const part = refunded / payment.transaction_amount
  return payment.charges_details.map(entry => ({
    ...entry,
    amounts: { ...entry.amounts, refunded: roundToCurrency(site, entry.amounts.original * part) },
  }))
}

function buildCharge(
  name: string,
  type: string,
  to: string,
  original: number,
  date: string,
): PaymentCharge {
  return {
    id: `charge-${randomUUID()}`,
    name,
    type,
    accounts: { from: 'collector', to },
    amounts: { original, refunded: 0 },
    client_id: 0,
    date_created: date,
    last_updated: date,
    metadata: {},
    refund_charges: [],
    reserve_id: null,
  }
}
