import { formatProviderDate } from '../country-settings.ts'
import type { Payment, StoredPreference } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { getInitialPaymentState, type PaymentOutcome } from './outcomes.ts'

/**
 * The buyer's choices for a payment. For tests, amount, currency and collector can differ from those of the preference.
 */
export interface PaymentInput {
  preferenceId: string
  outcome: PaymentOutcome
  /** The amount in units of the currency; the default is the total of the preference. */
  amount?: number
  currency?: string
  collectorId?: number
  /** The email of the payer's account; the default is the email in the preference. */
  payerEmail?: string
  /** The marketplace's fee that is deducted; the default is the fee of the preference. */
  applicationFee?: number
  /**
   * Makes the payment one of several that together pay the preference, such as two cards: `amount` is its part, and the
   * marketplace's fee is deducted in proportion.
   */
  asPart?: boolean
  /** Whether the buyer began to pay while the page was open, so that its closing does not stop the payment. */
  wasBegun?: boolean
  /** The `status_detail` of a rejected payment, which says why it was rejected. */
  reason?: string
}

/** The lifetime in milliseconds of a cash voucher whose preference has no `date_of_expiration`: three days. */
const CASH_LIFE_MS = 3 * 86_400_000

/** Builds a new payment for a preference, without fees or refunds. */
export function buildPayment(
  { site, ids, now, origin }: SimulatorContext,
  { preference, liveMode }: StoredPreference,
  input: PaymentInput & { merchantOrderId: number },
): Payment {
  const reason = input.reason ?? 'cc_rejected_other_reason'
  const { status, detail, method, type } = getInitialPaymentState(site, input.outcome, reason)
  const amount = input.amount ?? preference.total_amount
  const date = formatProviderDate(site, now())
  const id = ids.payment()
  const isCard = type === 'credit_card'
  const isCash = status === 'pending'
  const issuer = isCard ? '310' : null
  return {
    id,
    status,
    status_detail: detail,
    external_reference: preference.external_reference,
    transaction_amount: amount,
    transaction_amount_refunded: 0,
    coupon_amount: 0,
    currency_id: input.currency ?? site.currency,
    description: preference.items.map(item => item.title).join(', '),
    payment_method_id: method,
    payment_type_id: type,
    payment_method: { id: method, type, issuer_id: issuer },
    issuer_id: issuer,
    installments: 1,
    operation_type: 'regular_payment',
    processing_mode: 'aggregator',
    date_created: date,
    date_approved: null,
    date_last_updated: date,
    date_of_expiration: isCash
      ? (preference.date_of_expiration ?? formatProviderDate(site, now() + CASH_LIFE_MS))
      : null,
    money_release_date: null,
    money_release_status: 'pending',
    collector_id: input.collectorId ?? preference.collector_id,
    payer: {
      id: String(3_000_000_000 + (id % 1_000_000)),
      email: input.payerEmail || preference.payer?.email || 'comprador@cuentas.example',
      type: 'registered',
      identification: site.identification,
      first_name: 'Comprador',
      last_name: 'De Prueba',
    },
    additional_info: { items: preference.items },
    live_mode: liveMode,
    captured: true,
    binary_mode: preference.binary_mode,
    metadata: preference.metadata,
    order: { id: String(input.merchantOrderId), type: 'mercadopago' },
    fee_details: [],
    charges_details: [],
    refunds: [],
    transaction_details: {
      net_received_amount: 0,
      total_paid_amount: amount,
      overpaid_amount: 0,
      installment_amount: isCard ? amount : 0,
      ...(isCash && { external_resource_url: `${origin()}/voucher/${id}` }),
    },
    card: isCard ? testCard(date) : {},
    statement_descriptor: preference.statement_descriptor,
    notification_url: preference.notification_url,
  }
}

function testCard(date: string) {
  return {
    first_six_digits: '450995',
    last_four_digits: '3704',
    expiration_year: 2030,
    expiration_month: 11,
    date_created: date,
    date_last_updated: date,
    cardholder: { name: 'APRO', identification: { type: 'DNI', number: '12345678' } },
  }
}
